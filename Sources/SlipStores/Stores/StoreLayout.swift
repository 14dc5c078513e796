internal import SlipBase
internal import SlipIndex

/// Finds out where a database has the entities, attributes and relationships of a model.
///
/// | property | place |
/// | --- | --- |
/// | attribute `name` | column `ZNAME` of the entity's table |
/// | relationship to one | column `ZNAME` with the key of the destination |
/// | the same, to an entity with others below it | besides, `Z<n>_NAME` with the number of its entity |
/// | relationship to many, back to one | the column of the relationship back, at the destination |
/// | relationship to many, none back | `Z<n>NAME` at the destination; `n` is the owner's number |
/// | relationship of many to many | table `Z_<n>NAME` with columns `Z_<a>NAME` and `Z_<b>INVERSE` |
/// | the order of a relationship | column `Z_FOK_…` beside the keys |
///
/// Only entities without a parent have tables, which those below share. Where two entities of one
/// table use the same name, the columns of the later ones get numbers behind it.
struct StoreLayout {
  /// A row of the table of entities.
  struct Row {
    /// The number, by which rows of shared tables are told apart.
    var number: Int
    /// The name.
    var name: String
    /// The number of the parent; 0 for none.
    var parent: Int
  }

  /// How many entities are read. Large applications have some hundred.
  static let mostEntities = 2_000
  /// The first of the numbers that the history of changes uses.
  private static let firstOfHistory = 16_000

  /// The tables.
  let tables: StoreTables
  /// The entities of the store.
  let rows: [Row]
  /// The number of the topmost ancestor, by number.
  private(set) var roots: [Int: Int] = [:]
  /// The numbers, by name.
  private var numbers: [String: Int] = [:]
  /// The names, by number.
  private var names: [Int: String] = [:]
  /// The names of parents, by name.
  private var parents: [String: String] = [:]
  /// The names in upper case of the tables that may be tables of pairs, sorted.
  private let pairTables: [String]

  /// Reads the table of entities. History is left out.
  ///
  /// - Parameters:
  ///   - database: The store.
  ///   - tables: Its tables.
  /// - Throws: `SlipError` where the table of entities can't be read.
  init(_ database: Database, _ tables: StoreTables) throws(SlipError) {
    self.tables = tables
    var rows: [Row] = []
    let select = try database.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT LIMIT \(StoreLayout.mostEntities)")
    while try select.step() {
      let number = Int(select.integer(0))
      guard number > 0, number < StoreLayout.firstOfHistory else { continue }
      rows.append(Row(number: number, name: select.text(1), parent: Int(select.integer(2))))
    }
    self.rows = rows
    pairTables = tables.tables.values.filter { table in
      table.name.uppercased().hasPrefix("Z_") && (2...6).contains(table.columns.count)
    }.map { $0.name.uppercased() }.sorted()
    let above = Dictionary(rows.map { ($0.number, $0.parent) }) { first, _ in first }
    for row in rows {
      numbers[row.name] = numbers[row.name] ?? row.number
      var top = row.number
      for _ in 0..<StoreModel.deepest {
        guard let next = above[top], next != 0, above[next] != nil else { break }
        top = next
      }
      roots[row.number] = top
      names[row.number] = names[row.number] ?? row.name
    }
    for row in rows { parents[row.name] = names[row.parent] }
  }

  /// The table of an entity with its ancestors; nil where the database lacks it.
  ///
  /// - Parameter number: The number of the entity.
  func table(of number: Int) -> StoreTables.Table? {
    guard let root = roots[number], let name = names[root] else { return nil }
    return tables["Z" + name.uppercased()]
  }

  /// The entities of the store, with their tables and without properties.
  func bare() -> [StoreEntity] {
    rows.map { row in
      var entity = StoreEntity(row.name, number: row.number, parent: names[row.parent])
      entity.table = table(of: row.number)?.name
      return entity
    }
  }

  /// The entities of the store with the properties of a model and their places in the database.
  ///
  /// Entities that the model has but the store lacks are left out.
  ///
  /// - Parameter model: A model without places.
  /// - Returns: A model with the same origin. A property without a column or table keeps none.
  func place(_ model: StoreModel) -> StoreModel {
    var entities = bare()
    let known = Dictionary(model.entities.map { ($0.name, $0) }) { first, _ in first }
    /// The names of columns that each table has given away, by the number of its entity.
    var taken: [Int: Set<String>] = [:]
    for index in entities.indices {
      guard let source = known[entities[index].name] else { continue }
      entities[index].isAbstract = source.isAbstract
      entities[index].attributes = source.attributes
      entities[index].relationships = source.relationships
      placeColumns(&entities[index], &taken)
    }
    let columns = toOneColumns(entities)
    for index in entities.indices { placeRelationships(&entities[index], columns) }
    return StoreModel(entities: entities, origin: model.origin)
  }

  /// Gives attributes and to-one relationships their columns.
  ///
  /// - Parameters:
  ///   - entity: The entity, whose attributes and to-one relationships get columns. Transient ones have none.
  ///   - taken: The names that are given away, which later entities of the same table can't have.
  private func placeColumns(_ entity: inout StoreEntity, _ taken: inout [Int: Set<String>]) {
    guard let root = roots[entity.number], let table = table(of: entity.number) else { return }
    /// The first column for a name that no other property has.
    func column(_ name: String) -> String? {
      let base = "Z" + name.uppercased()
      for suffix in 0..<StoreLayout.mostEntities {
        let candidate = suffix == 0 ? base : base + String(suffix)
        if taken[root, default: []].insert(candidate).inserted { return table.column(candidate) }
      }
      return nil
    }
    for index in entity.attributes.indices where !entity.attributes[index].isTransient {
      entity.attributes[index].column = column(entity.attributes[index].name)
    }
    for index in entity.relationships.indices {
      let relationship = entity.relationships[index]
      guard !relationship.isToMany, !relationship.isTransient, let found = column(relationship.name) else {
        continue
      }
      let companion = "_" + found.dropFirst()
      let number = relationship.destination.flatMap { numbers[$0] }.flatMap { roots[$0] }
      let exact = number.flatMap { table.column("Z\($0)" + companion) }
      let entityColumn = exact ?? table.columns.first { isNumbered($0.name, "Z", companion) }?.name
      entity.relationships[index].storage = .column(found, entity: entityColumn)
    }
  }

  /// The columns of to-one relationships, by the names of entity and relationship.
  private func toOneColumns(_ entities: [StoreEntity]) -> [String: [String: (table: String, column: String)]]
  {
    var found: [String: [String: (table: String, column: String)]] = [:]
    for entity in entities {
      for relationship in entity.relationships {
        guard case .column(let column, _)? = relationship.storage, let table = entity.table else { continue }
        found[entity.name, default: [:]][relationship.name] = (table, column)
      }
    }
    return found
  }

  /// Finds the places of to-many relationships.
  ///
  /// - Parameters:
  ///   - entity: The entity, whose to-many relationships get places.
  ///   - columns: The columns of to-one relationships of all entities.
  private func placeRelationships(
    _ entity: inout StoreEntity, _ columns: [String: [String: (table: String, column: String)]]
  ) {
    for index in entity.relationships.indices {
      let relationship = entity.relationships[index]
      guard relationship.isToMany, !relationship.isTransient, let destination = relationship.destination
      else {
        continue
      }
      guard let inverse = relationship.inverse else {
        entity.relationships[index].storage = withoutInverse(entity, relationship, destination)
        continue
      }
      if let place = inversePlace(destination, inverse, columns) {
        let order = tables[place.table]?.column("Z_FOK_" + place.column.dropFirst())
        entity.relationships[index].storage = .inverse(
          table: place.table, column: place.column, order: order)
      } else {
        entity.relationships[index].storage = join(entity, relationship, destination, inverse)
      }
    }
  }

  /// The column of the relationship back, which the destination or one of its ancestors declares.
  ///
  /// At most `StoreModel.deepest` ancestors are looked at; nil where none of them declares it.
  private func inversePlace(
    _ destination: String, _ inverse: String, _ columns: [String: [String: (table: String, column: String)]]
  ) -> (table: String, column: String)? {
    var next: String? = destination
    for _ in 0..<StoreModel.deepest {
      guard let name = next else { return nil }
      if let place = columns[name]?[inverse] { return place }
      next = parents[name]
    }
    return nil
  }

  /// The place of a relationship to many that has no way back: a column of the destination, with
  /// the owner's number before its name.
  private func withoutInverse(
    _ entity: StoreEntity, _ relationship: StoreRelationship, _ destination: String
  ) -> StoreRelationship.Storage? {
    guard let number = numbers[destination], let table = table(of: number) else { return nil }
    let name = "Z\(entity.number)\(relationship.name.uppercased())"
    guard
      let column = table.column(name)
        ?? table.columns.first(where: { isNumbered($0.name, "Z", relationship.name.uppercased()) })?.name
    else { return nil }
    let order = table.column("Z_FOK_" + column.dropFirst())
    return .inverse(table: table.name, column: column, order: order)
  }

  /// The place of a relationship of many to many: a table of pairs that is called after either
  /// side.
  ///
  /// The column with the destinations of a relationship is called after it, with the number of the
  /// destination's entity before its name. After migrations, numbers may be old ones, and names may
  /// have numbers behind them.
  private func join(
    _ entity: StoreEntity, _ relationship: StoreRelationship, _ destination: String, _ inverse: String
  ) -> StoreRelationship.Storage? {
    let (name, back) = (relationship.name.uppercased(), inverse.uppercased())
    let there = numbers[destination]
    var best: (score: Int, storage: StoreRelationship.Storage)?
    for key in pairTables {
      guard isNumbered(key, "Z_", name, suffix: true) || isNumbered(key, "Z_", back, suffix: true),
        let table = tables[key]
      else { continue }
      let candidates = table.columns.map(\.name).filter { !$0.uppercased().hasPrefix("Z_FOK_") }
      let isReflexive = name == back && destination == entity.name
      guard let column = match(candidates, name, there),
        let source = isReflexive
          ? (table.column("REFLEXIVE")
            ?? match(candidates.filter { $0 != column.name }, back, entity.number)?.name)
          : match(candidates.filter { $0 != column.name }, back, entity.number)?.name
      else { continue }
      let isOwn = [entity.number, there ?? 0].contains { key == "Z_\($0)" + name || key == "Z_\($0)" + back }
      let exactSource = source.uppercased() == "Z_\(entity.number)" + back
      let score = (column.isExact ? 4 : 0) + (exactSource ? 2 : 0) + (isOwn ? 1 : 0)
      let order = table.column("Z_FOK_" + column.name.dropFirst(2))
      if best.map({ score > $0.score }) ?? true {
        best = (score, .join(table: table.name, source: source, column: column.name, order: order))
      }
    }
    return best?.storage
  }

  /// The column of a table of pairs that is called after a relationship, the one with the right
  /// number first.
  ///
  /// - Parameters:
  ///   - columns: The columns that are left.
  ///   - name: The name of the relationship in upper case.
  ///   - number: The number that should stand before it; nil where it is unknown.
  /// - Returns: The column, and whether it has that number; nil where none fits.
  private func match(_ columns: [String], _ name: String, _ number: Int?) -> (name: String, isExact: Bool)? {
    if let number, let exact = columns.first(where: { $0.uppercased() == "Z_\(number)" + name }) {
      return (exact, true)
    }
    return columns.first { isNumbered($0, "Z_", name, suffix: true) }.map { ($0, false) }
  }

  /// Whether a name is a prefix, a number and a rest, behind which a number may follow.
  ///
  /// - Parameters:
  ///   - name: The name of a column or table, in any case.
  ///   - prefix: What stands before the number.
  ///   - rest: What stands behind it, in upper case.
  ///   - suffix: Whether a further number may follow.
  private func isNumbered(_ name: String, _ prefix: String, _ rest: String, suffix: Bool = false) -> Bool {
    let upper = name.uppercased()
    guard upper.hasPrefix(prefix) else { return false }
    let behind = upper.dropFirst(prefix.count).drop { $0.isNumber }
    guard behind.count < upper.count - prefix.count, behind.hasPrefix(rest) else { return false }
    let end = behind.dropFirst(rest.count)
    return end.isEmpty || suffix && end.allSatisfy(\.isNumber)
  }
}
