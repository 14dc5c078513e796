/// Recognizes text formats by the start of the data, after no signature has matched.
///
/// Data count as text where they are UTF-8 without control characters, or have the byte order mark
/// of UTF-16.
enum TextSniffer {
  /// The number of bytes that are examined.
  private static let window = 4096

  /// The type of text; nil where the data are not text.
  static func sniff(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    if bytes.holds([0xFF, 0xFE]) || bytes.holds([0xFE, 0xFF]) {
      return bytes.count.isMultiple(of: 2) && bytes.count > 2 ? .plainText : nil
    }
    guard isUTF8(UnsafeRawBufferPointer(rebasing: bytes.prefix(window)), isWhole: bytes.count <= window)
    else { return nil }
    return markup(bytes) ?? .plainText
  }

  /// The offset of the first byte after a byte order mark and white space. Where there is only
  /// white space in the first 4,096 bytes, the length of the data.
  static func leadingSpace(_ bytes: UnsafeRawBufferPointer) -> Int {
    let start = bytes.holds([0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = min(bytes.count, window)
    return (start..<max(start, end)).first { ![0x20, 0x09, 0x0A, 0x0D].contains(bytes[$0]) } ?? bytes.count
  }

  /// The type of text that says what it is in its first line; nil for any other text. Case is
  /// ignored.
  private static func markup(_ bytes: UnsafeRawBufferPointer) -> MediaType? {
    let start = leadingSpace(bytes)
    let head = String(decoding: bytes[min(start, bytes.count)...].prefix(window), as: UTF8.self).lowercased()
    if head.hasPrefix("<!doctype html") || head.hasPrefix("<html") { return .html }
    if head.hasPrefix("begin:vcard") { return .vCard }
    if head.hasPrefix("begin:vcalendar") { return .calendar }
    if head.hasPrefix("<svg") || head.hasPrefix("<!doctype svg") { return .svg }
    guard head.hasPrefix("<?xml") else { return nil }
    return rootElement(head) ?? .xml
  }

  /// SVG or XHTML, by the first element after the XML declaration, the DOCTYPE and comments; nil
  /// for other XML.
  ///
  /// - Parameter head: The start of the document in lower case.
  private static func rootElement(_ head: String) -> MediaType? {
    var rest = head[...]
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if rest.hasPrefix("<svg") || rest.hasPrefix("<!doctype svg") { return .svg }
      if rest.hasPrefix("<html") || rest.hasPrefix("<!doctype html") { return .html }
      guard rest.hasPrefix("<?") || rest.hasPrefix("<!") else { return nil }
      let close = rest.hasPrefix("<!--") ? "-->" : ">"
      guard let end = rest.firstRange(of: close) else { return nil }
      rest = rest[end.upperBound...]
    }
    return nil
  }

  /// Whether bytes are well-formed UTF-8 without control characters other than tab, line ends, form
  /// feed and escape.
  ///
  /// - Parameter isWhole: False where the data continue after `bytes`: a sequence that the window
  ///   cuts off is then no fault.
  private static func isUTF8(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) -> Bool {
    let controls = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) || $0 == 0x7F }
    guard !controls else { return false }
    let cut = isWhole ? 0 : min(3, bytes.count)
    return (0...cut).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }
}
