internal import RTFSyntax
internal import SlipCore
public import SlipDocument

/// Reads a text file: each line becomes a paragraph.
///
/// The encoding is that of the byte order mark (UTF-8 or UTF-16), or else what the bytes
/// are (`TextEncoding.undeclared`).
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
  ///   (`SBXG301` to `SBXG304`).
  public static func read(_ bytes: UnsafeRawBufferPointer) -> ReadResult {
    var diagnostics = DiagnosticSink()
    let decoded = TextEncoding.undeclared(bytes)
    diagnostics.report(contentsOf: decoded.findings)
    let text = String(decoding: decoded.text, as: UTF8.self)
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
  /// Nothing says how the text is encoded, and it isn't UTF-8.
  public static let notUTF8 = "SBXG301"
  /// A control character was left out.
  public static let controlDropped = "SBXG302"
  /// Half a surrogate pair, or an odd byte at the end, became U+FFFD.
  public static let brokenUTF16 = "SBXG303"
  /// Bytes of a text in UTF-8 mean nothing, and became U+FFFD.
  public static let brokenUTF8 = "SBXG304"

  /// Reported for a text, a page or Markdown whose encoding had to be guessed.
  static func guessed(_ encoding: TextEncoding) -> Diagnostic {
    Diagnostic(
      code: notUTF8, severity: .warning,
      message: "The text is not UTF-8 and says nothing of its encoding; it was read as \(encoding.title).",
      location: SourceLocation(), hint: "If that is wrong, name the encoding: --encoding LABEL.")
  }

  /// How many places a message names.
  private static let mostPlaces = 10

  /// Reported for a text in UTF-8 that has bytes which mean nothing.
  ///
  /// - Parameter places: Where they stand, in bytes from the beginning of the file.
  static func broken(_ places: [Int], _ first: Int) -> Diagnostic {
    let shown = places.prefix(mostPlaces).map(String.init).joined(separator: ", ")
    let rest = places.count > mostPlaces ? " and \(places.count - mostPlaces) more" : ""
    return Diagnostic(
      code: brokenUTF8, severity: .error,
      message:
        "Bytes of the text are no UTF-8; U+FFFD stands for them (at byte \(shown)\(rest)).",
      location: SourceLocation(.byte(first)))
  }

  /// Reported for UTF-16 that isn't well-formed.
  static let halves = Diagnostic(
    code: brokenUTF16, severity: .warning,
    message: "The UTF-16 text has half a surrogate pair or an odd byte; it was replaced by U+FFFD.",
    location: SourceLocation())
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
