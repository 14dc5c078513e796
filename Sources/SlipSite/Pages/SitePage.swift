internal import SlipBase
internal import SlipFormats
internal import SlipNotes

/// A page of a site while it is written: its frame, and the pieces that several kinds of pages have.
struct SitePage {
  /// What a page is.
  enum Kind: String {
    /// The start page.
    case home
    /// A list of notes, folders or months.
    case list
    /// A note.
    case note
  }

  /// The site.
  let site: SiteBox
  /// Where the page is.
  let path: String
  /// What leads to the top of the site.
  let up: String
  /// Takes what is written.
  var sink = HTMLSink()

  /// The policy of a page: it loads nothing but files of the site, and runs no script that stands in it.
  ///
  /// - Parameters:
  ///   - hasStyles: Whether elements state their own look, as texts of notes do.
  ///   - hasFrame: Whether the page shows others in a frame.
  private static func policy(hasStyles: Bool, hasFrame: Bool) -> String {
    "default-src 'none'; script-src 'self'; style-src 'self'" + (hasStyles ? " 'unsafe-inline'" : "")
      + "; img-src 'self' data:; media-src 'self'" + (hasFrame ? "; frame-src 'self'" : "")
      + "; base-uri 'none'; form-action 'none'"
  }

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - path: Where the page is.
  ///   - kind: What it is.
  ///   - title: Its title.
  ///   - hasStyles: Whether elements state their own look.
  init(_ site: SiteBox, _ path: String, _ kind: Kind, title: String, hasStyles: Bool = false) {
    (self.site, self.path, up) = (site, path, SiteAddresses.up(from: path))
    let isHome = kind == .home
    sink.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    sink.markup("<meta http-equiv=\"Content-Security-Policy\"")
    sink.attribute("content", SitePage.policy(hasStyles: hasStyles, hasFrame: isHome))
    sink.markup(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    sink.markup("<meta name=\"referrer\" content=\"no-referrer\">\n")
    if site.options.url == nil { sink.markup("<meta name=\"robots\" content=\"noindex\">\n") }
    sink.markup("<title>")
    sink.text(SiteText.shown(title))
    if !isHome {
      sink.markup(" – ")
      sink.text(SiteText.shown(site.options.name))
    }
    sink.markup("</title>\n<link rel=\"stylesheet\"")
    sink.attribute("href", up + "x/site.css")
    sink.markup(">\n<link rel=\"icon\" href=\"data:,\">\n")
    if isHome {
      sink.markup(
        "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Newest notes\" href=\"feed.xml\">\n")
    }
    sink.markup("<script defer")
    sink.attribute("src", up + "x/site.js")
    sink.markup("></script>\n")
    if isHome { sink.markup("<script defer src=\"x/box.js\"></script>\n") }
    sink.markup("</head>\n<body")
    sink.attribute("class", kind.rawValue)
    sink.attribute("data-kind", kind.rawValue)
    sink.attribute("data-up", up)
    sink.markup(
      ">\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header>\n<nav aria-label=\"Site\"><a")
    sink.attribute("href", up + SiteAddresses.home)
    sink.markup(">")
    name(site.options.name)
    sink.markup(
      "</a></nav>\n<form hidden role=\"search\" data-slip=\"searchform\"><input type=\"search\" data-slip=\"search\" aria-label=\"Search notes\">"
    )
    if isHome {
      sink.markup("<select data-slip=\"scope\" aria-label=\"Search in\"><option value=\"\">All</option>")
      sink.markup("<option value=\"title\">Title</option><option value=\"text\">Text</option></select>")
    }
    sink.markup("</form>\n</header>\n")
  }

  /// Ends the page.
  consuming func finished() -> [UInt8] {
    sink.markup("</body>\n</html>\n")
    return sink.bytes
  }

  // MARK: Pieces

  /// Writes a name that others wrote, so that its direction of writing doesn't change what stands around it.
  mutating func name(_ text: String) {
    sink.markup("<bdi>")
    sink.text(SiteText.shown(text))
    sink.markup("</bdi>")
  }

  /// Writes a link.
  mutating func link(_ target: String, _ text: String) {
    sink.markup("<a")
    sink.attribute("href", up + target)
    sink.markup(">")
    name(text)
    sink.markup("</a>")
  }

  /// Writes a date as a day.
  ///
  /// - Parameter isExact: Whether programs can read the time, too.
  mutating func day(_ time: Timestamp, isExact: Bool = true) {
    guard time.isWithinRFC3339 else { return }
    let text = time.rfc3339
    sink.markup("<time")
    // HTML takes at most three digits of a fraction, and nobody needs any.
    if isExact { sink.attribute("datetime", text.prefix(19) + "Z") }
    sink.markup(">")
    sink.text(String(text.prefix(10)))
    sink.markup("</time>")
  }

  /// Writes a note of a list: a link, a star for a favorite, and the day of the last change.
  ///
  /// - Parameter opening: How the text begins; nil leaves it out.
  mutating func row(_ note: Note, opening: String? = nil) {
    sink.markup("<li>")
    link(site.addresses.note(note.id), note.title)
    if note.isFavorite { sink.markup(" <span role=\"img\" aria-label=\"Favorite\">★</span>") }
    if let time = note.modified ?? note.created {
      sink.markup(" <small>")
      day(time, isExact: false)
      sink.markup("</small>")
    }
    if let opening, !opening.isEmpty {
      sink.markup("<p>")
      name(opening)
      sink.markup("</p>")
    }
    sink.markup("</li>\n")
  }

  /// Writes a keyword with its colour beside the name. People choose colours without regard to contrast, so text never has
  /// them.
  mutating func keyword(_ number: Int) {
    guard let keyword = site.box.keyword(site.keywords[number]) else { return }
    let color = keyword.color
    let channels = [color.red, color.green, color.blue].map { UInt8(min(max($0, 0), 1) * 255 + 0.5) }
    sink.markup(
      "<svg class=\"dot\" viewBox=\"0 0 8 8\" aria-hidden=\"true\"><circle cx=\"4\" cy=\"4\" r=\"4\"")
    sink.attribute("fill", "#" + channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    sink.markup("/></svg>")
    link(SiteAddresses.page(site.addresses.keyword(number)), keyword.name)
  }

  /// Writes the folders above something.
  mutating func crumbs(_ folders: [Int]) {
    if folders.isEmpty { return }
    sink.markup("<nav class=\"crumbs\" aria-label=\"Folder\"><ol>")
    for number in folders {
      sink.markup("<li>")
      link(toFolder: number)
      sink.markup("</li>")
    }
    sink.markup("</ol></nav>\n")
  }

  /// Writes a link to a folder.
  private mutating func link(toFolder number: Int) {
    link(SiteAddresses.page(site.addresses.folder(number)), site.box.folder(site.folders[number])?.name ?? "")
  }

  /// Writes a folder with the number of its notes.
  mutating func folder(_ number: Int) {
    link(toFolder: number)
    sink.markup(" <small>")
    sink.number(site.countsByFolder[number])
    sink.markup("</small>")
  }

  /// Writes a list of keywords; nothing for none.
  mutating func keywords(_ numbers: [Int]) {
    if numbers.isEmpty { return }
    sink.markup("<ul class=\"kw\" aria-label=\"Keywords\">")
    for number in numbers {
      sink.markup("<li>")
      keyword(number)
      sink.markup("</li>")
    }
    sink.markup("</ul>\n")
  }
}
