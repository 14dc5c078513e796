internal import SlipBase
internal import SlipExchange
internal import SlipStores

/// The store of Trilium: an SQLite file, which has also the dates and what was deleted.
enum TriliumStore {
  /// How deep notes are followed.
  private static let deepest = SourcePath.deepest

  /// Reads the store.
  ///
  /// - Throws: `SlipError` where it can't be read.
  static func library(_ store: StoreFile) throws(SlipError) -> TriliumLibrary {
    let tables = try ForeignTables(store)
    var (notes, blobs) = try notes(tables)
    try attributes(tables, &notes)
    var contents = try contents(tables, Set(blobs.values))
    var keys: [String: String] = [:]
    for (id, blob) in blobs { keys["note/" + id] = blob }
    try files(tables, &notes, &keys)
    for blob in Set(keys.values).subtracting(contents.keys) { contents[blob] = nil }
    if tables.has("attachments", "blobId") {
      contents.merge(try self.contents(tables, Set(keys.values))) { first, _ in first }
    }
    blobs = [:]

    var children: [String: [(id: String, parent: String)]] = [:]
    var isPlaced: Set<String> = []
    let branches = try tables.rows(
      "branches", ["noteId", "parentNoteId", "notePosition", "isDeleted"], order: [2, 3, 1])
    while try branches.step() {
      if branches.integer(3) != 0 { continue }
      let (id, parent) = (branches.text(0), branches.text(1))
      children[parent, default: []].append((id, parent))
    }
    var library = TriliumLibrary()
    var open = (children["root"] ?? []).reversed().map { (id: $0.id, parent: -1) }
    while let (id, parent) = open.popLast() {
      guard var note = notes[id], !id.hasPrefix("_"), !note.isDeleted else { continue }
      guard isPlaced.insert(id).inserted else {
        library.addPlace(of: id, below: parent)
        continue
      }
      note.isLost = keys["note/" + id].map { contents[$0] == nil } ?? true
      let bytes = keys["note/" + id].flatMap { contents[$0] } ?? []
      (note.hasContent, note.length, note.parent) = (!bytes.isEmpty, bytes.count, parent)
      let place = library.add(note)
      open += (children[id] ?? []).reversed().map { ($0.id, place) }
    }
    for id in notes.keys.sorted() {
      guard var note = notes[id], !isPlaced.contains(id), id != "root", !id.hasPrefix("_") else { continue }
      // A note without a place counts as a deleted one.
      (note.isDeleted, note.hasContent) = (
        true, keys["note/" + id].flatMap { contents[$0] }?.isEmpty == false
      )
      _ = library.add(note)
    }
    let (all, blobOf) = (contents, keys)
    library.content = { key in blobOf[key].flatMap { all[$0] } }
    library.finish()
    return library
  }

  /// The notes by id, and the ids of their contents.
  private static func notes(
    _ tables: ForeignTables
  ) throws(SlipError) -> ([String: TriliumLibrary.Note], [String: String]) {
    var notes: [String: TriliumLibrary.Note] = [:]
    var blobs: [String: String] = [:]
    // Stores before version 0.61 name contents by their notes.
    let blob = tables.has("notes", "blobId") ? "blobId" : "noteId"
    let rows = try tables.rows(
      "notes",
      [
        "noteId", "title", "isProtected", "type", "mime", blob, "isDeleted", "utcDateCreated",
        "utcDateModified",
      ])
    while try rows.step() {
      var note = TriliumLibrary.Note(id: rows.text(0), title: rows.text(1))
      note.isProtected = rows.integer(2) != 0
      (note.type, note.mime, note.isDeleted) = (rows.text(3), rows.text(4), rows.integer(6) != 0)
      note.created = SourceDate(rows.text(7))?.time
      note.modified = SourceDate(rows.text(8))?.time
      if note.isProtected { note.title = "[protected]" }
      blobs[note.id] = rows.text(5)
      notes[note.id] = note
    }
    return (notes, blobs)
  }

  /// Adds labels and relations.
  private static func attributes(
    _ tables: ForeignTables, _ notes: inout [String: TriliumLibrary.Note]
  ) throws(SlipError) {
    let rows = try tables.rows(
      "attributes", ["noteId", "type", "name", "value", "isDeleted", "position"], order: [1, 6, 3])
    while try rows.step() {
      if rows.integer(4) != 0 { continue }
      let fact = (rows.text(2), rows.text(3))
      if rows.text(1) == "relation" {
        notes[rows.text(0)]?.relations.append(fact)
      } else {
        notes[rows.text(0)]?.labels.append(fact)
      }
    }
  }

  /// The contents with these ids.
  private static func contents(
    _ tables: ForeignTables, _ wanted: Set<String>
  ) throws(SlipError) -> [String: [UInt8]] {
    let isOld = !tables.has("blobs", "content")
    let rows = try tables.rows(
      isOld ? "note_contents" : "blobs", [isOld ? "noteId" : "blobId", "content"])
    var contents: [String: [UInt8]] = [:]
    while try rows.step() {
      let id = rows.text(0)
      if wanted.contains(id) { contents[id] = rows.blob(1) }
    }
    return contents
  }

  /// Adds the files of notes, and where their contents are.
  private static func files(
    _ tables: ForeignTables, _ notes: inout [String: TriliumLibrary.Note], _ keys: inout [String: String]
  ) throws(SlipError) {
    guard tables.has("attachments", "blobId") else { return }
    let rows = try tables.rows(
      "attachments", ["attachmentId", "ownerId", "role", "title", "blobId", "isDeleted", "position"],
      order: [2, 7, 1])
    while try rows.step() {
      if rows.integer(5) != 0 { continue }
      let id = rows.text(0)
      keys["file/" + id] = rows.text(4)
      notes[rows.text(1)]?.files.append(
        TriliumLibrary.File(
          id: id, title: rows.text(3), isPicture: rows.text(2) == "image", path: "file/" + id))
    }
  }
}
