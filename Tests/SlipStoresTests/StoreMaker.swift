import SlipBase
import SlipTestSupport

@testable import SlipIndex

/// Makes stores for tests.
struct StoreMaker {
  /// An attribute of an entity: its name, type, declared type of the column and flags.
  struct Attribute {
    var name: String
    var number: Int64
    var flags: Int64 = 0
  }
  /// A relationship of an entity.
  struct Relation {
    var name: String
    var destination: String
    var inverse: String?
    var isToMany = false
  }
  /// An entity.
  struct Entity {
    var name: String
    var parent: String?
    var attributes: [Attribute] = []
    var relations: [Relation] = []
  }

  let database: Database

  init(_ path: String, _ entities: [(number: Int, entity: Entity)], hasModel: Bool = true) throws {
    database = try Database(path, .create)
    try database.execute(
      """
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR, Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'STORE', NULL);
      """)
    for (number, entity) in entities {
      let parent = entities.first { $0.entity.name == entity.parent }?.number ?? 0
      try database.execute("INSERT INTO Z_PRIMARYKEY VALUES (\(number), '\(entity.name)', \(parent), 0)")
    }
    guard hasModel else { return }
    try database.execute("CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)")
    let insert = try database.prepare("INSERT INTO Z_MODELCACHE VALUES (?1)")
    insert.bind(1, StoreMaker.deflated(StoreMaker.model(entities.map(\.entity))))
    try insert.run()
  }

  /// A deflate stream that packs nothing.
  static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(60_000)
      rest = rest.dropFirst(piece.count)
      let count = UInt16(piece.count)
      output += [
        rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF),
        UInt8(~count >> 8),
      ]
      output += piece
    } while !rest.isEmpty
    return output
  }

  /// An archived model.
  static func model(_ entities: [Entity]) -> [UInt8] {
    var maker = ArchiveMaker()
    var references = entities.map { ($0.name, maker.add(.null)) }
    for (place, entity) in entities.enumerated() {
      var properties: [(String, ListValue)] = []
      for attribute in entity.attributes {
        let object = maker.object(
          ["NSAttributeDescription"],
          [
            ("NSPropertyName", maker.string(attribute.name)), ("NSAttributeType", .integer(attribute.number)),
            ("NSIsOptional", .bool(true)), ("NSFlagsKey", .integer(attribute.flags)),
          ])
        properties.append((attribute.name, object))
      }
      for relation in entity.relations {
        var parts: [(String, ListValue)] = [
          ("NSPropertyName", maker.string(relation.name)),
          ("_NSDestinationEntityName", maker.string(relation.destination)),
          ("NSMaxCount", .integer(relation.isToMany ? 0 : 1)), ("NSDeleteRule", .integer(1)),
        ]
        if let inverse = relation.inverse {
          parts.append(("_NSInverseRelationshipName", maker.string(inverse)))
        }
        properties.append((relation.name, maker.object(["NSRelationshipDescription"], parts)))
      }
      var parts: [(String, ListValue)] = [
        ("NSEntityName", maker.string(entity.name)), ("NSProperties", maker.dictionary(properties)),
      ]
      if let parent = references.first(where: { $0.0 == entity.parent }) {
        parts.append(("NSSuperentity", parent.1))
      }
      let object = maker.object(["NSEntityDescription"], parts)
      maker.replace(references[place].1, with: .dictionary(parts))
      references[place].1 = object
    }
    let root = maker.object(["NSManagedObjectModel"], [("NSEntities", maker.dictionary(references))])
    return maker.archive(root)
  }
}
