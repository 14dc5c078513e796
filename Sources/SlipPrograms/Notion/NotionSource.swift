internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// Reads an export of Notion: each page is a note, and the pages above it are its folders.
///
/// Identity is the id in the names of files. Links lead to pages by path, or else by that id, also where they are addresses
/// at Notion. Pages of a database have its columns as properties.
struct NotionSource: NoteSource {
  /// The extensions of pages.
  static let pages: Set<String> = ["md", "html"]

  /// The files.
  private let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for the container itself.
  private let top: String
  /// The pages.
  private let places: [Int]
  /// Files that may not be shown by any page.
  private var others: ArraySlice<Int>
  /// Parts that can't be read.
  private var lost: ArraySlice<ReadFaults.Fault>
  /// The next page.
  private var position = 0
  /// The names of files that pages mention.
  private var mentions = FileMentions()
  /// The columns of databases by the folder of their pages.
  private let columns: [String: [String]]

  /// Opens an export.
  ///
  /// A folder `Export-…` at the top, as the archive has it, isn't a folder of notes. The names of
  /// columns are read from the databases at once, since pages can be told from their columns only with
  /// them.
  init(_ tree: SourceTree, _ context: SourceContext) {
    self.tree = tree
    let top = tree.top.hasPrefix("Export-") ? tree.top + "/" : ""
    self.top = top
    let content = tree.files.indices.filter {
      !tree.files[$0].isClutter && tree.files[$0].path.hasPrefix(top)
    }
    /// Whether a file is a page. The list of all pages isn't one.
    func isPage(_ place: Int) -> Bool {
      NotionSource.pages.contains(tree.files[place].path.suffixName)
        && tree.files[place].path != top + "index.html"
    }
    places = content.filter(isPage)
    lost = tree.form == .archive ? tree.failed[...] : []
    others = content.filter { !isPage($0) }[...]
    columns = NotionSource.databases(tree, top, others).compactMapValues { place in
      (tree.soundBytes(at: place)?.array).map { NotionTable(SourceText.utf8($0, context), rows: 0).columns }
    }
  }

  /// The files of databases by the folder of their pages: that of the same name, or that without the id.
  ///
  /// The variant with all rows comes first, since a view may hide columns.
  /// A database `Bees aa71….csv` lies beside the folder `Bees aa71…` or `Bees`.
  ///
  /// - Returns: Places in the tree by path below the top, without a slash at the end.
  private static func databases(_ tree: SourceTree, _ top: String, _ places: ArraySlice<Int>) -> [String: Int]
  {
    var found: [String: Int] = [:]
    for place in places where tree.files[place].path.suffixName == "csv" {
      let path = tree.files[place].path.dropFirst(top.count)
      let name = NotionTree.databaseName(String(path))
      let parent = path.parentPath.isEmpty ? "" : path.parentPath + "/"
      let isAll = path.lastName.stem.utf8.count > name.utf8.count
      for folder in [parent + name, NotionTree.split(name).map { parent + $0.name } ?? ""]
      where !folder.isEmpty {
        if isAll || found[folder] == nil { found[folder] = place }
      }
    }
    return found
  }

  /// Pages come first, then databases that no page mentions, and files that are left out.
  ///
  /// A page is looked through for names of files before it is given, so that at the end it is known which files
  /// nobody mentions. Those are skipped as `notShown`.
  ///
  /// - Throws: `SlipError` where a page can't be read.
  mutating func next() throws(SlipError) -> SourceItem? {
    if let part = lost.popFirst() { return .skipped(SourceSkip(part.path, .damaged)) }
    if position < places.count {
      let place = places[position]
      position += 1
      let text = SourceText.utf8(try tree.bytes(at: place).array)
      // Pages have their titles in them, so none is empty. What it showed would come in as notes of its own.
      if text.isEmpty { return .skipped(SourceSkip(path(place), .damaged)) }
      mentions.look(through: text)
      // Columns name files without any signs around them.
      mentions.lookAround(in: text)
      return .note(entry(place, of: NotionSource.page))
    }
    while let place = others.popFirst() {
      let path = self.path(place)
      if mentions.has(path) { continue }
      guard path.suffixName == "csv", NotionTree.split(NotionTree.databaseName(path)) != nil else {
        return .skipped(SourceSkip(path, .notShown))
      }
      // The variant with all rows belongs to the one with the rows of a view.
      let isVariant = path.lastName.stem.hasSuffix("_all")
      if isVariant {
        let plain = String(path.dropLast(8) + ".csv")
        // A page may show the one with the rows of a view, which is missing then.
        if tree.place(of: top + plain) != nil || mentions.has(plain) { continue }
      }
      return .note(entry(place, of: NotionSource.database))
    }
    return nil
  }

  /// The path of a file below the top.
  private func path(_ place: Int) -> String { String(tree.files[place].path.dropFirst(top.count)) }

  /// The id of a page: that in its name, else its path.
  private static func id(_ path: String) -> String {
    NotionTree.split(NotionTree.databaseName(path))?.id ?? path
  }

  /// The entry of a file.
  ///
  /// - Parameters:
  ///   - place: The place of the file in the tree.
  ///   - read: Makes the note when the import asks for it.
  private func entry(
    _ place: Int, of read: @escaping @Sendable (NotionFile, SourceContext) throws(SlipError) -> SourceNote
  ) -> SourceEntry {
    let folder = String(path(place).parentPath)
    let file = NotionFile(tree: tree, top: top, place: place, database: columns[folder])
    return SourceEntry(
      id: NotionSource.id(file.path), place: file.path, length: tree.files[place].length
    ) { context throws(SlipError) in
      var note = try read(file, context)
      note.folder = file.path.parentPath.split(separator: "/").map { step in
        let parts = NotionTree.split(step)
        return SourceFolder(
          parts.map { $0.name.isEmpty ? String(step) : $0.name } ?? String(step), id: parts?.id)
      }
      note.fileModified = file.tree.files[place].modified
      return note
    }
  }

  /// Reads a page.
  ///
  /// Markdown and HTML have the same facts at their beginning, but in different forms: see `NotionPage`
  /// and `NotionMarkup`. A page in Markdown without a heading has the title of its name.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  private static func page(_ file: NotionFile, _ context: SourceContext) throws(SlipError) -> SourceNote {
    let bytes = try file.tree.bytes(at: file.place).array
    let name = NotionTree.split(file.path.lastName.stem)?.name ?? String(file.path.lastName.stem)
    var found: [Diagnostic] = []
    let text = SourceText.utf8(bytes, context, &found)
    var note = SourceNote(title: name, body: .document(Document()))
    note.diagnostics = found
    note.expectWhole(page: text)
    let find = { (target: String, _: Bool) in file.find(target, context) }
    // Notion writes no words for a link to a page without a title.
    let title = { (stem: String) in NotionTree.split(stem)?.name ?? stem }
    if file.path.suffixName == "html" {
      let page = text.withUnsafeBytes { NotionMarkup($0) }
      if let title = page.title { note.title = title }
      NotionFacts(page.properties).apply(to: &note, file, context)
      var body = MarkdownBody(page.document(context), context, name: title, find: find)
      body.reportRemotePictures(&note)
      body.fill(&note)
    } else {
      let page = NotionPage(text, file.columns)
      if let title = page.title { note.title = title }
      NotionFacts(page.properties).apply(to: &note, file, context)
      var body = MarkdownBody(page.body[...], .formulas, context, name: title, find: find)
      body.reportRemotePictures(&note)
      body.fill(&note)
    }
    file.addVariants(to: &note)
    return note
  }

  /// Makes a note of a database that no page mentions: a table of its rows, and the file.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  private static func database(_ file: NotionFile, _ context: SourceContext) throws(SlipError) -> SourceNote {
    let bytes = try file.tree.bytes(at: file.place).array
    let name = NotionTree.split(NotionTree.databaseName(file.path))?.name ?? file.path
    let table = NotionTable(SourceText.utf8(bytes, context))
    var note = SourceNote(title: name, body: .document(table.document))
    note.files = [SourceFile(name: String(file.path.lastName), bytes: bytes)]
    if table.isCut {
      note.diagnostics.append(
        SourceFault.dropped(
          "The database has more rows than a table shows; all of them are in the attached file."))
    }
    return note
  }
}

/// A file of an export.
struct NotionFile: Sendable {
  /// The files.
  let tree: SourceTree
  /// The folder that everything lies in, with a slash at its end; empty for the container itself.
  let top: String
  /// The place of the file.
  let place: Int
  /// The columns of the database that it is in; nil where no file of one is there.
  let database: [String]?

  /// Its path below the top.
  var path: String { String(tree.files[place].path.dropFirst(top.count)) }

  /// What a link in the page leads to.
  ///
  /// - Parameter target: The target, without percent-encoding.
  ///
  /// - Returns: A note, a file beside the page, `.elsewhere` for an address on the web and an empty
  ///   one, or `.missing`.
  func find(_ target: String, _ context: SourceContext) -> MarkdownBody.Target {
    if Vault.hasScheme(target) {
      let host = target.lowercased().split(separator: "/").dropFirst().first ?? ""
      let isNotion = ["notion.so", "notion.site"].contains { host == $0 || host.hasSuffix("." + $0) }
      guard isNotion, let note = NotionTree.id(inAddress: target).flatMap({ context.note($0) }) else {
        return .elsewhere
      }
      return .note(note)
    }
    for path in [target, String(target.prefix { $0 != "#" && $0 != "?" })] {
      if path.trimmingBlanks().isEmpty { return .elsewhere }
      guard let joined = SourcePath.join(self.path.parentPath, path),
        let place = tree.place(ofAny: top + joined)
      else { continue }
      let found = String(tree.files[place].path.dropFirst(top.count))
      if NotionSource.pages.contains(found.suffixName),
        let note = context.note(NotionTree.split(found.lastName.stem)?.id ?? found)
      {
        return .note(note)
      }
      guard let bytes = tree.shownBytes(at: place) else { break }
      return .file(name: String(tree.files[place].name), bytes: bytes)
    }
    if let note = NotionTree.id(inAddress: target).flatMap({ context.note($0) }) { return .note(note) }
    return .missing(candidates: [])
  }

  /// The columns of the database that the page is in; nil where it is in none, empty where they aren't known.
  ///
  /// A folder belongs to a database if the database's file lies beside it, or if no page does.
  /// Without the database's file, any line with a colon at the beginning of the page may be a column.
  var columns: [String]? {
    let folder = path.parentPath
    guard !folder.isEmpty else { return nil }
    if let database { return database }
    if NotionTree.split(folder.lastName) == nil { return nil }
    let hasPage = NotionSource.pages.contains { tree.place(ofAny: top + folder + "." + $0) != nil }
    return hasPage ? nil : []
  }

  /// Adds the variant with all rows to a page that links to the rows of a view.
  ///
  /// Notion writes `List a1fd….csv` with the rows of a view and `List a1fd…_all.csv` with all. Pages
  /// link to the first one only.
  func addVariants(to note: inout SourceNote) {
    for file in note.linkedFiles.values.sorted(by: { $0.name < $1.name }) where file.name.suffixName == "csv"
    {
      let name = file.name.lastName.stem + "_all.csv"
      let folder = path.dropLast(path.suffixName.count + 1)
      for parent in [folder, path.parentPath] {
        guard let place = tree.place(ofAny: top + parent + (parent.isEmpty ? "" : "/") + name),
          let bytes = tree.soundBytes(at: place)?.array
        else { continue }
        note.files.append(SourceFile(name: String(name), bytes: bytes))
        break
      }
    }
  }
}
