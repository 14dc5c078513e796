/// How a document becomes an HTML page, apart from its text.
public struct PageOptions: Sendable {
  /// URLs of style sheets, which the page refers to behind its own rules. Default: none.
  public var styleSheets: [String] = []
  /// Whether a table of contents with links comes before the text. Default: no.
  public var hasContents = false
  /// Whether headings get `id` attributes made of their words, such as `first-steps`.
  /// With a table of contents they always do. Default: no.
  public var hasSectionIDs = false
  /// The page that the text is put into, instead of the built-in one. Default: none.
  public var template: PageTemplate?
  /// What the page says of the note that it is made from. Default: nothing.
  public var facts: PageFacts?
  /// Whether to write XHTML, which XML parsers can read as well. Default: no.
  public var isXML = false
  /// Whether the page is one of an EPUB publication: its rules are in a file, and notes have the marks by which reading
  /// programs show them. Default: no.
  package var isBook = false

  /// Creates options with their defaults.
  public init() {}
}

/// What a page says of a note besides its text: where it is, its dates, and what it is linked with.
public struct PageFacts: Sendable, Equatable {
  /// Another page.
  public struct Link: Sendable, Equatable {
    /// The words of the link.
    public var title: String
    /// The relative address, with percent-encoding.
    public var target: String

    /// Creates a link.
    public init(title: String, target: String) { (self.title, self.target) = (title, target) }
  }

  /// Facts that stand before the text, such as the folder and keywords.
  public var facts: [String] = []
  /// Dates that stand before the text, each with a word before it; RFC 3339.
  public var dates: [(word: String, date: String)] = []
  /// The notes that this one links to.
  public var links: [Link] = []
  /// The notes that link to this one.
  public var backlinks: [Link] = []

  /// Creates an empty list of facts.
  public init() {}

  /// Whether both say the same.
  public static func == (a: PageFacts, b: PageFacts) -> Bool {
    a.facts == b.facts && a.links == b.links && a.backlinks == b.backlinks
      && a.dates.elementsEqual(b.dates, by: ==)
  }
}

/// A page with placeholders for what is written.
///
/// The placeholders are `$body$` (required, once), `$title$`, `$lang$`, `$head$` (what
/// belongs into the head except the title), `$toc$`, `$author$`, `$description$` and
/// `$keywords$`. `$$` is a dollar sign, and a `$` that begins no placeholder stands for
/// itself.
///
/// ```
/// <!DOCTYPE html>
/// <html lang="$lang$">
/// <head><meta charset="utf-8"><title>$title$</title>$head$</head>
/// <body><nav>$toc$</nav>$body$<footer>$author$</footer></body>
/// </html>
/// ```
///
/// A template is the user's own: nothing in it is escaped or checked. What is put into it
/// is escaped.
public struct PageTemplate: Sendable {
  /// A piece of a template.
  enum Part: Sendable, Equatable {
    /// Text to be copied as it is.
    case text(String)
    /// A placeholder.
    case place(Place)
  }

  /// A placeholder. The raw values are the names between the dollar signs.
  enum Place: String, Sendable, CaseIterable {
    /// The content, which stands in a template once.
    case body
    /// The title of the page.
    case title
    /// The language tag of the page.
    case lang
    /// What belongs into the head besides the title: facts, rules and style sheets.
    case head
    /// The table of contents.
    case toc
    /// The document's author; empty if there is none.
    case author
    /// The document's subject.
    case description
    /// The document's keywords, separated by commas.
    case keywords
  }

  /// The template in pieces, in order.
  let parts: [Part]

  /// Reads a template. Returns nil if the text has no `$body$`, or more than one.
  public init?(_ text: String) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      plain += rest[..<dollar]
      rest = rest[rest.index(after: dollar)...]
      let name = rest.prefix { $0.isLetter }
      if rest.first == "$" {
        plain += "$"
        rest = rest.dropFirst()
      } else if let place = Place(rawValue: String(name)), rest[name.endIndex...].first == "$" {
        parts.append(.text(plain))
        plain = ""
        parts.append(.place(place))
        rest = rest[name.endIndex...].dropFirst()
      } else {
        plain += "$"
      }
    }
    parts.append(.text(plain + rest))
    guard parts.count(where: { $0 == .place(.body) }) == 1 else { return nil }
    self.parts = parts
  }
}
