internal import SlipBase
package import SlipDocument

/// Reads a text with marks such as `**bold**`, of programs whose marks aren't those of Markdown.
///
/// A mark counts where its other half follows; one without is text. Code, formulas, links, pictures and addresses are the same
/// in all these programs; whatever else a program has, `special` finds.
///
/// ```swift
/// let marks = MarkedText(marks: [("**", { $0.isBold = true })])
/// marks.read("a **b** `c` [d](https://e.org)", into: &builder)
/// ```
package struct MarkedText {
  /// A mark that stands on both sides of a text, and what it changes.
  package typealias Mark = (sign: String, change: @Sendable (inout CharacterStyle.Attributes) -> Void)

  /// Something in a text that isn't text.
  package struct Piece {
    /// How much of the text it takes.
    package var length: Int
    /// Adds it.
    package var add: (inout DocumentBuilder, CharacterStyle) -> Void

    /// Creates a piece that takes a part of the text.
    package init(_ part: Substring, _ add: @escaping (inout DocumentBuilder, CharacterStyle) -> Void) {
      (length, self.add) = (part.utf8.count, add)
    }
  }

  /// The marks; of those that begin alike, the longer ones come first.
  private let marks: [Mark]
  /// Whether a byte may begin something, for each byte.
  private let signs: [Bool]
  /// Finds what only one program has, at the beginning of the text that it gets; the character before it comes as well.
  private let special: (MarkedText, Substring, UInt8) -> Piece?
  /// Adds a link: its target and its label. The label is read by the same rules.
  private let link: (MarkedText, String, Substring, inout DocumentBuilder, CharacterStyle) -> Void
  /// How many labels of links may lie in the text.
  private var depth = 8

  /// The longest text that is looked through for the other half of a mark, in bytes.
  private static let longest = 20_000

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - marks: The marks of the program.
  ///   - isPlain: Whether only addresses mean something.
  ///   - signs: The characters of ASCII with which `special` may begin.
  ///   - link: Adds a link; without it, one to the target.
  ///   - special: Finds what only one program has.
  package init(
    marks: [Mark], isPlain: Bool = false, signs: String = "",
    link: @escaping (MarkedText, String, Substring, inout DocumentBuilder, CharacterStyle) -> Void = {
      text, target, label, builder, style in
      text.label(label, of: target, into: &builder, style)
    },
    special: @escaping (MarkedText, Substring, UInt8) -> Piece? = { _, _, _ in nil }
  ) {
    (self.marks, self.special, self.link) = (marks, special, link)
    var isSign = [Bool](repeating: false, count: 256)
    for byte in (signs + (isPlain ? "h" : "`[!$h")).utf8 { isSign[Int(byte)] = true }
    for mark in marks { if let byte = mark.sign.utf8.first { isSign[Int(byte)] = true } }
    self.signs = isSign
  }

  /// Reads a text into the open paragraph.
  package func read(
    _ text: Substring, _ style: CharacterStyle = CharacterStyle(), into builder: inout DocumentBuilder
  ) {
    let bytes = text.utf8
    var (place, plain) = (text.startIndex, text.startIndex)
    // The marks that are open, and the style outside of each.
    var open: [(sign: String, outside: CharacterStyle)] = []
    var style = style
    var before: UInt8 = 0x20
    while place < bytes.endIndex {
      let byte = bytes[place]
      guard signs[Int(byte)] else {
        before = byte
        place = bytes.index(after: place)
        continue
      }
      let rest = text[place...]
      if let piece = special(self, rest, before) ?? literal(rest, before) {
        builder.text(text[plain..<place], style)
        piece.add(&builder, style)
        place = bytes.index(place, offsetBy: piece.length)
      } else if let last = open.last, rest.hasPrefix(last.sign) {
        builder.text(text[plain..<place], style)
        style = last.outside
        place = bytes.index(place, offsetBy: last.sign.utf8.count)
        open.removeLast()
      } else if let mark = marks.first(where: { rest.hasPrefix($0.sign) }),
        !open.contains(where: { $0.sign == mark.sign }), MarkedText.isClosed(rest, mark.sign)
      {
        builder.text(text[plain..<place], style)
        open.append((mark.sign, style))
        style = style.with(mark.change)
        place = bytes.index(place, offsetBy: mark.sign.utf8.count)
      } else {
        before = byte
        place = bytes.index(after: place)
        continue
      }
      before = 0x20
      plain = place
    }
    builder.text(text[plain...], style)
  }

  /// Adds a link with a label, in which marks count.
  package func label(
    _ label: Substring, of target: String, into builder: inout DocumentBuilder, _ style: CharacterStyle
  ) {
    let linked = style.with { $0.link = Hyperlink(target: target) }
    guard depth > 0, !label.isEmpty else {
      builder.link(target, String(label), style)
      return
    }
    var inner = self
    inner.depth -= 1
    inner.read(label, linked, into: &builder)
  }

  /// Whether the other half of a mark follows, with something between them.
  private static func isClosed(_ rest: Substring, _ sign: String) -> Bool {
    let bytes = rest.utf8.prefix(longest).dropFirst(sign.utf8.count)
    guard let first = bytes.first, first > 0x20 else { return false }
    var sign = sign
    return sign.withUTF8 { sign in
      var rest = Substring(bytes.dropFirst())
      return rest.withUTF8 {
        ByteSearch.first(UnsafeRawBufferPointer(sign), in: UnsafeRawBufferPointer($0)) != nil
      }
    }
  }

  /// Code, a formula, a link, a picture or an address at the beginning of a text.
  private func literal(_ rest: Substring, _ before: UInt8) -> Piece? {
    switch rest.utf8.first {
    case UInt8(ascii: "`"): return MarkedText.code(rest)
    case UInt8(ascii: "$") where rest.hasPrefix("$$"):
      guard let end = rest.dropFirst(2).prefix(4_096).firstRange(of: "$$"),
        end.lowerBound > rest.dropFirst(2).startIndex
      else { return nil }
      let source = rest[..<end.upperBound]
      return Piece(source) { $0.formula(String(source), $1) }
    case UInt8(ascii: "!"):
      guard rest.hasPrefix("!["), let (label, target, length) = MarkedText.link(rest.dropFirst()) else {
        return nil
      }
      let whole = rest.prefix(upTo: rest.utf8.index(rest.startIndex, offsetBy: length + 1))
      // A picture on the web stays a link.
      return Piece(whole) { $0.link(target, label.isEmpty ? "🖼" : String(label), $1) }
    case UInt8(ascii: "["):
      guard let (label, target, length) = MarkedText.link(rest) else { return nil }
      let whole = rest.prefix(upTo: rest.utf8.index(rest.startIndex, offsetBy: length))
      return Piece(whole) { link(self, target, label, &$0, $1) }
    case UInt8(ascii: "h"):
      guard !MarkedText.isWord(before), let address = MarkedText.address(rest) else { return nil }
      return Piece(address) { $0.link(String(address), "", $1) }
    default: return nil
    }
  }

  /// Code between signs, which are as many on both sides.
  private static func code(_ rest: Substring) -> Piece? {
    let sign = rest.prefix { $0 == "`" }
    let inside = rest.dropFirst(sign.count)
    guard let end = inside.utf8.prefix(longest).firstRange(of: sign.utf8) else { return nil }
    let code = rest[inside.startIndex..<end.lowerBound]
    guard !code.isEmpty else { return nil }
    return Piece(rest[..<end.upperBound]) { builder, style in
      guard sign.count >= 3 else { return builder.code(String(code), style) }
      // A block in the middle of a text: its first line names the language.
      let line = code.prefix { !$0.isNewline }
      let body = code.dropFirst(line.count)
      let isNamed = !body.isEmpty && !line.contains(" ")
      builder.code(String(isNamed ? body.dropFirst() : code), style)
    }
  }

  /// The label, target and length of `[label](target)` at the beginning of a text; nil for anything else.
  package static func link(_ rest: Substring) -> (label: Substring, target: String, length: Int)? {
    let bytes = rest.utf8.prefix(longest)
    guard let middle = closing(bytes, UInt8(ascii: "["), UInt8(ascii: "]")) else { return nil }
    let after = bytes.index(after: middle)
    guard after < bytes.endIndex, bytes[after] == UInt8(ascii: "("),
      let end = closing(bytes[after...], UInt8(ascii: "("), UInt8(ascii: ")"))
    else { return nil }
    let label = rest[rest.utf8.index(after: rest.startIndex)..<middle]
    let target = rest[rest.utf8.index(after: after)..<end].trimmingBlanks()
    guard !target.utf8.contains(0x0A), !target.isEmpty else { return nil }
    return (label, String(target), rest.utf8.distance(from: rest.startIndex, to: rest.utf8.index(after: end)))
  }

  /// The place of the bracket that closes the one at the beginning.
  package static func closing(_ bytes: Substring.UTF8View, _ open: UInt8, _ close: UInt8) -> String.Index? {
    let offset =
      bytes.withContiguousStorageIfAvailable { self.offset(ofClosing: close, open, in: $0) }
      ?? self.offset(ofClosing: close, open, in: bytes)
    return offset.map { bytes.index(bytes.startIndex, offsetBy: $0) }
  }

  /// The offset of the closing sign in bytes that begin with the opening one; nil where there is none.
  private static func offset(
    ofClosing close: UInt8, _ open: UInt8, in bytes: some Sequence<UInt8>
  ) -> Int? {
    var depth = 0
    for (offset, byte) in bytes.enumerated() {
      if byte == open { depth += 1 }
      if byte == close {
        depth -= 1
        if depth == 0 { return offset }
      }
    }
    return nil
  }

  /// The address of the web at the beginning of a text, without punctuation at its end; nil for anything else.
  package static func address(_ rest: Substring) -> Substring? {
    guard rest.hasPrefix("http://") || rest.hasPrefix("https://") else { return nil }
    var address = rest.prefix { !$0.isWhitespace && !"<>\"`|".contains($0) }
    while let last = address.last,
      ".,;:!?'*_".contains(last) || last == ")" && !address.contains("(")
        || last == "}" && !address.contains("{")
    {
      address.removeLast()
    }
    return address.utf8.count > 8 ? address : nil
  }

  /// Whether a byte belongs to a word.
  package static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || byte == UInt8(ascii: "_")
  }
}

extension MarkedText {
  /// The tag behind a number sign at the beginning of a text: letters, digits and some signs, not digits alone; nil for none.
  package static func tag(_ rest: Substring) -> Substring? {
    let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || "-_/".contains($0) || $0.isEmoji }
    guard !name.isEmpty, name.contains(where: { !$0.isNumber }) else { return nil }
    return name
  }

  /// The tags in a text, in order.
  package static func tags(_ text: String) -> [String] {
    var found: [String] = []
    var before: Character = " "
    var rest = text[...]
    while let sign = rest.firstIndex(of: "#") {
      if sign > text.startIndex { before = text[text.index(before: sign)] }
      rest = rest[sign...]
      let name = before.isWhitespace || before == "(" || sign == text.startIndex ? tag(rest) : nil
      if let name { found.append(String(name.drop(trailing: "/"))) }
      rest = rest.dropFirst(1 + (name?.count ?? 0))
    }
    return found
  }
}

extension Character {
  /// Whether it is a picture sign.
  fileprivate var isEmoji: Bool { unicodeScalars.first?.properties.isEmojiPresentation ?? false }
}
