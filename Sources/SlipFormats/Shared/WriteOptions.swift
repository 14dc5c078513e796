public import SlipDocument

/// What a writer of a publishing format (HTML, Markdown) is told from outside.
public struct WriteOptions: Sendable {
  /// How a resource of the document is reached from the written file.
  public enum ResourcePlacement: Sendable {
    /// Bytes stand in the file as `data:` URLs; a resource that is a file keeps its relative path.
    case inline
    /// Relative path of the resource with this index in `Document.resources`; nil leaves the resource out and
    /// shows its description or name.
    case path(@Sendable (Int) -> String?)
  }

  /// Overrides the document's own title.
  public var title: String?
  /// The title of a page whose document has none and no heading, such as the name of its file (HTML only).
  public var fallbackTitle: String?
  /// BCP 47, such as `en`; nil takes the language that most of the text is in.
  public var language: String?
  public var resources = ResourcePlacement.inline
  /// Which links stay links.
  public var links = LinkChoice.safe
  /// Relative links that `rewriteLink` doesn't know lead nowhere from the written file: they become text.
  public var dropsUnknownFiles = false
  /// Gives a link's new target (another note's file, say), or nil to leave it as it is. The choice of `links` holds for
  /// the result, too.
  public var rewriteLink: (@Sendable (String) -> String?)?
  /// Body content only: no `<html>`, no style sheet, no front matter.
  public var isFragment = false
  /// `ReadResult.isNormalForm` of a document that has not been changed since (RTF only): saves the work.
  public var isNormalForm = false
  /// Lines of a YAML front matter, written as they are between `---` lines (Markdown only).
  public var frontMatter: [String] = []

  /// Columns after which paragraphs are broken, where Markdown allows it; nil leaves each on one line (Markdown only).
  public var wrap: Int?

  /// Facts about the document that have no place of their own in it (HTML only).
  public var metadata: [UserProperty] = []
  /// What a page has besides the text (HTML only).
  public var page = PageOptions()

  public init() {}
}

extension WriteOptions {
  var asXML: WriteOptions {
    var options = self
    options.page.isXML = true
    return options
  }
}

extension LinkPolicy {
  init(_ options: WriteOptions) {
    self.init(options.links, rewrite: options.rewriteLink, dropsUnknownFiles: options.dropsUnknownFiles)
  }
}
