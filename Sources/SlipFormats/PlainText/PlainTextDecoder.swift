internal import SlipBase

/// Finds out a text file's encoding and decodes it.
enum PlainTextDecoder {
  static func decode(_ bytes: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return utf8(UnsafeRawBufferPointer(rebasing: bytes[3...]), diagnostics: &diagnostics)
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, highFirst: false, diagnostics: &diagnostics) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, highFirst: true, diagnostics: &diagnostics) }
    return utf8(bytes, diagnostics: &diagnostics)
  }

  private static func utf8(_ bytes: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> String {
    if let text = String(validating: bytes.bindMemory(to: UInt8.self), as: UTF8.self) { return text }
    diagnostics.report(
      Diagnostic(
        code: PlainTextCode.notUTF8, severity: .info,
        message: "The text is not UTF-8; it was read as Windows-1252.", location: SourceLocation()))
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Windows1252.scalar(byte)) }
    return String(text)
  }

  private static func utf16(
    _ bytes: UnsafeRawBufferPointer, highFirst: Bool, diagnostics: inout DiagnosticSink
  ) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = 2
    while index + 1 < bytes.count {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(highFirst ? first << 8 | second : second << 8 | first)
      index += 2
    }
    if let text = String(validating: units, as: UTF16.self), index == bytes.count { return text }
    diagnostics.report(
      Diagnostic(
        code: PlainTextCode.brokenUTF16, severity: .warning,
        message: "The UTF-16 text has a unit without its partner; U+FFFD stands for it.",
        location: SourceLocation()))
    return String(decoding: index == bytes.count ? units : units + [0xFFFD], as: UTF16.self)
  }
}
