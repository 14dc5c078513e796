internal import SlipBase
internal import SlipDocument

/// What the caller of a writer of documents of word processors decides.
public struct OfficeOptions: Sendable {
  /// Whether a table of contents comes before the text. Default: no.
  public var hasContents = false
  /// How many blocks at the beginning come before the table of contents, such as those of a cover. Default: none.
  public var blocksBeforeContents = 0
  /// The title of the document's properties, instead of its own.
  public var title: String?
  /// The language, instead of the document's own, as a BCP 47 tag.
  public var language: String?
  /// Gives what a link leads to in the written file; nil for a link that becomes text. Default: all but those that run
  /// code, or consist of a scheme alone, stay.
  public var link: @Sendable (String) -> String? = {
    LinkPolicy.isActive($0) || LinkPolicy.isSchemeAlone($0) ? nil : RelativeURL.escaped($0)
  }
  /// Another document, whose styles, page, headers and footers are taken. Default: none.
  public var template: [UInt8]?

  /// Creates options with their defaults.
  public init() {}
}
