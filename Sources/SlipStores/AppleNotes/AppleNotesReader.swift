internal import AppleArchives
package import SlipBase
internal import SlipIndex

/// Reads the notes of an Apple Notes store (`NoteStore.sqlite`, since macOS 10.11 and iOS 9), one
/// after the other.
///
/// The form was never published. What is known of it comes from stores of many versions and from
/// other programs.
package final class AppleNotesReader {
  /// The open copy.
  private let file: StoreFile
  /// The files beside the store.
  private let media: NotesMedia
  /// How rows are read.
  private let rows: NotesRows
  /// What there is besides notes.
  private let index: NotesIndex
  /// The folders.
  private let tree: FolderTree
  /// The keys of folders that are the trash.
  private let trash: Set<Int64>
  /// The keys of folders that Apple Notes has deleted.
  private let gone: Set<Int64>
  /// The rows of notes' bodies, by the key of the note.
  private let bodies: [Int64: Int64]
  /// The notes' rows.
  private var notes: [NotesRows.Row] = []
  /// The place of the next note.
  private var next = 0
  /// What is to be reported about the store as a whole.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether an SQLite file is such a store.
  ///
  /// The tables of objects, of bodies and of entities must be there.
  package static func isStore(_ file: StoreFile) throws(SlipError) -> Bool {
    let tables = try StoreTables(file.database)
    return tables[NotesRows.objectTable] != nil && tables[NotesRows.bodyTable] != nil
      && tables["Z_PRIMARYKEY"] != nil
  }

  /// Begins to read.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed` for a damaged store.
  ///
  /// Reads folders, accounts, attachments and the rows of notes, but no texts.
  package init(_ file: StoreFile, _ media: NotesMedia) throws(SlipError) {
    (self.file, self.media) = (file, media)
    let tables = try StoreTables(file.database)
    bodies = try AppleNotesReader.bodies(tables, file.database)
    let rows = try NotesRows(file.database, tables)
    self.rows = rows
    index = try NotesIndex(rows, file.database)
    var folders = NotesFolders()
    try folders.read(rows, file, index)
    (tree, trash, gone) = (FolderTree(folders.nodes, file.path), folders.trash, folders.gone)
    diagnostics = tree.diagnostics
    /// Adds a finding about the store.
    func report(_ message: String, _ count: Int) {
      guard count > 0 else { return }
      diagnostics.append(
        Diagnostic(
          code: StoreCode.leftOut, severity: .info, message: message,
          location: SourceLocation(file: file.path),
          count: count))
    }
    report("a smart folder is left out", folders.smart)
    var deleted = 0
    var found: [NotesRows.Row] = []
    try rows.forEach(["ICNote"], file.database) { row in
      if row.isTrue("MARKEDFORDELETION") { deleted += 1 } else { found.append(row) }
    }
    notes = found
    report("a note was deleted for good and is left out", deleted)
  }

  /// How many notes there are.
  package var count: Int { notes.count }

  /// The paths of all folders but the trash.
  package var folders: [[StoreFolder]] { tree.keys.filter { !trash.contains($0) }.map(path) }

  /// The names of all tags.
  package var tags: [String] { index.tags.values.sorted() }

  /// The folders from the top to one of them.
  private func path(_ key: Int64) -> [StoreFolder] { tree.path(key) }

  /// The next note; nil after the last.
  ///
  /// The text stays packed until `AppleNote.content` reads it. Notes in deleted folders count as trashed.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed` for a damaged store.
  package func nextNote() throws(SlipError) -> AppleNote? {
    guard next < notes.count else { return nil }
    let row = notes[next]
    next += 1
    let folder = row.integer("FOLDER")
    let account = row.integer("ACCOUNT").flatMap { index.accounts[$0] }
    let isLocked = row.isTrue("ISPASSWORDPROTECTED")
    let data = try body(row.key)
    return AppleNote(
      id: row.text("IDENTIFIER") ?? "p\(row.key)", title: row.text("TITLE"),
      created: moment(row["CREATIONDATE"]),
      modified: moment(row["MODIFICATIONDATE"]), folder: folder.map(path) ?? [], account: account?.name,
      isPinned: row.isTrue("ISPINNED"),
      isTrashed: folder.map { trash.contains($0) || gone.contains($0) } ?? false, isLocked: isLocked,
      hint: row.text("PASSWORDHINT") ?? (isLocked ? data.flatMap(AppleNotesReader.hint) : nil), data: data,
      composed: try composed(row.key), accountFolder: account?.id, index: index, media: media)
  }

  /// A date; nil for none and for an impossible one.
  private func moment(_ value: StoreValue) -> Timestamp? {
    if case .moment(let moment) = value.moment { moment } else { nil }
  }

  /// The packed text of a note; nil where there is none.
  private func body(_ note: Int64) throws(SlipError) -> [UInt8]? {
    guard let row = bodies[note] else { return nil }
    let select = try file.database.prepare("SELECT ZDATA FROM \(NotesRows.bodyTable) WHERE rowid = ?1")
    select.bind(1, row)
    return try select.step() ? select.blob(0) : nil
  }

  /// Reads where the bodies of notes are: looking for each of them would read the table once a note, as it needs no index.
  private static func bodies(_ tables: StoreTables, _ database: Database) throws(SlipError) -> [Int64: Int64]
  {
    _ = try tables.expect(NotesRows.bodyTable)
    var found: [Int64: Int64] = [:]
    let select = try database.prepare(
      "SELECT rowid, ZNOTE FROM \(NotesRows.bodyTable) WHERE ZNOTE IS NOT NULL AND ZDATA IS NOT NULL")
    while try select.step() {
      if found[select.integer(1)] == nil { found[select.integer(1)] = select.integer(0) }
    }
    return found
  }

  /// The packed data of the tables and scans of a note.
  ///
  /// - Parameter note: The key of the note.
  /// - Returns: Packed data by the id of the attachment. An attachment without a row is left out.
  private func composed(_ note: Int64) throws(SlipError) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    for id in index.composed[note] ?? [] {
      guard let key = index.attachments[id]?.key else { continue }
      try rows.forEach(["ICAttachment"], file.database, where: "AND Z_PK = ?1", key, withData: true) { row in
        found[id] = row.bytes("MERGEABLEDATA")
      }
    }
    return found
  }

  /// What the author of a locked note noted about its password, in the newer form of encrypted
  /// texts.
  ///
  /// - Parameter data: The encrypted text, a keyed archive. Only its part that isn't encrypted is read.
  private static func hint(_ data: [UInt8]) -> String? {
    guard let root = data.withUnsafeBytes({ KeyedArchive($0) })?.root,
      let metadata = root["unauthenticatedMetadata"]?.data,
      let list = metadata.withUnsafeBytes({ PropertyList.read($0) })
    else { return nil }
    return list.value("passphraseHint", of: list.top).flatMap(list.string)
  }
}

/// The folders of an Apple Notes store.
private struct NotesFolders {
  /// The folders, and the accounts where there are several.
  var nodes: [(key: Int64, folder: StoreFolder, parent: Int64?)] = []
  /// Those that are the trash.
  var trash: Set<Int64> = []
  /// Those that are deleted.
  var gone: Set<Int64> = []
  /// How many are searches.
  var smart = 0

  /// The types of folders.
  private enum Kind {
    /// The trash.
    static let trash: Int64 = 1
    /// A search.
    static let smart: Int64 = 3
  }

  /// Reads all folders. Where there are several accounts, each is a folder at the top.
  ///
  /// Deleted folders and smart folders get no node. A folder without a parent is in its account.
  mutating func read(_ rows: NotesRows, _ file: StoreFile, _ index: NotesIndex) throws(SlipError) {
    let hasAccounts = index.accounts.count > 1
    if hasAccounts {
      for (key, account) in index.accounts.sorted(by: { $0.key < $1.key }) {
        nodes.append((key, StoreFolder(account.name, id: "account:" + account.id), nil))
      }
    }
    var found = self
    try rows.forEach(["ICFolder"], file.database) { row in
      let kind = row.integer("FOLDERTYPE")
      if row.isTrue("MARKEDFORDELETION") { found.gone.insert(row.key) }
      if kind == Kind.smart || row.text("SMARTFOLDERQUERYJSON") != nil {
        found.smart += 1
        return
      }
      guard !row.isTrue("MARKEDFORDELETION") else { return }
      if kind == Kind.trash { found.trash.insert(row.key) }
      let account = hasAccounts ? row.integer("ACCOUNT") ?? row.integer("OWNER") : nil
      found.nodes.append(
        (
          row.key, StoreFolder(row.text("TITLE") ?? "Untitled", id: row.text("IDENTIFIER")),
          row.integer("PARENT") ?? account
        ))
    }
    self = found
  }
}
