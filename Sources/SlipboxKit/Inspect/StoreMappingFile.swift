internal import SlipBase
internal import SlipFiles
internal import SlipStores

/// Reads the file that says which parts of a store are notes, folders, keywords and attachments.
///
/// It is TOML. `slipconv inspect` prints one for each store.
enum StoreMappingFile {
  /// How many bytes the file may have.
  private static let largest = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: `SlipError` of kind `usage`, with line and column, for anything but a mapping.
  static func read(_ path: String) throws(SlipError) -> StoreMapping {
    try parse(try bytes(path), file: path)
  }

  /// The bytes of a file.
  ///
  /// - Throws: `SlipError` where it can't be read, or is too large.
  static func bytes(_ path: String) throws(SlipError) -> [UInt8] {
    try FileSystem.readFile(path, limit: largest)
  }

  /// Reads a mapping.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: How errors name it.
  /// - Throws: `SlipError` of kind `usage`, with line and column, for anything but a mapping.
  static func parse(_ bytes: [UInt8], file path: String) throws(SlipError) -> StoreMapping {
    let root = try TOMLTable(
      TOMLNode.parse(bytes, file: path), name: "the mapping", file: path,
      keys: StoreMapping.Section.allCases.map(\.rawValue))
    var mapping = StoreMapping()
    for section in StoreMapping.Section.allCases {
      guard let node = root.node(section.rawValue) else { continue }
      let table = try TOMLTable(node, name: "[\(section.rawValue)]", file: path, keys: section.keys)
      for (key, node) in table.entries {
        let value = try value(node, of: key.name, table)
        mapping.lines.append(StoreMapping.Line(section, key.name, value))
      }
    }
    return mapping
  }

  /// The value of a key: a name, a list of them, or a table.
  private static func value(
    _ node: TOMLNode, of key: String, _ table: TOMLTable
  ) throws(SlipError) -> StoreMapping.Value {
    guard case .array(let nodes) = node.value else { return try simple(node, of: key, table) }
    var values: [StoreMapping.Value] = []
    for node in nodes { values.append(try simple(node, of: key, table)) }
    return .list(values)
  }

  /// A name or a table.
  private static func simple(
    _ node: TOMLNode, of key: String, _ table: TOMLTable
  ) throws(SlipError) -> StoreMapping.Value {
    switch node.value {
    case .string(let name): return .name(name)
    case .table where key == "status_values":
      let words = try TOMLTable(node, name: "`\(key)`", file: table.file, keys: nil)
      var list: [StoreMapping.Word] = []
      for (word, node) in words.entries {
        guard case .string(let meaning) = node.value else {
          throw table.fault("`\(key)` must have strings", node.place)
        }
        list.append(StoreMapping.Word(word.name, meaning))
      }
      return .words(list)
    case .table:
      let parts = try TOMLTable(
        node, name: "`\(key)`", file: table.file, keys: ["entity", "attribute", "by"])
      guard let entity = try parts.string("entity"), let by = try parts.string("by") else {
        throw table.fault("`\(key)` needs `entity` and `by`", node.place)
      }
      return .foreign(entity: entity, attribute: try parts.string("attribute"), by: by)
    default: throw table.fault("`\(key)` must be a name, a list of names or a table", node.place)
    }
  }
}
