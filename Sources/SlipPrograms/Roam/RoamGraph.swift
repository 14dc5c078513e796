internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// The pages of a graph, and where its blocks are.
struct RoamGraph: Sendable {
  /// A page.
  struct Page: Sendable {
    /// Its id, told apart from others.
    var id: String
    /// Its title, in which other names may stand in brackets; empty for none.
    var title: String
    /// Its JSON.
    var json: JSONValue
    /// Whether it has a block, even an empty one.
    var hasText = false
    /// About how long its text is, in bytes.
    var length = 0
    /// The newest time of the page and its blocks, in milliseconds.
    var modified: Int64 = 0
  }

  /// The pages, in the order of the file.
  private(set) var pages: [Page] = []
  /// The places of pages by their exact titles: some differ only in case.
  private var byTitle: [String: Int] = [:]
  /// The text of a block and the page that it is on, by the id of the block.
  private var blocks: [String: (text: String, page: Int)] = [:]

  /// Takes a graph apart.
  init(_ json: JSONValue) {
    var ids = RepeatedIDs()
    for value in json.array {
      guard case .object = value else { continue }
      let title = value["title"]?.string ?? ""
      let place = pages.count
      var page = Page(id: ids.next(value["uid"]?.string ?? title), title: title, json: value)
      page.modified = value["edit-time"]?.int ?? 0
      var open = value["children"]?.array ?? []
      while let block = open.popLast() {
        let text = block["string"]?.string ?? ""
        page.hasText = true
        page.length += text.utf8.count
        page.modified = max(page.modified, block["edit-time"]?.int ?? 0)
        if let id = block["uid"]?.string { blocks[id] = (text, place) }
        open += block["children"]?.array ?? []
      }
      if !title.isEmpty, byTitle[title].map({ !pages[$0].hasText && page.hasText }) ?? true {
        byTitle[title] = place
      }
      pages.append(page)
    }
  }

  /// The note of the page with a title; nil where there is none with a text.
  func note(titled title: String, _ context: SourceContext) -> UniqueID? {
    guard let place = byTitle[title], pages[place].hasText else { return nil }
    return context.note(pages[place].id)
  }

  /// Whether there is a page with a title, with a text or without.
  func hasPage(titled title: String) -> Bool { byTitle[title] != nil }

  /// Whether there is a block.
  func hasBlock(_ id: Substring) -> Bool { blocks[String(id)] != nil }

  /// The text of a block, and the note that it is in; nil where there is none.
  func block(_ id: Substring, _ context: SourceContext) -> (text: String, note: UniqueID?)? {
    blocks[String(id)].map { ($0.text, context.note(pages[$0.page].id)) }
  }

  /// Makes a note of a page.
  func note(_ place: Int, _ context: SourceContext) -> SourceNote {
    let page = pages[place]
    var note = SourceNote(title: page.title.isEmpty ? nil : page.title, body: .document(Document()))
    if page.title.isEmpty {
      note.diagnostics.append(SourceFault.damaged("The page has no title; it is called by its first words."))
    }
    note.created = note.date(page.json["create-time"]?.int, perSecond: 1_000)
    if note.created == nil, let day = RoamGraph.day(page.id) ?? RoamGraph.day(titled: page.title),
      let date = SourceDate(day)
    {
      (note.created, note.zoneIsUnknown) = date.moment(context)
    }
    note.modified = note.date(page.modified, perSecond: 1_000)
    var text = RoamText(self, context, note: context.note(page.id))
    text.read(page.json["children"]?.array ?? [])
    text.fill(&note)
    return note
  }

  /// The day of a daily page as a date, by its id `MM-DD-YYYY`; nil for other pages.
  private static func day(_ id: String) -> String? {
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [2, 2, 4], parts.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return nil }
    return "\(parts[2])-\(parts[0])-\(parts[1])"
  }

  /// The names of months, as titles have them.
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// The day of a daily page as a date, by its title `July 4th, 2020`; nil for other pages.
  private static func day(titled title: String) -> String? {
    let parts = title.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let month = months.firstIndex(of: String(parts[0])), parts[2].count == 4,
      let year = Int(parts[2]), parts[1].hasSuffix(","), let day = Int(parts[1].dropLast(3)),
      ["st,", "nd,", "rd,", "th,"].contains(parts[1].suffix(3))
    else { return nil }
    /// Two digits.
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month + 1))-\(two(day))"
  }
}
