/// Codes of the diagnostics that reading HTML and Markdown gives.
enum MarkupCode {
  static let unknownEncoding = "SBXG201"
  static let tooDeep = "SBXG202"
  static let remotePicture = "SBXG203"
  static let activeLink = "SBXG204"
  static let tooManySpans = "SBXG205"
  static let tooLong = "SBXG206"
}
