internal import SlipBase

/// A note's title: what the document says, else its first line, else the file's name.
enum ImportTitle {
  /// In characters; for first lines only.
  static let longest = 120

  static func choose(given: String?, mirror: UnsafeRawBufferPointer, fileName: String) -> String {
    if let given = given.map(cleaned), !given.isEmpty { return given }
    if let line = firstLine(of: mirror) { return line }
    let name = cleaned(fileName)
    return name.isEmpty ? "Untitled" : name
  }

  /// The first line that has more than blanks and attachments.
  private static func firstLine(of text: UnsafeRawBufferPointer) -> String? {
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != 0x0A { end += 1 }
      // Enough bytes for the characters that count; one may consist of several code points.
      let bytes = text[start..<min(end, start + longest * 64)]
      let line = cleaned(String(decoding: bytes, as: UTF8.self))
      if !line.isEmpty { return String(line.prefix(longest)).trimmingBlanks() }
      start = end + 1
    }
    return nil
  }

  /// Blanks collapsed, control characters and attachments' places dropped.
  private static func cleaned(_ text: String) -> String {
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

  private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0xFEFF, 0xFFFC, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
