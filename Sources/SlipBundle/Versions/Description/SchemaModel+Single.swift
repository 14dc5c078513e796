extension SchemaModel {
  /// Version 1: a list of plain texts.
  ///
  /// Notes have no id, so their position identifies them.
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
  ///
  /// The mirror is derived from the RTF, but stored so that programs can search without reading RTF.
  private static let inlineContent: [Attribute] = [
    must("formattedBodyText", "rtf"), must("bodyText", "text in lower case", derived: true),
    may("image", "binary"), may("image name", "text"),
  ]

  /// Version 2: notes in RTF, and keywords that nothing refers to.
  ///
  /// There are no relationships yet.
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
  ///
  /// Deleting a folder deletes its folders and notes.
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
  ///
  /// A keyword that notes have can't be deleted.
  static let keyword3 = Entity(
    name: "keyword", identity: "id",
    attributes: [
      must("id", "uuid"), must("name", "text"), must("red", "fraction"), must("green", "fraction"),
      must("blue", "fraction"), may("alpha", "fraction", default: "1"),
    ], relationships: [many("notes", "note", inverse: "keywords", .deny, derived: true)])

  /// A note's relationships since version 3.
  ///
  /// Backlinks are the inverse of links, and derived.
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
  ///
  /// Bodies, mirrors and blobs are files; the model shows them as attributes of type file.
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
