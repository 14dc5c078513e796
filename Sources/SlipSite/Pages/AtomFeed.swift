internal import SlipFormats
internal import SlipNotes

/// The feed of the newest notes (RFC 4287).
///
/// It has no date of the export: it was updated when its newest note was, so an unchanged box gives the same feed.
struct AtomFeed {
  /// How many notes it has.
  private static let newest = 50

  /// The site.
  let site: SiteBox
  /// How the notes begin, by slot.
  let openings: [String]

  /// The bytes of the feed.
  func bytes() throws -> [UInt8] {
    var sink = HTMLSink()
    let slots = site.newestFirst(site.notes.indices).filter { site.times[$0] != .min }.prefix(AtomFeed.newest)
    let base = site.options.url ?? ""
    sink.markup(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n<title>")
    sink.text(SiteText.shown(site.options.name))
    sink.markup("</title>\n<id>")
    sink.text(id)
    sink.markup("</id>\n<updated>")
    sink.text(updated(try slots.first.map { try site.note($0) }))
    sink.markup("</updated>\n<author><name>")
    sink.text(SiteText.shown(site.options.name))
    sink.markup("</name></author>\n<link rel=\"self\" type=\"application/atom+xml\"")
    sink.attribute("href", base + SiteAddresses.feed)
    sink.markup("/>\n<link rel=\"alternate\" type=\"text/html\"")
    sink.attribute("href", base + SiteAddresses.home)
    sink.markup("/>\n")
    for slot in slots {
      let note = try site.note(slot)
      sink.markup("<entry>\n<title>")
      sink.text(SiteText.shown(note.title))
      sink.markup("</title>\n<id>urn:uuid:")
      sink.text(note.id.description)
      sink.markup("</id>\n<updated>")
      sink.text(updated(note))
      sink.markup("</updated>\n")
      if let created = note.created, created.isWithinRFC3339 {
        sink.markup("<published>")
        sink.text(created.rfc3339)
        sink.markup("</published>\n")
      }
      sink.markup("<link rel=\"alternate\" type=\"text/html\"")
      sink.attribute("href", base + site.addresses.note(note.id))
      sink.markup("/>\n")
      for keyword in note.keywords {
        guard site.keywordNumbers[keyword] != nil, let name = site.box.keyword(keyword)?.name else {
          continue
        }
        sink.markup("<category")
        sink.attribute("term", SiteText.shown(name))
        sink.markup("/>\n")
      }
      sink.markup("<summary>")
      sink.text(openings[slot])
      sink.markup("</summary>\n</entry>\n")
    }
    sink.markup("</feed>\n")
    return sink.bytes
  }

  /// The identity of the feed: its address, or else that of the first note of the box.
  private var id: String {
    site.options.url ?? "urn:uuid:"
      + (site.notes.first?.description ?? "00000000-0000-0000-0000-000000000000")
  }

  /// When a note was changed.
  private func updated(_ note: Note?) -> String {
    let time = note?.modified ?? note?.created
    return time.flatMap { $0.isWithinRFC3339 ? $0.rfc3339 : nil } ?? "1970-01-01T00:00:00Z"
  }
}
