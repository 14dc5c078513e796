internal import SlipBase
internal import SlipDocument
internal import SlipExchange
internal import SlipNotes
internal import SlipStores

/// Reads the notes of Sticky Notes from their SQLite file, with the pictures in `media` beside it.
///
/// ```
/// LocalState/plum.sqlite         the notes
/// LocalState/plum.sqlite-wal     the last changes, while the program is open
/// LocalState/media/…             pictures
/// ```
struct PlumSource: NoteSource {
  /// The notes.
  private let reader: StoreStream<StickyNotesReader>
  /// The files.
  private let files: StoreTree
  /// Whether the damage was reported.
  private var isReported = false

  /// Whether a folder has nothing but the store and what belongs to it. Otherwise only the file is the container, so that other
  /// notes beside it are imported as well.
  static func isAlone(_ store: StoreTree) -> Bool {
    let name = store.tree.files[store.place].path
    return store.tree.files.allSatisfy { file in
      file.path == name || file.path.hasPrefix(name + "-") || file.path.hasPrefix(store.folder + "media/")
        || file.isClutter
    }
  }

  /// Opens a copy of the store.
  ///
  /// - Throws: `SlipError` where it can't be read.
  init(_ tree: SourceTree) throws(SlipError) {
    guard let files = StoreTree(tree) else {
      throw SlipError(
        .badInput, code: StoreCode.notStore, "There is no store, or more than one.",
        at: SourceLocation(file: tree.name))
    }
    self.files = files
    reader = StoreStream(try StickyNotesReader(files.open()))
  }

  mutating func next() throws(SlipError) -> SourceItem? {
    if let note = reader.value.next() { return .note(entry(note)) }
    guard reader.value.isDamaged, !isReported else { return nil }
    isReported = true
    return .finding(SourceFault.cut("The store is damaged; notes or pictures may be missing."))
  }

  /// A note as an entry.
  private func entry(_ note: StickyNote) -> SourceEntry {
    let files = files
    var entry = SourceEntry(id: note.id, place: note.id, length: note.text.utf8.count) { _ in
      PlumSource.source(note, files)
    }
    entry.isTrashed = note.isDeleted
    return entry
  }

  /// Makes a note.
  private static func source(
    _ note: StickyNote, _ files: StoreTree
  ) -> SourceNote {
    var source = SourceNote(
      title: nil, fallbackTitle: "Sticky note", body: .document(PlumText.document(note.text)))
    (source.created, source.modified) = (note.created, note.modified)
    source.status = note.isDeleted ? .archived : .draft
    if let theme = note.theme, !theme.isEmpty {
      source.properties.append(Property("stickynotes:color", .text, theme))
    }
    for path in note.pictures {
      if let file = picture(path, files) {
        source.files.append(file)
      } else {
        source.reportMissing([path])
      }
    }
    return source
  }

  /// The picture at a path, which is relative to the store or to `media` beside it; nil where it isn't there.
  private static func picture(_ path: String, _ files: StoreTree) -> SourceFile? {
    let tree = files.tree
    let path = path.split { $0 == "/" || $0 == "\\" }.joined(separator: "/")
    for candidate in [path, "media/" + path, "media/" + String(path.lastName)] {
      guard let place = tree.place(ofAny: files.folder + candidate),
        let bytes = tree.shownBytes(at: place)
      else {
        continue
      }
      return SourceFile(name: String(tree.files[place].name), bytes: bytes)
    }
    return nil
  }
}
