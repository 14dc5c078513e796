internal import SlipBase

/// Codes of the diagnostics that reading HTML and Markdown gives.
enum MarkupCode {
  static let unknownEncoding = "SBXG401"
  static let tooDeep = "SBXG402"
  static let remotePicture = "SBXG403"
  static let activeLink = "SBXG404"
  static let tooManySpans = "SBXG405"
  static let tooLong = "SBXG406"
  static let activeContent = "SBXG407"
  static let activeStyle = "SBXG408"
  static let tooManyCells = "SBXG409"
  static let tooManyAddresses = "SBXG410"
  static let tooMuchWork = "SBXG411"
  static let unseenPicture = "SBXG412"

  static let activeLinkFound = Diagnostic(
    code: activeLink, severity: .info,
    message: "A link that runs a program or carries its own data was made plain text.",
    location: SourceLocation())
  static let activeContentFound = Diagnostic(
    code: activeContent, severity: .info,
    message: "A program, form, frame or other thing that runs or loads something was left out of the page.",
    location: SourceLocation())
  static let activeStyleFound = Diagnostic(
    code: activeStyle, severity: .info,
    message: "A style that loads something, or might, was left out of the page.", location: SourceLocation())
  static let tooMuchWorkFound = Diagnostic(
    code: tooMuchWork, severity: .warning,
    message:
      "Lists and quotations nest so deep, a paragraph has so many links and signs of emphasis, or long definitions are used so often, that reading them would take too long; the file is read as plain text.",
    location: SourceLocation())
  static let tooManyCellsFound = Diagnostic(
    code: tooManyCells, severity: .warning,
    message:
      "Tables have so many columns that reading them would take too long; all tables are read as text.",
    location: SourceLocation())
  static let tooManyAddressesFound = Diagnostic(
    code: tooManyAddresses, severity: .warning,
    message:
      "A line holds so many addresses, or one ends in so many brackets, that reading them would take too long; no address in the text was made a link.",
    location: SourceLocation())
  /// - Parameter error: why it can't be shown.
  static func unseenPicture(_ error: SlipError) -> Diagnostic {
    Diagnostic(
      code: unseenPicture, severity: .warning,
      message: "A picture can't be shown by browsers, so that its name stands for it: \(error.message).",
      location: SourceLocation())
  }
  static let remotePictureFound = Diagnostic(
    code: remotePicture, severity: .info,
    message: "A picture that lies elsewhere was not fetched; its description stands for it.",
    location: SourceLocation())
}
