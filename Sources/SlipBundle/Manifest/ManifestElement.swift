internal import XMLSyntax

/// The manifest's elements: what stands where, with which attributes. Reader and validator walk by these rows;
/// `Schemas/slipbox-5.xsd` says the same, and tests compare.
enum ManifestElement: UInt8, CaseIterable {
  case slipbox
  case history, event
  case origins, origin, tombstone
  case folders, folder
  case keywords, keyword
  case attachments, attachment
  case sources, source, lifted
  case notes, note, noteKeyword, link, reference
  case files, file

  static let namespace: StaticString = "urn:slipbox:manifest"

  struct Attribute {
    var name: StaticString
    var type: ManifestType
    var isRequired: Bool
  }

  struct Row {
    var name: StaticString
    var parent: ManifestElement?
    var attributes: [Attribute] = []
    var holdsForeign = false
  }

  var row: Row { ManifestElement.rows[Int(rawValue)] }

  private static let rows: [Row] = allCases.map(makeRow)

  private static func must(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: true)
  }

  private static func may(_ name: StaticString, _ type: ManifestType) -> Attribute {
    Attribute(name: name, type: type, isRequired: false)
  }

  /// Attributes stand in the order in which they are written.
  private static func makeRow(_ element: ManifestElement) -> Row {
    switch element {
    case .slipbox:
      Row(name: "slipbox", parent: nil, attributes: [must("version", .words(["5"]))], holdsForeign: true)
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
        holdsForeign: true)
    case .tombstone: Row(name: "tombstone", parent: .origin, attributes: [must("key", .text)])
    case .folders: Row(name: "folders", parent: .slipbox)
    case .folder:
      Row(
        name: "folder", parent: .folders,
        attributes: [
          must("id", .uuid), must("name", .text), may("parent", .uuid), may("order", .number),
          may("created", .date),
        ], holdsForeign: true)
    case .keywords: Row(name: "keywords", parent: .slipbox)
    case .keyword:
      Row(
        name: "keyword", parent: .keywords,
        attributes: [
          must("id", .uuid), must("name", .text), must("red", .fraction), must("green", .fraction),
          must("blue", .fraction), may("opacity", .fraction),
        ], holdsForeign: true)
    case .attachments: Row(name: "attachments", parent: .slipbox)
    case .attachment:
      Row(
        name: "attachment", parent: .attachments,
        attributes: [
          must("sha256", .sha256), must("type", .mediaType), must("extension", .suffix),
          may("width", .pixels),
          may("height", .pixels), may("thumbnail", .words(["png", "jpg"])),
        ], holdsForeign: true)
    case .sources: Row(name: "sources", parent: .slipbox)
    case .source:
      Row(
        name: "source", parent: .sources,
        attributes: [
          must("key", .text), must("path", .text), must("format", .format), must("sha256", .sha256),
          must("length", .length), may("kept", .sha256), may("modified", .date),
        ], holdsForeign: true)
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
        ], holdsForeign: true)
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

  /// The element of that name below `parent`.
  static func child(of parent: ManifestElement?, _ element: XMLElement) -> ManifestElement? {
    guard element.isIn(namespace: namespace) else { return nil }
    for child in children(of: parent) where element.isNamed(child.row.name) { return child }
    return nil
  }

  static func children(of parent: ManifestElement?) -> [ManifestElement] {
    guard let parent else { return [.slipbox] }
    return childTable[Int(parent.rawValue)]
  }

  private static let childTable = allCases.map { parent in allCases.filter { $0.row.parent == parent } }
}
