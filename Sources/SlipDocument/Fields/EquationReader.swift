/// Reads the codes of an EQ field.
///
/// A code is a backslash and a letter, then options of two letters each, then operands in parentheses:
/// `\a\al\co2(1,2,3,4)`. Codes nest. The codes that are open are on a stack of the reader's own, so deep nesting takes
/// no call stack; it is bounded all the same, because a row is copied into the row around it.
struct EquationReader {
  /// The instruction without `EQ`.
  private let scalars: [Unicode.Scalar]
  /// The place of the reading.
  private var at = 0
  /// What stands between operands.
  private let separator: Unicode.Scalar
  /// The codes that are open, with the whole formula as the first one.
  private var open = [EquationCode(letter: " ")]
  /// Whether a separator stood between operands.
  private(set) var hasSeparated = false

  /// The most codes within each other.
  private static let deepest = 64

  /// Creates a reader.
  init(_ scalars: [Unicode.Scalar], separator: Unicode.Scalar) {
    (self.scalars, self.separator) = (scalars, separator)
  }

  /// Reads the formula; nil if it isn't one.
  mutating func read() -> EquationLine? {
    while at < scalars.count {
      let scalar = scalars[at]
      at += 1
      let isText = open[open.count - 1].parentheses > 0 || open.count == 1
      switch scalar {
      case "\\": guard code() else { return nil }
      case "(":
        open[open.count - 1].parentheses += 1
        append(scalar)
      case ")" where open[open.count - 1].parentheses > 0:
        open[open.count - 1].parentheses -= 1
        append(scalar)
      case ")": guard close() else { return nil }
      case separator where !isText && open[open.count - 1].takesSeveral:
        hasSeparated = true
        open[open.count - 1].endOperand()
      default: append(scalar)
      }
    }
    guard open.count == 1, open[0].parentheses == 0 else { return nil }
    return open[0].row.trimmed
  }

  /// Adds a character to the open row.
  private mutating func append(_ scalar: Unicode.Scalar) {
    open[open.count - 1].row.pieces.append(.character(scalar))
  }

  /// Reads what follows a backslash. Returns false if it means nothing.
  private mutating func code() -> Bool {
    guard at < scalars.count else { return false }
    if scalars[at] == "*" {
      at += 1
      skipSwitch()
      return open.count == 1
    }
    guard isLetter(at) else {
      append(scalars[at])
      at += 1
      return true
    }
    let name = letters()
    // Further scripts of the same code: `\s\up8(a)\do8(b)`.
    if EquationCode.scripts.contains(name) {
      var code = EquationCode(letter: "s")
      code.set(name, number())
      return begin(code)
    }
    guard name.count == 1, let letter = name.first, EquationCode.letters.contains(letter) else {
      return false
    }
    return begin(EquationCode(letter: letter))
  }

  /// Reads the options of a code, and its opening parenthesis. Returns false without one.
  private mutating func begin(_ code: EquationCode) -> Bool {
    var code = code
    skipSpaces()
    while at + 1 < scalars.count, scalars[at] == "\\", isLetter(at + 1) {
      at += 1
      let name = letters()
      guard name.count == 2 else { return false }
      if EquationCode.delimiters.contains(name) {
        skipSpaces()
        if at < scalars.count, scalars[at] == "\\" { at += 1 }
        guard at < scalars.count else { return false }
        code.delimiters[name] = scalars[at]
        at += 1
      } else {
        code.set(name, number())
      }
      skipSpaces()
    }
    guard at < scalars.count, scalars[at] == "(", open.count <= EquationReader.deepest else { return false }
    at += 1
    open.append(code)
    return true
  }

  /// Ends the innermost code, which becomes a part of the row around it. Returns false if none is open.
  private mutating func close() -> Bool {
    guard open.count > 1, var code = open.popLast() else { return false }
    code.endOperand()
    open[open.count - 1].row.pieces += code.pieces(separator: separator)
    return true
  }

  // MARK: Words

  /// Whether a Latin letter stands at a place.
  private func isLetter(_ index: Int) -> Bool {
    scalars[index].isASCII && scalars[index].properties.isAlphabetic
  }

  /// Reads letters, in lower case.
  private mutating func letters() -> String {
    var name = ""
    while at < scalars.count, isLetter(at), name.count < 3 {
      name += scalars[at].properties.lowercaseMapping
      at += 1
    }
    return name
  }

  /// Reads the number of an option; 0 without one.
  private mutating func number() -> Int {
    skipSpaces()
    if at < scalars.count, scalars[at] == "-" || scalars[at] == "+" { at += 1 }
    var digits = ""
    while at < scalars.count, ("0"..."9").contains(scalars[at]) {
      digits.unicodeScalars.append(scalars[at])
      at += 1
    }
    return Int(digits.prefix(6)) ?? 0
  }

  /// Skips spaces.
  private mutating func skipSpaces() {
    while at < scalars.count, scalars[at] == " " { at += 1 }
  }

  /// Skips the argument of a switch `\*` about the field's look: a word, or a text in quotes.
  private mutating func skipSwitch() {
    skipSpaces()
    guard at < scalars.count else { return }
    let isQuoted = scalars[at] == "\""
    if isQuoted { at += 1 }
    while at < scalars.count, isQuoted ? scalars[at] != "\"" : scalars[at] != " " && scalars[at] != "\\" {
      at += 1
    }
    if isQuoted { at += 1 }
    // The space belongs to the switch.
    if at < scalars.count, scalars[at] == " " { at += 1 }
  }
}
