internal import SlipBase
internal import SlipDocument
internal import SlipRTF

/// Where the titles of imported notes come from.
public enum TitleSource: String, Sendable, Hashable, CaseIterable {
  /// The source; a file without a title has its first line or its name.
  case source
  /// The first heading of the text; the source, where it has none.
  case firstHeading = "first-heading"
}

/// Chooses a note's title: the document's own, or else the first line of the text, or else the
/// file's name.
enum ImportTitle {
  /// The longest title from a first line, in characters.
  static let longest = 120

  /// The title of a note.
  ///
  /// - Parameters:
  ///   - given: The title in the document's information; nil for none.
  ///   - mirror: The text of the note in UTF-8.
  ///   - fileName: The name of the file without its extension.
  ///
  /// White space in a title is collapsed, and control characters are removed. Titles from first
  /// lines are cut at `longest` characters. When nothing is left, the title is `Untitled`.
  ///
  /// - Parameters:
  ///   - body: The text as RTF, whose first heading is looked for.
  ///   - source: Where titles come from.
  ///   - limits: Bounds on reading the text.
  static func choose(
    given: String?, mirror: UnsafeRawBufferPointer, fileName: String, body: UnsafeRawBufferPointer,
    from source: TitleSource, _ limits: Limits
  ) -> String {
    if source == .firstHeading, let heading = firstHeading(of: body, limits) { return heading }
    return choose(given: given, mirror: mirror, fileName: fileName)
  }

  /// The first heading of a text in RTF, as a title; nil where it has none with words.
  private static func firstHeading(of body: UnsafeRawBufferPointer, _ limits: Limits) -> String? {
    for case .paragraph(let paragraph) in RTFReader.read(body, limits: limits).document.blocks
    where paragraph.style.headingLevel != nil {
      let text = paragraph.inlines.reduce(into: "") { text, inline in
        guard inline.isVisible else { return }
        if case .lineBreak = inline { text += " " } else { text += inline.runText }
      }
      let title = String(cleaned(text).prefix(longest)).trimmingBlanks()
      if !title.isEmpty { return title }
    }
    return nil
  }

  /// The title that the document has, its first line, or the name of its file.
  static func choose(given: String?, mirror: UnsafeRawBufferPointer, fileName: String) -> String {
    if let given = given.map(cleaned), !given.isEmpty { return given }
    if let line = firstLine(of: mirror) { return line }
    let name = cleaned(fileName)
    return name.isEmpty ? "Untitled" : name
  }

  /// The first line that contains more than blanks and attachments.
  private static func firstLine(of text: UnsafeRawBufferPointer) -> String? {
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      // These bytes are enough for the longest title: a character may consist of several code points.
      let bytes = text[start..<min(end, start + longest * 64)]
      let line = cleaned(withoutBullet(String(decoding: bytes, as: UTF8.self)))
      if !line.isEmpty { return String(line.prefix(longest)).trimmingBlanks() }
      start = end + 1
    }
    return nil
  }

  /// A line without the bullet and the check box of an item of a list: `• ☑ bread` is about bread.
  private static func withoutBullet(_ line: String) -> String {
    var rest = line[...]
    if let first = rest.first, "•◦▪".contains(first), rest.dropFirst().first == "\t" {
      rest = rest.dropFirst(2)
    }
    if let first = rest.first, "☐☑".contains(first), rest.dropFirst().first == " " {
      rest = rest.dropFirst(2)
    }
    return String(rest)
  }

  /// The text with blanks collapsed, and without control characters and the places of attachments.
  private static func cleaned(_ text: String) -> String {
    var text = text
    let ascii: String?? = text.withUTF8 { bytes in
      bytes.allSatisfy { $0 < 0x7F } ? .some(cleanedASCII(bytes)) : nil
    }
    if let ascii { return ascii ?? text }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.value < 0x20 {
        if output.last != " " { output.append(" ") }
      } else if !isDropped(scalar) {
        output.append(scalar)
      }
    }
    return String(output).trimmingBlanks()
  }

  /// The same for a text in ASCII, without looking up what its characters are; nil where it stays as it is.
  private static func cleanedASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var isClean = bytes.first != UInt8(ascii: " ") && bytes.last != UInt8(ascii: " ")
    var last: UInt8 = 0
    for byte in bytes {
      if byte < 0x20 || byte == UInt8(ascii: " ") && last == UInt8(ascii: " ") { isClean = false }
      last = byte
    }
    if isClean { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte > 0x20 {
        output.append(byte)
      } else if let last = output.last, last != UInt8(ascii: " ") {
        output.append(UInt8(ascii: " "))
      }
    }
    if output.last == UInt8(ascii: " ") { output.removeLast() }
    return String(decoding: output, as: UTF8.self)
  }

  /// Whether a code point doesn't belong in a title: controls, byte order marks, U+FFFC and
  /// noncharacters.
  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0xFEFF, 0xFFFC, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
