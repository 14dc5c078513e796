internal import SlipboxKit
internal import SlipFiles
public import SlipBase

/// How the arrays and attributes of a foreign feed are called in a slip-box.
///
/// ```toml
/// [feed]
/// version_token = "meta_version"      # what the feed calls the token
///
/// [events]
/// title = "note.title"
/// description = "note.body.text"      # or .markdown, .html, .rtf
/// location = "note.folder"            # an id, or an object with one
/// starts_at = "note.created"
/// seats = "note.property.seats:number"
///
/// [locations]
/// name = "folder.name"
/// ```
///
/// Attributes that aren't named are left out. `id` needs no row. Without a mapping names are those of
/// `Schemas/box.schema.json`, in snake_case or camelCase.
public struct SyncMapping: Sendable {
  /// An attribute of an object and where it goes.
  private struct Row: Sendable {
    /// The names on the way to the value, such as `venue`, `name`.
    var path: [String]
    /// The name in a slip-box.
    var target: Target
  }

  /// What an attribute is called here.
  private enum Target: Sendable {
    /// A member of the JSON form.
    case member(String)
    /// The body, in a format.
    case body(String)
    /// A property with its kind.
    case property(String, kind: String)
  }

  /// The sections by the names of the feed's arrays; nil: names as they are.
  private var sections: [String: BoxJSON.Section]?
  /// The rows of each section.
  private var rows: [BoxJSON.Section: [Row]] = [:]
  /// What members of the document are called here, by the feed's names.
  private var headers: [String: String] = [:]

  /// The form of a slip-box.
  public init() {}

  /// Whether names are those of a slip-box.
  var isEmpty: Bool { sections == nil && rows.isEmpty && headers.isEmpty }

  /// Reads a mapping from a TOML file.
  ///
  /// - Throws: `SlipError` with line and column.
  public init(file: String) throws(SlipError) {
    try self.init(try FileSystem.readFile(file, limit: SyncMapping.longest), file: file)
  }

  /// The most bytes of a mapping.
  private static let longest = 1 << 20

  /// Reads a mapping.
  init(_ bytes: [UInt8], file: String) throws(SlipError) {
    let root = try TOMLTable(
      try TOMLNode.parse(bytes, file: file), name: "the mapping", file: file, keys: nil)
    var sections: [String: BoxJSON.Section] = [:]
    for (key, node) in root.entries {
      if key.name == "feed" {
        let table = try TOMLTable(node, name: "[feed]", file: file, keys: SyncMapping.headerNames)
        for name in SyncMapping.headerNames {
          if let foreign = try table.string(name) { headers[foreign] = name }
        }
        continue
      }
      var found: BoxJSON.Section?
      var rows: [Row] = []
      var open = [(path: [String](), node: node)]
      while let (path, node) = open.popLast() {
        let table = try TOMLTable(node, name: "[\(key.name)]", file: file, keys: nil)
        for (name, value) in table.entries {
          if case .table = value.value {
            open.append((path + [name.name], value))
            continue
          }
          guard case .string(let text) = value.value, let (section, target) = SyncMapping.target(text) else {
            throw table.fault(
              "The value must name an attribute, such as \"note.title\" or \"folder.name\"", value.place)
          }
          guard found ?? section == section else {
            throw table.fault("All attributes of an array must be of one entity", value.place)
          }
          found = section
          rows.append(Row(path: path + [name.name], target: target))
        }
      }
      if let found {
        sections[key.name] = found
        self.rows[found, default: []] += rows
      }
    }
    self.sections = sections
  }

  /// The members of a document that may have other names.
  private static let headerNames = [
    "version_token", "base_token", "full", "expired", "since", "next", "deleted",
  ]
  /// The attributes of each entity.
  private static let attributes: [BoxJSON.Section: [String]] = [
    .notes: [
      "id", "title", "status", "favorite", "order", "created", "modified", "folder", "keywords", "links",
      "attachments",
    ],
    .folders: ["id", "name", "parent", "order", "created"], .keywords: ["id", "name", "parent", "color"],
  ]

  /// The attribute that a text such as `note.title` names.
  private static func target(_ text: String) -> (BoxJSON.Section, Target)? {
    let parts = text.split(separator: ".", maxSplits: 2).map(String.init)
    guard parts.count >= 2, let section = BoxJSON.Section(rawValue: parts[0] + "s") else { return nil }
    if section == .notes, parts.count == 3, parts[1] == "body" {
      return BoxJSON.NoteObject.formats.contains(parts[2]) ? (section, .body(parts[2])) : nil
    }
    if section == .notes, parts == ["note", "body"] { return (section, .body("text")) }
    if section == .notes || section == .folders, parts.count == 3, parts[1] == "property" {
      let halves = parts[2].split(separator: ":", maxSplits: 1).map(String.init)
      let kind = halves.count == 2 ? halves[1] : "text"
      guard ["text", "number", "date", "boolean", "uri"].contains(kind), !halves[0].isEmpty else {
        return nil
      }
      return (section, .property(halves[0], kind: kind))
    }
    guard parts.count == 2, attributes[section]?.contains(parts[1]) == true else { return nil }
    return (section, .member(parts[1]))
  }

  // MARK: Reading objects

  /// A name in snake_case: `versionToken` → `version_token`.
  static func snake(_ name: String) -> String {
    guard name.utf8.contains(where: { $0.isASCIIUppercase }) else { return name }
    var output = ""
    for character in name {
      if character.isUppercase, !output.isEmpty { output += "_" }
      output += character.lowercased()
    }
    return output
  }

  /// What a member of the document is called here.
  func header(_ name: String) -> String { headers[name] ?? SyncMapping.snake(name) }

  /// The section that an array holds; nil for one that is left out.
  func section(of name: String) -> BoxJSON.Section? {
    if let sections { return sections[name] }
    let section = BoxJSON.Section(rawValue: SyncMapping.snake(name))
    return section == .origins || section == .sources ? nil : section
  }

  /// The id of an object.
  func id(of value: BoxJSON.Value, in section: BoxJSON.Section) throws(SlipError) -> String {
    let fields = try value.fields()
    let row = rows[section]?.first { if case .member("id") = $0.target { true } else { false } }
    let key = section == .attachments ? "sha256" : row?.path.joined(separator: ".") ?? "id"
    guard let id = try fields.id(key) else { throw fields.fault(key, "is missing") }
    return id
  }

  /// The members of an object under the names of a slip-box. `null` stays, because it clears.
  func members(
    of value: BoxJSON.Value, in section: BoxJSON.Section
  ) throws(SlipError) -> [String: JSONValue] {
    let fields = try value.fields()
    guard sections != nil else {
      return Dictionary(fields.members.map { (SyncMapping.snake($0.key), $0.value) }) { first, _ in first }
    }
    var members: [String: JSONValue] = ["id": .string(try id(of: value, in: section))]
    var properties: [JSONValue] = []
    for row in rows[section] ?? [] {
      var found: JSONValue? = value.json
      for name in row.path {
        guard case .object(let inner) = found else {
          found = nil
          break
        }
        found = inner[name]
      }
      guard let found else { continue }
      switch row.target {
      case .member("id"): break
      case .member(let name): members[name] = try SyncMapping.converted(found, name, fields)
      case .body(let format):
        members["body"] = found
        members["format"] = .string(format)
      case .property(let name, let kind):
        guard let text = found.text else { continue }
        properties.append(.object(["name": .string(name), "type": .string(kind), "value": .string(text)]))
      }
    }
    if !properties.isEmpty { members["properties"] = .array(properties) }
    return members
  }

  /// A value in the form that a member has here: dates may be seconds since 1970.
  private static func converted(
    _ value: JSONValue, _ name: String, _ fields: JSONFields
  ) throws(SlipError) -> JSONValue {
    guard ["created", "modified"].contains(name), case .int(let seconds) = value else { return value }
    guard abs(seconds) < 1 << 40 else { throw fields.fault(name, "must be a date") }
    return .string(Timestamp(seconds: seconds, microseconds: 0).rfc3339)
  }
}
