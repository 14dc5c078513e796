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

extension OutgoingStyles {
  /// The language of most of the text, as a BCP 47 tag or one that only programs know, such as `x-none`; nil where it isn't known.
  func language(_ document: Document, _ options: OfficeOptions) -> String? {
    options.language ?? paragraphs[0].run.language ?? document.defaultLanguage
  }

  /// The same, where it is a tag that everyone knows.
  func publicLanguage(_ document: Document, _ options: OfficeOptions) -> String? {
    language(document, options).flatMap(LanguageTag.valid).flatMap { $0.hasPrefix("x-") ? nil : $0 }
  }
}
