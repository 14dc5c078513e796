internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// Reads an export of Joplin: a file for each note, notebook, tag, attached file, and use of a tag.
///
/// The dates are those that the user sees (`user_created_time`), and not those of the data base. Links and pictures name
/// notes and files by id: `[x](:/<id>)`.
///
/// ```
/// type_   item                     type_   item
/// 1       note                     5       tag
/// 2       notebook                 6       use of a tag: note_id, tag_id
/// 4       attached file            others  settings, searches, keys, revisions: left out
/// ```
///
/// A file that an item describes lies in `resources/<id>.<extension>`, or `.resource/<id>` in the folder of a synchronization.
struct JoplinSource: NoteSource {
  /// All that the notes need.
  struct Library: Sendable {
    /// The files of the container.
    var tree: SourceTree
    /// Notebooks by id.
    var folders: [String: JoplinItem] = [:]
    /// Attached files by id.
    var resources: [String: JoplinItem] = [:]
    /// Where the content of attached files is, by id.
    var files: [String: Int] = [:]
    /// Names of tags by the id of a note.
    var tags: [String: [String]] = [:]
    /// The notes that have a tag of which the file isn't there.
    var lacksTag: Set<String> = []

    /// The notebooks that a note is in, from the top.
    ///
    /// - Parameter folder: The id of the innermost notebook.
    /// - Returns: Empty for an unknown id. A circle of notebooks ends where it would begin again; of notebooks that lie
    ///   too deep, only the innermost are given.
    func path(of folder: String) -> [SourceFolder] {
      var path: [SourceFolder] = []
      var (next, seen): (String, Set<String>) = (folder, [])
      while let item = folders[next], path.count < Limits().folderDepth, seen.insert(next).inserted {
        path.append(SourceFolder(item.title.isEmpty ? "Untitled" : item.title, id: item.id))
        next = item["parent_id"] ?? ""
      }
      return path.reversed()
    }
  }

  /// What the notes need.
  private let library: Library
  /// The notes, in the order of their files.
  private let notes: [(place: Int, id: String, title: String, isTrashed: Bool)]
  /// What comes before them.
  private var pending: [SourceItem]
  /// The next note.
  private var position = 0

  /// The files that may be items: `<32 hexadecimal digits>.md`, at the top or in the one folder of an archive.
  static func items(_ tree: SourceTree) -> [Int] {
    let top = tree.topPath
    return tree.files.indices.filter { place in
      let file = tree.files[place]
      let name = file.path.dropFirst(top.count)
      return file.path.hasPrefix(top) && name.count == 35 && name.hasSuffix(".md")
        && name.dropLast(3).allSatisfy(\.isHexDigit)
    }
  }

  /// Reads everything but the texts of notes.
  ///
  /// - Throws: `SlipError` where an item can't be read, and with `ExchangeCode.encryptedPart` for an export that is
  ///   encrypted throughout.
  ///
  /// Titles of notes are read here, because links are resolved by id only, but people find notes by title. Texts are read
  /// again when the notes are; so memory holds no text longer than that.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    var library = Library(tree: tree)
    var notes: [(place: Int, id: String, title: String, isTrashed: Bool)] = []
    var tagNames: [String: String] = [:]
    var spelled: [String: [String]] = [:]
    var uses: [(note: String, tag: String)] = []
    var (encrypted, skipped): (Int, [SourceItem]) = (0, [])
    var shown: Set<String> = []
    let items = JoplinSource.items(tree)
    for place in items {
      let bytes = SourceText.utf8(try tree.bytes(at: place).array, context)
      guard let item = JoplinItem(bytes) else {
        // Every item ends with its type, so a file without one was cut off, or never written.
        skipped.append(.skipped(SourceSkip(tree.files[place].path, .damaged)))
        continue
      }
      if item["encryption_applied"] == "1" {
        encrypted += 1
        skipped.append(.skipped(SourceSkip(String(tree.files[place].name), .encrypted)))
        continue
      }
      switch item["type_"] {
      case "1":
        if item["is_conflict"] == "1" {
          skipped.append(.skipped(SourceSkip(item.id, .copy)))
          continue
        }
        for path in NoteFacts(item["application_data"].flatMap { JSONValue(Array($0.utf8)) })?.keywords ?? []
        {
          spelled[NoteFacts.folded(path)] = path
        }
        notes.append((place, item.id, item.title, (Int64(item["deleted_time"] ?? "") ?? 0) > 0))
        JoplinSource.addMentions(in: item.body, to: &shown)
      case "2": library.folders[item.id] = item
      case "4": library.resources[item.id] = item
      case "5": tagNames[item.id] = item.title
      case "6": uses.append((item["note_id"] ?? "", item["tag_id"] ?? ""))
      default: break
      }
    }
    guard encrypted == 0 || !notes.isEmpty else {
      throw SlipError(
        .badInput, code: ExchangeCode.encryptedPart,
        "The export is encrypted; export it from Joplin as JEX, which isn't.")
    }
    for use in uses {
      if let name = tagNames[use.tag] {
        library.tags[use.note, default: []].append(name)
      } else {
        library.lacksTag.insert(use.note)
      }
    }
    let own = Set(items)
    for (place, file) in tree.files.enumerated() where !own.contains(place) && !file.isClutter {
      let name = String(file.name.stem)
      if name.count == 32, !file.path.hasSuffix(".md") { library.files[name] = place }
      if !shown.contains(name.lowercased()) { skipped.append(.skipped(SourceSkip(file.path, .notShown))) }
    }
    self.notes = notes
    self.library = library
    let paths = library.folders.keys.sorted().map { SourceItem.folder(library.path(of: $0)) }
    pending =
      (paths
      + tagNames.values.sorted().map {
        .keyword(SourceKeyword(path: spelled[NoteFacts.folded([$0])] ?? [$0]))
      } + skipped)
      .reversed()
  }

  /// Adds the ids that a text mentions: 32 hexadecimal digits behind `:/`, or in an address of Joplin.
  private static func addMentions(in text: ArraySlice<UInt8>, to shown: inout Set<String>) {
    var digits = 0
    for index in text.indices {
      let byte = text[index]
      digits = byte.isASCIIHexDigit ? digits + 1 : 0
      guard digits == 32 else { continue }
      shown.insert(String(decoding: text[(index - 31)...index], as: UTF8.self).lowercased())
    }
  }

  /// Notebooks, tags and what was left out come first, then the notes; nil at the end.
  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    guard position < notes.count else { return nil }
    let (note, library) = (notes[position], library)
    position += 1
    var entry = SourceEntry(
      id: note.id, place: note.id, names: [note.title], length: library.tree.files[note.place].length
    ) { context throws(SlipError) in
      try JoplinSource.note(note.place, library, context)
    }
    entry.isTrashed = note.isTrashed
    return .note(entry)
  }

  /// Reads a note.
  ///
  /// - Parameters:
  ///   - place: The place of its file in the container.
  ///   - library: Notebooks, tags and files.
  ///   - context: Finds the notes that links lead to.
  /// - Throws: `SlipError` with `ExchangeCode.pieceDamaged` where the item can't be read a second time.
  private static func note(
    _ place: Int, _ library: Library, _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    var found: [Diagnostic] = []
    let bytes = SourceText.utf8(try library.tree.bytes(at: place).array, context, &found)
    guard let item = JoplinItem(bytes) else {
      throw SlipError(.badInput, code: ExchangeCode.pieceDamaged, "The item can't be read.")
    }
    var note = SourceNote(title: item.title.isEmpty ? nil : item.title, body: .document(Document()))
    note.diagnostics = found
    note.folder = library.path(of: item["parent_id"] ?? "")
    note.lacksFacts =
      item["parent_id"].map { !$0.isEmpty && library.folders[$0] == nil } ?? false
      || library.lacksTag.contains(item.id)
    note.created = note.date(item["user_created_time"] ?? item["created_time"], context)
    note.modified = note.date(item["user_updated_time"] ?? item["updated_time"], context)
    note.keywords = (library.tags[item.id] ?? []).map { SourceKeyword(path: [$0]) }
    note.properties = properties(item)
    if (Int64(item["deleted_time"] ?? "") ?? 0) > 0 { note.status = .archived }
    let lost = Lost()
    let find = { (target: String, _: Bool) -> MarkdownBody.Target in
      let found = JoplinSource.find(target, library, context)
      lost.note(target, library, found)
      return found
    }
    let facts = NoteFacts(item["application_data"].flatMap { JSONValue(Array($0.utf8)) })
    if facts?.hasDatesOfTask ?? false { note.properties.removeAll { $0.name == "joplin:is_todo" } }
    facts?.apply(to: &note) { context.note($0.replacing("-", with: "")) }
    let original = BundleText.original(item.body, facts)
    for line in original.files {
      let target = String(decoding: line.reversed().prefix(35).reversed(), as: UTF8.self)
      guard case .file(let name, let bytes) = find(target, false) else { continue }
      note.files.append(SourceFile(name: name, bytes: bytes))
    }
    if item["markup_language"] == "2" {
      let result = Array(item.body).withUnsafeBytes {
        HTMLReader.read($0, limits: context.limits, pictures: .program)
      }
      MarkdownBody(result.document, context, find: find).fill(&note)
    } else {
      MarkdownBody(original.text, .joplin, context, find: find).fill(&note)
    }
    note.reportMissing(lost.names)
    return note
  }

  /// The files that a text links to, and that the export lists without having them. Pictures are reported where they are shown.
  private final class Lost {
    private(set) var names: [String] = []

    /// Notes what an address leads to, if it is such a file, or one whose item with its name and kind is missing.
    func note(_ target: String, _ library: Library, _ found: MarkdownBody.Target) {
      let id = String(target.dropFirst(JoplinSource.scheme.count).prefix { $0.isHexDigit })
      guard target.hasPrefix(JoplinSource.scheme) else { return }
      let name: String
      if let item = library.resources[id] {
        guard case .missing = found, item["mime"]?.hasPrefix("image/") != true else { return }
        name = item.title
      } else {
        guard library.files[id] != nil else { return }
        name = id
      }
      if !names.contains(name) { names.append(name) }
    }
  }

  /// What addresses of notes and files begin with.
  private static let scheme = ":/"

  /// What a link leads to: `:/<id>` with or without a place in it, or Joplin's own scheme.
  ///
  /// - Parameters:
  ///   - target: The address.
  ///   - library: The attached files.
  ///   - context: The notes.
  /// - Returns: `elsewhere` for addresses that aren't Joplin's.
  private static func find(
    _ target: String, _ library: Library, _ context: SourceContext
  ) -> MarkdownBody.Target {
    var id = target[...]
    if id.hasPrefix(scheme) {
      id = id.dropFirst(scheme.count)
    } else if AppAddress.scheme(of: target) == "joplin", let value = AppAddress.value("id", in: target) {
      id = value[...]
    } else {
      return .elsewhere
    }
    id = id.prefix { $0.isHexDigit }
    guard id.count == 32 else { return .elsewhere }
    if let note = context.note(String(id)) { return .note(note) }
    guard let place = library.files[String(id)], let bytes = library.tree.shownBytes(at: place) else {
      return .missing(candidates: [])
    }
    let item = library.resources[String(id)]
    let name = [item?["filename"], item?.title].compactMap { $0 }.first { !$0.isEmpty }
    return .file(name: name ?? "", bytes: bytes)
  }

  /// Facts that a slip-box has no field for.
  ///
  /// Latitude and longitude of 0 mean that the place is unknown. Dates of tasks are counts of milliseconds.
  private static func properties(_ item: JoplinItem) -> [Property] {
    var properties: [Property] = []
    /// Adds the property for a field that isn't empty.
    func add(_ field: String, _ name: String, _ kind: Property.Kind) {
      guard let value = item[field], !value.isEmpty else { return }
      properties.append(Property(name, kind, value))
    }
    add("source_url", Property.WellKnown.sourceURL, .uri)
    add("author", Property.WellKnown.author, .text)
    for (field, name) in [
      ("latitude", Property.WellKnown.latitude), ("longitude", Property.WellKnown.longitude),
    ] {
      if let value = item[field].flatMap({ Double($0) }), value != 0 { add(field, name, .number) }
    }
    for (field, name) in [
      ("todo_due", Property.WellKnown.due), ("todo_completed", Property.WellKnown.completed),
    ] {
      guard let count = item[field].flatMap({ Int64($0) }), count > 0,
        let date = SourceDate(count, perSecond: 1_000)
      else { continue }
      properties.append(Property(name, .date, date.time.rfc3339))
    }
    if item["is_todo"] == "1" { properties.append(Property(JoplinTask.isTask, .boolean, "true")) }
    return properties
  }
}
