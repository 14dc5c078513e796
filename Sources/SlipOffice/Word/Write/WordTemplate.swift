internal import SlipBase
internal import SlipDocument

/// Another Word document whose styles, page, headers and footers are taken.
struct WordTemplate: Sendable {
  /// A part beside the main one.
  struct Extra: Sendable {
    var type: String
    var name: String
    var bytes: [UInt8]
  }

  /// Parts that the main one refers to besides styles and headers, such as the theme.
  let extras: [Extra] = []
  /// Further parts with their whole paths.
  let parts: [(path: String, bytes: [UInt8])] = []
  /// Media types of parts by path.
  let types: [String: String] = [:]
  /// Whether even and odd pages differ.
  let hasEvenPages = false
  /// The width of the text in twips.
  let textWidth = 9_026

  /// Opens a document as a template; nil for what is none.
  init?(_ bytes: [UInt8]) { return nil }

  /// The identifier of a style of paragraphs by its name.
  func id(ofParagraphs name: String) -> String? { nil }
  /// The identifier of a style of characters by its name.
  func id(ofCharacters name: String) -> String? { nil }
  /// The part of the styles, with those that the document has besides.
  func styles(for styles: OutgoingStyles) -> [UInt8] { [] }
  /// Writes the properties of a section.
  func section(_ xml: inout OfficeMarkup, _ relationship: (String, String) -> String) {}
}
