/// A code of an EQ field that is open, and what its operands become.
struct EquationCode {
  /// The code's letter; a space for the formula as a whole.
  let letter: Character
  /// The numbers of its options.
  private var options: [String: Int] = [:]
  /// The characters of its options, such as brackets.
  var delimiters: [String: Unicode.Scalar] = [:]
  /// The operands that are complete.
  private var operands: [EquationLine] = []
  /// The operand that is being read.
  var row = EquationLine()
  /// How many parentheses are open in that operand. A separator within them is text.
  var parentheses = 0

  /// Creates a code without operands.
  init(letter: Character) { self.letter = letter }

  /// The letters of all codes.
  static let letters: Set<Character> = ["a", "b", "d", "f", "i", "l", "o", "r", "s", "x"]
  /// The options that raise or lower text, or make room for it.
  static let scripts: Set<String> = ["ai", "up", "di", "do"]
  /// The options that name a character.
  static let delimiters: Set<String> = ["lc", "rc", "bc", "fc", "vc"]

  /// Whether it has several operands.
  var takesSeveral: Bool { letter != "b" && letter != "x" && letter != "d" && letter != " " }

  /// Records an option.
  mutating func set(_ name: String, _ number: Int) { options[name] = number }

  /// Ends an operand.
  mutating func endOperand() {
    // Spaces count in text, and not in what has a place of its own.
    operands.append("blx".contains(letter) ? row : row.trimmed)
    (row, parentheses) = (EquationLine(), 0)
  }

  /// What the code shows.
  func pieces(separator: Unicode.Scalar) -> [EquationLine.Piece] {
    switch letter {
    case "a": return [.compound(table)]
    case "b": return [.unit(bracketed)]
    case "d": return displaced
    case "f": return [.compound(fraction(separator))]
    case "i": return [.several(integral)]
    case "o": return overstruck
    case "r": return [root(separator)]
    case "s": return script.map { [$0] } ?? joined(operands[...], by: separator).pieces
    case "x": return boxed
    default: return joined(operands[...], by: separator).pieces
    }
  }

  /// An operand; empty where it is missing.
  private func operand(_ index: Int) -> EquationLine {
    index < operands.count ? operands[index] : EquationLine()
  }

  /// Operands with a character between them.
  private func joined(_ lines: ArraySlice<EquationLine>, by separator: Unicode.Scalar) -> EquationLine {
    var row = lines.first ?? EquationLine()
    for line in lines.dropFirst() { row.pieces += [.character(separator)] + line.pieces }
    return row
  }

  // MARK: Codes

  /// The rows of a table (`\coN` columns).
  private var table: EquationShape {
    let columns = max(1, options["co"] ?? 1)
    let rows = stride(from: 0, to: operands.count, by: columns).map { start in
      operands[start..<min(operands.count, start + columns)]
    }
    let text = rows.map { $0.map(\.text).joined(separator: ", ") }.joined(separator: "; ")
    let math = rows.map { "<mtr>" + $0.map { "<mtd>\($0.mathML)</mtd>" }.joined() + "</mtr>" }.joined()
    return EquationShape(text: text, math: "<mtable>\(math)</mtable>")
  }

  /// A fraction.
  private func fraction(_ separator: Unicode.Scalar) -> EquationShape {
    let below = joined(operands.dropFirst(), by: separator)
    return EquationShape(
      text: operand(0).held + "/" + below.held, math: "<mfrac>\(operand(0).mathML)\(below.mathML)</mfrac>")
  }

  /// An operand in brackets.
  private var bracketed: EquationShape {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = [
      "(": ")", "[": "]", "{": "}", "<": ">", "⟨": "⟩", "⌊": "⌋", "⌈": "⌉",
    ]
    var (left, right) = (delimiters["lc"], delimiters["rc"])
    if let both = delimiters["bc"] { (left, right) = (both, pairs[both] ?? both) }
    if delimiters.isEmpty { (left, right) = ("(", ")") }
    let (before, after) = (left.map(String.init) ?? "", right.map(String.init) ?? "")
    func sign(_ text: String) -> String { text.isEmpty ? "" : EquationLine.element("mo", text) }
    return EquationShape(
      text: before + operand(0).text + after,
      math: "<mrow>\(sign(before))\(operand(0).mathML)\(sign(after))</mrow>")
  }

  /// A move to the right is a space, a move to the left nothing.
  private var displaced: [EquationLine.Piece] {
    operand(0).pieces + (options["fo"] ?? 0 > 0 && operand(0).isEmpty ? [.character(" ")] : [])
  }

  /// An integral, a sum or a product with its limits.
  private var integral: EquationShape {
    var text = (delimiters["fc"] ?? delimiters["vc"]).map(String.init) ?? "∫"
    if options["su"] != nil { text = "∑" }
    if options["pr"] != nil { text = "∏" }
    let isBig = options["su"] != nil || options["pr"] != nil
    let math =
      EquationLine.element("mo", text) + operand(0).mathML + operand(1).mathML
    let element = isBig ? "munderover" : "msubsup"
    let (lower, upper) = (operand(0).held, operand(1).held)
    if !lower.isEmpty { text += "_" + lower }
    if !upper.isEmpty { text += "^" + upper }
    return EquationShape(
      text: text + (lower.isEmpty && upper.isEmpty ? "" : " ") + operand(2).text,
      math: "<mrow><\(element)>\(math)</\(element)>\(operand(2).mathML)</mrow>")
  }

  /// A root, with its degree if there are two operands.
  private func root(_ separator: Unicode.Scalar) -> EquationLine.Piece {
    let degree = operand(0).text
    guard operands.count > 1, !degree.isEmpty else {
      let radicand = operands.count > 1 ? operand(1) : operand(0)
      return .several(EquationShape(text: "√" + radicand.held, math: "<msqrt>\(radicand.mathML)</msqrt>"))
    }
    let under = joined(operands.dropFirst(), by: separator)
    let radicand = under.text
    let math = "<mroot>\(under.mathML)\(operand(0).mathML)</mroot>"
    let raised = degree.unicodeScalars.map { EquationCode.raised[$0] }
    // As in Unicode Technical Note 28 where there are no small characters for the degree.
    guard raised.allSatisfy({ $0 != nil }) else {
      return .several(EquationShape(text: "√(\(degree)&\(radicand))", math: math))
    }
    return .compound(
      EquationShape(text: String(raised.compactMap { $0 }) + "√(" + radicand + ")", math: math))
  }

  /// An exponent or an index; nil for a code that only makes room.
  private var script: EquationLine.Piece? {
    let content = joined(operands[...], by: ",")
    if options["do"] != nil { return .lowered(content) }
    if options["up"] != nil || options.isEmpty { return .raised(content) }
    return nil
  }

  /// Operands on top of each other: a phonetic guide, a character in a circle, or one after the other.
  private var overstruck: [EquationLine.Piece] {
    if operands.count == 2, operands[0].pieces.count == 1 {
      if case .raised(let reading) = operands[0].pieces[0], operands[1].isPlain {
        return [.guide(base: operands[1].text, reading: reading.text)]
      }
      let circled = operands[0] == EquationLine("○") ? EquationCode.circled(operands[1].text) : nil
      if let circled { return [.character(circled)] }
    }
    return operands.flatMap(\.pieces)
  }

  /// An operand with a line above or below it; other boxes show nothing in text.
  private var boxed: [EquationLine.Piece] {
    switch Set(options.keys).intersection(["to", "bo", "le", "ri"]) {
    case ["to"]:
      let math = "<mover>\(operand(0).mathML)<mo>¯</mo></mover>"
      return [.unit(EquationShape(text: operand(0).held + "\u{305}", math: math))]
    case ["bo"]:
      let math = "<munder>\(operand(0).mathML)<mo>_</mo></munder>"
      return [.unit(EquationShape(text: operand(0).held + "\u{332}", math: math))]
    default: return operand(0).pieces
    }
  }

  // MARK: Characters

  /// The character for a number or letter in a circle; nil for others.
  private static func circled(_ text: String) -> Unicode.Scalar? {
    if let number = Int(text), text.utf8.allSatisfy({ $0 >= 0x30 }) {
      switch number {
      case 0: return "⓪"
      case 1...20: return Unicode.Scalar(0x2460 + UInt32(number) - 1)
      case 21...35: return Unicode.Scalar(0x3251 + UInt32(number) - 21)
      case 36...50: return Unicode.Scalar(0x32B1 + UInt32(number) - 36)
      default: return nil
      }
    }
    guard text.unicodeScalars.count == 1, let letter = text.unicodeScalars.first else { return nil }
    switch letter {
    case "A"..."Z": return Unicode.Scalar(0x24B6 + letter.value - 0x41)
    case "a"..."z": return Unicode.Scalar(0x24D0 + letter.value - 0x61)
    default: return nil
    }
  }

  /// The small raised characters that a root's degree can have.
  private static let raised: [Unicode.Scalar: Character] = [
    "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
    "+": "⁺", "-": "⁻", "−": "⁻", "(": "⁽", ")": "⁾",
    "a": "ᵃ", "b": "ᵇ", "c": "ᶜ", "d": "ᵈ", "e": "ᵉ", "f": "ᶠ", "g": "ᵍ", "h": "ʰ", "i": "ⁱ", "j": "ʲ",
    "k": "ᵏ", "l": "ˡ", "m": "ᵐ", "n": "ⁿ", "o": "ᵒ", "p": "ᵖ", "r": "ʳ", "s": "ˢ", "t": "ᵗ", "u": "ᵘ",
    "v": "ᵛ", "w": "ʷ", "x": "ˣ", "y": "ʸ", "z": "ᶻ",
  ]
}
