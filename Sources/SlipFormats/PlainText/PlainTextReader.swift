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
