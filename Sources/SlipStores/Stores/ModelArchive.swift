internal import AppleArchives
internal import SlipBase
internal import ZipContainer

/// Reads archived models (`NSManagedObjectModel`), as stores cache them and as applications ship
/// them.
///
/// Objects of a model refer to each other in circles. Nothing is followed further than from the
/// model to its entities and from each to its properties.
enum ModelArchive {
  /// How many bytes a model may have when it is unpacked.
  static let largest = 64 << 20
  /// How many entities are read.
  private static let mostEntities = StoreLayout.mostEntities
  /// How many properties are read, of all entities together.
  private static let mostProperties = 200_000

  /// The model that a store caches: an archive in a raw deflate stream. Nil where it can't be read.
  ///
  /// - Parameter bytes: The content of `Z_MODELCACHE.Z_CONTENT`.
  static func read(cached bytes: [UInt8]) -> StoreModel? {
    guard let unpacked = Inflation.unpack(bytes, .none, limit: largest), unpacked.isComplete else {
      return nil
    }
    return read(unpacked.bytes)
  }

  /// The model in an archive; nil where there is none.
  ///
  /// - Parameter bytes: A keyed archive whose root is an `NSManagedObjectModel`.
  /// - Returns: The model, in which properties stand at the entity that declares them.
  static func read(_ bytes: [UInt8]) -> StoreModel? {
    guard let root = bytes.withUnsafeBytes({ KeyedArchive($0) })?.root, root.isA("NSManagedObjectModel"),
      let entities = root["NSEntities"]?.pairs
    else { return nil }
    var model = StoreModel()
    var budget = mostProperties
    for (name, entity) in entities.prefix(mostEntities) {
      guard let name = entity["NSEntityName"]?.string ?? name.string else { continue }
      model.entities.append(read(entity, name, &budget))
    }
    model.dropInherited()
    return model
  }

  /// An entity with its own properties.
  ///
  /// Properties are sorted by name, because the archive has no order of them. Fetched properties are left
  /// out.
  ///
  /// - Parameter budget: How many properties may still be read.
  private static func read(_ object: ArchivedObject, _ name: String, _ budget: inout Int) -> StoreEntity {
    var entity = StoreEntity(name)
    entity.parent = object["NSSuperentity"]?["NSEntityName"]?.string
    entity.isAbstract = object["NSIsAbstract"]?.boolean ?? false
    for (key, property) in (object["NSProperties"]?.pairs ?? []).prefix(max(0, budget)) {
      budget -= 1
      guard let name = property["NSPropertyName"]?.string ?? key.string else { continue }
      let types = property.classNames
      if types.contains("NSRelationshipDescription") {
        entity.relationships.append(relationship(property, name))
      } else if types.contains("NSAttributeDescription") {
        entity.attributes.append(attribute(property, name, types))
      }
    }
    entity.attributes.sort { $0.name < $1.name }
    entity.relationships.sort { $0.name < $1.name }
    return entity
  }

  /// The bit that says that values may lie in files of their own.
  private static let externalFlag: Int64 = 4

  /// An attribute.
  ///
  /// - Parameters:
  ///   - object: An `NSAttributeDescription`.
  ///   - name: Its name.
  ///   - types: The names of its class and those above.
  private static func attribute(_ object: ArchivedObject, _ name: String, _ types: [String]) -> StoreAttribute
  {
    let number = object["NSAttributeType"]?.integer ?? 0
    var attribute = StoreAttribute(name, StoreAttribute.Kind.numbers[number] ?? .undefined)
    attribute.isOptional = object["NSIsOptional"]?.boolean ?? false
    attribute.isTransient = object["NSIsTransient"]?.boolean ?? false
    attribute.isDerived = types.contains("NSDerivedAttributeDescription")
    attribute.isExternal = (object["NSFlagsKey"]?.integer ?? 0) & externalFlag != 0
    attribute.transformer = object["NSValueTransformerName"]?.string
    return attribute
  }

  /// The delete rules in the order of their numbers.
  private static let deleteRules: [StoreRelationship.DeleteRule] = [.noAction, .nullify, .cascade, .deny]

  /// A relationship.
  ///
  /// A relationship is to many unless its greatest count is 1. An unknown delete rule gives nil.
  private static func relationship(_ object: ArchivedObject, _ name: String) -> StoreRelationship {
    var relationship = StoreRelationship(name, to: object["_NSDestinationEntityName"]?.string)
    relationship.inverse = object["_NSInverseRelationshipName"]?.string
    relationship.isToMany = (object["NSMaxCount"]?.integer ?? 0) != 1
    relationship.isOrdered = object["NSIsOrdered"]?.boolean ?? false
    relationship.isOptional = object["NSIsOptional"]?.boolean ?? false
    relationship.isTransient = object["NSIsTransient"]?.boolean ?? false
    let rule = Int(exactly: object["NSDeleteRule"]?.integer ?? 0) ?? 0
    relationship.deleteRule = deleteRules.indices.contains(rule) ? deleteRules[rule] : nil
    return relationship
  }
}

extension StoreModel {
  /// Drops properties that an ancestor has. Some models repeat them in full.
  ///
  /// Ancestors are followed `StoreModel.deepest` steps at most, so that circles end.
  mutating func dropInherited() {
    var names: [String: Set<String>] = [:]
    for entity in entities {
      names[entity.name] = Set(entity.attributes.map(\.name) + entity.relationships.map(\.name))
    }
    let parents = Dictionary(entities.map { ($0.name, $0.parent) }) { first, _ in first }
    for index in entities.indices {
      var inherited: Set<String> = []
      var next = entities[index].parent
      for _ in 0..<StoreModel.deepest {
        guard let name = next, name != entities[index].name else { break }
        inherited.formUnion(names[name] ?? [])
        next = parents[name] ?? nil
      }
      guard !inherited.isEmpty else { continue }
      entities[index].attributes.removeAll { inherited.contains($0.name) }
      entities[index].relationships.removeAll { inherited.contains($0.name) }
    }
  }
}
