internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats

/// Reads the text of a paragraph of Org.
///
/// | Org | text |
/// | --- | --- |
/// | `*b* /i/ _u_ +s+`, `=v= ~c~` | marks, only at the borders of words; code |
/// | `a_{x}`, `a^{x}` | lowered and raised, only with braces |
/// | `[[target][label]]`, `<https://…>`, `https://…` | links |
/// | `[fn:1]`, `[fn:: text]`, `[fn:a: text]` | foot notes |
/// | `$x$`, `\(x\)`, `\[x\]`, `$$x$$` | the source of a formula |
/// | `\alpha`, `\\` at the end of a line | a character; a line break |
/// | `<<target>>`, `@@html:…@@` | nothing |
/// | `#tag`, `#[[two words]]` in a graph of Logseq | a keyword; the text keeps it |
/// | `((id))` in a graph of Logseq | the text of the block, as a link to its page |
struct OrgInline {
  /// Adds a link: its target and its label, or nil for none.
  typealias Link = (OrgInline, String, Substring?, CharacterStyle, inout DocumentBuilder) -> Void
  /// Adds a foot note: its label, and its text where that stands here.
  typealias Note = (OrgInline, Substring, Substring?, CharacterStyle, inout DocumentBuilder) -> Void

  /// What texts of a graph of Logseq have besides.
  struct Graph {
    /// Takes a tag.
    var tag: (String) -> Void
    /// The text of a block by its id; nil for an unknown one.
    var block: (String) -> String?
  }

  private let link: Link
  private let note: Note
  private var graph: Graph?
  /// How many marks may still lie in the text.
  private var depth = 8

  /// The longest piece that is looked through for its end, in bytes.
  private static let longest = 10_000
  /// The bytes that may begin something.
  private static let signs = Set("*/_+=~[<\\$^@h\n#(".utf8)

  /// Creates a reader.
  init(link: @escaping Link, note: @escaping Note, graph: Graph? = nil) {
    (self.link, self.note, self.graph) = (link, note, graph)
  }

  /// Reads text of which only the words count, such as a title.
  static var plain: OrgInline {
    OrgInline(
      link: { text, target, label, style, builder in
        // Without a label, the target is an address.
        if let label { text.read(label, style, into: &builder) } else { builder.text(target, style) }
      },
      note: { _, _, _, _, _ in })
  }

  /// Reads a text into the open paragraph. Its line ends are blanks.
  func read(
    _ text: Substring, _ style: CharacterStyle = CharacterStyle(), into builder: inout DocumentBuilder
  ) {
    let bytes = text.utf8
    var (place, plain) = (text.startIndex, text.startIndex)
    var before: UInt8 = 0x20
    while place < bytes.endIndex {
      let byte = bytes[place]
      guard OrgInline.signs.contains(byte), let piece = piece(text[place...], before) else {
        place = bytes.index(after: place)
        before =
          byte == OrgInline.noWidth.last && bytes[..<place].suffix(3).elementsEqual(OrgInline.noWidth)
          ? 0x20 : byte
        continue
      }
      builder.text(text[plain..<place], style)
      piece.add(&builder, style)
      place = bytes.index(place, offsetBy: piece.length)
      before = place > text.startIndex ? bytes[bytes.index(before: place)] : 0x20
      plain = place
    }
    builder.text(text[plain...], style)
  }

  /// The same reader for text between marks.
  private var inner: OrgInline {
    var inner = self
    inner.depth -= 1
    return inner
  }

  /// What begins at the beginning of a text; nil for text.
  private func piece(_ rest: Substring, _ before: UInt8) -> MarkedText.Piece? {
    switch rest.utf8.first {
    case UInt8(ascii: "\n"): return MarkedText.Piece(rest.prefix(1)) { $0.text(" ", $1) }
    case UInt8(ascii: "["): return bracket(rest)
    case UInt8(ascii: "<"): return angle(rest)
    case UInt8(ascii: "\\"): return backslash(rest)
    case UInt8(ascii: "$"): return dollar(rest, before)
    case UInt8(ascii: "@"):
      guard rest.hasPrefix("@@"),
        let end = rest.dropFirst(2).prefix(OrgInline.longest).firstRange(ofASCII: "@@")
      else {
        return nil
      }
      return MarkedText.Piece(rest[..<end.upperBound]) { _, _ in }
    case UInt8(ascii: "h"):
      guard !MarkedText.isWord(before), let address = MarkedText.address(rest) else { return nil }
      return MarkedText.Piece(address) { link(self, String(address), nil, $1, &$0) }
    case UInt8(ascii: "#"): return tag(rest, before)
    case UInt8(ascii: "("): return reference(rest)
    case UInt8(ascii: "^"): return script(rest, before)
    case UInt8(ascii: "_"): return script(rest, before) ?? mark(rest, before)
    default: return mark(rest, before)
    }
  }

  // MARK: Marks

  /// What may stand before and behind a mark.
  private static let openers = Set(" \t\n-({'\"".utf8)
  private static let closers = Set(" \t\n-.,:;!?'\")}[\\".utf8)

  /// A blank without width in UTF-8, which stands before and behind marks where a language has no blanks.
  private static let noWidth: [UInt8] = [0xE2, 0x80, 0x8B]

  /// Text between two marks.
  private func mark(_ rest: Substring, _ before: UInt8) -> MarkedText.Piece? {
    let bytes = rest.utf8
    guard let sign = bytes.first, OrgInline.openers.contains(before), depth > 0 else { return nil }
    let start = bytes.index(after: rest.startIndex)
    guard start < bytes.endIndex, bytes[start] > 0x20 else { return nil }
    var (place, lines, count) = (bytes.index(after: start), 0, 0)
    var last = bytes[start]
    while place < bytes.endIndex, count < OrgInline.longest {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\n") { lines += 1 }
      if lines > 1 { return nil }
      if byte == sign, last > 0x20 {
        let next = bytes.index(after: place)
        if next == bytes.endIndex || OrgInline.closers.contains(bytes[next])
          || bytes[next...].starts(with: OrgInline.noWidth)
        {
          return MarkedText.Piece(rest[..<next]) { add(rest[start..<place], sign, $1, &$0) }
        }
      }
      last = byte
      place = bytes.index(after: place)
      count += 1
    }
    return nil
  }

  /// Adds text between marks.
  private func add(
    _ text: Substring, _ sign: UInt8, _ style: CharacterStyle, _ builder: inout DocumentBuilder
  ) {
    if sign == UInt8(ascii: "=") || sign == UInt8(ascii: "~") {
      return builder.code(String(text).replacing("\n", with: " "), style)
    }
    let changed = style.with { style in
      switch sign {
      case UInt8(ascii: "*"): style.isBold = true
      case UInt8(ascii: "/"): style.isItalic = true
      case UInt8(ascii: "_"): style.underline = .single
      default: style.isStruck = true
      }
    }
    inner.read(text, changed, into: &builder)
  }

  /// Lowered or raised text in braces.
  private func script(_ rest: Substring, _ before: UInt8) -> MarkedText.Piece? {
    guard before > 0x20, rest.dropFirst().first == "{", depth > 0,
      let end = MarkedText.closing(rest.dropFirst().utf8.prefix(OrgInline.longest), 0x7B, 0x7D)
    else { return nil }
    let isLow = rest.first == "_"
    let text = rest[rest.index(rest.startIndex, offsetBy: 2)..<end]
    return MarkedText.Piece(rest[...end]) {
      inner.read(text, $1.with { $0.position = isLow ? .subscript : .superscript }, into: &$0)
    }
  }

  // MARK: Logseq

  /// A tag of a graph, which the text keeps.
  private func tag(_ rest: Substring, _ before: UInt8) -> MarkedText.Piece? {
    guard let graph, before <= 0x20 || before == UInt8(ascii: "(") else { return nil }
    var (name, whole) = (rest.dropFirst(3), rest)
    if rest.hasPrefix("#[["), let end = name.prefix(400).firstRange(ofASCII: "]]"),
      end.lowerBound > name.startIndex
    {
      (name, whole) = (name[..<end.lowerBound], rest[..<end.upperBound])
    } else if let word = MarkedText.tag(rest) {
      (name, whole) = (word, rest[..<word.endIndex])
    } else {
      return nil
    }
    let (tag, text) = (String(name), whole)
    return MarkedText.Piece(whole) { builder, style in
      graph.tag(tag)
      builder.text(text, style)
    }
  }

  /// The reference to a block of a graph. References within its text stay as they are.
  private func reference(_ rest: Substring) -> MarkedText.Piece? {
    guard let graph, rest.hasPrefix("((") else { return nil }
    let id = rest.dropFirst(2).prefix { $0.isHexDigit || $0 == "-" }
    let after = rest[id.endIndex...]
    guard id.utf8.count == 36, after.hasPrefix("))") else { return nil }
    let target = rest[..<after.index(after.startIndex, offsetBy: 2)]
    var reader = inner
    reader.graph = nil
    let text = graph.block(String(id))
    return MarkedText.Piece(target) { link(reader, String(target), text.map { $0[...] }, $1, &$0) }
  }

  // MARK: Brackets

  /// A link or a foot note.
  private func bracket(_ rest: Substring) -> MarkedText.Piece? {
    if rest.hasPrefix("[fn:") { return footnote(rest) }
    guard rest.hasPrefix("[[") else { return nil }
    let inside = rest.dropFirst(2)
    guard let (target, end) = OrgInline.target(inside) else { return nil }
    let after = inside[end...]
    if after.hasPrefix("]]") {
      let whole = rest[..<after.index(after.startIndex, offsetBy: 2)]
      return MarkedText.Piece(whole) { link(self, target, nil, $1, &$0) }
    }
    guard after.hasPrefix("]["), depth > 0,
      let close = after.dropFirst(2).prefix(OrgInline.longest).firstRange(ofASCII: "]]")
    else { return nil }
    var label = after[after.index(after.startIndex, offsetBy: 2)..<close.lowerBound]
    var stop = close.upperBound
    // A label may end in a bracket of its own.
    while stop < rest.endIndex, rest[stop] == "]" {
      label = after[label.startIndex..<after.index(after: label.endIndex)]
      stop = rest.index(after: stop)
    }
    let shown = label
    return MarkedText.Piece(rest[..<stop]) { link(inner, target, shown, $1, &$0) }
  }

  /// The target up to a bracket that isn't escaped, and where it ends.
  private static func target(_ text: Substring) -> (String, Substring.Index)? {
    var target = ""
    var place = text.startIndex
    var count = 0
    while place < text.endIndex, count < 4_096 {
      let character = text[place]
      let next = text.index(after: place)
      if character == "\\", next < text.endIndex, "[]\\".contains(text[next]) {
        target.append(text[next])
        place = text.index(after: next)
      } else if character == "]" {
        return target.isEmpty ? nil : (target, place)
      } else if character == "[" {
        return nil
      } else {
        target.append(character.isNewline ? " " : character)
        place = next
      }
      count += 1
    }
    return nil
  }

  /// A foot note.
  private func footnote(_ rest: Substring) -> MarkedText.Piece? {
    guard let end = MarkedText.closing(rest.utf8.prefix(OrgInline.longest), 0x5B, 0x5D), depth > 0 else {
      return nil
    }
    let inside = rest[rest.index(rest.startIndex, offsetBy: 4)..<end]
    let label = inside.prefix { $0 != ":" }
    guard label.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else { return nil }
    let text = label.endIndex < inside.endIndex ? inside[inside.index(after: label.endIndex)...] : nil
    guard text != nil || !label.isEmpty else { return nil }
    return MarkedText.Piece(rest[...end]) { note(inner, label, text, $1, &$0) }
  }

  /// An address, a target, or text that is a target.
  private func angle(_ rest: Substring) -> MarkedText.Piece? {
    if rest.hasPrefix("<<<"), let end = rest.prefix(400).firstRange(ofASCII: ">>>") {
      let words = rest[rest.index(rest.startIndex, offsetBy: 3)..<end.lowerBound]
      return MarkedText.Piece(rest[..<end.upperBound]) { $0.text(words, $1) }
    }
    if rest.hasPrefix("<<"), let end = rest.prefix(400).firstRange(ofASCII: ">>") {
      // No target begins or ends with a blank: `cout << x >> y`.
      let name = rest[rest.index(rest.startIndex, offsetBy: 2)..<end.lowerBound]
      guard let first = name.first, let last = name.last, !first.isWhitespace, !last.isWhitespace else {
        return nil
      }
      return MarkedText.Piece(rest[..<end.upperBound]) { _, _ in }
    }
    guard let end = rest.utf8.prefix(2_048).firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let address = rest[rest.index(after: rest.startIndex)..<end]
    guard Vault.hasScheme(String(address)), !address.contains(where: \.isNewline) else { return nil }
    let target = String(address)
    return MarkedText.Piece(rest[...end]) { link(self, target, nil, $1, &$0) }
  }

  // MARK: Formulas and characters

  /// A formula, a character by its name, or a line break.
  private func backslash(_ rest: Substring) -> MarkedText.Piece? {
    for (open, close) in [("\\(", "\\)"), ("\\[", "\\]")] where rest.hasPrefix(open) {
      guard let end = rest.prefix(OrgInline.longest).firstRange(of: close) else { return nil }
      let source = rest[..<end.upperBound]
      return MarkedText.Piece(source) { $0.formula(String(source).replacing("\n", with: " "), $1) }
    }
    if rest.hasPrefix("\\\\") {
      let behind = rest.dropFirst(2).prefix { $0 == " " || $0 == "\t" }
      let end = behind.endIndex
      guard end == rest.endIndex || rest[end] == "\n" else { return nil }
      let whole = end == rest.endIndex ? rest[..<end] : rest[...end]
      return MarkedText.Piece(whole) { builder, _ in builder.lineBreak() }
    }
    var name = rest.dropFirst().prefix { $0.isASCII && $0.isLetter }
    guard !name.isEmpty, name.count <= 24 else { return nil }
    // A few names end in digits: `\frac12`.
    let digits = rest[name.endIndex...].prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, OrgEntity.character(String(name + digits)) != nil {
      name = rest[name.startIndex..<digits.endIndex]
    }
    guard let character = OrgEntity.character(String(name)) else { return nil }
    let braces = rest[name.endIndex...].hasPrefix("{}") ? 2 : 0
    guard braces > 0 || rest[name.endIndex...].first.map({ !$0.isNumber }) ?? true else { return nil }
    let end = rest.index(name.endIndex, offsetBy: braces)
    return MarkedText.Piece(rest[..<end]) { $0.text(character, $1) }
  }

  /// A formula between dollar signs. Amounts of money aren't any.
  private func dollar(_ rest: Substring, _ before: UInt8) -> MarkedText.Piece? {
    let isDouble = rest.hasPrefix("$$")
    let sign = isDouble ? "$$" : "$"
    let inside = rest.dropFirst(sign.count)
    guard let end = inside.prefix(2_048).firstRange(of: sign) else { return nil }
    let source = inside[..<end.lowerBound]
    guard let first = source.first, let last = source.last else { return nil }
    if !isDouble {
      let after = end.upperBound < rest.endIndex ? rest[end.upperBound] : " "
      guard !first.isWhitespace, !last.isWhitespace, !".,;".contains(first), !".,".contains(last),
        before != UInt8(ascii: "$"), !after.isLetter, !after.isNumber, source.count(where: \.isNewline) < 2
      else { return nil }
    }
    let whole = rest[..<end.upperBound]
    return MarkedText.Piece(whole) { $0.formula(String(whole).replacing("\n", with: " "), $1) }
  }
}
