public import SlipBase
internal import SlipFiles
internal import SlipIndex
internal import SlipStores

/// What a store of Core Data or SwiftData holds, and what an import would take for notes. Nothing
/// is written.
public struct StoreInspection: Sendable, Encodable {
  /// Facts about the store as a whole.
  public struct Store: Sendable, Encodable {
    /// The UUID; empty where the store has none.
    public var uuid: String
    /// The version of Apple's framework that wrote it last; nil where the store doesn't say.
    public var framework: Int64?
    /// The names of the model's version.
    public var versionIdentifiers: [String]
    /// Where the names come from: `cache` (the store's copy of its model), `file` or `columns`.
    public var model: String
    /// Whether changes were waiting in a file beside it: `none`, `empty` or `present`.
    public var wal: String

    /// The names in JSON.
    enum CodingKeys: String, CodingKey {
      case uuid, framework, model, wal
      case versionIdentifiers = "version_identifiers"
    }
  }

  /// An entity.
  public struct Entity: Sendable, Encodable {
    /// The name.
    public var name: String
    /// The number in this store.
    public var number: Int
    /// The name of the entity that it inherits from; nil for none.
    public var `super`: String?
    /// Whether it has no objects of its own.
    public var isAbstract: Bool
    /// Its table; nil where the database lacks it.
    public var table: String?
    /// How many objects are of this very entity.
    public var count: Int
    /// The attributes that it adds to those of its parent.
    public var attributes: [Attribute]
    /// The relationships that it adds to those of its parent.
    public var relationships: [Relationship]

    /// The names in JSON.
    private enum CodingKeys: String, CodingKey {
      case name, number, `super`, table, count, attributes, relationships
      case isAbstract = "abstract"
    }
  }

  /// An attribute.
  public struct Attribute: Sendable, Encodable {
    /// The name.
    public var name: String
    /// The type, such as `string`.
    public var type: String
    /// The column; nil for one that isn't stored.
    public var column: String?
    /// Whether it may be missing.
    public var isOptional: Bool
    /// Whether it is never stored.
    public var isTransient: Bool
    /// Whether it is computed from others.
    public var isDerived: Bool
    /// Whether values may lie in files of their own; nil where that isn't known.
    public var isExternal: Bool?
    /// What turns values into bytes; nil for nothing.
    public var transformer: String?

    /// The names in JSON.
    private enum CodingKeys: String, CodingKey {
      case name, type, column, transformer
      case isOptional = "optional"
      case isTransient = "transient"
      case isDerived = "derived"
      case isExternal = "external"
    }
  }

  /// A relationship.
  public struct Relationship: Sendable, Encodable {
    /// The name.
    public var name: String
    /// The entity that it leads to; nil where that isn't known.
    public var destination: String?
    /// The relationship back; nil for none.
    public var inverse: String?
    /// Whether it leads to several objects.
    public var isToMany: Bool
    /// Whether they have an order.
    public var isOrdered: Bool
    /// Whether it may lead to none.
    public var isOptional: Bool
    /// What happens to them when an object is deleted; nil where that isn't known.
    public var deleteRule: String?
    /// Where it is: in a `column`, in the table of the other side (`inverse`), or in a table of
    /// pairs (`join`).
    public var storage: String?
    /// The table of the other side, or of pairs.
    public var table: String?
    /// The column with the keys of the destinations, or of the owners in the table of the other
    /// side.
    public var column: String?
    /// The column with the numbers of the destinations' entities.
    public var entityColumn: String?
    /// The column with the keys of the owners in a table of pairs.
    public var sourceColumn: String?
    /// The column with the order.
    public var orderColumn: String?

    /// The names in JSON.
    enum CodingKeys: String, CodingKey {
      case name, destination, inverse, storage, table, column
      case isOrdered = "ordered"
      case isOptional = "optional"
      case isToMany = "to_many"
      case deleteRule = "delete_rule"
      case entityColumn = "entity_column"
      case sourceColumn = "source_column"
      case orderColumn = "order_column"
    }
  }

  /// What an import would take for notes.
  public struct Guess: Sendable, Encodable {
    /// Whether it would import without being told how.
    public var isSure: Bool
    /// The mapping in TOML, with a reason for each line; nil where nothing looks like notes.
    public var toml: String?
    /// The entities that come closest, with their scores, the best first.
    public var ranking: [Rank]

    /// The names in JSON.
    private enum CodingKeys: String, CodingKey {
      case toml, ranking
      case isSure = "sure"
    }
  }

  /// An entity and how much speaks for it.
  public struct Rank: Sendable, Encodable {
    /// The name.
    public var entity: String
    /// The score. Notes have 8 or more.
    public var score: Double
  }

  /// The name of the file.
  public var source: String
  /// Facts about the store.
  public var store: Store
  /// The tables that belong to nothing in the model.
  public var otherTables: [String]
  /// What is to be reported.
  public var warnings: [String]
  /// The entities, in the order of their numbers.
  public var entities: [Entity]
  /// What an import would take for notes.
  public var mapping: Guess
  /// The findings, as diagnostics.
  public let diagnostics: [Diagnostic]

  /// What is encoded.
  enum CodingKeys: String, CodingKey {
    case source, store, warnings, entities, mapping
    case otherTables = "other_tables"
  }

  /// The path of a store, if a path leads to one; nil for anything else. Apple Notes' own store is
  /// none: its bodies are nothing that a mapping could name.
  public static func path(_ path: String) throws(SlipError) -> String? {
    guard try FileSystem.status(path)?.kind == .file,
      StoreFile.isSQLite(try FileSystem.readStart(of: path, count: 16))
    else { return nil }
    do throws(SlipError) {
      let file = try StoreFile(path)
      guard try CoreDataStore.isStore(file) else { return nil }
      return try AppleNotesReader.isStore(file) ? nil : path
    } catch {
      // What SQLite can't read is no store with a mapping; the inspection of containers says what is wrong with it.
      guard error.kind == .badInput || error.code == DatabaseCode.failed else { throw error }
      return nil
    }
  }

  /// Looks into a store.
  ///
  /// - Parameters:
  ///   - path: The file. What lies beside it belongs to it.
  ///   - model: A model of the application; nil takes the copy in the store.
  /// - Throws: `SlipError` where the file is no store, or can't be read.
  public init(_ path: String, model: String? = nil) throws(SlipError) {
    let store = try CoreDataStore(path, model: model)
    let (proposed, isSure, guess) = StoreMapping.proposed(store.model)
    source = String(path.split(separator: "/").last ?? "")
    self.store = Store(
      uuid: store.uuid, framework: store.framework, versionIdentifiers: store.versionIdentifiers,
      model: store.model.origin.rawValue, wal: store.file.log.rawValue)
    otherTables = store.otherTables
    diagnostics = store.diagnostics
    warnings = diagnostics.map(\.message)
    entities = store.model.entities.map(Entity.init)
    mapping = Guess(
      isSure: isSure, toml: proposed?.toml,
      ranking: guess.ranking.prefix(5).map { Rank(entity: $0.entity, score: $0.score) })
  }
}

extension StoreInspection.Entity {
  /// The facts about an entity.
  fileprivate init(_ entity: StoreEntity) {
    (name, number, `super`, isAbstract) = (entity.name, entity.number, entity.parent, entity.isAbstract)
    (table, count) = (entity.table, entity.count)
    attributes = entity.attributes.map(StoreInspection.Attribute.init)
    relationships = entity.relationships.map(StoreInspection.Relationship.init)
  }
}

extension StoreInspection.Attribute {
  /// The facts about an attribute.
  fileprivate init(_ attribute: StoreAttribute) {
    (name, type, column) = (attribute.name, attribute.kind.rawValue, attribute.column)
    (isOptional, isTransient, isDerived) = (attribute.isOptional, attribute.isTransient, attribute.isDerived)
    (isExternal, transformer) = (attribute.isExternal, attribute.transformer)
  }
}

extension StoreInspection.Relationship {
  /// The facts about a relationship.
  fileprivate init(_ relationship: StoreRelationship) {
    (name, destination, inverse) = (relationship.name, relationship.destination, relationship.inverse)
    (isToMany, isOrdered, isOptional) = (
      relationship.isToMany, relationship.isOrdered, relationship.isOptional
    )
    deleteRule = relationship.deleteRule?.rawValue
    switch relationship.storage {
    case .column(let column, let entity):
      (storage, self.column, entityColumn) = ("column", column, entity)
    case .inverse(let table, let column, let order):
      (storage, self.table, self.column, orderColumn) = ("inverse", table, column, order)
    case .join(let table, let source, let column, let order):
      (storage, self.table, self.column) = ("join", table, column)
      (sourceColumn, orderColumn) = (source, order)
    case nil: break
    }
  }
}
