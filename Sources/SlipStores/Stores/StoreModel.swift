/// What a store holds, by the names of its model.
///
/// A model is what Core Data calls so: entities with their attributes and relationships, and where
/// the database has them.
package struct StoreModel: Sendable, Equatable {
  /// Where the names come from.
  package enum Origin: String, Sendable {
    /// The copy of the model that the store has (`Z_MODELCACHE`).
    case cache
    /// A model file that the caller names.
    case file
    /// The names of tables and columns. They are in lower case, and much is guessed.
    case columns
  }

  /// The entities, in the order of their numbers.
  package var entities: [StoreEntity] = []
  /// Where the names come from.
  package var origin = Origin.columns

  /// Creates a model.
  package init(entities: [StoreEntity] = [], origin: Origin = .columns) {
    (self.entities, self.origin) = (entities, origin)
  }

  /// The entity with a name. Without an exact match, case doesn't count. Nil where there is none.
  package func entity(_ name: String) -> StoreEntity? {
    if let exact = entities.first(where: { $0.name == name }) { return exact }
    let lower = name.lowercased()
    return entities.first { $0.name.lowercased() == lower }
  }

  /// An entity and its ancestors, the nearest first; empty for an unknown name. A circle ends it.
  package func chain(_ name: String) -> [StoreEntity] {
    var found: [StoreEntity] = []
    var next: String? = name
    while let name = next, found.count < StoreModel.deepest, let entity = entity(name),
      !found.contains(where: { $0.name == entity.name })
    {
      found.append(entity)
      next = entity.parent
    }
    return found
  }

  /// An entity and all below it, in the order of their numbers.
  package func family(_ name: String) -> [StoreEntity] {
    guard let top = entity(name)?.name else { return [] }
    return entities.filter { member in chain(member.name).contains { $0.name == top } }
  }

  /// All attributes of an entity, with those of its ancestors; of equal names the nearest counts.
  package func attributes(_ name: String) -> [StoreAttribute] {
    var seen: Set<String> = []
    return chain(name).flatMap(\.attributes).filter { seen.insert($0.name).inserted }
  }

  /// All relationships of an entity, with those of its ancestors; of equal names the nearest
  /// counts.
  package func relationships(_ name: String) -> [StoreRelationship] {
    var seen: Set<String> = []
    return chain(name).flatMap(\.relationships).filter { seen.insert($0.name).inserted }
  }

  /// How many ancestors an entity may have.
  static let deepest = 64
}

/// An entity of a model.
package struct StoreEntity: Sendable, Equatable {
  /// The name.
  package var name: String
  /// The number in this store. It moves when entities are added to the model.
  package var number: Int
  /// The name of the entity that this one inherits from; nil for none.
  package var parent: String?
  /// Whether there are only objects of entities below it.
  package var isAbstract = false
  /// The table with its rows, which it shares with the entities that inherit from the same one; nil
  /// where the database lacks it.
  package var table: String?
  /// How many objects are of this very entity.
  package var count = 0
  /// The attributes that it adds to those of its parent.
  package var attributes: [StoreAttribute] = []
  /// The relationships that it adds to those of its parent.
  package var relationships: [StoreRelationship] = []

  /// Creates an entity without properties.
  package init(_ name: String, number: Int = 0, parent: String? = nil) {
    (self.name, self.number, self.parent) = (name, number, parent)
  }
}

/// An attribute of an entity.
package struct StoreAttribute: Sendable, Equatable {
  /// The types of attributes (`NSAttributeType`).
  package enum Kind: String, Sendable, CaseIterable {
    /// No type, or one that isn't known.
    case undefined
    /// Whole numbers of 16, 32 and 64 bits.
    case int16, int32, int64
    /// A decimal number.
    case decimal
    /// Floating-point numbers.
    case double, float
    /// Text.
    case string
    /// True or false.
    case boolean
    /// A date.
    case date
    /// Bytes.
    case binary
    /// A UUID.
    case uuid
    /// A URL.
    case uri
    /// A value that a program turned into bytes.
    case transformable
    /// The id of another object.
    case objectID
    /// Several values, each with a column of its own.
    case composite

    /// The number of each type in an archived model.
    static let numbers: [Int64: Kind] = [
      100: .int16, 200: .int32, 300: .int64, 400: .decimal, 500: .double, 600: .float, 700: .string,
      800: .boolean, 900: .date, 1000: .binary, 1100: .uuid, 1200: .uri, 1800: .transformable,
      2000: .objectID, 2100: .composite,
    ]

    /// Whether values are bytes.
    package var isBytes: Bool { self == .binary || self == .transformable }
    /// Whether values are whole numbers.
    package var isWhole: Bool { self == .int16 || self == .int32 || self == .int64 }
  }

  /// The name.
  package var name: String
  /// The type.
  package var kind: Kind
  /// The column; nil where the database has none.
  package var column: String?
  /// Whether it may be missing.
  package var isOptional = true
  /// Whether it is never stored.
  package var isTransient = false
  /// Whether it is computed from others.
  package var isDerived = false
  /// Whether values may lie in files of their own, so that each begins with a tag; nil where that
  /// isn't known.
  package var isExternal: Bool?
  /// The name of the program's part that turns values into bytes; nil for none.
  package var transformer: String?

  /// Creates an attribute.
  package init(_ name: String, _ kind: Kind, column: String? = nil) {
    (self.name, self.kind, self.column) = (name, kind, column)
  }
}

/// A relationship of an entity.
package struct StoreRelationship: Sendable, Equatable {
  /// What happens to the destination when an object is deleted.
  package enum DeleteRule: String, Sendable {
    /// Nothing.
    case noAction = "no_action"
    /// The destination forgets the object.
    case nullify
    /// The destination is deleted as well.
    case cascade
    /// The object can't be deleted as long as there is a destination.
    case deny
  }

  /// Where the database has a relationship.
  package enum Storage: Sendable, Equatable {
    /// In a column of the entity's own table: the keys of the destinations. A second column may
    /// have the numbers of their entities.
    case column(String, entity: String?)
    /// In a column of the destination's table: the keys of the owners. A second column may have the
    /// order.
    case inverse(table: String, column: String, order: String?)
    /// In a table of pairs: a column with the keys of the owners and one with those of the
    /// destinations. A third column may have the order.
    case join(table: String, source: String, column: String, order: String?)
  }

  /// The name.
  package var name: String
  /// The name of the destination's entity; nil where it isn't known.
  package var destination: String?
  /// The name of the relationship back; nil for none.
  package var inverse: String?
  /// Whether there may be several destinations.
  package var isToMany = false
  /// Whether the destinations have an order.
  package var isOrdered = false
  /// Whether there may be no destination.
  package var isOptional = true
  /// Whether it is never stored.
  package var isTransient = false
  /// What happens to the destination; nil where it isn't known.
  package var deleteRule: DeleteRule?
  /// Where the database has it; nil where it doesn't.
  package var storage: Storage?

  /// Creates a relationship.
  package init(_ name: String, to destination: String?, isToMany: Bool = false, inverse: String? = nil) {
    (self.name, self.destination, self.isToMany, self.inverse) = (name, destination, isToMany, inverse)
  }
}
