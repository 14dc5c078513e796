internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import ZipContainer

/// The rows of a backup of UpNote.
struct UpNoteBackup: Sendable {
  /// The files of the container.
  private let tree: SourceTree
  /// The folder that `data` and `files` are in, with a slash at its end; empty for the top.
  private let base: String
  /// The notes that aren't deleted.
  private(set) var notes: [JSONValue] = []
  /// Their ids, told apart.
  private(set) var ids: [String] = []
  /// Notebooks by id.
  private var notebooks: [String: JSONValue] = [:]
  /// The notebooks of notes, in order.
  private var places: [String: [String]] = [:]
  /// Names of files by id.
  private var names: [String: String] = [:]
  /// What was damaged.
  private(set) var findings: [Diagnostic] = []

  /// What the rows begin with.
  private static let version = Array("version:2".utf8)
  /// The largest backup, in bytes.
  private static let longest = 1 << 30

  /// The place of the newest backup that begins as one; nil where there is none.
  static func newest(_ tree: SourceTree) -> Int? { all(tree).first { isBackup(tree, $0) } }

  /// The places of all backups, the newest first.
  private static func all(_ tree: SourceTree) -> [Int] {
    let all = tree.files.indices.filter {
      tree.files[$0].path.suffixName == "upnx" && !tree.files[$0].isClutter
    }
    /// The number in the name of a file.
    func number(_ place: Int) -> Int { Int(tree.files[place].name.stem) ?? 0 }
    return all.sorted { number($0) > number($1) }
  }

  /// Whether a file begins as a backup.
  private static func isBackup(_ tree: SourceTree, _ place: Int) -> Bool {
    guard tree.files[place].length <= longest, let bytes = tree.soundBytes(at: place)?.array,
      bytes.starts(with: [0x1F, 0x8B]),
      let start = Inflation.unpack(bytes.prefix(4_096).map { $0 }, .gzip, limit: 64)
    else { return false }
    return start.bytes.starts(with: version)
  }

  /// Reads the rows.
  ///
  /// - Throws: `SlipError` where the file can't be unpacked.
  init(_ tree: SourceTree, _ place: Int, _ context: SourceContext) throws(SlipError) {
    self.tree = tree
    let folder = tree.files[place].path.parentPath
    base = folder.lastName == "data" ? folder.parentPath + (folder.parentPath.isEmpty ? "" : "/") : ""
    let limit = min(UpNoteBackup.longest, context.limits.packageBytes)
    guard let result = Inflation.unpack(try tree.bytes(at: place).array, .gzip, limit: limit) else {
      throw SlipError(.badInput, code: ExchangeCode.badContainer, "The backup can't be unpacked.")
    }
    if !result.isComplete {
      findings.append(SourceFault.cut("The backup is cut off; what is there was read."))
    }
    for newer in UpNoteBackup.all(tree).prefix(while: { $0 != place }) {
      findings.append(
        SourceFault.cut("The newer backup \(tree.files[newer].path) can't be read; an older one was."))
    }
    var lists: [(notebook: String, notes: [String])] = []
    var repeated = RepeatedIDs()
    var damaged = 0
    result.bytes.withUnsafeBytes { bytes in
      for line in bytes.split(separator: 0x0A).dropFirst() where !line.allSatisfy({ LooseXML.isSpace($0) }) {
        do throws(SlipError) {
          let row = try SourceJSON.value(UnsafeRawBufferPointer(rebasing: line))
          take(row, &lists, &repeated)
        } catch { damaged += 1 }
      }
    }
    for list in lists {
      for note in list.notes where places[note]?.contains(list.notebook) != true {
        places[note, default: []].append(list.notebook)
      }
    }
    if damaged > 0 {
      findings.append(SourceFault.cut("\(damaged) lines of the backup are no JSON; they were left out."))
    }
  }

  /// Takes a row. Deleted ones are only marks for other devices.
  private mutating func take(
    _ row: JSONValue, _ lists: inout [(notebook: String, notes: [String])], _ repeated: inout RepeatedIDs
  ) {
    guard let data = row["data"], !(data["deleted"]?.isTrue ?? false) else { return }
    let id = data["id"]?.string ?? ""
    switch row["type"]?.string {
    case "notes":
      notes.append(data)
      ids.append(repeated.next(id))
    case "notebooks": notebooks[id] = data
    case "organizers":
      if let note = data["noteId"]?.string, let notebook = data["notebookId"]?.string {
        places[note, default: []].append(notebook)
      }
    case "lists":
      let prefix = "notebooks_"
      guard id.hasPrefix(prefix), let content = data["content"]?.string,
        let list = JSONValue(Array(content.utf8))?.array
      else { return }
      lists.append((String(id.dropFirst(prefix.count)), list.compactMap(\.string)))
    case "files": names[id] = data["name"]?.string
    default: break
    }
  }

  /// What is in the container beside the backup.
  var strangers: [SourceItem] {
    tree.strangers { path in
      path.suffixName == "upnx" || path.hasPrefix(base + "files/") || path.hasPrefix(base + "data/")
    }
  }

  /// All notebooks, as paths.
  var folders: [[SourceFolder]] { notebooks.keys.sorted().map { path(of: $0) } }

  /// The notebooks down to one. A circle of notebooks ends where it would begin again.
  private func path(of notebook: String) -> [SourceFolder] {
    var path: [SourceFolder] = []
    var (next, seen): (String, Set<String>) = (notebook, [])
    while let item = notebooks[next], path.count < Limits().folderDepth, seen.insert(next).inserted {
      let title = item["title"]?.string ?? ""
      path.append(SourceFolder(title.isEmpty ? "Untitled" : title, id: next))
      next = item["parent"]?.string ?? ""
    }
    return path.reversed()
  }

  /// The HTML of a note; where it has none, its plain text.
  private static func html(_ note: JSONValue) -> String {
    let html = note["html"]?.string ?? ""
    if !html.trimmingBlanks().isEmpty { return html }
    let lines = (note["text"]?.string ?? "").split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.map { "<div>\(MarkupFilter.escaped(String($0)))</div>" }.joined()
  }

  /// Whether there is anything in a note.
  func hasContent(_ note: JSONValue) -> Bool {
    if !(note["title"]?.string ?? "").trimmingBlanks().isEmpty { return true }
    let html = UpNoteBackup.html(note)
    if ["<img", "data-file-id", "<hr", "<table"].contains(where: { html.contains($0) }) { return true }
    return !UpNoteText(html, "", SourceContext()) { _ in nil }.document.line.isEmpty
  }

  /// Makes a note.
  func note(_ place: Int, _ context: SourceContext) -> SourceNote {
    let json = notes[place]
    let title = (json["title"]?.string ?? "").trimmingBlanks()
    var note = SourceNote(title: title.isEmpty ? nil : title, body: .document(Document()))
    note.created = note.date(json["createdAt"]?.int, perSecond: 1_000)
    note.modified = note.date(json["updatedAt"]?.int, perSecond: 1_000)
    note.isFavorite = json["pinned"]?.isTrue ?? false || json["bookmarked"]?.isTrue ?? false
    if json["pinned"]?.isTrue ?? false {
      note.properties.append(Property(Property.WellKnown.pinned, .boolean, "true"))
    }
    if json["trashed"]?.isTrue ?? false { note.status = .archived }
    if json["isTemplate"]?.isTrue ?? false {
      note.properties.append(Property("upnote:template", .boolean, "true"))
    }
    let all = (places[json["id"]?.string ?? ""] ?? []).filter { notebooks[$0] != nil }
    if let first = all.first { note.folder = path(of: first) }
    for other in all.dropFirst() {
      let path = path(of: other).map(\.name).joined(separator: "/")
      note.properties.append(Property("upnote:notebook", .text, path))
    }
    let text = UpNoteText(UpNoteBackup.html(json), title, context) { file($0) }
    text.fill(&note)
    note.lacksText = json["html"] == nil && json["text"] == nil
    // Tags that the program lists count; the text may spell them otherwise.
    let listed = (json["tagLinks"]?["__value__"]?.array ?? []).compactMap(\.string)
    note.keywords = (listed.isEmpty ? text.tags : listed).compactMap {
      SourceKeyword(nested: $0.hasPrefix("#") ? String($0.dropFirst()) : $0)
    }
    return note
  }

  /// The file that an address of the program shows: `files/<uuid>.<extension>`.
  private func file(_ name: String) -> (name: String, bytes: [UInt8])? {
    guard let place = tree.place(ofAny: base + "files/" + name), let bytes = tree.shownBytes(at: place)
    else {
      return nil
    }
    let id = name.stem + "__" + name.suffixName
    return (names[String(id)] ?? name, bytes)
  }
}
