internal import XMLSyntax

/// The manifest's elements: what stands where, with which attributes. Reader and validator walk by these rows;
/// `Schemas/slipbox-5.xsd` says the same, and a test compares.
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

  struct Row {
    var name: StaticString
    var parent: ManifestElement?
    var required: [StaticString] = []
    var optional: [StaticString] = []
    var holdsForeign = false
  }

  var row: Row { ManifestElement.rows[Int(rawValue)] }

  private static let rows: [Row] = allCases.map(makeRow)

  private static func makeRow(_ element: ManifestElement) -> Row {
    switch element {
    case .slipbox: Row(name: "slipbox", parent: nil, required: ["version"], holdsForeign: true)
    case .history: Row(name: "history", parent: .slipbox)
    case .event: Row(name: "event", parent: .history, required: ["kind", "tool"], optional: ["from", "to"])
    case .origins: Row(name: "origins", parent: .slipbox)
    case .origin: Row(name: "origin", parent: .origins, required: ["name", "token"], holdsForeign: true)
    case .tombstone: Row(name: "tombstone", parent: .origin, required: ["key"])
    case .folders: Row(name: "folders", parent: .slipbox)
    case .folder:
      Row(
        name: "folder", parent: .folders, required: ["id", "name"], optional: ["parent", "order", "created"],
        holdsForeign: true)
    case .keywords: Row(name: "keywords", parent: .slipbox)
    case .keyword:
      Row(
        name: "keyword", parent: .keywords, required: ["id", "name", "red", "green", "blue"],
        optional: ["opacity"],
        holdsForeign: true)
    case .attachments: Row(name: "attachments", parent: .slipbox)
    case .attachment:
      Row(
        name: "attachment", parent: .attachments, required: ["sha256", "type", "extension"],
        optional: ["width", "height", "thumbnail"], holdsForeign: true)
    case .sources: Row(name: "sources", parent: .slipbox)
    case .source:
      Row(
        name: "source", parent: .sources, required: ["key", "path", "format", "sha256", "length"],
        optional: ["kept", "modified"], holdsForeign: true)
    case .lifted:
      Row(
        name: "lifted", parent: .source,
        required: ["attachment", "start", "end", "keep-start", "keep-end", "insertion", "encoding"],
        optional: ["layout"])
    case .notes: Row(name: "notes", parent: .slipbox)
    case .note:
      Row(
        name: "note", parent: .notes, required: ["id", "title"],
        optional: [
          "status", "favorite", "order", "created", "modified", "zone", "folder", "source", "imported",
        ], holdsForeign: true)
    case .noteKeyword: Row(name: "keyword", parent: .note, required: ["ref"])
    case .link: Row(name: "link", parent: .note, required: ["to"])
    case .reference:
      Row(name: "attachment", parent: .note, required: ["ref", "name"], optional: ["description"])
    case .files: Row(name: "files", parent: .slipbox)
    case .file: Row(name: "file", parent: .files, required: ["path", "length", "sha256", "type"])
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
