internal import AppleArchives
package import SlipBase
internal import SlipFiles
internal import SlipIndex

/// A store that Core Data or SwiftData wrote: an SQLite file with tables for the entities of a
/// model.
///
/// The form was never published; it was decoded from stores of many programs and versions.
package final class CoreDataStore {
  /// The open copy.
  package let file: StoreFile
  /// The entities, and where the database has them.
  package let model: StoreModel
  /// The tables of the database.
  let tables: StoreTables
  /// The store's UUID; empty where it has none.
  package let uuid: String
  /// The version of Apple's framework that wrote it last; nil where the store doesn't say.
  package let framework: Int64?
  /// The names of the model's version.
  package let versionIdentifiers: [String]
  /// The tables that belong to no entity and no relationship, sorted.
  package let otherTables: [String]
  /// What is to be reported about the store as a whole.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether an SQLite file is such a store.
  ///
  /// Two tables decide: `Z_PRIMARYKEY` and `Z_METADATA`. A file that can't be read is none.
  package static func isStore(_ file: StoreFile) throws(SlipError) -> Bool {
    let tables = try StoreTables(file.database)
    return tables["Z_PRIMARYKEY"] != nil && tables["Z_METADATA"] != nil
  }

  /// Opens a copy of a store.
  ///
  /// - Parameters:
  ///   - path: The file; files beside it belong to it.
  ///   - modelPath: A model to take the names from: `.mom`, `.momd`, `.xcdatamodel` or
  ///     `.xcdatamodeld`. By default
  ///     the copy of the model in the store is taken.
  /// - Throws: `SlipError` with `StoreCode.notStore` for a file of another kind, with
  ///   `StoreCode.badModel` for a model that can't be read or isn't the store's, and with
  ///   `DatabaseCode.failed` for a damaged file.
  package convenience init(_ path: String, model modelPath: String? = nil) throws(SlipError) {
    try self.init(StoreFile(path), model: modelPath)
  }

  /// Takes over the open copy of a store.
  ///
  /// - Throws: The same errors as `init(_:model:)` with a path, but none about opening the file.
  package init(_ file: StoreFile, model modelPath: String? = nil) throws(SlipError) {
    self.file = file
    let tables = try StoreTables(file.database)
    self.tables = tables
    guard tables["Z_PRIMARYKEY"] != nil, tables["Z_METADATA"] != nil else {
      throw SlipError(
        .badInput, code: StoreCode.notStore,
        "The SQLite file is no store of Core Data or SwiftData: it has no table of entities.",
        at: SourceLocation(file: file.path))
    }
    var faults: [Diagnostic] = []
    /// Notes a finding about the whole store.
    func note(_ code: String, _ severity: Diagnostic.Severity, _ message: String, _ hint: String? = nil) {
      faults.append(
        Diagnostic(
          code: code, severity: severity, message: message, location: SourceLocation(file: file.path),
          hint: hint))
    }
    let facts = try StoreMetadata(file.database)
    (uuid, framework, versionIdentifiers) = (facts.uuid, facts.framework, facts.identifiers)
    if !facts.hasList { note(StoreCode.noMetadata, .info, "the store has no list of facts about itself") }
    if file.log == .none, file.hasSharedMemory {
      note(
        StoreCode.withoutLog, .warning,
        "the store was read without a -wal file; if its program had one, the last changes are missing",
        "Copy the file whose name ends in -wal as well.")
    }
    let layout = try StoreLayout(file.database, tables)
    // A table may be missing, as where a newer program has dropped an entity, but not be something else.
    for name in layout.rows.map({ "Z" + $0.name }) where tables.isView(name) { _ = try tables.expect(name) }
    var model = try CoreDataStore.model(file, tables, layout, modelPath)
    if model.origin == .columns {
      note(
        StoreCode.noModel, .info, "the store has no copy of its model; names come from its columns",
        "Give the application's model with --model.")
    }
    try CoreDataStore.count(&model, file.database)
    otherTables = CoreDataStore.others(tables, model)
    self.model = model
    diagnostics = faults
  }

  /// The model of a store: that of a file, that in the store, or one made of columns.
  ///
  /// - Throws: `SlipError` with `StoreCode.badModel` for a file that is no model or none of this store.
  private static func model(
    _ file: StoreFile, _ tables: StoreTables, _ layout: StoreLayout, _ path: String?
  ) throws(SlipError) -> StoreModel {
    if let path {
      var model = try ModelFile.read(path)
      model.origin = .file
      let known = Set(layout.rows.map(\.name))
      guard model.entities.contains(where: { known.contains($0.name) }) else {
        throw SlipError(
          .badInput, code: StoreCode.badModel, "The model has none of the store's entities.",
          at: SourceLocation(file: path))
      }
      return layout.place(model)
    }
    if let cached = try cachedModel(file.database, tables), var model = ModelArchive.read(cached: cached) {
      model.origin = .cache
      return layout.place(model)
    }
    return ColumnModel(layout: layout).read()
  }

  /// The bytes of the copy of the model; nil where there is none.
  private static func cachedModel(_ database: Database, _ tables: StoreTables) throws(SlipError) -> [UInt8]? {
    guard tables["Z_MODELCACHE"]?.column("Z_CONTENT") != nil else { return nil }
    let select = try database.prepare("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1")
    guard try select.step(), !select.isNull(0) else { return nil }
    return select.blob(0)
  }

  /// Counts the rows of each entity.
  ///
  /// Rows are counted by the number in `Z_ENT`, so those of entities below don't count for the one above.
  private static func count(_ model: inout StoreModel, _ database: Database) throws(SlipError) {
    var counts: [Int: Int] = [:]
    for table in Set(model.entities.compactMap(\.table)).sorted() {
      let select = try database.prepare(
        "SELECT Z_ENT, COUNT(*) FROM \(StoreTables.quoted(table)) GROUP BY Z_ENT")
      while try select.step() { counts[Int(select.integer(0)), default: 0] += Int(select.integer(1)) }
    }
    for index in model.entities.indices {
      model.entities[index].count = counts[model.entities[index].number] ?? 0
    }
  }

  /// The tables that belong to nothing in a model.
  private static func others(_ tables: StoreTables, _ model: StoreModel) -> [String] {
    var known = Set(model.entities.compactMap { $0.table?.uppercased() })
    for relationship in model.entities.flatMap(\.relationships) {
      if case .join(let table, _, _, _)? = relationship.storage { known.insert(table.uppercased()) }
    }
    return tables.names.filter { !known.contains($0.uppercased()) }
  }

  /// The URI of an object, by which Core Data knows it.
  ///
  /// - Parameters:
  ///   - entity: The name of the entity.
  ///   - key: The key of its row.
  package func uri(entity: String, key: Int64) -> String { "x-coredata://\(uuid)/\(entity)/p\(key)" }
}

/// What a store says about itself.
private struct StoreMetadata {
  /// The UUID.
  var uuid = ""
  /// The version of the framework.
  var framework: Int64?
  /// The names of the model's version.
  var identifiers: [String] = []
  /// Whether there is a list of facts.
  var hasList = false

  /// Reads the row of facts.
  init(_ database: Database) throws(SlipError) {
    let select = try database.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1")
    guard try select.step() else { return }
    uuid = select.text(0)
    guard let list = select.withBlob(1, { PropertyList.read($0) }) else { return }
    hasList = true
    framework = list.value("NSPersistenceFrameworkVersion", of: list.top).flatMap(list.integer)
    let names = list.value("NSStoreModelVersionIdentifiers", of: list.top)
    identifiers = names.map { list.elements($0).compactMap(list.string) } ?? []
  }
}
