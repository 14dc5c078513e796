internal import RTFSyntax
internal import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Text files of containers.
///
/// Programs of today write UTF-8. Others are found in folders that have grown for decades, and on old Windows.
enum SourceText {
  /// The text in UTF-8 without a byte order mark: from UTF-8, from UTF-16 with a mark, or else from Windows-1252.
  static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return utf8(Array(bytes.dropFirst(3))) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, high: 1) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, high: 0) }
    if String(validating: bytes, as: UTF8.self) != nil { return bytes }
    var output = String.UnicodeScalarView()
    for byte in bytes { output.append(Windows1252.scalar(byte)) }
    return Array(String(output).utf8)
  }

  /// The text of a code page of Windows. A number that stands for none is taken as 1252.
  static func decode(_ bytes: [UInt8], codePage: Int) -> String {
    let named = CodePage.named(codePage).flatMap { $0.isASCIICompatible && $0.kind != .utf8 ? $0 : nil }
    var decoder = CodePageDecoder(named ?? CodePage.windows1252)
    var output = String.UnicodeScalarView()
    /// Adds a character.
    func add(_ scalar: UInt32) { output.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    for byte in bytes { decoder.push(byte, add) }
    decoder.finish(add)
    return String(output)
  }

  /// The text of UTF-16 behind its mark.
  ///
  /// - Parameter high: which byte of a unit is the higher one: 0 or 1.
  private static func utf16(_ bytes: [UInt8], high: Int) -> [UInt8] {
    var units: [UInt16] = []
    var index = 2
    while index + 1 < bytes.count {
      let upper = UInt16(bytes[index + high])
      let lower = UInt16(bytes[index + 1 - high])
      units.append(upper << 8 | lower)
      index += 2
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

extension SourceNote {
  /// Takes a plain text, with a paragraph for each line. White space stays as it was written.
  mutating func takePlain(_ text: String) {
    let result = Array(text.utf8).withUnsafeBytes { PlainTextReader.read($0) }
    body = .document(result.document)
    diagnostics += result.diagnostics
  }
}
