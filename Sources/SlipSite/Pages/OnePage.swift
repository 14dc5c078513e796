public import SlipBase
internal import SlipFormats
internal import SlipNotes

/// A site in one file: all notes in one page, of which one is shown at a time. Pictures are in the page itself.
///
/// Without scripts the list of notes and links between them work; with scripts the list is searched.
public struct OnePage: Sendable {
  /// The most notes.
  public static let mostNotes = 2_000
  /// The most bytes.
  public static let mostBytes = 25_000_000

  /// The site.
  private let site: SiteBox

  /// Prepares a page.
  public init(_ site: SiteBox) { self.site = site }

  /// The identifier of a note in the page.
  static func identifier(of id: Note.ID) -> String { "n-" + id.description }

  /// The note that an identifier names; nil for another one.
  static func note(named identifier: String) -> Note.ID? {
    identifier.hasPrefix("n-") ? UniqueID(identifier.dropFirst(2)) : nil
  }

  /// Makes the page.
  ///
  /// - Parameter seal: A mark by which a later export finds out that nobody changed the file; nil for none.
  /// - Returns: The page, and findings about the texts.
  /// - Throws: `SlipError` with `ExchangeCode.tooLarge` for a box with more notes or bytes than one page can have.
  public func page(seal: String?) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    if site.notes.count > OnePage.mostNotes { throw OnePage.tooLarge("\(site.notes.count) notes") }
    var sink = HTMLSink()
    var diagnostics: [Diagnostic] = []
    begin(&sink)
    let order = site.newestFirst(site.notes.indices)
    for slot in order {
      let note = try site.note(slot)
      sink.markup("<li>")
      link(note, &sink)
      sink.markup("</li>\n")
    }
    sink.markup("</ul></section>\n")
    for slot in order {
      diagnostics += try write(slot, &sink)
      if sink.bytes.count > OnePage.mostBytes { throw OnePage.tooLarge("more than 25 MB") }
    }
    sink.markup("</main>\n<script>")
    sink.fragment(SiteWeb.scriptOfOneFile)
    sink.markup("</script>\n</body>\n</html>\n")
    if let seal {
      sink.markup("<!-- ")
      sink.text(seal)
      sink.markup(" -->\n")
    }
    return (sink.bytes, diagnostics)
  }

  /// The error that one page is too small for a box.
  private static func tooLarge(_ what: String) -> SlipError {
    SlipError(
      .usage, code: SiteCode.tooLarge,
      "One file is for up to 2,000 notes and 25 MB, and this has \(what); leave --one-file out.")
  }

  /// A source of scripts for the policy: the digest of the script.
  private static var scriptSource: String {
    let hex = Digest(of: SiteWeb.scriptOfOneFile).hex
    let bytes = stride(from: 0, to: hex.utf8.count, by: 2).compactMap { place in
      UInt8(String(decoding: Array(hex.utf8)[place..<place + 2], as: UTF8.self), radix: 16)
    }
    return "'sha256-\(Base64.text(bytes))'"
  }

  /// Writes the head and the beginning of the body.
  private func begin(_ sink: inout HTMLSink) {
    let name = SiteText.shown(site.options.name)
    sink.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    sink.markup("<meta http-equiv=\"Content-Security-Policy\"")
    sink.attribute(
      "content",
      "default-src 'none'; script-src \(OnePage.scriptSource); style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    sink.markup(">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    sink.markup(
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
    )
    if site.options.url == nil { sink.markup("<meta name=\"robots\" content=\"noindex\">\n") }
    sink.markup("<title>")
    sink.text(name)
    sink.markup("</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n")
    sink.fragment(SiteWeb.stylesOfOneFile)
    sink.markup(
      "</style>\n</head>\n<body data-kind=\"home\">\n<a class=\"skip\" href=\"#all\">Skip to content</a>\n")
    sink.markup("<header>\n<nav aria-label=\"Site\"><a href=\"#all\"><bdi>")
    sink.text(name)
    sink.markup(
      "</bdi></a></nav>\n<form hidden role=\"search\"><input type=\"search\" aria-label=\"Search notes\"")
    sink.markup(" placeholder=\"Search ( / )\" autocomplete=\"off\" spellcheck=\"false\"></form>\n")
    sink.markup("<span role=\"status\" class=\"meta\">")
    sink.text(SiteText.count(site.notes.count, "note"))
    sink.markup("</span>\n</header>\n<main id=\"main\">\n<h1 class=\"vh\"><bdi>")
    sink.text(name)
    sink.markup("</bdi></h1>\n<section id=\"all\" aria-label=\"All notes\"><ul class=\"all\">\n")
  }

  /// Writes a link to a note.
  private func link(_ note: Note, _ sink: inout HTMLSink) {
    sink.markup("<a")
    sink.attribute("href", "#" + OnePage.identifier(of: note.id))
    sink.markup("><bdi>")
    sink.text(SiteText.shown(note.title))
    sink.markup("</bdi></a>")
  }

  /// Writes a note.
  ///
  /// - Returns: Findings about its text.
  private func write(_ slot: Int, _ sink: inout HTMLSink) throws -> [Diagnostic] {
    let note = try site.note(slot)
    let body = try SiteBody(embedded: note, slot: slot, in: site)
    sink.markup("<article")
    sink.attribute("id", OnePage.identifier(of: note.id))
    if let language = body.language { sink.attribute("lang", language) }
    sink.markup(">\n<h2 tabindex=\"-1\"><bdi>")
    sink.text(SiteText.shown(note.title))
    sink.markup("</bdi></h2>\n<p class=\"meta\">")
    if note.isFavorite { sink.markup("★ Favorite · ") }
    sink.text(note.status.rawValue.prefix(1).uppercased() + note.status.rawValue.dropFirst())
    if let time = note.modified ?? note.created, time.isWithinRFC3339 {
      sink.markup(" · <time")
      sink.attribute("datetime", time.rfc3339.prefix(19) + "Z")
      sink.markup(">")
      sink.text(String(time.rfc3339.prefix(10)))
      sink.markup("</time>")
    }
    let folders = site.folder(of: note).map(site.path(ofFolder:)) ?? []
    if !folders.isEmpty {
      sink.text(
        " · "
          + folders.map { SiteText.shown(site.box.folder(site.folders[$0])?.name ?? "") }.joined(
            separator: " / "))
    }
    let keywords = note.keywords.filter { site.keywordNumbers[$0] != nil }.compactMap {
      site.box.keyword($0)?.name
    }
    if !keywords.isEmpty { sink.text(" · " + keywords.map(SiteText.shown).joined(separator: ", ")) }
    sink.markup("</p>\n<div class=\"body\">\n")
    sink.fragment(body.markup)
    sink.markup("</div>\n")
    for (title, slots): (StaticString, [Int32]) in [
      ("Links", site.links[slot]), ("Links to this note", site.backlinks[slot]),
    ] where !slots.isEmpty {
      sink.markup("<section class=\"links\"><h3>")
      sink.markup(title)
      sink.markup("</h3>\n<ul>")
      for other in slots {
        sink.markup("<li>")
        link(try site.note(Int(other)), &sink)
        sink.markup("</li>\n")
      }
      sink.markup("</ul></section>\n")
    }
    sink.markup("</article>\n")
    return body.diagnostics
  }
}
