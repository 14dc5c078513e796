internal import SlipBase
internal import SlipExchange
internal import SlipFormats
internal import SlipNotes

/// The Scrivener project that notes of a box came from, as the box keeps it.
///
/// Only projects of format 2.0 count, and only if all notes with such a source have the same.
struct ScrivenerOriginal: Sendable {
  /// The source.
  let source: Source.ID
  /// The binder.
  let project: ScrivenerProject
  /// The items by UUID in upper case.
  private let items: [String: ScrivenerProject.Item]
  /// The places of the items in the binder, by UUID in upper case.
  private let places: [String: Int]
  /// The files.
  private let tree: SourceTree
  /// The path of the project in the container, with a slash at its end; empty for the container itself.
  private let top: String
  /// The path of the project file.
  let projectName: String
  /// Whether all of its notes are exported. Otherwise its files aren't used: they tell of all items.
  let isWhole: Bool

  /// Finds the project; nil where there is none to go back to.
  ///
  /// Nil stands for each of these: no note came from Scrivener, notes came from several projects, the
  /// container has several project files, the format is older, or the project file has faults. The
  /// export then writes a new project from what the box knows.
  ///
  /// - Throws: `SlipError` where what the box keeps of the project is damaged or missing.
  init?(_ box: ContainerBox) throws {
    var sources: Set<Source.ID> = []
    for id in box.notes { if let source = box.box.note(id)?.source { sources.insert(source) } }
    let found = sources.compactMap { box.box.source($0) }.filter {
      ProgramTable.sources.kind(named: $0.format)?.name == SourceKind.scrivener.name
    }
    guard found.count == 1, let source = found.first else { return nil }
    let tree = try box.tree(of: source)
    let files = ScrivenerSource.projectFiles(tree)
    guard files.count == 1, let file = files.first, let bytes = try tree.read(file.path),
      let project = ScrivenerProject(bytes), project.isFormat2, !project.hasFaults
    else { return nil }
    (self.source, self.tree, self.project) = (source.id, tree, project)
    let exported = Set(box.notes)
    isWhole = box.box.notes(from: source.id).allSatisfy(exported.contains)
    (top, projectName) = (String(file.path.dropLast(file.name.count)), String(file.name))
    let keyed = project.items.enumerated().map { ($0.element.id.uppercased(), $0) }
    items = Dictionary(keyed.map { ($0.0, $0.1.element) }, uniquingKeysWith: { first, _ in first })
    places = Dictionary(keyed.map { ($0.0, $0.1.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// The item with a UUID.
  ///
  /// - Returns: Nil where the project has no such item. Upper and lower case of the UUID don't matter.
  func item(_ id: String) -> ScrivenerProject.Item? { items[id.uppercased()] }

  /// The place of an item in the binder.
  ///
  /// - Returns: Nil where the project has no such item.
  func place(_ id: String) -> Int? { places[id.uppercased()] }

  /// The paths of all files.
  ///
  /// They are relative to the project, such as `Files/Data/UUID/content.rtf`.
  var paths: [String] {
    tree.files.map(\.path).filter { $0.hasPrefix(top) }.map { String($0.dropFirst(top.count)) }
  }

  /// The content of a file.
  ///
  /// - Parameter path: The path in the project, as `paths` gives it.
  /// - Returns: The bytes; none where there is no such file.
  /// - Throws: `SlipError` where the kept original can't be read.
  func read(_ path: String) throws(SlipError) -> [UInt8] { try tree.read(top + path) ?? [] }

  /// The item that a folder of the box was made of, by its UUID.
  ///
  /// Folders of a box don't name the item that they came from. The importer derives their ids from the
  /// source and the item's UUID, so that this derivation, done again for each item, tells which is
  /// which.
  func items(ofFolders box: ContainerBox) -> [Folder.ID: String] {
    var found: [Folder.ID: String] = [:]
    for item in project.items {
      let id = UniqueID(namespace: IdentityNamespace.folder, name: source + "//folder/" + item.id)
      if box.box.folder(id) != nil { found[id] = item.id }
    }
    return found
  }

  /// Whether the text of a note is the one that the project has.
  ///
  /// The title counts as well as the body: the import noted a digest of both. A note that was renamed
  /// only, with the title of its item still the one that was imported, counts as unchanged too.
  func isUnchanged(_ note: Note) -> Bool {
    guard note.source == source, let imported = note.imported, let id = note.sourceItem else { return false }
    let isNotes = id.hasSuffix("/notes")
    guard let item = item(isNotes ? String(id.dropLast(6)) : id) else { return false }
    let title = (item.title.isEmpty ? "Untitled" : item.title) + (isNotes ? " – Notes" : "")
    return [note.title, title].contains {
      Note.importedFields(title: $0, body: note.body.digest) == imported
    }
  }

  /// Whether the text of a note is taken from the project as it is.
  func isKept(_ note: Note) -> Bool { isWhole && isUnchanged(note) }

  /// The synopsis of an item, without white space at its ends; nil for an item that the project doesn't have.
  ///
  /// - Throws: `SlipError` where it can't be read.
  func synopsis(of id: String) throws(SlipError) -> String? {
    guard let item = item(id) else { return nil }
    let bytes = try tree.read("\(top)Files/Data/\(item.file)/synopsis.txt") ?? []
    return String(decoding: bytes, as: UTF8.self).trimmingBlanks()
  }

  /// The original project file, if a new one would say the same about all items that aren't in the trash.
  ///
  /// Of items without a note a box knows the title and the place only, so nothing else of them can have changed.
  ///
  /// - Parameters:
  ///   - bytes: The new project file.
  ///   - binder: Its binder.
  func projectFile(ifSame bytes: [UInt8], _ binder: ScrivenerBinder) throws(SlipError) -> [UInt8]? {
    let withNotes = Set(binder.items.filter { $0.note != nil }.map { $0.id.uppercased() })
    guard let new = ScrivenerProject(bytes), Self.facts(new, withNotes) == Self.facts(project, withNotes)
    else {
      return nil
    }
    return try read(projectName)
  }

  /// What a project says about its items.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - withNotes: The UUIDs of items that have notes, in upper case.
  private static func facts(_ project: ScrivenerProject, _ withNotes: Set<String>) -> [String] {
    project.items.filter { !$0.isTrashed }.map { item in
      let place = "\(item.path.map { project.items[$0].id.uppercased() })"
      let id = item.id.uppercased()
      guard withNotes.contains(id) else {
        return [id, item.type, item.title, place, item.search ?? ""].joined(separator: "\n")
      }
      let keywords = item.keywords.compactMap { project.keywords[$0] }.map { keyword in
        // An import gives a color to a keyword without one.
        let color = Keyword.Color(forName: keyword.path.last ?? "")
        let parts = keyword.color ?? [color.red, color.green, color.blue]
        return "\(keyword.path) \(parts.map { Int(($0 * 255).rounded()) })"
      }
      let facts = item.facts.filter { $0.name != NoteFacts.key && $0.name != "label-color" }.map {
        "\($0.name)=\($0.value)"
      }
      let parts = [
        id, item.type, item.title, place, item.search ?? "",
        "\(Set(project.collections[id] ?? []).sorted())",
        "\(item.created?.time.rfc3339 ?? "-") \(item.modified?.time.rfc3339 ?? "-")", item.fileExtension,
        "\(keywords)", "\(facts.sorted())", item.status.flatMap { project.statuses[$0] } ?? "",
        "\(item.references.map { $0.uppercased() }.sorted())", "\(item.addresses.map(\.target).sorted())",
      ]
      return parts.joined(separator: "\n")
    }
  }
}

extension ContainerBox {
  /// The files of a container that notes came from, as the box keeps them.
  ///
  /// - Parameter source: The source that the notes name.
  /// - Returns: The files, unpacked within the limits of the export. An original in pieces (`lifted`)
  ///   is put together again from the blobs of the box.
  /// - Throws: `SlipError` where they can't be restored.
  func tree(of source: Source) throws -> SourceTree {
    let kept = try kept(of: source)
    let name = String(source.path.lastName)
    guard source.isPackage else { return try SourceTree.of(kept, named: name, limits: options.limits) }
    let file = OriginalFile(fact: source.original, lifted: source.lifted, isPackage: true)
    let package = try kept.withUnsafeBytes { bytes in
      try file.package(kept: bytes, limits: options.limits) { try blob($0) }
    }
    return SourceTree.of(package, named: name)
  }
}
