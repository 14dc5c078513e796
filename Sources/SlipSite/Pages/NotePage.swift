internal import SlipBase
internal import SlipFormats
internal import SlipNotes

/// The page of a note: its text with all that the box knows about it.
struct NotePage {
  /// How much of the beginning of a linked note is shown, in characters.
  private static let openingLength = 90

  /// The site.
  let site: SiteBox
  /// The pictures that are shown instead of attachments.
  let renderings: SiteRenderings
  /// How the notes begin, by slot, shorter than in lists of results.
  private let openings: [String]

  /// Prepares the pages of notes.
  ///
  /// - Parameters:
  ///   - site: The site.
  ///   - renderings: The pictures that are shown instead of attachments.
  ///   - openings: How the notes begin, by slot.
  init(site: SiteBox, renderings: SiteRenderings, openings: [String]) {
    (self.site, self.renderings) = (site, renderings)
    self.openings = openings.map { String($0.prefix(NotePage.openingLength)) }
  }

  /// The bytes of the page, and findings about the text.
  func bytes(of slot: Int) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let note = try site.note(slot)
    let path = site.addresses.note(note.id)
    let body = try SiteBody(of: note, in: site, renderings, up: SiteAddresses.up(from: path))
    var page = SitePage(site, path, .note, title: note.title, hasStyles: body.hasStyles)
    let folder = site.folder(of: note)
    page.crumbs(folder.map(site.path(ofFolder:)) ?? [])
    page.sink.markup("<main id=\"main\">\n<article")
    if let language = body.language { page.sink.attribute("lang", language) }
    page.sink.markup(">\n<h1>")
    page.name(note.title)
    page.sink.markup("</h1>\n")
    facts(note, &page)
    page.sink.markup("<div class=\"body\">\n")
    page.sink.fragment(body.markup)
    page.sink.markup("</div>\n</article>\n")
    properties(note, &page)
    files(note, &page)
    try links(slot, &page)
    try neighbors(slot, folder, &page)
    page.sink.markup("</main>\n")
    return (page.finished(), body.diagnostics)
  }

  /// Writes status, dates and keywords.
  private func facts(_ note: Note, _ page: inout SitePage) {
    page.sink.markup("<p class=\"meta\">")
    if note.isFavorite { page.sink.markup("★ Favorite · ") }
    page.sink.text(note.status.rawValue.prefix(1).uppercased() + note.status.rawValue.dropFirst())
    if let created = note.created {
      page.sink.markup(" · created ")
      page.day(created)
    }
    if let modified = note.modified {
      page.sink.markup(" · modified ")
      page.day(modified)
    }
    page.sink.markup("</p>\n")
    let keywords = note.keywords.compactMap { site.keywordNumbers[$0] }
    page.keywords(keywords)
  }

  /// Writes the properties, where the site has them.
  private func properties(_ note: Note, _ page: inout SitePage) {
    guard site.options.hasProperties, !note.properties.isEmpty else { return }
    page.sink.markup("<section class=\"links\"><h2>Properties</h2>\n<dl>")
    for property in note.properties {
      page.sink.markup("<dt>")
      page.name(property.name)
      page.sink.markup("</dt><dd>")
      page.name(property.value)
      page.sink.markup("</dd>\n")
    }
    page.sink.markup("</dl></section>\n")
  }

  /// Writes the attachments with their sizes, and players for sounds and films.
  private func files(_ note: Note, _ page: inout SitePage) {
    let files = note.attachments.compactMap { reference in
      site.box.attachment(reference.attachment).map { (reference, $0) }
    }
    if files.isEmpty { return }
    page.sink.markup("<section class=\"links\"><h2>Attachments</h2>\n<ul>")
    for (reference, attachment) in files {
      let target = SiteAddresses.attachment(attachment)
      page.sink.markup("<li><a")
      page.sink.attribute("href", page.up + target)
      // What could run scripts is saved and not opened.
      if NotePage.isActive(attachment.mediaType) { page.sink.markup(" download") }
      page.sink.markup(">")
      page.name(reference.name)
      page.sink.markup("</a>")
      page.sink.markup(" <small>")
      page.sink.text(SiteText.size(attachment.blob.length))
      page.sink.markup("</small>")
      player(attachment, page.up + target, SiteText.shown(reference.name), &page)
      page.sink.markup("</li>\n")
    }
    page.sink.markup("</ul></section>\n")
  }

  /// Whether a browser might run what is in a file of this type.
  private static func isActive(_ mediaType: String) -> Bool {
    ["svg", "xml", "html", "script"].contains { mediaType.contains($0) }
  }

  /// Writes a player for a sound or film. Nothing is loaded until it is played.
  private func player(_ attachment: Attachment, _ target: String, _ name: String, _ page: inout SitePage) {
    let isFilm = attachment.mediaType.hasPrefix("video/")
    guard isFilm || attachment.mediaType.hasPrefix("audio/") else { return }
    page.sink.markup(isFilm ? "<video" : "<audio")
    page.sink.markup(" controls preload=\"none\"")
    page.sink.attribute("src", target)
    page.sink.attribute("aria-label", name)
    page.sink.markup(isFilm ? "></video>" : "></audio>")
  }

  /// Writes the notes that it links to and that link to it.
  private func links(_ slot: Int, _ page: inout SitePage) throws {
    let sections: [(StaticString, [Int32])] = [
      ("Links", site.links[slot]), ("Links to this note", site.backlinks[slot]),
    ]
    if let graph = LocalGraph(around: slot, in: site) { try graph.write(to: &page) }
    for (title, slots) in sections where !slots.isEmpty {
      page.sink.markup("<section class=\"links\"><h2>")
      page.sink.markup(title)
      page.sink.markup("</h2>\n<ul class=\"notes\">\n")
      for slot in slots {
        page.row(
          try site.note(Int(slot)), opening: openings[Int(slot)])
      }
      page.sink.markup("</ul></section>\n")
    }
  }

  /// Writes links to the notes before and after it in its folder.
  private func neighbors(_ slot: Int, _ folder: Int?, _ page: inout SitePage) throws {
    let notes = site.notesByFolder[folder ?? site.folders.count]
    guard notes.count > 1, let place = site.places[slot] else { return }
    page.sink.markup("<nav class=\"near\" aria-label=\"Notes beside this one\"><ul>")
    for (word, place): (StaticString, Int) in [("Earlier: ", place - 1), ("Later: ", place + 1)]
    where notes.indices.contains(place) {
      page.sink.markup("<li>")
      page.sink.markup(word)
      let note = try site.note(notes[place])
      page.link(site.addresses.note(note.id), note.title)
      page.sink.markup("</li>\n")
    }
    page.sink.markup("</ul></nav>\n")
  }
}
