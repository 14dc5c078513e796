internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipRTF
internal import SlipRTFD

/// The binder of a new project: folders, notes, and files of notes as items below them.
///
/// Items lie in one array and refer to each other by their places in it. So nothing here is recursive,
/// however deep folders lie.
struct ScrivenerBinder: Sendable {
  /// An item.
  struct Item: Sendable {
    /// The UUID in upper case.
    var id: String
    /// `Text`, `Folder`, `Image` and so on.
    var type: String
    /// The title.
    var title: String
    /// The note whose text it has; nil for none.
    var note: Note.ID?
    /// The note with its inspector notes; nil for none.
    var inspectorNote: Note.ID?
    /// When a folder was created; nil when unknown.
    var created: Timestamp?
    /// When a folder was last changed; nil when unknown.
    var modified: Timestamp?
    /// What the project that a folder came from says of it: names and values.
    var facts: [(name: String, value: String)] = []
    /// The extension of the file that it had in its project; empty for none.
    var fileExtension = ""
    /// The file of a note that it is; nil for others.
    var media: Media?
    /// The saved search of the folder that it is; nil for none.
    var search: Search?
    /// The places of the items in it.
    var children: [Int] = []
  }

  /// A saved search of a folder.
  struct Search: Sendable {
    /// What is searched for, as JSON on a line: `{"search":"bees"}`.
    var facts: String
    /// The UUIDs of the items that it finds.
    var items: [String]
  }

  /// A file of a note.
  struct Media: Sendable {
    /// The blob.
    var attachment: Attachment.ID
    /// The extension.
    var suffix: String
  }

  /// The items; an item stands before those in it.
  private(set) var items: [Item] = []
  /// The places of the items at the top, in order.
  private(set) var roots: [Int] = []
  /// The UUID of each note's item.
  private(set) var ids: [Note.ID: String] = [:]
  /// The items of files that texts link to, by note and blob.
  private var media: [Note.ID: [Attachment.ID: String]] = [:]

  /// What every project has at its top.
  private static let standard = [
    ("DraftFolder", "Draft"), ("ResearchFolder", "Research"), ("TrashFolder", "Trash"),
  ]

  /// Builds the binder.
  ///
  /// ```
  /// Draft       DraftFolder      what every project has; added where the box has none
  ///   Bees      Text             a note
  ///     bee     Image            a file of the note that its text can't hold
  /// Research    ResearchFolder
  /// Trash       TrashFolder
  /// ```
  ///
  /// - Parameters:
  ///   - box: What is exported.
  ///   - original: The project that notes came from. Its items keep their UUIDs, types and order; nil
  ///     for none.
  ///
  /// - Throws: `SlipError` where the body of a note with attachments can't be read.
  init(_ box: ContainerBox, _ original: ScrivenerOriginal?) throws {
    let known = original?.items(ofFolders: box) ?? [:]
    let top = ScrivenerBinder.top(of: box, known)
    var folders: [Folder.ID: Int] = [:]
    for id in box.folders where id != top {
      guard let folder = box.box.folder(id) else { continue }
      let item = known[id].flatMap { original?.item($0) }
      var new = Item(
        id: (known[id] ?? id.description).uppercased(), type: item?.type ?? "Folder", title: folder.name)
      new.created = item?.created?.time ?? folder.created
      (new.modified, new.facts) = (item?.modified?.time, item?.facts ?? [("in-compile", "true")])
      if let item, item.title.isEmpty, folder.name == "Untitled" { new.title = "" }
      folders[id] = add(new, in: folder.parent.flatMap { folders[$0] })
    }
    try addNotes(box, original, folders, known)
    for search in box.searches {
      guard let place = folders[search.folder] else { continue }
      let facts = JSONValue.object(search.properties.map { ($0.name, .string($0.value)) })
      items[place].search = Search(
        facts: ((try? JSONText.line(facts)) ?? "").trimmingBlanks(),
        items: search.notes.compactMap { ids[$0] })
    }
    if let original { sort { original.place($0) } }
    addStandard(original)
  }

  /// Adds an item.
  ///
  /// - Parameter parent: The place of the item that it is in; nil for the top.
  ///
  /// - Returns: The place of the new item in `items`.
  private mutating func add(_ item: Item, in parent: Int?) -> Int {
    items.append(item)
    let place = items.count - 1
    if let parent { items[parent].children.append(place) } else { roots.append(place) }
    return place
  }

  /// The folder that an import made for the whole project: the only one at the top, with folders of the project in it, or with
  /// its name where all notes came from an older project. Nil for none.
  /// Such a folder stands for the project itself, and the new project would have it one level too deep.
  ///
  /// - Parameters:
  ///   - box: What is exported.
  ///   - known: The folders that were items of the project, with the UUIDs of those.
  private static func top(of box: ContainerBox, _ known: [Folder.ID: String]) -> Folder.ID? {
    let roots = box.folders.filter { box.box.folder($0)?.parent == nil }
    guard roots.count == 1, let root = roots.first, known[root] == nil,
      !box.notes.contains(where: { box.box.note($0)?.folder == nil })
    else { return nil }
    return !known.isEmpty || name(ofProjectIn: box) == box.box.folder(root)?.name ? root : nil
  }

  /// The name of the project that all notes came from; nil where there is none.
  private static func name(ofProjectIn box: ContainerBox) -> String? {
    let sources = Set(box.notes.map { box.box.note($0)?.source })
    guard sources.count == 1, let source = sources.first.flatMap({ $0 }).flatMap({ box.box.source($0) }),
      ProgramTable.sources.kind(named: source.format)?.name == SourceKind.scrivener.name
    else { return nil }
    return String(source.path.lastName.stem)
  }

  /// Adds the notes.
  ///
  /// A note that was the text of a folder becomes that folder's text again. A note that was the notes
  /// in the inspector of an item (`UUID/notes`, with ` – Notes` behind its title) becomes these again,
  /// if the item is still there; otherwise it becomes an item of its own. Every other note is an item
  /// of the type `Text`.
  ///
  /// - Parameters:
  ///   - box: What is exported.
  ///   - original: The project that notes came from; nil for none.
  ///   - folders: The places of the items of folders.
  ///   - known: The folders that were items of the project, with the UUIDs of those.
  /// - Throws: `SlipError` where a note or the body of a note with attachments can't be read.
  private mutating func addNotes(
    _ box: ContainerBox, _ original: ScrivenerOriginal?, _ folders: [Folder.ID: Int],
    _ known: [Folder.ID: String]
  ) throws {
    var taken = Set(items.map(\.id))
    var inspector: [(item: String, note: Note.ID)] = []
    var places: [String: Int] = [:]
    for id in box.notes {
      let note = try box.note(id)
      let own = note.source != nil && note.source == original?.source ? note.sourceItem : nil
      if let own, own.hasSuffix("/notes"), note.title.hasSuffix(" – Notes") {
        inspector.append((String(own.dropLast(6)), id))
        continue
      }
      let item = own.flatMap { original?.item($0) }
      if let folder = note.folder, let place = folders[folder], let own, known[folder] == own {
        items[place].note = id
        (ids[id], places[own]) = (items[place].id, place)
        items[place].title =
          item?.title.isEmpty == true && original?.isUnchanged(note) == true ? "" : note.title
      } else {
        let uuid = (item?.id ?? id.description).uppercased()
        let isFree = taken.insert(uuid).inserted
        var new = Item(
          id: isFree ? uuid : id.description.uppercased(), type: "Text", title: note.title, note: id)
        if let item, isFree, original?.isUnchanged(note) == true {
          (new.type, new.fileExtension) = (item.type, item.fileExtension)
          if item.title.isEmpty { new.title = "" }
        }
        ids[id] = new.id
        let place = add(new, in: note.folder.flatMap { folders[$0] })
        if let own { places[own] = place }
      }
    }
    for (item, note) in inspector {
      if let place = places[item] {
        items[place].inspectorNote = note
        ids[note] = items[place].id
      } else {
        let title = box.box.note(note)?.title ?? ""
        let folder = box.box.note(note)?.folder
        ids[note] = note.description.uppercased()
        _ = add(
          Item(id: note.description.uppercased(), type: "Text", title: title, note: note),
          in: folder.flatMap { folders[$0] })
      }
    }
    for place in items.indices {
      for id in [items[place].note, items[place].inspectorNote] {
        if let id { try addFiles(of: try box.note(id), box, original, in: place) }
      }
    }
  }

  /// Adds the files of a note that its text can't hold, as items below it.
  ///
  /// Which files the text holds depends on where it comes from: a kept text shows what it showed in its
  /// project, and a new text holds those pictures that RTF can embed. The UUID of such an item follows
  /// from the note, the digest and the name, so that it is the same in each export.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - box: What is exported.
  ///   - original: The project that notes came from; nil for none.
  ///   - place: The place of the note's item.
  /// - Throws: `SlipError` where the body can't be read.
  private mutating func addFiles(
    of note: Note, _ box: ContainerBox, _ original: ScrivenerOriginal?, in place: Int
  ) throws {
    if note.attachments.isEmpty { return }
    var held: Set<ContainerText.File> = []
    if original?.isKept(note) == true {
      held = try box.text(of: note, .none, showsAll: true).shown
    } else {
      let body = try box.body(of: note)
      // A link needs an item that it leads to, even to a picture that the text shows.
      let linked = Set(body.withUnsafeBytes { BodyFiles.linked(in: $0) })
      for reference in body.withUnsafeBytes({ RTFPictures.references(in: $0, limits: box.options.limits) }) {
        guard let attachment = box.box.attachment(reference.digest), !linked.contains(attachment.id),
          ExportTarget.rtf.canEmbed(mediaType: attachment.mediaType)
        else { continue }
        for use in note.attachments where use.attachment == attachment.id {
          held.insert(ContainerText.File(attachment: attachment.id, name: use.name))
        }
      }
    }
    for reference in box.files(of: note, notIn: held) {
      guard let attachment = box.box.attachment(reference.attachment) else { continue }
      let file = ExportPlan.file(reference.name, attachment)
      let id = UniqueID(namespace: note.id, name: "scrivener-media/\(attachment.id.hex)/\(reference.name)")
      var item = Item(
        id: id.description.uppercased(), type: ScrivenerBinder.type(of: attachment), title: file.stem)
      item.fileExtension = file.suffix
      item.media = Media(attachment: attachment.id, suffix: file.suffix)
      _ = add(item, in: place)
      media[note.id, default: [:]][attachment.id] = item.id
    }
  }

  /// The type of a media item.
  ///
  /// Scrivener chooses its viewer by this. Sound and film share `Media`; what has no viewer is `Other`.
  private static func type(of attachment: Attachment) -> String {
    if attachment.mediaType.hasPrefix("image/") { return "Image" }
    if attachment.mediaType == "application/pdf" { return "PDF" }
    let isFilm = attachment.mediaType.hasPrefix("audio/") || attachment.mediaType.hasPrefix("video/")
    return isFilm ? "Media" : "Other"
  }

  /// Sorts items that the original binder has by their places there; others come behind them.
  ///
  /// - Parameter place: Gives the place of an item in the original binder by its UUID; nil for a new
  ///   item.
  private mutating func sort(by place: (String) -> Int?) {
    let keys = items.map { place($0.id) ?? .max }
    func sorted(_ places: [Int]) -> [Int] { places.sorted { (keys[$0], $0) < (keys[$1], $1) } }
    roots = sorted(roots)
    for index in items.indices { items[index].children = sorted(items[index].children) }
  }

  /// Adds what every project has and the box lacks.
  ///
  /// The draft comes first, research second and the trash last, unless the box has a folder of that
  /// type. A known UUID and a known title come from the original project.
  private mutating func addStandard(_ original: ScrivenerOriginal?) {
    for (place, (type, title)) in ScrivenerBinder.standard.enumerated() {
      if items.contains(where: { $0.type == type }) { continue }
      let known = original?.project.items.first { $0.type == type && $0.path.isEmpty }
      let id = UniqueID(namespace: IdentityNamespace.folder, name: "scrivener/" + type)
      let item = Item(id: known?.id ?? id.description.uppercased(), type: type, title: known?.title ?? title)
      items.append(item)
      roots.insert(items.count - 1, at: type == "TrashFolder" ? roots.count : min(place, roots.count))
    }
  }

  // MARK: Texts

  /// The RTF of a note: with its pictures in it, and with links to items.
  ///
  /// - Throws: `SlipError` where the body or a picture can't be read.
  ///
  /// Comments, notes and formatting stay as they are in the body. Links to notes and to files become
  /// addresses of Scrivener, `scrivlnk://UUID`; a link to a note that isn't exported becomes text.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - box: What is exported. Its options say what happens to tracked changes.
  /// - Returns: The RTF, and findings about pictures that couldn't be embedded.
  func rtf(of id: Note.ID, in box: ContainerBox) throws -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    let note = try box.note(id)
    var diagnostics = DiagnosticSink()
    var bytes = try box.body(of: note)
    if box.options.changes != .keep {
      var document = bytes.withUnsafeBytes { RTFReader.read($0, limits: box.options.limits).document }
      if document.hasTrackedChanges {
        document.resolve(box.options.changes)
        bytes = RTFWriter.write(document)
      }
    }
    bytes = try bytes.withUnsafeBytes {
      try RTFPictures.embed(body: $0, limits: box.options.limits, diagnostics: &diagnostics) { digest in
        guard let attachment = box.box.attachment(digest),
          ExportTarget.rtf.canEmbed(mediaType: attachment.mediaType)
        else { return nil }
        return try box.blob(digest)
      }
    }
    bytes = box.links.detach(bytes, of: note, limits: box.options.limits)
    let files = media[id] ?? [:]
    bytes = bytes.withUnsafeBytes {
      RTFHyperlinks.rewrite($0, limits: box.options.limits) { target in
        if let digest = PayloadPath.attachment(fromBody: target) {
          return files[digest].map { ScrivenerText.linkPrefix + $0 }
        }
        return box.links.note(for: target, in: note).flatMap { ids[$0] }.map { ScrivenerText.linkPrefix + $0 }
      }
    }
    return (bytes, diagnostics.diagnostics)
  }

  /// The synopsis of a note: its first summary; nil for none.
  ///
  /// Scrivener has one synopsis for each item. Further summaries of a note go to a custom field.
  static func synopsis(of note: Note) -> String? {
    let text = note.properties.first { $0.name == Property.WellKnown.summary }?.value.trimmingBlanks()
    return text?.isEmpty == true ? nil : text
  }
}

extension ContainerText.Places {
  /// Places that don't matter.
  /// They serve where only the files that a text shows are of interest.
  static var none: ContainerText.Places { ContainerText.Places(file: { _, _ in "x" }, note: { _ in "x" }) }
}
