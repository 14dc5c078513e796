internal import SlipBase
internal import SlipExchange
internal import SlipFiles
internal import SlipStores

/// Finds a store among the files of a container, and opens a copy of it.
///
/// A store is one SQLite file, but its last changes and its large values lie in files beside it. So
/// a store that is given as a file counts as a folder with those files.
struct StoreTree {
  /// The kinds of stores.
  enum Kind: Sendable {
    /// Of Core Data or SwiftData.
    case coreData
    /// Of Apple Notes.
    case appleNotes
    /// Of Sticky Notes, which is no Core Data.
    case stickyNotes
    /// Of CherryTree.
    case cherryTree
    /// Of Trilium.
    case trilium
  }

  /// The files.
  let tree: SourceTree
  /// The place of the store among them.
  let place: Int
  /// What it is.
  let kind: Kind

  /// The folder that the store is in, with a slash at its end; empty for the top.
  var folder: String {
    let parent = tree.files[place].path.parentPath
    return parent.isEmpty ? "" : parent + "/"
  }

  /// Finds the store of a tree; nil where there is none, or several.
  ///
  /// It lies at the top, or in the folder that everything in an archive lies in.
  init?(_ tree: SourceTree) {
    self.tree = tree
    let top = tree.topPath
    var found: [(place: Int, kind: Kind)] = []
    for (place, file) in tree.files.enumerated()
    where file.path.hasPrefix(top) && !file.path.dropFirst(top.count).contains("/") {
      guard let kind = StoreTree.kind(tree, place) else { continue }
      found.append((place, kind))
      if found.count > 1 { return nil }
    }
    guard let store = found.first else { return nil }
    (place, kind) = store
  }

  /// The kind of the store in a file; nil for other files.
  private static func kind(_ tree: SourceTree, _ place: Int) -> Kind? {
    guard tree.files[place].length >= 512, let bytes = tree.soundBytes(at: place),
      bytes.withBytes({ StoreFile.isSQLite($0.prefix(16)) })
    else { return nil }
    var kind = bytes.withBytes { self.kind(StoreFile.schemaPages(of: $0)) }
    // The log has pages of all tables, of which those of the schema can't be told without reading the whole.
    if let log = tree.place(of: tree.files[place].path + "-wal"), let bytes = tree.soundBytes(at: log) {
      let late = bytes.withBytes { self.kind([$0]) }
      if kind == nil || late == .appleNotes { kind = late ?? kind }
    }
    return kind
  }

  /// The kind of a store whose tables are named in pages; nil where none is.
  private static func kind(_ pages: [UnsafeRawBufferPointer]) -> Kind? {
    /// Whether a name occurs.
    func has(_ name: StaticString) -> Bool { pages.contains { LooseXML.find(name, in: $0, from: 0) != nil } }
    if has("Z_PRIMARYKEY") { return has("ZICCLOUDSYNCINGOBJECT") ? .appleNotes : .coreData }
    if has("WindowPosition"), has("DeletedAt") { return .stickyNotes }
    if has("codebox"), has("is_richtxt"), has("father_id") { return .cherryTree }
    return has("noteId") && has("parentNoteId") && has("branchId") ? .trilium : nil
  }

  /// Opens a copy.
  ///
  /// - Throws: `SlipError` where the files can't be read, or are no store after all.
  func open() throws(SlipError) -> StoreFile {
    let path = tree.files[place].path
    let folder = try ScratchFolder()
    let store = try tree.bytes(at: place)
    try store.withBytes { bytes throws(SlipError) in try folder.write("store", bytes) }
    try store.expectUnchanged()
    var log = StoreFile.Log.none
    if let place = tree.place(of: path + "-wal") {
      let bytes = try tree.bytes(at: place)
      log = bytes.count > 0 ? .present : .empty
      try bytes.withBytes { bytes throws(SlipError) in try folder.write("store-wal", bytes) }
      try bytes.expectUnchanged()
    }
    return try StoreFile(
      copied: folder, name: "store", of: tree.name, log: log,
      hasSharedMemory: tree.place(of: path + "-shm") != nil)
  }

  /// The paths of the files beside the store, relative to its folder.
  private var beside: [String] {
    let prefix = folder
    return tree.files.filter { $0.path.hasPrefix(prefix) }.map { String($0.path.dropFirst(prefix.count)) }
  }

  /// Gives the bytes of a file beside the store; nil for one that is empty, as no such file is, and for one that can't be read,
  /// which the tree notes.
  private var reader: @Sendable (String) -> [UInt8]? {
    let (tree, prefix) = (tree, folder)
    return { path in
      let bytes = tree.soundBytes(of: prefix + path)?.array
      return bytes?.isEmpty == true ? nil : bytes
    }
  }

  /// The files with large values.
  var external: ExternalData {
    ExternalData(
      store: String(tree.files[place].path.lastName), beside: beside.filter { $0.hasPrefix(".") },
      read: reader)
  }

  /// The files of Apple Notes.
  var media: NotesMedia { NotesMedia(beside, read: reader) }
}
