package import SlipCore

/// Codes of the diagnostics that reading and writing HTML and Markdown report, and the
/// diagnostics that several places report.
///
/// Codes are permanent; `FormatFaultTable` explains them.
public enum MarkupCode {
  /// A page declares an encoding that isn't known.
  public static let unknownEncoding = "SBXG401"
  /// Elements are nested too deep.
  public static let tooDeep = "SBXG402"
  /// A picture isn't part of the file and not beside it.
  public static let remotePicture = "SBXG403"
  /// A link runs a program or carries its own data (`javascript:`, `data:`).
  public static let activeLink = "SBXG404"
  /// Cells span more columns and rows than a page can have.
  public static let tooManySpans = "SBXG405"
  /// Markdown is longer than the parser can read.
  public static let tooLong = "SBXG406"
  /// An element or attribute of a page runs or loads something.
  public static let activeContent = "SBXG407"
  /// A style declaration loads something, or might.
  public static let activeStyle = "SBXG408"
  /// Tables in Markdown have too many columns.
  public static let tooManyCells = "SBXG409"
  /// Markdown has too many addresses that become links.
  public static let tooManyAddresses = "SBXG410"
  /// Other parts of a Markdown text would take too long.
  public static let tooMuchWork = "SBXG411"
  /// An embedded file became a link.
  public static let embedded = "SBXG413"
  /// A drawing became its text.
  public static let drawing = "SBXG414"
  /// Words between angle brackets aren't a tag.
  public static let words = "SBXG415"
  /// The program was built without a reader of Markdown.
  public static let noMarkdown = "SBXG416"
  /// A file would hold the same pictures too often.
  public static let repeatedPicture = "SBXG417"
  /// A written document is too large for what it was read from.
  public static let tooLarge = "SBXG418"
  /// A plain text, page or Markdown is too long to be read as one document.
  public static let longText = "SBXG419"
  /// A format holds fewer facts about a document than it was given.
  public static let droppedFacts = "SBXG420"
  /// A format can't have the cover, the table of contents or the facts that it was given.
  public static let noFront = "SBXG421"
  /// A picture can't be shown by browsers.
  public static let unseenPicture = "SBXG412"

  /// Reported for each element that embeds files.
  static let embeddedFound = Diagnostic(
    code: embedded, severity: .info,
    message: "A video, sound, frame or other embedded file became a link to it.", location: SourceLocation())
  /// Reported for each tag in Markdown that no page has.
  static let wordsFound = Diagnostic(
    code: words, severity: .info,
    message: "Words between angle brackets are no tag of HTML; they were read as text.",
    location: SourceLocation())
  /// Reported for each drawing that is no picture by itself.
  static let drawingFound = Diagnostic(
    code: drawing, severity: .info,
    message: "A drawing is not well-formed or uses parts of other drawings; its text replaces it.",
    location: SourceLocation())
  /// Reported for each link that became plain text.
  static let activeLinkFound = Diagnostic(
    code: activeLink, severity: .info,
    message: "A link that runs a program or carries its own data became plain text.",
    location: SourceLocation())
  /// Reported for each element and event handler that was left out.
  static let activeContentFound = Diagnostic(
    code: activeContent, severity: .info,
    message: "A script, form, frame or anything else that runs or loads something was left out of the page.",
    location: SourceLocation())
  /// Reported for each style sheet and `style` attribute of which something was left out.
  static let activeStyleFound = Diagnostic(
    code: activeStyle, severity: .info,
    message: "A style that loads something, or might, was left out of the page.", location: SourceLocation())
  /// Reported once for a text that `MarkdownCost` finds too costly.
  static let tooMuchWorkFound = Diagnostic(
    code: tooMuchWork, severity: .warning,
    message:
      "Lists and quotations nest so deep, a paragraph has so many links and emphasis marks, or long definitions are used so often, that parsing would take too long; the file was read as plain text.",
    location: SourceLocation())
  /// Reported once for a text that nothing can read as Markdown.
  static let noMarkdownFound = Diagnostic(
    code: noMarkdown, severity: .warning,
    message: "This program was built without cmark-gfm; the file was read as plain text.",
    location: SourceLocation())
  /// Reported once for a text whose tables are too costly.
  static let tooManyCellsFound = Diagnostic(
    code: tooManyCells, severity: .warning,
    message:
      "Tables have so many columns that parsing them would take too long; all tables were read as text.",
    location: SourceLocation())
  /// Reported once for a text whose addresses are too costly.
  static let tooManyAddressesFound = Diagnostic(
    code: tooManyAddresses, severity: .warning,
    message:
      "A line holds so many addresses, or one ends in so many brackets, that parsing them would take too long; no address in the text was made a link.",
    location: SourceLocation())
  /// The warning for a picture that can't be made visible.
  ///
  /// - Parameter error: why it can't be shown.
  package static func unseenPicture(_ error: SlipError) -> Diagnostic {
    Diagnostic(
      code: unseenPicture, severity: .warning,
      message:
        "A picture can't be shown by browsers, so its description or name replaces it: \(error.message).",
      location: SourceLocation())
  }
  /// Reported for each picture that a file would hold again beyond the limit.
  package static let repeatedPictureFound = Diagnostic(
    code: repeatedPicture, severity: .error,
    message:
      "The same pictures are shown more often than a file can hold; their descriptions replace further ones.",
    location: SourceLocation())
  /// Reported for a document whose format holds title and author alone.
  package static func factsDropped(_ format: String) -> Diagnostic {
    Diagnostic(
      code: droppedFacts, severity: .warning,
      message: "\(format) holds title and author of a document; the other facts are left out.",
      location: SourceLocation())
  }
  /// The error for a text that is too long.
  package static func longText(_ most: Int) -> SlipError {
    SlipError(
      .badInput, code: longText,
      "The text is longer than \(most >> 20) MiB, which is the limit for one document.")
  }
  /// The error for a document that becomes too large.
  package static func tooLarge(_ most: Int) -> SlipError {
    SlipError(
      .badInput, code: tooLarge,
      "The document would become larger than \(most >> 20) MiB, far more than the file that it was read from."
    )
  }
  /// Reported for each picture that isn't fetched. The library never uses the network.
  static let remotePictureFound = Diagnostic(
    code: remotePicture, severity: .info,
    message: "A picture stored elsewhere was not fetched; its description replaces it.",
    location: SourceLocation())
}
