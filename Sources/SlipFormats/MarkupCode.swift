internal import SlipBase

/// Codes of the diagnostics that reading HTML and Markdown gives.
enum MarkupCode {
  static let unknownEncoding = "SBXG201"
  static let tooDeep = "SBXG202"
  static let remotePicture = "SBXG203"
  static let activeLink = "SBXG204"
  static let tooManySpans = "SBXG205"
  static let tooLong = "SBXG206"

  static let activeLinkFound = Diagnostic(
    code: activeLink, severity: .info,
    message: "A link that runs a program or carries its own data was made plain text.",
    location: SourceLocation())
  static let remotePictureFound = Diagnostic(
    code: remotePicture, severity: .info,
    message: "A picture that lies elsewhere was not fetched; its description stands for it.",
    location: SourceLocation())
}
