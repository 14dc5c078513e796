/// Writes a formula in MathML as a line of text: `(a+b)/c`, `x^2`, `√(x+1)`, `∑_(i=1)^n a_i` (MathML 3, chapter 3
/// "Presentation Markup"; Unicode Technical Note 28).
///
/// Formulas of RTF read the same. Parentheses are added where an operand is more than one number, word or sign, and
/// around a fraction or a table beside another operand: ½b is `(1/2)b`.
///
/// Elements nest to 64 levels; deeper ones are read as if they weren't there.
struct HTMLMath {
  /// An operand as text.
  private struct Piece {
    /// The text.
    var text: String
    /// What it is to the pieces beside it.
    var kind: Kind
  }

  /// What a piece is to those beside it.
  private enum Kind {
    /// A number or a word of several letters. Two of them need a space between them.
    case word
    /// One letter or other sign.
    case sign
    /// An operator.
    case sum
    /// An operator that opens or closes, such as a parenthesis.
    case fence
    /// An operator between operands.
    case infix
    /// Text between fences.
    case fenced
    /// Several pieces.
    case several
    /// A fraction or a table, which needs parentheses beside other operands.
    case compound
  }

  /// An element that is open.
  private struct Element {
    /// Its name, without a prefix.
    var name: String
    /// Its start tag.
    var tag: HTMLTag
    /// Its text, if it is a token.
    var text: [UInt8] = []
    /// What stands in it.
    var pieces: [Piece] = []
    /// Where `<mprescripts>` stands among them.
    var preScripts: Int?
  }

  /// The open elements, with the formula itself as the first one.
  private var open: [Element]
  /// Elements beyond the deepest level that are open.
  private var overflow = 0
  /// Elements that are passed over, such as annotations: how many are open.
  private var skipped = 0

  /// The most elements within each other.
  private static let deepest = 64

  /// Begins a formula with the start tag of `<math>`.
  init(_ tag: HTMLTag) { open = [Element(name: "math", tag: tag)] }

  /// Whether the formula stands in a paragraph of its own.
  var isDisplayed: Bool { open[0].tag["display"]?.lowercased() == "block" }

  /// Whether an element's name is that of a formula, with or without a prefix (`m:math`).
  static func isFormula(_ name: String) -> Bool { local(name) == "math" }

  /// A name without its prefix.
  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }

  // MARK: Tokens

  /// Reads a start tag.
  mutating func start(_ tag: HTMLTag) {
    let name = HTMLMath.local(tag.name)
    if skipped > 0 || name == "annotation" || name == "annotation-xml" {
      skipped += 1
      return
    }
    guard open.count < HTMLMath.deepest else {
      overflow += 1
      return
    }
    open.append(Element(name: name, tag: tag))
  }

  /// Reads text.
  mutating func text(_ bytes: [UInt8]) {
    if skipped == 0 { open[open.count - 1].text += bytes }
  }

  /// Reads an end tag.
  ///
  /// - Returns: whether it ends the formula.
  mutating func end(_ name: String) -> Bool {
    let name = HTMLMath.local(name)
    if name == "math" { return true }
    if skipped > 0 {
      skipped -= 1
      return false
    }
    if overflow > 0 {
      overflow -= 1
      return false
    }
    guard let index = open.lastIndex(where: { $0.name == name }), index > 0 else { return false }
    while open.count > index { closeElement() }
    return false
  }

  /// The formula as text.
  mutating func finish() -> String {
    while open.count > 1 { closeElement() }
    return HTMLMath.row(HTMLMath.pieces(of: open[0])).text
  }

  /// Closes the innermost element, which becomes a piece of the one around it.
  private mutating func closeElement() {
    guard open.count > 1, let element = open.popLast() else { return }
    let piece = HTMLMath.piece(element)
    // Operands count by their places, so an empty one stays.
    let loose = HTMLMath.pieces(of: &open[open.count - 1])
    open[open.count - 1].pieces += loose
    if element.name == "mprescripts" { open[open.count - 1].preScripts = open[open.count - 1].pieces.count }
    open[open.count - 1].pieces.append(piece)
  }

  /// Text that stands in an element beside its parts, as a piece of its own; the text is taken away.
  private static func pieces(of element: inout Element) -> [Piece] {
    defer { element.text = [] }
    let text = HTMLPageReader.line(element.text)
    return text.isEmpty ? [] : [Piece(text: text, kind: text.unicodeScalars.count > 1 ? .word : .sign)]
  }

  /// The parts of an element, its remaining text included.
  private static func pieces(of element: Element) -> [Piece] {
    var element = element
    let rest = pieces(of: &element)
    return element.pieces + rest
  }

  // MARK: Elements

  /// An element as a piece.
  private static func piece(_ element: Element) -> Piece {
    switch element.name {
    case "mi", "mn", "mtext", "mo", "ms": return token(element)
    case "mspace": return Piece(text: " ", kind: .infix)
    case "mphantom", "none", "mprescripts", "maligngroup", "malignmark":
      return Piece(text: "", kind: .several)
    default: break
    }
    let parts = pieces(of: element)
    /// An operand; empty where it is missing.
    func part(_ index: Int) -> Piece {
      index < parts.count ? parts[index] : Piece(text: "", kind: .several)
    }
    switch element.name {
    case "mfrac":
      let isStacked = element.tag["linethickness"].map { $0.hasPrefix("0") } ?? false
      return Piece(text: held(part(0)) + (isStacked ? "¦" : "/") + held(part(1)), kind: .compound)
    case "msqrt": return Piece(text: "√" + held(row(parts)), kind: .several)
    case "mroot": return Piece(text: "√(\(part(1).text)&\(part(0).text))", kind: .several)
    case "msup": return scripts(part(0), below: nil, above: part(1))
    case "msub": return scripts(part(0), below: part(1), above: nil)
    case "msubsup": return scripts(part(0), below: part(1), above: part(2))
    case "mover": return limits(part(0), below: nil, above: part(1))
    case "munder": return limits(part(0), below: part(1), above: nil)
    case "munderover": return limits(part(0), below: part(1), above: part(2))
    case "mmultiscripts": return multiscripts(element, parts)
    case "mfenced": return fenced(element, parts)
    case "mtable": return Piece(text: parts.map(\.text).joined(separator: "; "), kind: .compound)
    case "mtr", "mlabeledtr": return Piece(text: parts.map(\.text).joined(separator: ", "), kind: .several)
    case "semantics", "maction": return parts.first ?? Piece(text: "", kind: .several)
    case "menclose":
      return element.tag["notation"]?.contains("radical") == true
        ? Piece(text: "√" + held(row(parts)), kind: .several) : row(parts)
    case "mglyph": return Piece(text: element.tag["alt"] ?? "", kind: .sign)
    default: return row(parts)
    }
  }

  /// A token: an identifier, a number, an operator or text.
  private static func token(_ element: Element) -> Piece {
    var text = HTMLPageReader.line(element.text)
    for part in element.pieces { text += part.text }
    switch element.name {
    case "mo":
      switch text {
      // Function application, times and separators that are invisible.
      case "\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}": return Piece(text: text, kind: .infix)
      case "∑", "∏", "∐", "∫", "∬", "∭", "∮", "⋃", "⋂", "⨁", "⨂", "⋁", "⋀":
        return Piece(text: text, kind: .sum)
      case "(", ")", "[", "]", "{", "}", "|", "‖", "⟨", "⟩", "⌊", "⌋", "⌈", "⌉":
        return Piece(text: text, kind: .fence)
      default: return Piece(text: text, kind: text.count > 1 && isWord(text) ? .word : .infix)
      }
    case "mtext": return Piece(text: text, kind: .word)
    case "ms":
      return Piece(
        text: (element.tag["lquote"] ?? "\"") + text + (element.tag["rquote"] ?? "\""), kind: .word)
    case "mn": return Piece(text: text, kind: .word)
    default: return Piece(text: text, kind: text.unicodeScalars.count > 1 ? .word : .sign)
    }
  }

  /// Whether all of a text is letters and digits.
  private static func isWord(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// The text of an operand, in parentheses if it is more than one unit.
  private static func held(_ piece: Piece) -> String {
    switch piece.kind {
    case .word: piece.text.contains(" ") ? "(" + piece.text + ")" : piece.text
    case .sign, .sum, .fence, .infix, .fenced: piece.text
    case .several, .compound: piece.text.isEmpty ? "" : "(" + piece.text + ")"
    }
  }

  /// Pieces beside each other.
  private static func row(_ parts: [Piece]) -> Piece {
    let parts = parts.filter { !$0.text.isEmpty }
    if parts.count == 1 { return parts[0] }
    var text = ""
    var last: Piece?
    var isApplied = false
    for (index, part) in parts.enumerated() {
      if part.text == "\u{2061}" {
        isApplied = true
        continue
      }
      if part.kind == .infix, "\u{2062}\u{2063}\u{2064}".contains(part.text) { continue }
      let next = index + 1 < parts.count ? parts[index + 1] : nil
      let isOperand = part.kind == .compound && (touches(last) || touches(next))
      if needsSpace(last, part, isApplied: isApplied) { text += " " }
      text += isOperand ? "(" + part.text + ")" : part.text
      last = part
      isApplied = false
    }
    let isFenced =
      parts.first?.kind == .fence && parts.last?.kind == .fence
      && !parts.dropFirst().dropLast().contains { $0.kind == .fence }
    return Piece(text: text, kind: isFenced ? .fenced : .several)
  }

  /// Whether a piece beside a fraction would be read as a part of it.
  private static func touches(_ piece: Piece?) -> Bool {
    guard let piece else { return false }
    switch piece.kind {
    case .infix: return "\u{2061}\u{2062}/^_".contains(piece.text)
    case .fence: return false
    default: return true
    }
  }

  /// Whether two pieces would be read as one word, or a function and its argument.
  private static func needsSpace(_ last: Piece?, _ part: Piece, isApplied: Bool) -> Bool {
    guard let last, let end = last.text.last, let begin = part.text.first, end != " ", begin != " " else {
      return false
    }
    if last.kind == .sum || last.kind == .several && last.text.first.map({ "∑∏∐∫∬∭∮⋃⋂".contains($0) }) == true
    {
      return part.kind != .infix && part.kind != .fence
    }
    let isNumber = end.isNumber && begin.isNumber
    guard last.kind == .word || part.kind == .word || isNumber || isApplied else { return false }
    if isNumber { return true }
    // `2x` and `x2` are read as they are; `sinx` isn't.
    func isLong(_ piece: Piece) -> Bool {
      piece.kind == .word && piece.text.count > 1 && piece.text.contains { $0.isLetter }
    }
    if isApplied { return isLong(last) && part.kind != .fence && part.kind != .fenced }
    return (isLong(last) || isLong(part)) && (end.isLetter || end.isNumber)
      && (begin.isLetter || begin.isNumber || begin == "√")
  }

  /// A base with an index and an exponent.
  private static func scripts(_ base: Piece, below: Piece?, above: Piece?) -> Piece {
    var text = held(base)
    if let below, !below.text.isEmpty { text += "_" + held(below) }
    if let above, !above.text.isEmpty {
      let isMark = above.text.allSatisfy { "′″‴⁗'*∗†‡°".contains($0) }
      text += (isMark ? "" : "^") + (isMark ? above.text : held(above))
    }
    return Piece(text: text, kind: .several)
  }

  /// Accents over a base, by the operators that stand for them.
  private static let accents: [String: String] = [
    "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}", "˜": "\u{303}", "¯": "\u{305}", "‾": "\u{305}",
    "_": "\u{305}",
    "→": "\u{20D7}", "⃗": "\u{20D7}", "˙": "\u{307}", ".": "\u{307}", "¨": "\u{308}", "ˇ": "\u{30C}",
    "˘": "\u{306}",
    "´": "\u{301}", "`": "\u{300}", "―": "\u{305}", "−": "\u{305}",
  ]

  /// A base with something above or below it: an accent, or a limit.
  private static func limits(_ base: Piece, below: Piece?, above: Piece?) -> Piece {
    if below == nil, let above, let mark = accents[above.text], base.kind == .sign {
      return Piece(text: base.text + mark, kind: .sign)
    }
    return scripts(base, below: below, above: above)
  }

  /// A base with several indices and exponents, in pairs; those behind `<mprescripts>` stand to its left.
  private static func multiscripts(_ element: Element, _ parts: [Piece]) -> Piece {
    guard let base = parts.first else { return Piece(text: "", kind: .several) }
    let split = element.preScripts.map { min($0, parts.count) } ?? parts.count
    func marks(_ pieces: ArraySlice<Piece>) -> String {
      var text = ""
      for (index, piece) in pieces.enumerated() where !piece.text.isEmpty {
        text += (index.isMultiple(of: 2) ? "_" : "^") + held(piece)
      }
      return text
    }
    let after = parts[1..<max(1, split)]
    let before = split + 1 <= parts.count ? parts[(split + 1)...] : []
    return Piece(text: marks(before) + held(base) + marks(after), kind: .several)
  }

  /// Operands between fences, with separators.
  private static func fenced(_ element: Element, _ parts: [Piece]) -> Piece {
    let separators = (element.tag["separators"] ?? ",").filter { !$0.isWhitespace }.map(String.init)
    var text = element.tag["open"] ?? "("
    for (index, part) in parts.enumerated() {
      if index > 0, let last = separators.last {
        text += index <= separators.count ? separators[index - 1] : last
      }
      text += part.text
    }
    return Piece(text: text + (element.tag["close"] ?? ")"), kind: .fenced)
  }
}
