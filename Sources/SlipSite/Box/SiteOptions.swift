/// The choices of a site.
public struct SiteOptions: Sendable {
  /// The name of the site, which stands at the top of each page.
  public var name = "Notes"
  /// The address at which the site will be published, such as `https://example.org/notes/`; nil where it is unknown.
  ///
  /// With it, the feed has absolute links and pages may be indexed by search engines.
  public var url: String?
  /// Whether pages show the properties of notes, such as authors and places.
  public var hasProperties = false
  /// Whether the site has the texts a second time, from which lists of results show the places of what was found. Without
  /// them they show how the notes begin.
  public var hasSnippets = true
  /// How many notes are read at the same time; nil: as many as there are cores.
  public var workers: Int?

  /// Creates the default choices.
  public init() {}
}
