internal import SlipBase
public import SlipDocument

/// Reads a text file: each line becomes a paragraph.
///
/// The encoding is that of the byte order mark (UTF-8 or UTF-16). Without a mark, bytes
/// that are well-formed UTF-8 are UTF-8, and all others are Windows-1252.
///
/// These characters end or divide lines:
///
/// | character | result |
/// | --- | --- |
/// | LF, CR, CR LF, U+2029 (paragraph separator) | ends the paragraph |
/// | U+000B (vertical tab) | line break within the paragraph |
/// | U+000C (form feed) | page break; an open line ends first |
/// | TAB, U+2028 (line separator) | kept as text |
/// | other characters below U+0020 | left out and reported |
///
/// A line end at the very end of the file doesn't begin another, empty paragraph.
/// Formatting, headings and lists are not guessed here; `Document.findStructure` does
/// that.
public enum PlainTextReader {
  /// Reads a text file. Any bytes give a document.
  ///
  /// - Returns: the document and, as diagnostics, what was replaced or left out
  ///   (`SBXG301` to `SBXG303`).
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

/// Codes of the diagnostics that reading plain text reports. Codes are permanent;
/// `FormatFaultTable` explains them.
enum PlainTextCode {
  /// The bytes are not well-formed UTF-8 and were read as Windows-1252.
  static let notUTF8 = "SBXG301"
  /// A control character was left out.
  static let controlDropped = "SBXG302"
  /// Half a surrogate pair, or an odd byte at the end, became U+FFFD.
  static let brokenUTF16 = "SBXG303"
}

/// Puts a document together from the scalars of a text, one at a time.
private struct PlainTextBuilder {
  /// The paragraphs and page breaks that are complete.
  var document = Document()
  /// The open paragraph: its finished runs and line breaks.
  private var inlines: [Inline] = []
  /// The text of the open run.
  private var text = String.UnicodeScalarView()
  /// Whether the last scalar was CR: an LF right behind it belongs to the same line end.
  private var isAfterReturn = false
  /// Whether anything stands behind the last paragraph's end. If not, the end of the file
  /// ends nothing.
  private var hasOpenLine = false

  init() {}

  /// Takes the next scalar of the text.
  ///
  /// - Parameter offset: the scalar's offset in the text as UTF-8, in bytes, for
  ///   diagnostics.
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

  /// Turns the text so far into a run. Does nothing if there is none.
  private mutating func endRun() {
    guard !text.isEmpty else { return }
    inlines.append(.run(Run(String(text))))
    text = String.UnicodeScalarView()
  }

  /// Ends the open paragraph, which is empty for an empty line.
  private mutating func endParagraph() {
    endRun()
    document.blocks.append(.paragraph(Paragraph(inlines: inlines)))
    inlines = []
    hasOpenLine = false
  }

  /// Ends the last line, if the file doesn't end in a line end.
  mutating func finish() {
    if hasOpenLine { endParagraph() }
  }
}

/// Detects the encoding of a text file and decodes it.
enum PlainTextDecoder {
  /// Decodes a text file by its byte order mark, which is left out, or else as UTF-8 or
  /// Windows-1252. Reports what could not be decoded.
  static func decode(_ bytes: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      return utf8(UnsafeRawBufferPointer(rebasing: bytes[3...]), diagnostics: &diagnostics)
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes, highFirst: false, diagnostics: &diagnostics) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes, highFirst: true, diagnostics: &diagnostics) }
    return utf8(bytes, diagnostics: &diagnostics)
  }

  /// Decodes UTF-8, or Windows-1252 where the bytes are not well-formed UTF-8. Every byte
  /// means something in Windows-1252, so this can't fail: `\xE9` becomes é.
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

  /// Decodes UTF-16 behind its byte order mark. Unpaired surrogates and an odd last byte
  /// become U+FFFD and are reported once.
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
        message: "The UTF-16 text has half a surrogate pair or an odd byte; it was replaced by U+FFFD.",
        location: SourceLocation()))
    return String(decoding: index == bytes.count ? units : units + [0xFFFD], as: UTF16.self)
  }
}
