extension SchemaModel {
  /// Version 1: a list of plain texts.
  static let version1 = SchemaModel(
    version: 1, summary: Version1.row.summary, container: "one file, NAME.slipbox.xml",
    entities: [
      Entity(
        name: "note", identity: "position",
        attributes: [must("title", "text"), may("creationDate", "date"), must("text", "text")],
        relationships: []), event,
    ])

  /// Attributes that notes have since version 2.
  private static let richNote: [Attribute] = [
    must("id", "uuid"), must("title", "text"), may("status", "Draft | Review | Archived", default: "Draft"),
    may("isFavorite", "boolean", default: "false"), may("order", "number", default: "0"),
    may("creationDate", "date"),
  ]

  /// Content that versions 2 and 3 have in their XML.
  private static let inlineContent: [Attribute] = [
    must("formattedBodyText", "rtf"), must("bodyText", "text in lower case", derived: true),
    may("image", "binary"), may("image name", "text"),
  ]

  /// Version 2: notes in RTF, and keywords that nothing refers to.
  static let version2 = SchemaModel(
    version: 2, summary: Version2.row.summary, container: "one file, NAME.slipbox.xml",
    entities: [
      Entity(name: "note", identity: "id", attributes: richNote + inlineContent, relationships: []),
      Entity(
        name: "keyword", identity: "id",
        attributes: [must("id", "uuid"), must("name", "text"), must("colorHex", "RRGGBB or RRGGBBAA")],
        relationships: []), event,
    ])

  /// Folders, as versions 3 and 4 have them.
  static let folder3 = Entity(
    name: "folder", identity: "id",
    attributes: [
      must("id", "uuid"), must("name", "text"), may("order", "number", default: "0"),
      may("creationDate", "date"),
    ],
    relationships: [
      one("parent", "folder", inverse: "children", .nullify),
      many("children", "folder", inverse: "parent", .cascade, derived: true),
      many("notes", "note", inverse: "folder", .cascade, derived: true),
    ])

  /// Keywords, as versions 3 and 4 have them.
  static let keyword3 = Entity(
    name: "keyword", identity: "id",
    attributes: [
      must("id", "uuid"), must("name", "text"), must("red", "fraction"), must("green", "fraction"),
      must("blue", "fraction"), may("alpha", "fraction", default: "1"),
    ], relationships: [many("notes", "note", inverse: "keywords", .deny, derived: true)])

  /// A note's relationships since version 3.
  static let noteLinks: [Relationship] = [
    one("folder", "folder", inverse: "notes", .nullify),
    many("keywords", "keyword", inverse: "notes", .nullify, ordered: true),
    many("links", "note", inverse: "backlinks", .nullify, ordered: true),
    many("backlinks", "note", inverse: "links", .nullify, derived: true),
  ]

  /// Version 3: folders, keywords and links.
  static let version3 = SchemaModel(
    version: 3, summary: Version3.row.summary, container: "one file, NAME.slipbox.xml",
    entities: [
      Entity(name: "note", identity: "id", attributes: richNote + inlineContent, relationships: noteLinks),
      folder3, keyword3, event,
    ])

  /// Version 4: the first that is a tree.
  static let version4 = SchemaModel(
    version: 4, summary: Version4.row.summary, container: "a tree, NAME.slipbox, or packed, NAME.slippack",
    entities: [
      Entity(
        name: "note", identity: "id",
        attributes: richNote + [
          must("canonicalTitle", "text", derived: true), must("body", "rtf file", was: "formattedBodyText"),
          must("mirror", "text file", derived: true, was: "bodyText"), may("attachment name", "text"),
        ], relationships: noteLinks + [one("attachment", "attachment", inverse: "notes", .cascade)]),
      folder3, keyword3,
      Entity(
        name: "attachment", identity: "sha256", attributes: attachmentAttributes,
        relationships: [many("notes", "note", inverse: "attachment", .nullify, derived: true)]), event,
    ])

  /// Attributes of attachments since version 4.
  static let attachmentAttributes: [Attribute] = [
    must("sha256", "sha256"), must("type", "media type"), must("extension", "suffix"), must("blob", "file"),
    may("width", "pixels"), may("height", "pixels"), may("thumbnail", "png | jpg"),
  ]
}
