internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes

/// The notes of Trilium, from an export or from its store.
struct TriliumLibrary: Sendable {
  /// A file of a note.
  struct File: Sendable {
    var id: String
    /// Its name.
    var title: String
    /// Whether the text shows it as a picture.
    var isPicture: Bool
    /// The key of its content; in an export its path.
    var path: String
  }

  /// A note.
  struct Note: Sendable {
    var id: String
    var title: String
    /// `text`, `code`, `image`, `file`, `mermaid`, `canvas` …
    var type = "text"
    var mime = ""
    var isMarkdown = false
    /// What the tree shows before the title.
    var prefix = ""
    var labels: [(name: String, value: String)] = []
    var relations: [(name: String, target: String)] = []
    var files: [File] = []
    var created, modified: Timestamp?
    var isProtected = false
    var isDeleted = false
    /// The note above it; -1 for none.
    var parent = -1
    var hasChildren = false
    var hasContent = false
    /// Whether its content should be there, and isn't.
    var isLost = false
    /// The path of its file in an export; empty in a store.
    var path = ""
    var length = 0
    /// How many notes lie above it.
    var depth = 0
    /// The notes in which it lies as well.
    var places: [Int] = []

    /// Creates a note.
    init(id: String, title: String) { (self.id, self.title) = (id, title) }
  }

  /// The notes in order.
  private(set) var notes: [Note] = []
  /// What is missing.
  var findings: [Diagnostic] = []
  /// The ids of notes by the paths of their files and folders.
  var paths: [String: String] = [:]
  /// Gives the content of a note, by `note/` and its id, or of a file, by its path.
  var content: @Sendable (String) throws(SlipError) -> [UInt8]? = { _ in nil }
  /// The places of notes by id.
  private var byID: [String: Int] = [:]
  /// Further places of notes, which may come before the notes.
  private var clones: [(id: String, parent: Int)] = []

  /// Adds a note, and returns its place.
  mutating func add(_ note: Note) -> Int {
    var note = note
    if note.parent >= 0, notes[note.parent].depth >= SourcePath.deepest {
      note.parent = notes[note.parent].parent
    }
    if note.parent >= 0 {
      note.depth = notes[note.parent].depth + 1
      notes[note.parent].hasChildren = true
    }
    if byID[note.id] == nil { byID[note.id] = notes.count }
    notes.append(note)
    return notes.count - 1
  }

  /// Notes that a note lies in another note as well.
  mutating func addPlace(of id: String, below parent: Int) {
    clones.append((id, parent))
    if parent >= 0 { notes[parent].hasChildren = true }
  }

  /// Gives notes their further places, and ids that differ.
  mutating func finish() {
    for (id, parent) in clones { if let place = byID[id] { notes[place].places.append(parent) } }
    var ids = RepeatedIDs()
    for place in notes.indices { notes[place].id = ids.next(notes[place].id) }
  }

  /// The folders down to a note, with its own.
  func folders(to place: Int) -> [SourceFolder] {
    var path: [SourceFolder] = []
    var place = place
    while place >= 0 {
      let note = notes[place]
      path.append(SourceFolder(note.title.isEmpty ? "Untitled" : note.title, id: note.id, order: place))
      place = note.parent
    }
    return path.reversed()
  }

  /// Makes a note.
  ///
  /// - Throws: `SlipError` where its file can't be read.
  func note(_ place: Int, _ context: SourceContext) throws(SlipError) -> SourceNote {
    let item = notes[place]
    var note = SourceNote(title: item.title.isEmpty ? nil : item.title, body: .document(Document()))
    (note.created, note.modified) = (item.created, item.modified)
    TriliumFacts.apply(item, to: &note, context)
    for parent in item.places {
      let path = folders(to: parent).map(\.name).joined(separator: "/")
      note.properties.append(Property("trilium:place", .text, path))
    }
    if !item.prefix.isEmpty { note.properties.append(Property("trilium:prefix", .text, item.prefix)) }
    if item.isDeleted { note.status = .archived }
    if item.isProtected {
      note.takePlain("🔒")
      note.diagnostics.append(SourceFault.encrypted("The note is protected; its original is kept."))
      return note
    }
    var text = TriliumText(self, item, context)
    let bytes = try content("note/" + byPlace(item)) ?? []
    try text.read(bytes)
    try text.fill(&note)
    if item.isLost { note.diagnostics.append(SourceFault.cut("The text of the note isn't there.")) }
    if !item.path.isEmpty, item.type == "text" || item.type == "book", !item.isMarkdown {
      note.expectWhole(page: bytes)
    } else if bytes.isEmpty, ["image", "file"].contains(item.type), !item.isLost {
      note.reportMissing([item.title])
    } else {
      note.expectText(bytes)
    }
    return note
  }

  /// The content of a note or file that a text shows; nil where it is missing, damaged or empty. What the system can't read is
  /// noted by the container.
  func shown(_ key: String) -> [UInt8]? {
    do throws(SlipError) {
      guard let bytes = try content(key), !bytes.isEmpty else { return nil }
      return bytes
    } catch { return nil }
  }

  /// The id of a note in the container, without the number that tells it apart.
  private func byPlace(_ note: Note) -> String { note.id.prefix { $0 != "#" }.description }

  /// The note with an id.
  func note(id: String, _ context: SourceContext) -> UniqueID? {
    byID[id] == nil ? nil : context.note(id)
  }

  /// The note with an id in the list.
  subscript(id: String) -> Note? { byID[id].map { notes[$0] } }
}

extension TriliumLibrary.Note {
  /// Whether there is nothing but a title, so that it is only a folder.
  var isBare: Bool {
    !hasContent && !isLost && !isProtected && files.isEmpty
      && labels.allSatisfy { !TriliumFacts.isOwn(label: $0.name, $0.value) }
      && relations.allSatisfy { TriliumFacts.isMachinery(relation: $0.name) }
  }
}
