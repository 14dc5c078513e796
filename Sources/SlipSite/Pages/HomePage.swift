internal import SlipNotes

/// The start page: folders, keywords and saved searches beside the newest notes. With scripts it becomes the three columns.
struct HomePage {
  /// How many notes it shows.
  private static let newest = 50
  /// From how many folders on only two levels of them are shown; the others are on the pages of folders.
  private static let manyFolders = 1_000
  /// The most keywords that are shown; the others are found by search and on pages of notes.
  private static let mostKeywords = 600

  /// The site.
  let site: SiteBox

  /// The bytes of the page.
  func bytes() throws -> [UInt8] {
    var page = SitePage(site, SiteAddresses.home, .home, title: site.options.name)
    page.sink.markup("<div class=\"cols\">\n<nav class=\"side\" aria-label=\"Folders and keywords\">\n<ul>")
    entry(SiteAddresses.page(SiteAddresses.all), "All notes", site.notes.count, &page)
    let outside = site.notesByFolder[site.folders.count].count
    if !site.folders.isEmpty {
      entry(SiteAddresses.page(SiteAddresses.none), "Outside of folders", outside, &page, data: "folder:none")
    }
    page.sink.markup("<li>")
    page.link(SiteAddresses.months, "Months")
    page.sink.markup("</li>\n</ul>\n")
    searches(&page)
    if !site.folders.isEmpty {
      page.sink.markup("<h2>Folders</h2>\n")
      tree(&page)
    }
    if !site.keywords.isEmpty {
      page.sink.markup("<h2>Keywords</h2>\n<ul>")
      for number in site.keywords.indices.prefix(HomePage.mostKeywords) {
        page.sink.markup("<li>")
        page.keyword(number)
        page.sink.markup(" <small>")
        page.sink.number(site.notesByKeyword[number].count)
        page.sink.markup("</small></li>\n")
      }
      page.sink.markup("</ul>\n")
    }
    page.sink.markup("</nav>\n<main id=\"main\"><h1 class=\"vh\">")
    page.name(site.options.name)
    page.sink.markup("</h1>\n<div data-slip=\"app\"><h2>Newest notes</h2>\n<ul class=\"notes\">\n")
    for slot in site.newestFirst(site.notes.indices).prefix(HomePage.newest) { page.row(try site.note(slot)) }
    page.sink.markup("</ul>\n<p>")
    page.link(SiteAddresses.page(SiteAddresses.all), "All notes")
    page.sink.markup("</p></div></main>\n<iframe name=\"note\" title=\"Note\" hidden></iframe>\n</div>\n")
    return page.finished()
  }

  /// Writes a link with a number of notes.
  ///
  /// - Parameter data: The search that it stands for; nil for all notes.
  private func entry(
    _ target: String, _ title: String, _ count: Int, _ page: inout SitePage, data: String? = nil
  ) {
    page.sink.markup("<li><a")
    page.sink.attribute("href", target)
    page.sink.attribute("data-q", data ?? "")
    page.sink.markup(">")
    page.sink.text(title)
    page.sink.markup("</a> <small>")
    page.sink.number(count)
    page.sink.markup("</small></li>\n")
  }

  /// Writes the saved searches.
  private func searches(_ page: inout SitePage) {
    if site.content.searches.isEmpty { return }
    page.sink.markup("<h2>Saved searches</h2>\n<ul>")
    for search in site.content.searches {
      guard let number = site.folderNumbers[search.folder] else { continue }
      page.sink.markup("<li>")
      page.link(
        SiteAddresses.page(site.addresses.search(ofFolder: number)),
        site.box.folder(search.folder)?.name ?? "")
      page.sink.markup(" <small>")
      page.sink.number(search.notes.count { site.slots[$0] != nil })
      page.sink.markup("</small></li>\n")
    }
    page.sink.markup("</ul>\n")
  }

  /// Writes the folders as lists in lists.
  private func tree(_ page: inout SitePage) {
    let levels = site.folders.count > HomePage.manyFolders ? 2 : Int.max
    var depth = 0
    var isOpen = false
    page.sink.markup("<ul class=\"tree\">")
    for number in site.folders.indices {
      let level = site.path(ofFolder: number).count
      if level > levels { continue }
      if level > depth, depth > 0 { page.sink.markup("<ul>") }
      for _ in 0..<max(0, depth - level) { page.sink.markup("</li></ul>") }
      if isOpen, level <= depth { page.sink.markup("</li>\n") }
      (depth, isOpen) = (level, true)
      page.sink.markup("<li>")
      page.folder(number)
    }
    for _ in 0..<max(0, depth) { page.sink.markup("</li></ul>") }
    page.sink.markup("\n")
  }
}
