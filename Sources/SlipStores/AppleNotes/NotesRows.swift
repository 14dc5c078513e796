internal import SlipBase
internal import SlipIndex

/// The rows of an Apple Notes store. All entities but the bodies share one table.
///
/// Of the columns that are called like one property, with and without numbers, a row has a value in
/// at most one, and it is that of its own entity. So a row is read as properties with their one
/// value, whatever the version.
struct NotesRows {
  /// A row.
  struct Row {
    /// The key.
    var key: Int64
    /// The name of the entity.
    var entity: String
    /// The values by property, in upper case and without the leading Z.
    fileprivate var values: [String: StoreValue]

    /// The value of a property.
    subscript(name: String) -> StoreValue { values[name] ?? .null }

    /// The text of a property; nil for none and for an empty one.
    func text(_ name: String) -> String? { self[name].text.flatMap { $0.isEmpty ? nil : $0 } }

    /// The whole number of a property; nil for none.
    func integer(_ name: String) -> Int64? { self[name].integer }

    /// Whether a property says yes.
    func isTrue(_ name: String) -> Bool { self[name].isTrue }

    /// The bytes of a property; nil for none.
    func bytes(_ name: String) -> [UInt8]? { if case .bytes(let bytes) = self[name] { bytes } else { nil } }
  }

  /// The table of all entities but bodies.
  static let objectTable = "ZICCLOUDSYNCINGOBJECT"
  /// The table of bodies.
  static let bodyTable = "ZICNOTEDATA"

  /// The names of entities by number.
  private let entities: [Int64: String]
  /// The statement's columns with the properties that they belong to.
  private let columns: [(name: String, property: String)]

  /// The properties that are read.
  private static let properties: Set<String> = [
    "IDENTIFIER", "TITLE", "NAME", "CREATIONDATE", "MODIFICATIONDATE", "FOLDER", "ACCOUNT", "PARENT", "OWNER",
    "FOLDERTYPE", "MARKEDFORDELETION", "ISPINNED", "ISPASSWORDPROTECTED", "PASSWORDHINT", "NOTE", "MEDIA",
    "TYPEUTI",
    "URLSTRING", "USERTITLE", "SUMMARY", "ALTTEXT", "TOKENCONTENTIDENTIFIER", "DISPLAYTEXT",
    "STANDARDIZEDCONTENT",
    "FILENAME", "GENERATION", "FALLBACKIMAGEGENERATION", "FALLBACKPDFGENERATION", "HANDWRITINGSUMMARY",
    "OCRSUMMARY",
    "SMARTFOLDERQUERYJSON", "MERGEABLEDATA", "PARENTATTACHMENT",
  ]
  /// Properties that are large, and read only when they are needed.
  private static let large: Set<String> = ["MERGEABLEDATA"]

  /// Looks at the tables of a store.
  init(_ database: Database, _ tables: StoreTables) throws(SlipError) {
    _ = try tables.expect("Z_PRIMARYKEY")
    var names: [Int64: String] = [:]
    let select = try database.prepare(
      "SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY LIMIT \(StoreLayout.mostEntities)")
    while try select.step() { names[select.integer(0)] = select.text(1) }
    entities = names
    columns = try tables.expect(NotesRows.objectTable).columns.compactMap { column in
      guard column.name.uppercased().hasPrefix("Z"), !column.name.hasPrefix("Z_") else { return nil }
      var property = column.name.uppercased().dropFirst()
      while property.last?.isNumber == true { property.removeLast() }
      return NotesRows.properties.contains(String(property)) ? (column.name, String(property)) : nil
    }
  }

  /// The numbers of an entity; the condition for its rows.
  private func condition(_ names: [String]) -> String {
    let numbers = entities.filter { names.contains($0.value) }.keys.sorted().map(String.init)
    return "Z_ENT IN (" + numbers.joined(separator: ", ") + ")"
  }

  /// Calls `body` with the rows of some entities that meet a condition, in the order of their keys.
  ///
  /// - Parameters:
  ///   - rest: A further condition in SQL, with a parameter `?1`; empty for none.
  ///   - withData: Whether large properties are read as well.
  func forEach(
    _ names: [String], _ database: Database, where rest: String = "", _ parameter: Int64? = nil,
    withData: Bool = false,
    _ body: (Row) throws(SlipError) -> Void
  ) throws(SlipError) {
    let columns = columns.filter { withData || !NotesRows.large.contains($0.property) }
    let list = (["Z_PK", "Z_ENT"] + columns.map { StoreTables.quoted($0.name) }).joined(separator: ", ")
    let select = try database.prepare(
      "SELECT \(list) FROM \(NotesRows.objectTable) WHERE \(condition(names)) \(rest) ORDER BY Z_PK")
    if let parameter { select.bind(1, parameter) }
    while try select.step() {
      var row = Row(key: select.integer(0), entity: entities[select.integer(1)] ?? "", values: [:])
      for (place, column) in columns.enumerated() {
        let value = select.value(Int32(place) + 2)
        if value != .null { row.values[column.property] = value }
      }
      try body(row)
    }
  }

  /// The columns of a property that are there, in the order of the table.
  func columns(of property: String) -> [String] { columns.filter { $0.property == property }.map(\.name) }
}
