/// Guesses a model from tables and columns, for stores that have no copy of theirs.
///
/// Names are in lower case. A to-one relationship looks like a whole number, except that its column
/// mostly has an index. Of relationships to many, only those with a table of pairs show.
struct ColumnModel {
  /// Where the entities are.
  let layout: StoreLayout
  /// The model of the store. Columns belong to the topmost entity of a table.
  ///
  /// - Returns: A model whose origin is `columns`, with places for everything in it.
  func read() -> StoreModel {
    var entities = layout.bare()
    for index in entities.indices where layout.roots[entities[index].number] == entities[index].number {
      guard let table = layout.table(of: entities[index].number) else { continue }
      for column in table.columns where ColumnModel.isProperty(column.name) {
        add(column, table, to: &entities[index], entities)
      }
    }
    addJoins(&entities)
    return StoreModel(entities: entities, origin: .columns)
  }

  /// Whether a column is a property: not a key, an order or the number of an entity.
  private static func isProperty(_ column: String) -> Bool {
    let upper = column.uppercased()
    return upper.hasPrefix("Z") && !upper.hasPrefix("Z_") && upper.count > 1
      && !(upper.dropFirst().first?.isNumber ?? true)
  }

  /// Adds a column to an entity, as an attribute or a relationship.
  ///
  /// A whole number is a relationship if it has a companion with an entity's number, is called like an
  /// entity, or has an index. One that is called a parent leads to the entity itself.
  private func add(
    _ column: (name: String, type: String), _ table: StoreTables.Table, to entity: inout StoreEntity,
    _ entities: [StoreEntity]
  ) {
    let name = column.name.dropFirst().lowercased()
    let upper = column.name.uppercased()
    let isWhole = column.type.uppercased() == "INTEGER"
    let companion = table.columns.first { candidate in
      let name = candidate.name.uppercased()
      return name.hasSuffix("_" + upper.dropFirst()) && name.first == "Z"
        && name.dropFirst().prefix { $0.isNumber }.count == name.count - upper.count - 1
        && name.count > upper.count + 1
    }
    let destination = destination(name, of: entity.name, entities)
    let letters = name.filter(\.isLetter)
    // The body of a Note leads to a NoteBody.
    let isNamed =
      destination?.lowercased() == letters || destination?.lowercased() == entity.name.lowercased() + letters
    let isParent = name == "parent" || name == "parent" + entity.name.lowercased()
    if isWhole, companion != nil || isNamed || isParent || table.indexed.contains(upper) {
      var relationship = StoreRelationship(name, to: isParent ? entity.name : destination)
      relationship.storage = .column(column.name, entity: companion?.name)
      entity.relationships.append(relationship)
    } else {
      entity.attributes.append(
        StoreAttribute(name, ColumnModel.kind(name, column.type.uppercased()), column: column.name))
    }
  }

  /// The type of an attribute.
  ///
  /// Booleans are whole numbers in the database. Those that are called so, such as `isarchived`, are told apart.
  ///
  /// - Parameters:
  ///   - name: The name in lower case.
  ///   - type: The type of the column in upper case.
  private static func kind(_ name: String, _ type: String) -> StoreAttribute.Kind {
    let kind = kinds[type] ?? .undefined
    let words = kind == .int64 ? NameWords.of(name) : []
    return words.count > 1 && words[0] == "is" ? .boolean : kind
  }

  /// The entity that a relationship leads to, by its name: one that is called like it or like its
  /// end, or the only other one whose name ends or begins like it, in this order. Nil for none.
  ///
  /// - Parameters:
  ///   - name: The name of the relationship in lower case.
  ///   - owner: The entity that has it.
  ///   - entities: All entities.
  private func destination(_ name: String, of owner: String, _ entities: [StoreEntity]) -> String? {
    let bare = name.filter(\.isLetter)
    let found = entities.filter { bare.hasSuffix($0.name.lowercased()) && !$0.name.isEmpty }
    if let best = found.max(by: { $0.name.count < $1.name.count }) { return best.name }
    guard bare.count > 3 else { return nil }
    let others = entities.filter { $0.name != owner }
    let ending = others.filter { $0.name.lowercased().hasSuffix(bare) }
    if ending.count == 1 { return ending[0].name }
    let beginning = others.filter { $0.name.lowercased().hasPrefix(bare) }
    return beginning.count == 1 ? beginning[0].name : nil
  }

  /// What the types of columns mean, in upper case.
  private static let kinds: [String: StoreAttribute.Kind] = [
    "INTEGER": .int64, "DECIMAL": .decimal, "FLOAT": .double, "VARCHAR": .string, "TIMESTAMP": .date,
    "BLOB": .binary,
  ]

  /// Adds the relationships that have tables of pairs, in both directions.
  ///
  /// A table counts if it has two columns of keys, each with the number of an entity and a name.
  ///
  /// - Parameter entities: The entities, which get two relationships for each table.
  private func addJoins(_ entities: inout [StoreEntity]) {
    for table in layout.tables.names.compactMap({ layout.tables[$0] }) {
      let columns = table.columns.map(\.name).filter { !$0.uppercased().hasPrefix("Z_FOK_") }
      guard table.name.uppercased().hasPrefix("Z_"), columns.count == 2, let first = split(columns[0]),
        let second = split(columns[1]), let here = entities.firstIndex(where: { $0.number == second.number }),
        let there = entities.firstIndex(where: { $0.number == first.number })
      else { continue }
      /// Adds one direction.
      func add(
        _ owner: Int, _ destination: Int, _ name: String, _ inverse: String, _ column: String,
        _ source: String
      ) {
        var relationship = StoreRelationship(
          name, to: entities[destination].name, isToMany: true, inverse: inverse)
        let order = table.column("Z_FOK_" + column.dropFirst(2))
        relationship.isOrdered = order != nil
        relationship.storage = .join(table: table.name, source: source, column: column, order: order)
        entities[owner].relationships.append(relationship)
      }
      add(here, there, first.name, second.name, columns[0], columns[1])
      add(there, here, second.name, first.name, columns[1], columns[0])
    }
  }

  /// The number and the name in a column of a table of pairs, such as `Z_5KEYWORDS_`.
  private func split(_ column: String) -> (number: Int, name: String)? {
    let upper = column.uppercased()
    guard upper.hasPrefix("Z_") else { return nil }
    let digits = upper.dropFirst(2).prefix { $0.isNumber }
    guard let number = Int(digits) else { return nil }
    return (number, upper.dropFirst(2 + digits.count).lowercased())
  }
}
