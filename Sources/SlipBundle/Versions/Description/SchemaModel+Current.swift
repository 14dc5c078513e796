internal import SlipNotes

extension SchemaModel {
  /// Version 5.
  ///
  /// A reference is an entity of its own here, as it has a name and a description besides its two ends.
  static let version5 = SchemaModel(
    version: 5, summary: Version5.row.summary, container: "a tree, NAME.slipbox, or packed, NAME.slippack",
    entities: [
      note5, folder5, keyword5,
      Entity(
        name: "attachment", identity: "sha256", attributes: attachmentAttributes,
        relationships: [
          many("references", "reference", inverse: "attachment", .nullify, derived: true),
          many("sources", "source", inverse: "lifted", .nullify, derived: true),
        ]),
      Entity(
        name: "reference", identity: "position in its note",
        attributes: [must("name", "text", was: "attachment name"), may("description", "text")],
        relationships: [
          one("attachment", "attachment", inverse: "references", .cascade),
          one("note", "note", inverse: "attachments", .nullify),
        ]),
      source5,
      Entity(
        name: "origin", identity: "position",
        attributes: [must("name", "text"), must("token", "text"), must("tombstones", "list of text")],
        relationships: []), event,
    ])

  /// Notes, with any number of attachments and the source that they came from.
  private static let note5 = Entity(
    name: "note", identity: "id",
    attributes: [
      must("id", "uuid"), must("title", "text"),
      may("status", "draft | review | archived", default: "draft"),
      may("favorite", "boolean", default: "false", was: "isFavorite"), may("order", "number", default: "0"),
      may("created", "date", was: "creationDate"), may("modified", "date"), may("zone", "unknown"),
      may("imported", "sha256"), must("body", "rtf file", was: "formattedBodyText"),
      must("mirror", "text file", derived: true, was: "bodyText"),
    ],
    relationships: noteLinks + [
      many("attachments", "reference", inverse: "note", .cascade, ordered: true),
      one("source", "source", inverse: "notes", .cascade),
    ])

  /// Folders; only a name changed since version 3.
  private static let folder5 = Entity(
    name: "folder", identity: "id",
    attributes: [
      must("id", "uuid"), must("name", "text"), may("order", "number", default: "0"),
      may("created", "date", was: "creationDate"),
    ], relationships: folder3.relationships)

  /// Keywords; only a name changed since version 3.
  private static let keyword5 = Entity(
    name: "keyword", identity: "id",
    attributes: [
      must("id", "uuid"), must("name", "text"), must("red", "fraction"), must("green", "fraction"),
      must("blue", "fraction"), may("opacity", "fraction", default: "1", was: "alpha"),
    ], relationships: keyword3.relationships)

  /// Imported files.
  ///
  /// Attachments that were extracted from a source stay as long as the source is there: its original needs
  /// them.
  private static let source5 = Entity(
    name: "source", identity: "key",
    attributes: [
      must("key", "text"), must("path", "text"), must("format", "format"), must("sha256", "sha256"),
      must("length", "length"), may("kept", "sha256"), may("modified", "date"),
    ],
    relationships: [
      many("lifted", "attachment", inverse: "sources", .nullify, ordered: true),
      many("notes", "note", inverse: "source", .nullify, derived: true),
    ])

  /// Version 6: version 5 with properties, nested keywords and a history of its own files.
  static let version6 = SchemaModel(
    version: 6, summary: Version6.row.summary, container: version5.container,
    entities: version5.entities.dropLast().map { $0.addingVersion6 } + [
      Entity(
        name: "property", identity: "position in its entity",
        attributes: [
          must("name", "text"),
          may("type", "text | number | date | boolean | uri", default: "text"), must("value", "text"),
        ],
        relationships: ["note", "folder", "reference"].map {
          one($0, $0, inverse: "properties", .nullify)
        }),
      Entity(
        name: "tombstone", identity: "position in its origin",
        attributes: [must("key", "text"), may("item", "text"), may("date", "date")],
        relationships: [one("origin", "origin", inverse: "tombstones", .nullify)]),
      Entity(
        name: "transaction", identity: "number",
        attributes: [
          must("number", "number"),
          must("kind", BoxTransaction.Kind.allCases.map(\.rawValue).joined(separator: " | ")),
          may("date", "date"), may("author", "text"), may("from", "text"), may("to", "text"),
          must("tool", "text"), may("previous", "sha256"),
        ], relationships: [many("changes", "change", inverse: "transaction", .cascade, ordered: true)]),
      Entity(
        name: "change", identity: "position in its transaction",
        attributes: [may("before", "entity"), may("after", "entity")],
        relationships: [one("transaction", "transaction", inverse: "changes", .nullify)]),
    ])

  /// Version 7: version 6 with the facts about files where the files belong, and parts.
  static let version7 = SchemaModel(
    version: 7, summary: Version7.row.summary, container: version6.container,
    entities: version6.entities.map { $0.addingVersion7 } + [
      Entity(
        name: "part", identity: "id",
        attributes: [
          must("id", "two hexadecimal digits"), must("length", "length"), must("sha256", "sha256"),
          may("attachments", "number", default: "0"), may("sources", "number", default: "0"),
          may("notes", "number", default: "0"),
        ], relationships: [])
    ])

  /// Version 8, the current one: version 7 with what an import knows of its sources.
  static let version8 = SchemaModel(
    version: 8, summary: Version8.row.summary, container: version7.container,
    entities: version7.entities.map { $0.addingVersion8 })

  /// All versions, oldest first.
  public static let all = [
    version1, version2, version3, version4, version5, version6, version7, version8,
  ]

  /// The version with this number; nil for one that this program doesn't know.
  public static func of(_ version: Int) -> SchemaModel? { all.first { $0.version == version } }
}

extension SchemaModel.Entity {
  /// The entity with what version 8 added to it.
  fileprivate var addingVersion8: SchemaModel.Entity {
    guard name == "source" else { return self }
    var entity = self
    entity.attributes += [
      SchemaModel.may("reading", "text"), SchemaModel.may("incomplete", "boolean", default: "false"),
    ]
    return entity
  }

  /// The entity with what version 7 added to it.
  fileprivate var addingVersion7: SchemaModel.Entity {
    var entity = self
    switch name {
    case "note":
      for file in ["body", "mirror"] {
        entity.attributes.append(SchemaModel.must("\(file)-length", "length"))
        entity.attributes.append(SchemaModel.must("\(file)-sha256", "sha256"))
      }
    case "attachment":
      entity.attributes += [
        SchemaModel.must("length", "length"), SchemaModel.may("thumbnail-length", "length"),
        SchemaModel.may("thumbnail-sha256", "sha256"),
      ]
    case "source": entity.attributes.append(SchemaModel.may("kept-length", "length"))
    case "transaction":
      entity.attributes += [SchemaModel.must("length", "length"), SchemaModel.must("sha256", "sha256")]
    default: break
    }
    return entity
  }

  /// The entity with what version 6 added to it.
  fileprivate var addingVersion6: SchemaModel.Entity {
    var entity = self
    let properties = SchemaModel.many("properties", "property", inverse: "\(name)", .cascade, ordered: true)
    switch name {
    case "note":
      entity.attributes.append(SchemaModel.may("source-item", "text"))
      entity.relationships += [
        properties, SchemaModel.many("manualLinks", "note", inverse: "manualBacklinks", .nullify),
        SchemaModel.many("manualBacklinks", "note", inverse: "manualLinks", .nullify, derived: true),
      ]
    case "folder", "reference": entity.relationships.append(properties)
    case "keyword":
      entity.relationships += [
        SchemaModel.one("parent", "keyword", inverse: "children", .nullify),
        SchemaModel.many("children", "keyword", inverse: "parent", .nullify, derived: true),
      ]
    case "origin":
      entity.attributes.removeLast()
      entity.attributes += [SchemaModel.may("url", "text"), SchemaModel.may("kind", "text")]
      entity.relationships.append(
        SchemaModel.many("tombstones", "tombstone", inverse: "origin", .cascade, ordered: true))
    default: break
    }
    return entity
  }
}
