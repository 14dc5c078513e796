internal import SlipBase
public import SlipDocument

/// Reads a text file: each line is a paragraph.
///
/// The encoding is that of the byte order mark, else UTF-8, else Windows-1252. A form feed is a page break, a
/// vertical tab a line break; U+2029 ends a paragraph, U+2028 stays. A line end at the very end begins nothing.
public enum PlainTextReader {
  public static func read(_ bytes: UnsafeRawBufferPointer) -> ReadResult {
    var diagnostics = DiagnosticSink()
    let text = PlainTextDecoder.decode(bytes, diagnostics: &diagnostics)
    var builder = PlainTextBuilder()
    var offset = 0
    for scalar in text.unicodeScalars {
      builder.add(scalar, at: offset, diagnostics: &diagnostics)
      offset += UTF8.width(scalar)
    }
    builder.finish()
    return ReadResult(document: builder.document, diagnostics: diagnostics.diagnostics)
  }
}

/// Codes of the diagnostics that reading plain text gives.
enum PlainTextCode {
  static let notUTF8 = "SBXG301"
  static let controlDropped = "SBXG302"
  static let brokenUTF16 = "SBXG303"
}

private struct PlainTextBuilder {
  var document = Document()
  private var inlines: [Inline] = []
  private var text = String.UnicodeScalarView()
  private var isAfterReturn = false
  private var hasOpenLine = false

  init() {}

  mutating func add(_ scalar: Unicode.Scalar, at offset: Int, diagnostics: inout DiagnosticSink) {
    let completesReturn = isAfterReturn && scalar == "\n"
    isAfterReturn = scalar == "\r"
    if completesReturn { return }
    switch scalar {
    case "\n", "\r", "\u{2029}": endParagraph()
    case "\u{0B}":
      endRun()
      inlines.append(.lineBreak)
      hasOpenLine = true
    case "\u{0C}":
      if hasOpenLine { endParagraph() }
      document.blocks.append(.break(.page))
    case "\t":
      text.append(scalar)
      hasOpenLine = true
    case "\u{0}"..<" ":
      diagnostics.report(
        Diagnostic(
          code: PlainTextCode.controlDropped, severity: .warning,
          message: "A control character was left out.",
          location: SourceLocation(.byte(offset))))
    default:
      text.append(scalar)
      hasOpenLine = true
    }
  }

  private mutating func endRun() {
    guard !text.isEmpty else { return }
    inlines.append(.run(Run(String(text))))
    text = String.UnicodeScalarView()
  }

  private mutating func endParagraph() {
    endRun()
    document.blocks.append(.paragraph(Paragraph(inlines: inlines)))
    inlines = []
    hasOpenLine = false
  }

  mutating func finish() {
    if hasOpenLine { endParagraph() }
  }
}

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
