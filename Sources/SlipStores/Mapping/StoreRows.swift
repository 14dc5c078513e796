internal import SlipBase
internal import SlipIndex

/// The rows of an entity and of those below it.
struct StoreRows {
  /// An attribute, or the column of a relationship, in the rows.
  struct Field: Sendable {
    /// The name.
    var name: String
    /// The type; nil for a relationship.
    var kind: StoreAttribute.Kind?
    /// The entities whose values have tags, and those whose values have none; others aren't known.
    var tags: [Int: Bool] = [:]
    /// Where the column is in a row, by the number of the row's entity.
    var places: [Int: Int] = [:]
  }

  /// A row.
  struct Row: Sendable {
    /// The key.
    var key: Int64
    /// The number of its entity.
    var entity: Int
    /// The values of all columns.
    var values: [StoreValue]

    /// The value of a field.
    subscript(field: Field?) -> StoreValue {
      guard let place = field?.places[entity], values.indices.contains(place) else { return .null }
      return values[place]
    }
  }

  /// The entity and those below it.
  let family: [StoreEntity]
  /// The name of the topmost.
  let name: String
  /// The store's model.
  private let model: StoreModel
  /// The table; nil where the database lacks it.
  let table: String?
  /// The columns that are read.
  private(set) var columns: [String] = []

  /// Begins to read an entity.
  init(_ name: String, of model: StoreModel) {
    (self.name, self.model) = (model.entity(name)?.name ?? name, model)
    family = model.family(name)
    table = model.entity(name)?.table
  }

  /// The names of attributes and relationships of the family.
  var names: [String] {
    family.flatMap { member in
      model.attributes(member.name).map(\.name) + model.relationships(member.name).map(\.name)
    }
  }

  /// The attribute of a name, which becomes one of the columns; nil where there is none that is
  /// stored.
  mutating func attribute(_ name: String) -> Field? {
    let lower = name.lowercased()
    var field: Field?
    for member in family {
      let all = model.attributes(member.name)
      guard
        let attribute = all.first(where: { $0.name == name })
          ?? all.first(where: { $0.name.lowercased() == lower })
      else { continue }
      field = field ?? Field(name: attribute.name, kind: attribute.kind)
      field?.tags[member.number] = attribute.isExternal
      if let column = attribute.column { field?.places[member.number] = place(of: column) }
    }
    return field
  }

  /// The relationship of a name; nil where there is none.
  func relationship(_ name: String) -> StoreRelationship? {
    let lower = name.lowercased()
    for member in family {
      let all = model.relationships(member.name)
      if let found = all.first(where: { $0.name == name })
        ?? all.first(where: { $0.name.lowercased() == lower })
      {
        return found
      }
    }
    // Without a model, a key may pass for a whole number.
    guard model.origin == .columns else { return nil }
    let attribute = family.lazy.flatMap { model.attributes($0.name) }.first { $0.name.lowercased() == lower }
    guard let attribute, attribute.kind == .int64, let column = attribute.column else { return nil }
    var relationship = StoreRelationship(attribute.name, to: nil)
    relationship.storage = .column(column, entity: nil)
    return relationship
  }

  /// The column of a to-one relationship, which becomes one of those that are read.
  mutating func key(_ relationship: StoreRelationship) -> Field? {
    var field = Field(name: relationship.name, kind: nil)
    for member in family {
      let own = model.relationships(member.name).first { $0.name == relationship.name }
      if case .column(let column, _)? = own?.storage { field.places[member.number] = place(of: column) }
    }
    if field.places.isEmpty, case .column(let column, _)? = relationship.storage {
      let place = place(of: column)
      for member in family { field.places[member.number] = place }
    }
    return field.places.isEmpty ? nil : field
  }

  /// The place of a column, which is added if it is new.
  mutating func place(of column: String) -> Int {
    if let place = columns.firstIndex(of: column) { return place }
    columns.append(column)
    return columns.count - 1
  }

  /// The condition that a row is of the family.
  var condition: String {
    "Z_ENT IN (" + family.map { String($0.number) }.joined(separator: ", ") + ")"
  }

  /// The statement for rows: all of the family in the order of their keys, or those with a key,
  /// `?1`.
  private func statement(_ database: Database, byKey: Bool) throws(SlipError) -> Statement? {
    guard let table, !family.isEmpty else { return nil }
    let list = (["Z_PK", "Z_ENT"] + columns.map(StoreTables.quoted)).joined(separator: ", ")
    return try database.prepare(
      "SELECT \(list) FROM \(StoreTables.quoted(table)) WHERE \(condition) "
        + (byKey ? "AND Z_PK = ?1" : "ORDER BY Z_PK"))
  }

  /// The row at which a statement is.
  fileprivate func row(_ statement: Statement) -> Row {
    let values = columns.indices.map { statement.value(Int32($0) + 2) }
    return Row(key: statement.integer(0), entity: Int(statement.integer(1)), values: values)
  }

  /// Calls `body` with each row, in the order of their keys.
  func forEach(_ database: Database, _ body: (Row) throws(SlipError) -> Void) throws(SlipError) {
    guard let statement = try statement(database, byKey: false) else { return }
    while try statement.step() { try body(row(statement)) }
  }

  /// Finds rows by their keys, one after the other.
  func finder(_ database: Database) throws(SlipError) -> RowFinder {
    RowFinder(rows: self, statement: try statement(database, byKey: true))
  }
}

/// Finds rows of an entity by their keys.
struct RowFinder {
  /// The rows.
  let rows: StoreRows
  /// The statement; nil where there is no table.
  fileprivate let statement: Statement?

  /// The row with a key; nil where there is none.
  func row(_ key: Int64) throws(SlipError) -> StoreRows.Row? {
    guard let statement else { return nil }
    statement.reset()
    statement.bind(1, key)
    defer { statement.reset() }
    return try statement.step() ? rows.row(statement) : nil
  }
}

/// The pairs of a relationship to many, by owner.
struct StorePairs {
  /// The owners, ascending.
  private var owners: [Int64] = []
  /// The destination of each pair.
  private var destinations: [Int64] = []

  /// Reads the pairs of a relationship; none where it is in the owner's own column.
  ///
  /// - Parameters:
  ///   - storage: Where the relationship is.
  ///   - database: The store.
  ///   - condition: What must hold for a row of the destination's table that has the key of the owner.
  init(
    _ storage: StoreRelationship.Storage?, _ database: Database, where condition: String = "TRUE"
  ) throws(SlipError) {
    var sql: [String] = []
    switch storage {
    case .column, nil: return
    case .inverse(let table, let column, let order):
      sql = [StorePairs.sql(table, column, "Z_PK", order, where: condition)]
    case .join(let table, let source, let column, let order):
      sql = [StorePairs.sql(table, source, column, order)]
      // A relationship that is its own way back may have each pair just once.
      if source.uppercased() == "REFLEXIVE" { sql.append(StorePairs.sql(table, column, source, order)) }
    }
    for sql in sql {
      let select = try database.prepare(sql)
      while try select.step() {
        owners.append(select.integer(0))
        destinations.append(select.integer(1))
      }
    }
    if sql.count > 1 { sort() }
  }

  /// The statement for pairs.
  private static func sql(
    _ table: String, _ owner: String, _ destination: String, _ order: String?,
    where condition: String = "TRUE"
  ) -> String {
    let (owner, destination) = (StoreTables.quoted(owner), StoreTables.quoted(destination))
    let keys = [owner, order.map(StoreTables.quoted), destination].compactMap { $0 }
    return "SELECT \(owner), \(destination) FROM \(StoreTables.quoted(table)) "
      + "WHERE \(owner) IS NOT NULL AND \(destination) IS NOT NULL AND \(condition) ORDER BY \(keys.joined(separator: ", "))"
  }

  /// Sorts pairs, each once.
  private mutating func sort() {
    let pairs = Set(zip(owners, destinations).map { [$0, $1] }).sorted { $0.lexicographicallyPrecedes($1) }
    owners = pairs.map { $0[0] }
    destinations = pairs.map { $0[1] }
  }

  /// The destinations of an owner, in their order.
  func of(_ owner: Int64) -> ArraySlice<Int64> {
    let low = owners.partitionPoint { $0 < owner }
    var end = low
    while end < owners.count, owners[end] == owner { end += 1 }
    return destinations[low..<end]
  }

  /// How many pairs there are.
  var count: Int { owners.count }
}
