internal import SlipDocument

/// The page that a document is written for, in twips.
struct OutgoingPage: Sendable {
  var width = 11_906
  var height = 16_838
  var margin = 1_440

  /// The width of the text.
  var textWidth: Int { width - 2 * margin }

  /// The page of a language: Letter in North America, elsewhere A4.
  init(language: String?) {
    let region = language?.split(separator: "-").dropFirst().last.map { $0.uppercased() }
    if let region, ["US", "CA", "MX"].contains(region) { (width, height) = (12_240, 15_840) }
  }
}
