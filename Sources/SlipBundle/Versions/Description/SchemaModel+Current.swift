extension SchemaModel {
  /// Version 5, the current one.
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

  /// All versions, oldest first.
  public static let all = [version1, version2, version3, version4, version5]

  /// The version with this number; nil for one that this program doesn't know.
  public static func of(_ version: Int) -> SchemaModel? { all.first { $0.version == version } }
}
