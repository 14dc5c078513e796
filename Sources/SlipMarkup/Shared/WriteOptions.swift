public import SlipDocument

/// What the caller decides about writing a publishing format (HTML or Markdown).
///
/// The defaults write a standalone file that is safe to publish. Options that a format
/// has no use for are ignored.
public struct WriteOptions: Sendable {
  /// How the written file reaches pictures and attached files.
  public enum ResourcePlacement: Sendable {
    /// Bytes are written into the file as `data:` URLs. A resource that is a file keeps
    /// its relative path.
    case inline
    /// The closure gives the relative path of the resource with this index in
    /// `Document.resources`. If it returns nil, the resource is left out, and its
    /// description or name is shown.
    case path(@Sendable (Int) -> String?)
  }

  /// The title, instead of the document's own. Default: nil, which takes the document's.
  public var title: String?
  /// The title of a page whose document has neither a title nor a heading, such as its
  /// file name (HTML only).
  public var fallbackTitle: String?
  /// The language of the page as a BCP 47 tag, such as `en`. Default: nil, which takes
  /// the language of most of the text.
  public var language: String?
  /// How pictures and attached files are reached. Default: `data:` URLs.
  public var resources = ResourcePlacement.inline
  /// Which links stay live; all others become text. Default: `.safe`.
  public var links = LinkChoice.safe
  /// Whether relative links become text if `rewriteLink` doesn't know them, because they
  /// lead nowhere from the written file. Default: no.
  public var dropsUnknownFiles = false
  /// Gives the new target of a link, such as the file of another note, or nil to leave it
  /// as it is. The choice of `links` holds for the result as well.
  public var rewriteLink: (@Sendable (String) -> String?)?
  /// Whether to write the body's content only, without `<html>`, style sheet or front
  /// matter. Default: no.
  public var isFragment = false
  /// Whether a fragment becomes part of a page that the caller makes, and not of a text in another format (HTML only).
  /// Default: no.
  package var isPartOfPage = false
  /// What the identifiers of margin notes have before their numbers, so that several texts can stand in one page (HTML only).
  /// Default: nothing.
  package var noteIdentifierPrefix = ""
  /// Whether the document is in normal form, as `ReadResult.isNormalForm` says, and was
  /// not changed since (RTF only). Saves the work of normalising it. Default: no.
  public var isNormalForm = false
  /// Lines of a YAML front matter, which are written as they are between `---` lines
  /// (Markdown only). Control characters in them are left out. Default: none.
  public var frontMatter: [String] = []

  /// The column at which lines of paragraphs are broken where Markdown allows it
  /// (Markdown only). Default: nil, which writes each paragraph on one line.
  public var wrap: Int?

  /// What text is escaped for besides GFM (Markdown only). Default: what this package reads in any Markdown file.
  public var dialect = MarkdownDialect.common
  /// Gives what a link has as its target in double brackets, such as `Work/Plan` for the link `Plan.md`; nil for links that
  /// keep their form (Markdown only). Default: none has that form.
  public var wikiTarget: (@Sendable (String) -> String?)?

  /// Further facts about the document, which become `<meta>` elements (HTML and EPUB only).
  public var metadata: [UserProperty] = []
  /// What a page has besides the text (HTML only).
  public var page = PageOptions()
  /// How many blocks at the beginning come before a table of contents, such as those of a cover. Default: none.
  public var blocksBeforeContents = 0

  /// The picture on the cover (EPUB only). Default: none.
  public var cover: [UInt8]?
  /// A document whose styles, page, headers and footers are taken (documents of word processors only). Default: none.
  public var officeTemplate: [UInt8]?

  /// Creates options with their defaults.
  public init() {}
}

/// Options for other forms of a format.
extension WriteOptions {
  /// The same options for XHTML.
  package var asXML: WriteOptions {
    var options = self
    options.page.isXML = true
    return options
  }
}

/// The policy for a file that is written.
extension LinkPolicy {
  /// The policy that the options ask for.
  package init(_ options: WriteOptions) {
    self.init(options.links, rewrite: options.rewriteLink, dropsUnknownFiles: options.dropsUnknownFiles)
  }
}
