internal import SlipBase
internal import SlipNotes

/// Pages that are lists: of folders, keywords, months, saved searches and all notes.
struct ListPages {
  /// How many notes a page has.
  private static let notesOnPage = 200

  /// The site.
  let site: SiteBox
  /// Takes the files.
  let output: any SiteOutput

  /// Writes all lists.
  func write() throws {
    let addresses = site.addresses
    try list(SiteAddresses.all, "All notes", site.newestFirst(site.notes.indices))
    try list(
      SiteAddresses.none, "Notes outside of folders", site.newestFirst(site.notesByFolder[site.folders.count])
    )
    let children = Dictionary(grouping: site.folders.indices) { site.parent(ofFolder: $0) ?? -1 }
    for number in site.folders.indices {
      let folder = site.box.folder(site.folders[number])
      try list(
        addresses.folder(number), folder?.name ?? "", site.notesByFolder[number],
        crumbs: Array(site.path(ofFolder: number).dropLast())
      ) { page in
        subfolders(children[number] ?? [], of: &page)
      }
    }
    let below = Dictionary(grouping: site.keywords.indices) { site.parent(ofKeyword: $0) ?? -1 }
    for number in site.keywords.indices {
      let keyword = site.box.keyword(site.keywords[number])
      try list(addresses.keyword(number), keyword?.name ?? "", site.newestFirst(site.notesByKeyword[number]))
      {
        page in
        page.keywords(below[number] ?? [])
      }
    }
    for search in site.content.searches {
      guard let number = site.folderNumbers[search.folder] else { continue }
      try list(
        addresses.search(ofFolder: number), site.box.folder(search.folder)?.name ?? "",
        site.newestFirst(search.notes.compactMap { site.slots[$0] }))
    }
    try months()
  }

  /// Writes a list of notes, on as many pages as it needs.
  ///
  /// - Parameters:
  ///   - base: Where it is, without an extension.
  ///   - title: What it is a list of.
  ///   - slots: The notes.
  ///   - crumbs: The folders above it.
  ///   - before: Writes what stands before the notes of the first page.
  private func list(
    _ base: String, _ title: String, _ slots: [Int], crumbs: [Int] = [],
    before: (inout SitePage) -> Void = { _ in }
  ) throws {
    let count = max(1, (slots.count + ListPages.notesOnPage - 1) / ListPages.notesOnPage)
    for number in 1...count {
      let path = SiteAddresses.page(base, number)
      var page = SitePage(site, path, .list, title: title)
      page.crumbs(crumbs)
      page.sink.markup("<main id=\"main\"><h1>")
      page.name(title)
      page.sink.markup("</h1>\n<p class=\"meta\">")
      page.sink.text(SiteText.count(slots.count, "note"))
      if count > 1 { page.sink.text(", page \(number) of \(count)") }
      page.sink.markup("</p>\n")
      if number == 1 { before(&page) }
      let first = (number - 1) * ListPages.notesOnPage
      if !slots.isEmpty {
        page.sink.markup("<ul class=\"notes\">\n")
        for slot in slots[first..<min(slots.count, first + ListPages.notesOnPage)] {
          page.row(try site.note(slot))
        }
        page.sink.markup("</ul>\n")
      }
      if count > 1 { pages(base, number, count, &page) }
      page.sink.markup("</main>\n")
      try output.write(path, page.finished())
    }
  }

  /// Writes links to the pages of a list: all of few, or the first, the last and those around.
  private func pages(_ base: String, _ current: Int, _ count: Int, _ page: inout SitePage) {
    page.sink.markup("<nav aria-label=\"Pages\"><ul class=\"pages\">")
    var last = 0
    for number in 1...count where count <= 12 || number == 1 || number == count || abs(number - current) < 5 {
      if number > last + 1 { page.sink.markup("<li>…</li>") }
      last = number
      page.sink.markup("<li><a")
      page.sink.attribute("href", page.up + SiteAddresses.page(base, number))
      if number == current { page.sink.markup(" aria-current=\"page\"") }
      page.sink.markup(">")
      page.sink.number(number)
      page.sink.markup("</a></li>")
    }
    page.sink.markup("</ul></nav>\n")
  }

  /// Writes the folders in a folder.
  private func subfolders(_ folders: [Int], of page: inout SitePage) {
    if folders.isEmpty { return }
    page.sink.markup("<h2>Folders</h2>\n<ul class=\"tree\">")
    for number in folders {
      page.sink.markup("<li>")
      page.folder(number)
      page.sink.markup("</li>\n")
    }
    page.sink.markup("</ul>\n<h2>Notes</h2>\n")
  }

  /// Writes a list for each month in which notes were created, and the list of months.
  private func months() throws {
    var months: [String: [Int]] = [:]
    for slot in site.notes.indices {
      guard let created = try site.note(slot).created, created.isWithinRFC3339 else { continue }
      months[String(created.rfc3339.prefix(7)), default: []].append(slot)
    }
    let names = months.keys.sorted(by: >)
    var page = SitePage(site, SiteAddresses.months, .list, title: "Months")
    page.sink.markup("<main id=\"main\"><h1>Months</h1>\n")
    if names.isEmpty { page.sink.markup("<p>No note has a date of creation.</p>\n") }
    var year: Substring = ""
    for name in names {
      if name.prefix(4) != year {
        page.sink.markup(year.isEmpty ? "<h2>" : "</ul>\n<h2>")
        year = name.prefix(4)
        page.sink.text(String(year))
        page.sink.markup("</h2>\n<ul class=\"pages\">")
      }
      page.sink.markup("<li>")
      page.link(SiteAddresses.page(SiteAddresses.month(name)), name)
      page.sink.markup(" <small>")
      page.sink.number(months[name]?.count ?? 0)
      page.sink.markup("</small></li>")
    }
    page.sink.markup(names.isEmpty ? "</main>\n" : "</ul>\n</main>\n")
    try output.write(SiteAddresses.months, page.finished())
    for name in names { try list(SiteAddresses.month(name), name, (months[name] ?? []).reversed()) }
  }
}
