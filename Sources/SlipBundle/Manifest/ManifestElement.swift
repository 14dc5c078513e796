internal import XMLSyntax

/// The elements of a manifest of the current version: where each may be, and with which attributes.
///
/// ```
/// <slipbox xmlns="urn:slipbox:manifest" version="5">
///   <history><event kind="import" from="Notes" tool="slipconv 0.1.0"/></history>
///   <origins/>
///   <folders><folder id="…" name="Apiary"/></folders>
///   <keywords><keyword id="…" name="Bees" red="1" green="0.8" blue="0"/></keywords>
///   <attachments><attachment sha256="…" type="image/png" extension="png"/></attachments>
///   <sources><source key="Notes/a.rtf" path="a.rtf" format="rtf" sha256="…" length="4096"/></sources>
///   <notes>
///     <note id="…" title="Swarming" folder="…" source="Notes/a.rtf">
///       <keyword ref="…"/>
///       <link to="…"/>
///       <attachment ref="…" name="swarm.png"/>
///     </note>
///   </notes>
///   <files><file path="…" length="117" sha256="…" type="image/png"/></files>
/// </slipbox>
/// ```
///
/// The eight sections come in this order, each exactly once. Entities come before what refers to them, but
/// for parents of folders and links between notes; files come last. So a reader that streams can check most
/// references at once.
///
/// Reader, validator, writer of migrations and the fast check of form all walk by the rows of this table.
/// `Schemas/slipbox-5.xsd` says the same for other programs, and tests compare the two.
enum ManifestElement: UInt8, CaseIterable {
  /// The root.
  case slipbox
  /// What was done to the bundle.
  case history, event
  /// Where imports came from, and which keys were deleted since.
  case origins, origin, tombstone
  /// Folders.
  case folders, folder
  /// Keywords.
  case keywords, keyword
  /// Attachments.
  case attachments, attachment
  /// Imported files, and the data that were extracted from them into attachments.
  case sources, source, lifted
  /// Notes, and their references to keywords, notes and attachments.
  case notes, note, noteKeyword, link, reference
  /// All payload files with length and digest.
  case files, file

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
    /// The element that contains it; nil for the root.
    var parent: ManifestElement?
    /// In the order in which they are written.
    var attributes: [Attribute] = []
    /// Whether elements of other namespaces may be in it.
    var allowsForeign = false
  }

  /// This element's row. O(1).
  var row: Row { ManifestElement.rows[Int(rawValue)] }

  /// The rows by raw value, made once.
  private static let rows: [Row] = allCases.map(makeRow)

  /// An attribute that has to be there.
  private static func must(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: true)
  }

  /// An attribute that may be left out.
  private static func may(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: false)
  }

  /// The table: one row an element, attributes in the order in which they are written.
  private static func makeRow(_ element: ManifestElement) -> Row {
    switch element {
    case .slipbox:
      Row(name: "slipbox", parent: nil, attributes: [must("version", .words(["5"]))], allowsForeign: true)
    case .history: Row(name: "history", parent: .slipbox)
    case .event:
      Row(
        name: "event", parent: .history,
        attributes: [
          must("kind", .words(["import", "migration", "repair", "edit", "refresh"])), may("from", .text),
          may("to", .text), must("tool", .text),
        ])
    case .origins: Row(name: "origins", parent: .slipbox)
    case .origin:
      Row(
        name: "origin", parent: .origins, attributes: [must("name", .text), must("token", .text)],
        allowsForeign: true)
    case .tombstone: Row(name: "tombstone", parent: .origin, attributes: [must("key", .text)])
    case .folders: Row(name: "folders", parent: .slipbox)
    case .folder:
      Row(
        name: "folder", parent: .folders,
        attributes: [
          must("id", .uuid), must("name", .text), may("parent", .uuid), may("order", .number),
          may("created", .date),
        ], allowsForeign: true)
    case .keywords: Row(name: "keywords", parent: .slipbox)
    case .keyword:
      Row(
        name: "keyword", parent: .keywords,
        attributes: [
          must("id", .uuid), must("name", .text), must("red", .fraction), must("green", .fraction),
          must("blue", .fraction), may("opacity", .fraction),
        ], allowsForeign: true)
    case .attachments: Row(name: "attachments", parent: .slipbox)
    case .attachment:
      Row(
        name: "attachment", parent: .attachments,
        attributes: [
          must("sha256", .sha256), must("type", .mediaType), must("extension", .suffix),
          may("width", .pixels),
          may("height", .pixels), may("thumbnail", .words(["png", "jpg"])),
        ], allowsForeign: true)
    case .sources: Row(name: "sources", parent: .slipbox)
    case .source:
      Row(
        name: "source", parent: .sources,
        attributes: [
          must("key", .text), must("path", .text), must("format", .format), must("sha256", .sha256),
          must("length", .length), may("kept", .sha256), may("modified", .date),
        ], allowsForeign: true)
    case .lifted:
      Row(
        name: "lifted", parent: .source,
        attributes: [
          must("attachment", .sha256), must("start", .length), must("end", .length),
          must("keep-start", .length),
          must("keep-end", .length), must("insertion", .length),
          must("encoding", .words(["hex", "HEX", "binary"])), may("layout", .text),
        ])
    case .notes: Row(name: "notes", parent: .slipbox)
    case .note:
      Row(
        name: "note", parent: .notes,
        attributes: [
          must("id", .uuid), must("title", .text), may("status", .words(["draft", "review", "archived"])),
          may("favorite", .bool), may("order", .number), may("created", .date), may("modified", .date),
          may("zone", .words(["unknown"])), may("folder", .uuid), may("source", .text),
          may("imported", .sha256),
        ], allowsForeign: true)
    case .noteKeyword: Row(name: "keyword", parent: .note, attributes: [must("ref", .uuid)])
    case .link: Row(name: "link", parent: .note, attributes: [must("to", .uuid)])
    case .reference:
      Row(
        name: "attachment", parent: .note,
        attributes: [must("ref", .sha256), must("name", .text), may("description", .text)])
    case .files: Row(name: "files", parent: .slipbox)
    case .file:
      Row(
        name: "file", parent: .files,
        attributes: [
          must("path", .path), must("length", .length), must("sha256", .sha256), must("type", .mediaType),
        ])
    }
  }

  /// The kind of an element below `parent`; nil for an element that the schema doesn't know there.
  static func child(of parent: ManifestElement?, _ element: XMLElement) -> ManifestElement? {
    guard element.isIn(namespace: namespace) else { return nil }
    for child in children(of: parent) where element.isNamed(child.row.name) { return child }
    return nil
  }

  /// The elements that may be below `parent`, in the order in which they have to come.
  static func children(of parent: ManifestElement?) -> [ManifestElement] {
    guard let parent else { return [.slipbox] }
    return childTable[Int(parent.rawValue)]
  }

  /// `children(of:)` by the parent's raw value, made once.
  private static let childTable = allCases.map { parent in allCases.filter { $0.row.parent == parent } }
}
