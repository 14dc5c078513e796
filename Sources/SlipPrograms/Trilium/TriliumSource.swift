internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

/// Reads notes of Trilium, from an export or from its store.
///
/// ```
/// !!!meta.json             the tree of notes, their titles, labels, relations and files
/// root/Garden.html         a note
/// root/Garden/Bees.html    a note below it
/// document.db              the store, which has all of that, the dates, and deleted notes
/// ```
///
/// A note with notes below it is a folder as well; its own text is a note in it. A note may lie in several places: it comes in
/// at the first, and the others are properties.
struct TriliumSource: NoteSource {
  /// The notes.
  private let library: TriliumLibrary
  /// The next note.
  private var position = 0
  /// What comes next, the last one first.
  private var pending: [SourceItem] = []

  /// Whether a container has notes of Trilium.
  static func recognizes(_ tree: SourceTree) -> Recognition? {
    if tree.form == .file { return nil }
    if TriliumExport.isOne(tree) { return .certain }
    guard tree.files.contains(where: { $0.path.suffixName == "db" }), let store = StoreTree(tree),
      store.kind == .trilium
    else { return nil }
    return .certain
  }

  /// Lists the notes.
  ///
  /// - Throws: `SlipError` where the list can't be read.
  init(_ tree: SourceTree) throws(SlipError) {
    if TriliumExport.isOne(tree) {
      library = try TriliumExport.library(tree)
    } else {
      guard let store = StoreTree(tree) else {
        throw SlipError(.badInput, code: StoreCode.notStore, "There is no store, or more than one.")
      }
      library = try TriliumStore.library(store.open())
    }
    pending = library.findings.reversed().map { .finding($0) }
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let item = pending.popLast() { return item }
    guard position < library.notes.count else { return nil }
    let (place, library) = (position, library)
    position += 1
    let note = library.notes[place]
    let folder = library.folders(to: note.hasChildren ? place : note.parent)
    var entry = SourceEntry(id: note.id, place: note.id, names: [note.title], length: note.length) {
      context throws(SlipError) in
      var made = try library.note(place, context)
      made.folder = folder
      return made
    }
    entry.isTrashed = note.isDeleted
    guard note.hasChildren else { return .note(entry) }
    if !note.isBare { pending.append(.note(entry)) }
    return .folder(folder)
  }
}
