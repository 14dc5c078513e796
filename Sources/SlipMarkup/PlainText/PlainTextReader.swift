internal import RTFSyntax
public import SlipCore
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
  /// The finding about a text whose encoding had to be guessed.
  public static var guessedEncoding: Diagnostic { PlainTextCode.notUTF8Found }

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
public enum PlainTextCode {
  /// The bytes are not well-formed UTF-8 and were read as Windows-1252.
  public static let notUTF8 = "SBXG301"
  /// A control character was left out.
  public static let controlDropped = "SBXG302"
  /// Half a surrogate pair, or an odd byte at the end, became U+FFFD.
  public static let brokenUTF16 = "SBXG303"

  /// Reported for a text, a page or Markdown whose encoding had to be guessed.
  static let notUTF8Found = Diagnostic(
    code: notUTF8, severity: .warning,
    message: "The text is not UTF-8 and says nothing of its encoding; it was read as Windows-1252.",
    location: SourceLocation(), hint: "If that is wrong, name the encoding: --encoding LABEL.")
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
  /// Windows-1252. Reports a guess, and what could not be decoded.
  static func decode(_ bytes: UnsafeRawBufferPointer, diagnostics: inout DiagnosticSink) -> String {
    let decoded = TextEncoding.undeclared(bytes)
    if decoded.isGuess { diagnostics.report(PlainTextCode.notUTF8Found) }
    // UTF-8 behind its mark that isn't well-formed is no UTF-8.
    if decoded.hasFaults, decoded.encoding == .utf8 {
      diagnostics.report(PlainTextCode.notUTF8Found)
      let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(3))
      return String(decoding: TextEncoding.undeclared(rest).text, as: UTF8.self)
    }
    if decoded.hasFaults {
      diagnostics.report(
        Diagnostic(
          code: PlainTextCode.brokenUTF16, severity: .warning,
          message: "The UTF-16 text has half a surrogate pair or an odd byte; it was replaced by U+FFFD.",
          location: SourceLocation()))
    }
    return String(decoding: decoded.text, as: UTF8.self)
  }
}
