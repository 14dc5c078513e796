internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipRTF

/// Reads a Scrivener project: a binder with an RTF file for each text.
///
/// An item with items below it becomes a folder, and its own text a note in that folder. Inspector notes are rich text
/// with pictures, so they become a note of their own, which links to the item's. Media items are notes with one file.
/// Snapshots, project notes and settings are in the kept original only.
struct ScrivenerSource: NoteSource {
  /// The files of the project.
  private let files: Files
  /// The binder.
  private let project: ScrivenerProject
  /// What is to come, in reverse order.
  private var pending: [SourceItem]
  /// The place of the next item of the binder.
  private var position = 0
  /// Whether texts were looked for that the binder doesn't list.
  private var hasLookedForStrays = false

  /// The files of a project.
  struct Files: Sendable {
    /// All files.
    var tree: SourceTree
    /// The path of the project within the container, with a slash at its end; empty for the container itself.
    var top: String
    /// Whether files lie by UUID.
    var isFormat2: Bool
    /// The places of files by their paths without extension.
    private let byStem: Deferred<[String: [Int]]>

    /// Begins a project.
    init(tree: SourceTree, top: String, isFormat2: Bool) {
      (self.tree, self.top, self.isFormat2) = (tree, top, isFormat2)
      byStem = Deferred {
        Dictionary(grouping: tree.files.indices, by: { String(tree.files[$0].path.stem) })
      }
    }

    /// The path of a file of an item: `Files/Docs/3_notes.rtf` or `Files/Data/<UUID>/notes.rtf`.
    func path(_ item: ScrivenerProject.Item, _ part: Part) -> String {
      isFormat2
        ? "\(top)Files/Data/\(item.file)/\(part.name2)" : "\(top)Files/Docs/\(item.file)\(part.name1)"
    }

    /// The content of a file of an item; nil where there is none.
    ///
    /// - Throws: `SlipError` where the file is there but can't be read.
    func read(_ item: ScrivenerProject.Item, _ part: Part) throws(SlipError) -> [UInt8]? {
      guard let place = tree.place(ofAny: path(item, part)) else { return nil }
      return try tree.bytes(at: place).array
    }

    /// The content of a media item, and its extension; nil where there is none.
    ///
    /// Where the binder names no extension, the lone file whose name fits the item is taken.
    ///
    /// - Throws: `SlipError` where the file is there but can't be read.
    func media(_ item: ScrivenerProject.Item) throws(SlipError) -> (bytes: [UInt8], suffix: String)? {
      if let bytes = try read(item, .media(item.fileExtension)) { return (bytes, item.fileExtension) }
      guard item.fileExtension.isEmpty else { return nil }
      let found = (byStem.value[path(item, .media(""))] ?? []).filter {
        !["comments", "styles", "links"].contains(tree.files[$0].path.suffixName)
      }
      guard found.count == 1, let place = found.first else { return nil }
      return (try tree.bytes(at: place).array, tree.files[place].path.suffixName)
    }

    /// Whether there is such a file with a text in it. The program leaves files of RTF behind whose text was deleted.
    func hasText(_ item: ScrivenerProject.Item, _ part: Part) -> Bool {
      guard let place = tree.place(ofAny: path(item, part)) else { return false }
      // One without bytes, and one that can't be read is reported when its note is read.
      guard let bytes = tree.soundBytes(at: place) else { return true }
      return bytes.withBytes { bytes in
        guard RTFProbe.isRTF(bytes) else { return true }
        var faults = DiagnosticSink()
        return RTFPlainText.extract(bytes, limits: Limits(), diagnostics: &faults).contains { $0 > 0x20 }
      }
    }

    /// Whether there is such a file, and it isn't empty.
    func has(_ item: ScrivenerProject.Item, _ part: Part) -> Bool {
      tree.place(ofAny: path(item, part)).map { tree.files[$0].length > 0 } ?? false
    }
  }

  /// A file of an item.
  enum Part {
    /// The text, its synopsis, notes and comments.
    case content, synopsis, notes, comments
    /// A picture or other file, with its extension.
    case media(String)

    /// The name in format 2.0.
    var name2: String {
      switch self {
      case .content: "content.rtf"
      case .synopsis: "synopsis.txt"
      case .notes: "notes.rtf"
      case .comments: "content.comments"
      case .media(let suffix): suffix.isEmpty ? "content" : "content." + suffix
      }
    }
    /// What follows the number in the formats 1.x.
    var name1: String {
      switch self {
      case .content: ".rtf"
      case .synopsis: "_synopsis.txt"
      case .notes: "_notes.rtf"
      case .comments: ".comments"
      case .media(let suffix): suffix.isEmpty ? "" : "." + suffix
      }
    }
  }

  /// The project files of a container, `NAME.scrivx`: at its top, or in the folder of an archive that all else lies in,
  /// too.
  ///
  /// Empty for a single file, and for a container without any.
  static func projectFiles(_ tree: SourceTree) -> [SourceTree.File] {
    guard tree.form != .file else { return [] }
    let files = tree.files.filter { $0.name.lowercased().hasSuffix(".scrivx") && !$0.isClutter }
    guard tree.form == .archive else { return files.filter { !$0.path.contains("/") } }
    guard let folder = files.map({ $0.path.parentPath }).min(by: { $0.utf8.count < $1.utf8.count }),
      folder.isEmpty || tree.files.allSatisfy({ $0.isClutter || $0.path.hasPrefix(folder + "/") })
    else { return [] }
    return files.filter { $0.path.parentPath == folder }
  }

  /// Whether a folder is a project by its name and its texts, but has no project file. Texts without their binder would be notes
  /// without titles, with those of the trash and of snapshots among them.
  static func isBroken(_ tree: SourceTree) -> Bool {
    tree.form == .folder && tree.name.suffixName == "scriv"
      && tree.files.contains { $0.path.hasPrefix("Files/") && !$0.isClutter }
  }

  /// Opens a project.
  ///
  /// - Throws: `SlipError` where no project file can be read.
  ///
  /// Renamed projects sometimes leave their old project file behind. Of several, the one that was changed last counts.
  ///
  /// Keywords come before the items of the binder, in the order of the project.
  init(_ tree: SourceTree, _ context: SourceContext) throws(SlipError) {
    var best: (project: ScrivenerProject, modified: Timestamp)?
    let candidates = ScrivenerSource.projectFiles(tree)
    for file in candidates {
      guard let bytes = try tree.read(file.path), let project = ScrivenerProject(bytes) else { continue }
      let modified = project.modified ?? Timestamp(microseconds: .min)
      if best.map({ $0.modified < modified }) ?? true { best = (project, modified) }
    }
    guard let project = best?.project else {
      throw SlipError(
        .badInput, code: ExchangeCode.badContainer,
        "The project file (.scrivx) of the Scrivener project is missing or can't be read; take it from a backup."
      )
    }
    self.project = project
    let top = candidates.first?.path.parentPath ?? ""
    files = Files(tree: tree, top: top.isEmpty ? "" : top + "/", isFormat2: project.isFormat2)
    pending = project.keywordOrder.compactMap { project.keywords[$0] }.map { .keyword($0) }.reversed()
    if candidates.count > 1 {
      pending.append(
        .finding(SourceFault.several("The folder has several project files; the newest one was read.")))
    }
    let snapshots = tree.files.count {
      $0.path.hasPrefix(files.top + "Snapshots/") && $0.path.suffixName == "rtf" && !$0.isClutter
    }
    if snapshots > 0 {
      pending.append(
        .finding(SourceFault.dropped("The project has \(snapshots) snapshots; their originals are kept.")))
    }
    if !project.isWhole {
      pending.append(
        .finding(SourceFault.cut("The project file is damaged or cut off; what is there was read.")))
    }
    if project.hasFaults {
      pending.append(
        .finding(SourceFault.damaged("An item of the binder occurs twice or lies too deep; it was left out."))
      )
    }
  }

  /// The next keyword, finding, folder or note; nil at the end.
  ///
  /// - Throws: Nothing of its own: notes are read later.
  mutating func next() throws(SlipError) -> SourceItem? {
    while true {
      if let item = pending.popLast() { return item }
      guard position < project.items.count else {
        if hasLookedForStrays { return nil }
        hasLookedForStrays = true
        pending = strays().reversed()
        continue
      }
      position += 1
      pending = items(at: position - 1).reversed()
    }
  }

  // MARK: Items

  /// The folder of texts that the binder doesn't list, as the program calls it when it finds them.
  private static let recovered = "Recovered"

  /// The texts that lie in the project and that its binder doesn't list: after a failed synchronization or a crash, nobody would see
  /// them otherwise.
  private func strays() -> [SourceItem] {
    let known = Set(project.items.map { $0.file.lowercased() })
    let prefix = files.top + (files.isFormat2 ? "Files/Data/" : "Files/Docs/")
    var found: [SourceItem] = []
    for file in files.tree.files where file.path.hasPrefix(prefix) && !file.isClutter {
      let rest = file.path.dropFirst(prefix.count)
      let key = files.isFormat2 ? String(rest.parentPath) : String(rest.stem)
      let isText =
        files.isFormat2
        ? rest.lastName == "content.rtf" && !key.contains("/")
        : rest.suffixName == "rtf" && key.utf8.allSatisfy(\.isASCIIDigit)
      guard isText, !key.isEmpty, !known.contains(key.lowercased()) else { continue }
      let item = ScrivenerProject.Item(file: key, id: key, type: "Text", title: "")
      if files.hasText(item, .content) {
        found.append(.note(entry(item, in: [SourceFolder(ScrivenerSource.recovered)])))
      }
    }
    guard !found.isEmpty else { return [] }
    let finding = SourceFault.several(
      "The project has \(found.count) texts that its binder doesn't list; they are in the folder “\(ScrivenerSource.recovered)”."
    )
    return [.finding(finding)] + found
  }

  /// What an item of the binder gives: a folder, a note, and its inspector notes.
  ///
  /// A folder gives a note only if it has a text, synopsis, notes, comments or keywords. A text always gives one, even
  /// if nothing was typed yet.
  ///
  /// - Parameter place: The number of the item in the binder's order.
  /// - Returns: What it gives, in order; nothing for the trash itself.
  private func items(at place: Int) -> [SourceItem] {
    let item = project.items[place]
    if item.type == "TrashFolder" || item.isAttachment && !item.path.isEmpty { return [] }
    var found: [SourceItem] = []
    let isFolder = item.hasChildren || item.type.hasSuffix("Folder")
    if isFolder, !item.isTrashed { found.append(.folder(folders(item.path + [place]))) }
    let hasNotes = files.hasText(item, .notes)
    let hasOwn =
      !isFolder || files.tree.place(ofAny: files.path(item, .content)) != nil || files.has(item, .synopsis)
      || hasNotes
      || files.has(item, .comments) || !item.keywords.isEmpty || item.type == "Text"
    guard hasOwn else { return found }
    var folder = folders(item.path)
    if isFolder { folder = folders(item.path + [place]) }
    found.append(.note(entry(item, in: folder)))
    if hasNotes { found.append(.note(notesEntry(item, in: folder))) }
    return found
  }

  /// The folders for items of the binder.
  ///
  /// - Parameter path: The numbers of items, the outermost first.
  /// - Returns: Their folders. An item without a title is called “Untitled”.
  private func folders(_ path: [Int]) -> [SourceFolder] {
    path.map { place in
      let item = project.items[place]
      var folder = SourceFolder(item.title.isEmpty ? "Untitled" : item.title, id: item.id, order: item.order)
      if let search = item.search.flatMap({ JSONValue(Array($0.utf8)) }) {
        folder.properties = [Property.WellKnown.search, Property.WellKnown.predicate].compactMap { name in
          search[name]?.string.map { Property(name, .text, $0) }
        }
      }
      return folder
    }
  }

  /// The note of an item.
  ///
  /// The length is that of the text's file; it is 0 where there is none.
  private func entry(_ item: ScrivenerProject.Item, in folder: [SourceFolder]) -> SourceEntry {
    let (project, files) = (project, files)
    var entry = SourceEntry(
      id: item.id, place: item.id, names: [],
      length: files.tree.place(ofAny: files.path(item, .content)).map { files.tree.files[$0].length } ?? 0
    ) { context throws(SlipError) in
      try ScrivenerSource.note(item, folder, project, files, context)
    }
    entry.isTrashed = item.isTrashed
    return entry
  }

  /// The note of an item's inspector notes.
  ///
  /// Its id is that of the item with `/notes` behind it, so that it stays the same in later imports.
  private func notesEntry(_ item: ScrivenerProject.Item, in folder: [SourceFolder]) -> SourceEntry {
    let files = files
    var entry = SourceEntry(id: item.id + "/notes", place: item.id + "/notes") { context throws(SlipError) in
      let bytes = try files.read(item, .notes) ?? []
      var note = SourceNote(
        title: (item.title.isEmpty ? "Untitled" : item.title) + " – Notes", body: .rtf(bytes))
      guard !bytes.isEmpty else {
        throw SlipError(.badInput, code: ExchangeCode.pieceDamaged, "The file of the notes is empty.")
      }
      note.folder = folder
      note.body = .rtf(ScrivenerText.relinked(bytes, [:], &note, context))
      (note.created, note.modified) = (item.created?.time, item.modified?.time)
      note.relations = context.note(item.id).map { [$0] } ?? []
      return note
    }
    entry.isTrashed = item.isTrashed
    return entry
  }

  /// Reads the note of an item.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - folder: The folders that the note is in.
  ///   - project: The binder, for names of keywords and statuses.
  ///   - files: The files of the project.
  ///   - context: Finds the notes that links lead to.
  /// - Throws: `SlipError` where a file can't be read.
  private static func note(
    _ item: ScrivenerProject.Item, _ folder: [SourceFolder], _ project: ScrivenerProject, _ files: Files,
    _ context: SourceContext
  ) throws(SlipError) -> SourceNote {
    var note = SourceNote(
      title: item.title.isEmpty ? nil : item.title, body: .document(Document()))
    note.folder = folder
    let isMedia = !["Text", "Folder", "DraftFolder", "ResearchFolder", "TrashFolder"].contains(item.type)
    if isMedia, item.fileExtension != "rtf" {
      try takeMedia(item, files, &note)
    } else {
      let comments =
        try files.read(item, .comments).map { ScrivenerText.comments(in: $0, of: &note) } ?? [:]
      let attached = try attachments(of: item, project, files, &note)
      let text = try files.read(item, .content)
      // What the text refers to is in a file of its own.
      if comments.isEmpty, let text, text.firstRange(of: Array("scrivcmt:".utf8)) != nil {
        note.diagnostics.append(SourceFault.missingFile("The file with the comments of the text is missing."))
      }
      note.body = ScrivenerText.body(text ?? [], comments, attached, &note, context)
      // A document in which nothing was typed yet has no file. One without bytes is damaged.
      note.lacksText = text == nil
      if text?.isEmpty == true {
        note.diagnostics.append(SourceFault.cut("The file with the text is empty."))
      }
    }
    if !project.isWhole {
      note.diagnostics.append(
        SourceFault.cut("The project file is damaged or cut off; what is there was read."))
    }
    note.keywords = item.keywords.compactMap { project.keywords[$0] }
    if let synopsis = try files.read(item, .synopsis) {
      let text = String(decoding: synopsis, as: UTF8.self).trimmingBlanks()
      if !text.isEmpty { note.properties.append(Property(Property.WellKnown.summary, .text, text)) }
    }
    facts(item, project, &note)
    if let status = item.status.flatMap({ project.statuses[$0] }), !status.isEmpty, item.status != "-1" {
      note.status = ScrivenerProject.status(status)
      note.properties.append(Property("scrivener:status", .text, status))
    }
    if let facts = NoteFacts(
      item.facts.first { $0.name == NoteFacts.key }.flatMap { JSONValue(Array($0.value.utf8)) })
    {
      if facts["own-status"]?.isTrue ?? false { note.properties.removeAll { $0.name == "scrivener:status" } }
      facts.apply(to: &note) { context.note($0.uppercased()) }
    }
    if item.isTrashed { note.status = .archived }
    note.relations = item.references.compactMap { context.note($0) }
    for missing in item.references where context.note(missing) == nil {
      note.unresolved.append(SourceLink(missing))
    }
    return note
  }

  /// Adds dates, fields, addresses and collections.
  ///
  /// Names of properties begin with `scrivener:`. A date without a zone marks the whole note.
  private static func facts(
    _ item: ScrivenerProject.Item, _ project: ScrivenerProject, _ note: inout SourceNote
  ) {
    (note.created, note.modified) = (item.created?.time, item.modified?.time)
    note.zoneIsUnknown = [item.created, item.modified].contains { $0?.hasZone == false }
    note.properties += item.facts.filter { $0.name != NoteFacts.key }.map {
      Property("scrivener:" + $0.name, .text, $0.value)
    }
    note.properties += item.addresses.map { Property("scrivener:reference", .uri, $0.target) }
    let collections = project.collections[item.id.uppercased()] ?? project.collections[item.file] ?? []
    note.properties += collections.map { Property("scrivener:collection", .text, $0) }
  }

  /// Adds the files of an item that are items below it, as this program writes them.
  ///
  /// - Returns: The addresses of the files in the bundle, by the UUID of their items in upper case.
  private static func attachments(
    of item: ScrivenerProject.Item, _ project: ScrivenerProject, _ files: Files, _ note: inout SourceNote
  ) throws(SlipError) -> [String: String] {
    var addresses: [String: String] = [:]
    for place in item.attachments {
      let file = project.items[place]
      guard let bytes = try files.read(file, .media(file.fileExtension)), !bytes.isEmpty else {
        note.diagnostics.append(SourceFault.missingFile("The file of a media item is missing."))
        continue
      }
      let name = file.fileExtension.isEmpty ? file.title : file.title + "." + file.fileExtension
      note.files.append(SourceFile(name: name, bytes: bytes))
      let made = ItemImporter.attachment(bytes, named: name)
      addresses[file.id.uppercased()] = PayloadPath.blobFromBody(made.payload.fact.digest, made.fileExtension)
    }
    return addresses
  }

  /// Takes the picture or file of a media item.
  ///
  /// The file is named after the item, with the extension that the binder says. It is missing in many projects that were shared,
  /// since media files are large.
  private static func takeMedia(
    _ item: ScrivenerProject.Item, _ files: Files, _ note: inout SourceNote
  ) throws(SlipError) {
    guard let (bytes, suffix) = try files.media(item), !bytes.isEmpty else {
      note.diagnostics.append(SourceFault.missingFile("The file of a media item is missing."))
      return
    }
    let title = item.title.isEmpty ? "file" : item.title
    let hasSuffix = title.lowercased().hasSuffix("." + suffix)
    let name = hasSuffix || suffix.isEmpty ? title : title + "." + suffix
    note.body = .document(Document(showing: bytes, named: name))
  }
}
