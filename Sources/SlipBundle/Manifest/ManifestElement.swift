internal import XMLSyntax

/// The elements of manifests from version 5 on, and of transactions: where each may be, and with which
/// attributes.
///
/// ```
/// <slipbox xmlns="urn:slipbox:manifest" version="8">
///   <history count="1" sha256="…"><transaction number="1" length="310" sha256="…"/></history>
///   <origins/>
///   <folders><folder id="…" name="Apiary"/></folders>
///   <keywords><keyword id="…" name="Bees" red="1" green="0.8" blue="0"/></keywords>
///   <attachments><attachment sha256="…" type="image/png" extension="png" length="117"/></attachments>
///   <sources><source key="Notes/a.rtf" path="a.rtf" format="rtf" sha256="…" length="4096"/></sources>
///   <notes>
///     <note id="…" title="Swarming" folder="…" source="Notes/a.rtf" body-length="310" …>
///       <keyword ref="…"/>
///       <link to="…"/>
///       <attachment ref="…" name="swarm.png"/>
///     </note>
///   </notes>
/// </slipbox>
/// ```
///
/// The sections come in this order, each exactly once. Entities come before what refers to them, but
/// for parents of folders and links between notes. So a reader that streams can check most
/// references at once. In a large box `parts` takes the place of the last three sections, which are in
/// documents of their own then (`ManifestPart`).
///
/// Reader, validator, writer of migrations and the fast check of form all walk by the rows of this table, as
/// `ManifestSchema` selects them for a version. `Schemas/slipbox-8.xsd` says the same for other programs, and
/// tests compare the two.
enum ManifestElement: UInt8, CaseIterable {
  /// The root.
  case slipbox
  /// The transactions and the files that they replaced; in version 5, what was done to the bundle.
  case history, event, entry, replaced
  /// Where imports came from, and which keys were deleted since.
  case origins, origin, tombstone
  /// Folders, and facts that the model has no field for.
  case folders, folder, folderProperty
  /// Keywords.
  case keywords, keyword
  /// The parts that hold attachments, sources and notes, where these aren't in the document itself.
  case parts, part
  /// Attachments.
  case attachments, attachment
  /// Imported files, and the data that were extracted from them into attachments.
  case sources, source, lifted
  /// Notes, their facts that the model has no field for, and their references to keywords, notes and
  /// attachments.
  case notes, note, noteProperty, noteKeyword, link, reference, referenceProperty
  /// All payload files with length and digest: in transactions, and in manifests before version 7.
  case files, file
  /// The root of a part.
  case partRoot
  /// The root of a transaction, with counts, and the entities that it changed as they were before and after.
  case transaction, counts, before, after

  /// The namespace of all versions.
  static let namespace: StaticString = "urn:slipbox:manifest"

  /// What an attribute is called, which values it has, and whether it may be left out.
  struct Attribute {
    var name: StaticString
    var type: ManifestType
    var isRequired: Bool
  }

  /// What an element is called, and what it may be in and have.
  struct Row {
    var name: StaticString
    /// The elements that may contain it; none for a root.
    var parents: [ManifestElement] = []
    /// In the order in which they are written.
    var attributes: [Attribute] = []
    /// Whether elements of other namespaces may be in it.
    var allowsForeign = false
  }

  /// The name in XML.
  var name: StaticString { ManifestElement.names[Int(rawValue)] }

  /// The names by raw value, made once.
  private static let names: [StaticString] = allCases.map { makeRow($0).name }

  /// What may contain a section: a manifest, or one side of a transaction.
  private static let sectionParents: [ManifestElement] = [.slipbox, .before, .after]
  /// What may contain a section that a part may have.
  private static let partedParents: [ManifestElement] = [.slipbox, .partRoot, .before, .after]
  /// The types of properties.
  private static let property = [
    must("name", .name), may("type", .words(["text", "number", "date", "boolean", "uri"])),
    must("value", .text),
  ]

  /// An attribute that has to be there.
  private static func must(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: true)
  }

  /// An attribute that may be left out.
  private static func may(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: false)
  }

  /// The table of the current version: one row an element, attributes in the order in which they are written.
  static func makeRow(_ element: ManifestElement) -> Row {
    switch element {
    case .slipbox:
      Row(name: "slipbox", attributes: [must("version", .words(["8"]))], allowsForeign: true)
    case .partRoot:
      Row(name: "part", attributes: [must("version", .words(["8"])), must("id", .part)])
    case .parts: Row(name: "parts", parents: [.slipbox])
    case .part:
      Row(
        name: "part", parents: [.parts],
        attributes: [
          must("id", .part), must("length", .length), must("sha256", .sha256), may("attachments", .length),
          may("sources", .length), may("notes", .length),
        ])
    case .entry:
      Row(
        name: "transaction", parents: [.history],
        attributes: [must("number", .ordinal), must("length", .length), must("sha256", .sha256)])
    case .replaced:
      Row(
        name: "replaced", parents: [.history],
        attributes: [must("sha256", .sha256), must("extension", .suffix), must("length", .length)])
    case .history:
      Row(
        name: "history", parents: [.slipbox], attributes: [may("count", .length), may("sha256", .sha256)])
    case .event:
      Row(
        name: "event", parents: [.history],
        attributes: [
          must("kind", .words(["import", "migration", "repair", "edit", "refresh"])), may("from", .text),
          may("to", .text), must("tool", .text),
        ])
    case .origins: Row(name: "origins", parents: sectionParents)
    case .origin:
      Row(
        name: "origin", parents: [.origins],
        attributes: [must("name", .text), must("token", .text), may("url", .text), may("kind", .text)],
        allowsForeign: true)
    case .tombstone:
      Row(
        name: "tombstone", parents: [.origin],
        attributes: [must("key", .text), may("item", .text), may("date", .date)])
    case .folders: Row(name: "folders", parents: sectionParents)
    case .folder:
      Row(
        name: "folder", parents: [.folders],
        attributes: [
          must("id", .uuid), must("name", .text), may("parent", .uuid), may("order", .number),
          may("created", .date),
        ], allowsForeign: true)
    case .folderProperty: Row(name: "property", parents: [.folder], attributes: property)
    case .keywords: Row(name: "keywords", parents: sectionParents)
    case .keyword:
      Row(
        name: "keyword", parents: [.keywords],
        attributes: [
          must("id", .uuid), must("name", .text), must("red", .fraction), must("green", .fraction),
          must("blue", .fraction), may("opacity", .fraction), may("parent", .uuid),
        ], allowsForeign: true)
    case .attachments: Row(name: "attachments", parents: partedParents)
    case .attachment:
      Row(
        name: "attachment", parents: [.attachments],
        attributes: [
          must("sha256", .sha256), must("type", .mediaType), must("extension", .suffix),
          may("width", .pixels),
          may("height", .pixels), may("thumbnail", .words(["png", "jpg"])), must("length", .length),
          may("thumbnail-length", .length), may("thumbnail-sha256", .sha256),
        ], allowsForeign: true)
    case .sources: Row(name: "sources", parents: partedParents)
    case .source:
      Row(
        name: "source", parents: [.sources],
        attributes: [
          must("key", .text), must("path", .text), must("format", .format), must("sha256", .sha256),
          must("length", .length), may("kept", .sha256), may("modified", .date),
          may("kept-length", .length), may("reading", .text), may("incomplete", .bool),
        ], allowsForeign: true)
    case .lifted:
      Row(
        name: "lifted", parents: [.source],
        attributes: [
          must("attachment", .sha256), must("start", .length), must("end", .length),
          must("keep-start", .length),
          must("keep-end", .length), must("insertion", .length),
          must("encoding", .words(["hex", "HEX", "binary"])), may("layout", .text),
        ])
    case .notes: Row(name: "notes", parents: partedParents)
    case .note:
      Row(
        name: "note", parents: [.notes],
        attributes: [
          must("id", .uuid), must("title", .text), may("status", .words(["draft", "review", "archived"])),
          may("favorite", .bool), may("order", .number), may("created", .date), may("modified", .date),
          may("zone", .words(["unknown"])), may("folder", .uuid), may("source", .text),
          may("source-item", .text), may("imported", .sha256), must("body-length", .length),
          must("body-sha256", .sha256), must("mirror-length", .length), must("mirror-sha256", .sha256),
        ], allowsForeign: true)
    case .noteProperty: Row(name: "property", parents: [.note], attributes: property)
    case .noteKeyword: Row(name: "keyword", parents: [.note], attributes: [must("ref", .uuid)])
    case .link: Row(name: "link", parents: [.note], attributes: [must("to", .uuid), may("manual", .bool)])
    case .reference:
      Row(
        name: "attachment", parents: [.note],
        attributes: [must("ref", .sha256), must("name", .text), may("description", .text)])
    case .referenceProperty: Row(name: "property", parents: [.reference], attributes: property)
    case .files: Row(name: "files", parents: sectionParents)
    case .file:
      Row(
        name: "file", parents: [.files],
        attributes: [
          must("path", .path), must("length", .length), must("sha256", .sha256), must("type", .mediaType),
        ])
    case .transaction:
      Row(
        name: "transaction",
        attributes: [
          must("version", .words(["6"])), must("number", .length),
          must(
            "kind",
            .words(["import", "edit", "sync", "merge", "refresh", "repair", "migration", "undo"])),
          may("date", .date), may("author", .text), may("from", .text), may("to", .text),
          must("tool", .text), may("previous", .sha256),
        ])
    case .counts:
      Row(
        name: "counts", parents: [.transaction],
        attributes: [
          must("entity", .words(["note", "folder", "keyword", "attachment", "source"])),
          may("inserted", .length), may("updated", .length), may("deleted", .length),
        ])
    case .before: Row(name: "before", parents: [.transaction], allowsForeign: true)
    case .after: Row(name: "after", parents: [.transaction], allowsForeign: true)
    }
  }
}
