/// How a document becomes an HTML page.
public struct PageOptions: Sendable {
  /// Style sheets that the page refers to, as URLs; they come behind its own rules.
  public var styleSheets: [String] = []
  /// A list of the headings, with links, before the text.
  public var hasContents = false
  /// Headings have identifiers made of their words; with a table of contents always.
  public var hasSectionIDs = false
  /// What stands around the text instead of the usual page.
  public var template: PageTemplate?
  /// XHTML: a page that XML parsers read, too.
  public var isXML = false

  public init() {}
}

/// A page with places for what is written: `$body$`, and `$title$`, `$lang$`, `$head$` (what stands in the head but the
/// title), `$toc$`, `$author$`, `$description$`, `$keywords$`. `$$` is a dollar sign. The template is the user's own: nothing
/// in it is escaped or checked, what is put in is.
public struct PageTemplate: Sendable {
  enum Part: Sendable, Equatable {
    case text(String)
    case place(Place)
  }

  enum Place: String, Sendable, CaseIterable {
    case body, title, lang, head, toc, author, description, keywords
  }

  let parts: [Part]

  /// - Returns: nil where the text has no `$body$`, or two.
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
