internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads a notebook of Zim: a folder with a text file for each page.
///
/// ```
/// Garden/notebook.zim              settings
///       /Home.txt                  the page `Home`
///       /Seed_lists.txt            the page `Seed lists`
///       /Seed_lists/Peas.txt       the page `Seed lists:Peas`
///       /Seed_lists/packet.png     a file of the page `Seed lists`
/// ```
///
/// A page begins with lines that say so; other text files are files. The name of a page is its identity and
/// its title.
struct ZimSource: NoteSource {
  /// The name of the file with the settings.
  static let settings = "notebook.zim"
  /// The extension of pages.
  private static let suffix = ".txt"
  /// What a page begins with.
  private static let head: StaticString = "Content-Type: text/x-zim-wiki"
  /// How many files are looked at to find out whether a folder without settings has pages.
  private static let probed = 16

  /// What all pages share.
  private let notebook: ZimNotebook
  /// Files that are no pages, and that may not be shown by any.
  private var others: [Int] = []
  /// Text files that can't be read.
  private var damaged: [String] = []
  /// Names of files that pages mention.
  private var mentions = FileMentions()
  /// The next page.
  private var position = 0

  /// Whether a container is a notebook: by its settings, or else by pages.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    guard tree.form != .file else { return nil }
    if let bytes = tree.soundBytes(of: tree.topPath + settings)?.array,
      bytes.withUnsafeBytes({ LooseXML.find("[Notebook]", in: $0, from: 0) }) != nil
    {
      return .certain
    }
    let texts = tree.files.indices.lazy.filter { tree.files[$0].path.hasSuffix(suffix) }.prefix(probed)
    return texts.contains { isPage($0, tree) ?? false } ? .likely : nil
  }

  /// Whether a file is a page, by its first line; nil where it can't be read, or has nothing in it, as no page has.
  private static func isPage(_ place: Int, _ tree: SourceTree) -> Bool? {
    guard tree.files[place].path.hasSuffix(suffix) else { return false }
    if tree.files[place].length == 0 { return nil }
    return (tree.soundBytes(at: place))?.withBytes { bytes in
      LooseXML.has(head, bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }
  }

  /// Lists the pages.
  init(_ tree: SourceTree) {
    let top = tree.topPath
    var pages: [ZimNotebook.Page] = []
    for (place, file) in tree.files.enumerated() where file.path.hasPrefix(top) && !file.isClutter {
      let path = file.path.dropFirst(top.count)
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      if isHidden || path == ZimSource.settings { continue }
      switch ZimSource.isPage(place, tree) {
      case true?:
        pages.append(ZimNotebook.Page(place: place, folder: String(path.dropLast(ZimSource.suffix.count))))
      case false?: others.append(place)
      case nil: damaged.append(String(path))
      }
    }
    notebook = ZimNotebook(tree, top, pages)
    others.reverse()
    damaged.reverse()
  }

  /// The pages in the order of their files, and then what can't be read, and the files that no page mentions.
  mutating func next() throws(SlipError) -> SourceItem? {
    if position < notebook.pages.count {
      let (number, notebook) = (position, notebook)
      position += 1
      let bytes = (notebook.tree.soundBytes(at: notebook.pages[number].place)?.array) ?? []
      // Braces stand beside the paths of pictures, and a question mark behind them; paths of Windows have backslashes.
      mentions.lookAround(
        in: bytes.map { [0x3F, 0x7B, 0x7D].contains($0) ? 0x0A : $0 == UInt8(ascii: "\\") ? 0x2F : $0 })
      let id = notebook.ids[number]
      return .note(
        SourceEntry(id: id, place: id, length: bytes.count) { context throws(SlipError) in
          try notebook.note(number, context)
        })
    }
    if let path = damaged.popLast() { return .skipped(SourceSkip(path, .damaged)) }
    while let place = others.popLast() {
      let path = String(notebook.tree.files[place].path.dropFirst(notebook.top.count))
      if !mentions.has(path) { return .skipped(SourceSkip(path, .notShown)) }
    }
    return nil
  }
}

/// What all pages of a notebook share, and how a page becomes a note.
struct ZimNotebook: Sendable {
  /// A page.
  struct Page: Sendable {
    /// The place of its file.
    var place: Int
    /// The folder of its files and sub-pages, below the top.
    var folder: String

    /// The parts of its name, from the top.
    ///
    /// In names of files, `_` stands for a blank, and characters that no file system likes are
    /// percent-encoded.
    var parts: [String] {
      folder.split(separator: "/").map { part in
        RelativePath.withoutEncoding(String(part.map { $0 == "_" ? " " : $0 }))
      }
    }
  }

  /// The files.
  let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for the container itself.
  let top: String
  /// The pages in the order of their files.
  let pages: [Page]
  /// The names of the pages, as in `Seed lists:Peas`; of two with the same, the second is its file's path.
  let ids: [String]
  /// The names, to look pages up.
  private let names: ZimNames
  /// The numbers of pages by the place of the file.
  private let byPlace: [Int: Int]

  /// Lists pages.
  init(_ tree: SourceTree, _ top: String, _ pages: [Page]) {
    (self.tree, self.top, self.pages) = (tree, top, pages)
    var names = ZimNames()
    ids = pages.enumerated().map { number, page in
      let parts = page.parts
      return names.add(parts, number) ? parts.joined(separator: ":") : tree.files[page.place].path
    }
    self.names = names
    byPlace = Dictionary(
      pages.enumerated().map { ($0.element.place, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Reads a page.
  ///
  /// - Throws: `SlipError` where its file can't be read.
  func note(_ number: Int, _ context: SourceContext) throws(SlipError) -> SourceNote {
    let page = pages[number]
    var found: [Diagnostic] = []
    let bytes = SourceText.utf8(try tree.bytes(at: page.place).array, context, &found)
    let parts = page.parts
    let title = parts.last ?? ""
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    note.diagnostics = found
    note.expectText(bytes)
    note.folder = parts.dropLast().map { SourceFolder($0) }
    note.fileModified = tree.files[page.place].modified
    let start = takeHead(of: bytes, &note, context)
    let way = names.way(to: parts)
    var markup = ZimMarkup { find($0, from: page, way, context) }
    markup.convert(bytes[start...], title: title)
    note.keywords = markup.tags.map { SourceKeyword(path: [$0]) }
    note.unresolved = markup.unresolved
    note.reportMissing(markup.missing)
    let body = MarkdownBody(markup.document, context) { target, _ in
      markup.files[target].map { .file(name: $0.name, bytes: $0.bytes) } ?? .elsewhere
    }
    body.fill(&note)
    return note
  }

  // MARK: Head

  /// Takes the dates of the lines at the beginning.
  ///
  /// ```
  /// Content-Type: text/x-zim-wiki
  /// Wiki-Format: zim 0.6
  /// Creation-Date: 2021-05-03T10:00:00+02:00
  /// ```
  ///
  /// - Returns: Where the text begins: behind the first empty line, or at the first one of another form.
  private func takeHead(of bytes: [UInt8], _ note: inout SourceNote, _ context: SourceContext) -> Int {
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let line = String(decoding: bytes[position..<end], as: UTF8.self).trimmingBlanks()
      let next = min(end + 1, bytes.count)
      if line.isEmpty { return next }
      guard let colon = line.firstIndex(of: ":"),
        line[..<colon].allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") })
      else { return position }
      let value = String(line[line.index(after: colon)...]).trimmingBlanks()
      switch line[..<colon] {
      case _ where value == "Unknown": break
      case "Creation-Date": note.created = note.date(value, context)
      case "Modification-Date": note.modified = note.date(value, context)
      default: break
      }
      position = next
    }
    return position
  }

  // MARK: Links

  /// What a link of a page leads to.
  ///
  /// ```
  /// https://…  mailto:…        an address
  /// wp?Bees  #heading          another wiki, a place on the page: text
  /// ./a.png  ../a.png  a/b.c   a file, seen from the folder of the page
  /// :Seed lists:Peas           a page, from the top
  /// +Peas                      a page below this one
  /// Peas                       a page beside this one, else beside the one above it, and so on
  /// ```
  ///
  /// - Parameters:
  ///   - target: The target as it is written.
  ///   - page: The page.
  ///   - way: The places of the names above the page, and its own.
  ///   - context: Finds notes.
  private func find(
    _ target: String, from page: Page, _ way: [Int], _ context: SourceContext
  ) -> MarkdownBody.Target {
    let bare = String(target.prefix { $0 != "#" }).trimmingBlanks()
    if bare.isEmpty || ZimMarkup.isAddress(target) || ZimNotebook.isInterwiki(bare) { return .elsewhere }
    if bare.contains(where: { $0 == "/" || $0 == "\\" }) || bare.hasPrefix("~") {
      return file(target, bare, from: page, context)
    }
    guard let number = number(of: bare, way), let id = context.note(ids[number]) else {
      return .missing(candidates: [])
    }
    return .note(id)
  }

  /// Whether a target leads to a page of another wiki, such as `wp?Bees`.
  private static func isInterwiki(_ target: String) -> Bool {
    guard let mark = target.firstIndex(of: "?"), mark > target.startIndex else { return false }
    return target[..<mark].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
  }

  /// The page of a name, seen from the last of some places; nil where there is none.
  ///
  /// The first part of a name decides where the rest is looked for, even if that isn't there.
  private func number(of name: String, _ way: [Int]) -> Int? {
    if name.hasPrefix(":") { return names.find(name, below: 0).page }
    if name.hasPrefix("+") { return way.last.flatMap { names.find(name.dropFirst(), below: $0).page } }
    for place in way.dropLast().reversed() {
      let found = names.find(name, below: place)
      if found.hasFirst { return found.page }
    }
    return nil
  }

  /// The file at a path, seen from the folder of a page; a page where it is the file of one.
  ///
  /// A path may have a `#` in it, so all of it is tried first. What leads out of the notebook, to the home
  /// folder or to the root of documents, isn't there.
  private func file(
    _ target: String, _ bare: String, from page: Page, _ context: SourceContext
  ) -> MarkdownBody.Target {
    for path in [target.trimmingBlanks(), bare] where !path.hasPrefix("/") && !path.hasPrefix("~") {
      let slashed = String(path.map { $0 == "\\" ? "/" : $0 })
      for spelling in [slashed, RelativePath.withoutEncoding(slashed)] {
        guard let joined = SourcePath.join(page.folder, spelling), let place = tree.place(ofAny: top + joined)
        else { continue }
        if let number = byPlace[place], let id = context.note(ids[number]) { return .note(id) }
        guard let bytes = tree.shownBytes(at: place) else { continue }
        return .file(name: String(tree.files[place].name), bytes: bytes)
      }
    }
    return .missing(candidates: [])
  }
}
