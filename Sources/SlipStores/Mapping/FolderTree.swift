internal import SlipBase

/// The folders of a store.
struct FolderTree {
  /// The folders.
  private let folders: StoreHierarchy<StoreFolder>
  /// What is to be reported.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many folders may contain each other.
  private static let deepest = Limits().folderDepth

  /// Reads all folders. Circles are opened at the lowest key.
  ///
  /// - Parameters:
  ///   - rows: The entity.
  ///   - name: The attribute with the name.
  ///   - created: The attribute with the date of creation.
  ///   - parent: How the parent is found.
  init(
    _ rows: StoreRows, name: StoreRows.Field?, created: StoreRows.Field?, parent: StorePlan.Reach?,
    in store: CoreDataStore
  ) throws(SlipError) {
    var found: [(key: Int64, folder: StoreFolder, parent: Int64?)] = []
    var impossible = 0
    let names = Dictionary(rows.family.map { ($0.number, $0.name) }) { first, _ in first }
    try rows.forEach(store.file.database) { row in
      let id = store.uri(entity: names[row.entity] ?? rows.name, key: row.key)
      let text = row[name].text ?? ""
      var folder = StoreFolder(text.isEmpty ? "Untitled" : text, id: id)
      switch row[created].moment {
      case .none: break
      case .moment(let time): folder.created = time
      case .impossible: impossible += 1
      }
      found.append((row.key, folder, parent?.keys(row).first))
    }
    self.init(found, store.file.path)
    if impossible > 0 {
      report(
        StoreCode.impossibleDate, "the date of a folder is out of range; it is left out", impossible,
        store.file.path)
    }
  }

  /// Takes over folders. Reports circles, which are opened, and parents that are missing.
  ///
  /// - Parameter path: The store, for messages.
  init(_ folders: [(key: Int64, folder: StoreFolder, parent: Int64?)], _ path: String) {
    self.folders = StoreHierarchy(
      folders.map { (key: $0.key, value: $0.folder, parent: $0.parent) }, deepest: FolderTree.deepest)
    if self.folders.dangling > 0 {
      report(
        StoreCode.danglingKey, "a folder is in one that the store lacks", self.folders.dangling, path)
    }
    if self.folders.circles > 0 {
      report(
        StoreCode.circle, "folders contain each other; one of them stands at the top now",
        self.folders.circles, path)
    }
  }

  /// Adds a finding.
  private mutating func report(_ code: String, _ message: String, _ count: Int, _ path: String) {
    diagnostics.append(
      Diagnostic(
        code: code, severity: .warning, message: message, location: SourceLocation(file: path),
        count: count))
  }

  /// The folders from the top to one of them; empty for an unknown key.
  func path(_ key: Int64) -> [StoreFolder] { folders.path(key) }

  /// Whether there is a folder with a key.
  func contains(_ key: Int64) -> Bool { folders.contains(key) }

  /// The keys of all folders, ascending.
  var keys: [Int64] { folders.keys }

  /// The paths of all folders, in the order of their keys.
  var paths: [[StoreFolder]] { keys.map(path) }
}
