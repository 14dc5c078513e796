internal import SlipBase
internal import SlipNotes

/// A mapping whose names were found in a store.
struct StorePlan {
  /// How the objects that a note leads to are found.
  enum Reach {
    /// By a key in the note's row.
    case own(StoreRows.Field)
    /// By pairs.
    case pairs(StorePairs)

    /// The keys for a note.
    ///
    /// - Returns: The keys in the order of the relationship; at most one for a key in the row.
    func keys(_ row: StoreRows.Row) -> [Int64] {
      switch self {
      case .own(let field): row[field].integer.map { [$0] } ?? []
      case .pairs(let pairs): Array(pairs.of(row.key))
      }
    }
  }

  /// A value that a note or an object beside it has.
  enum Part {
    /// The note has it.
    case own(StoreRows.Field)
    /// Objects beside it have it.
    case beside(Reach, RowFinder, StoreRows.Field)

    /// The name of the attribute.
    var name: String {
      switch self {
      case .own(let field), .beside(_, _, let field): field.name
      }
    }
  }

  /// Where keywords come from.
  enum Keywords {
    /// A list in a value.
    case list(StoreRows.Field)
    /// Objects, with the table that they are in.
    case objects(Reach, between: [Int64: [Int64]]?, [Int64: StoreKeyword], table: String?)
  }

  /// Where folders come from.
  enum Folders {
    /// A path in a text.
    case path(StoreRows.Field)
    /// Objects, with the table that they are in.
    case objects(Reach, FolderTree, table: String?)
  }

  /// Where files come from.
  enum Files {
    /// A value of the note.
    case own(StoreRows.Field)
    /// Objects: the first of these values, a name and a caption.
    case objects(
      Reach, RowFinder, data: [Part], name: StoreRows.Field?, caption: StoreRows.Field?)
  }

  /// Objects beside a note that have a name and a value each.
  struct Facts {
    /// How they are found.
    var reach: Reach
    /// Reads them.
    var finder: RowFinder
    /// The name.
    var name: StoreRows.Field
    /// The value.
    var value: StoreRows.Field
    /// The type, as a slip-box calls it; nil where all are texts.
    var kind: StoreRows.Field?
  }

  /// The notes.
  var notes: StoreRows
  /// Single values, by their key in the mapping.
  var fields: [String: StoreRows.Field] = [:]
  /// The body.
  var body: [Part] = []
  /// What values of the status mean.
  var statuses: [String: Note.Status] = [:]
  /// The folders.
  var folders: Folders?
  /// The keywords.
  var keywords: Keywords?
  /// The notes that a note leads to.
  var links: Reach?
  /// The files.
  var files: [Files] = []
  /// Objects that become properties.
  var facts: Facts?
  /// Attributes that become properties, with the properties' names.
  var properties: [(field: StoreRows.Field, name: String)] = []
  /// Attributes and relationships that nothing names.
  var rest: [StoreRows.Field] = []
  /// The column with the order of notes in their folders.
  var order: StoreRows.Field?
  /// Entities that have a role.
  var used: Set<String> = []
}

/// Makes plans.
struct StorePlanner {
  /// The store.
  let store: CoreDataStore
  /// The mapping.
  let mapping: StoreMapping
  /// What is to be reported.
  var diagnostics = DiagnosticSink()
  /// The names of attributes and relationships of notes that have a role.
  var taken: Set<String> = []

  /// Begins to make a plan.
  init(_ store: CoreDataStore, _ mapping: StoreMapping) { (self.store, self.mapping) = (store, mapping) }

  /// The keys for single attributes of notes.
  private static let single = [
    "id", "title", "plain", "created", "modified", "status", "favorite", "order", "archived", "skip",
  ]

  /// Finds all names of the mapping in the store.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` for a name that the store lacks.
  ///
  /// Reads the tables of pairs, the folders and the keywords on the way, since they are small.
  ///
  /// - Returns: The plan.
  mutating func plan() throws(SlipError) -> StorePlan {
    guard let name = mapping.name(.note, "entity") else {
      throw SlipError(.usage, code: StoreCode.badMapping, "The mapping doesn't say which entity notes are.")
    }
    var plan = StorePlan(notes: try rows(name))
    plan.used = Set(plan.notes.family.map(\.name))
    for key in StorePlanner.single {
      guard let name = mapping.name(.note, key) else { continue }
      plan.fields[key] = try attribute(name, &plan.notes)
    }
    for value in mapping[.note, "body"]?.all ?? [] { plan.body.append(try part(value, &plan)) }
    plan.statuses = try statuses()
    try planFolders(&plan)
    try planKeywords(&plan)
    if let name = mapping.name(.note, "links") {
      plan.links = try reach(try relationship(name, plan.notes), &plan.notes)
    }
    for value in mapping[.note, "attachments"]?.all ?? [] { plan.files.append(try files(value, &plan)) }
    try planFacts(&plan)
    for value in mapping[.note, "ignore"]?.all ?? [] {
      guard case .name(let name) = value else { throw wrong("ignore") }
      if plan.notes.relationship(name) != nil {
        _ = try relationship(name, plan.notes)
      } else {
        _ = try attribute(name, &plan.notes)
      }
    }
    try planProperties(&plan)
    plan.order = plan.fields["order"]
    return plan
  }

  // MARK: Names

  /// The rows of an entity.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` where the model lacks the entity.
  func rows(_ name: String) throws(SlipError) -> StoreRows {
    guard store.model.entity(name) != nil else {
      throw unknown("entity", name, store.model.entities.map(\.name))
    }
    return StoreRows(name, of: store.model)
  }

  /// The attribute of a name.
  ///
  /// Notes that the attribute has a role, so that it becomes no property besides.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` where the entity lacks it.
  mutating func attribute(_ name: String, _ rows: inout StoreRows) throws(SlipError)
    -> StoreRows.Field
  {
    guard let field = rows.attribute(name) else {
      throw unknown("attribute of \(rows.name)", name, rows.names)
    }
    taken.insert(rows.name + "." + field.name)
    return field
  }

  /// The relationship of a name.
  ///
  /// Notes that the relationship has a role, as `attribute` does.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` where the entity lacks it.
  mutating func relationship(_ name: String, _ rows: StoreRows) throws(SlipError) -> StoreRelationship {
    guard let relationship = rows.relationship(name) else {
      throw unknown("relationship of \(rows.name)", name, rows.names)
    }
    taken.insert(rows.name + "." + relationship.name)
    return relationship
  }

  /// The error for a name that the store lacks, with the nearest ones.
  ///
  /// - Parameters:
  ///   - what: What was looked for, such as `entity`.
  ///   - name: The name that the mapping has.
  ///   - known: The names that the store has. The nearest of them become candidates of the error.
  private func unknown(_ what: String, _ name: String, _ known: [String]) -> SlipError {
    var error = SlipError(
      .usage, code: StoreCode.unknownName, NearNames.message(what, name, known),
      at: SourceLocation(file: store.file.path))
    error.candidates = NearNames.of(name, among: known)
    return error
  }

  /// The error for a value that a key can't have.
  ///
  /// - Parameters:
  ///   - key: The key of the mapping, for the message.
  ///   - reason: Why, and what would do, as sentences; empty where the key says it.
  func wrong(_ key: String, _ reason: String = "") -> SlipError {
    SlipError(
      .usage, code: StoreCode.badMapping,
      "`\(key)` can't have this value." + (reason.isEmpty ? "" : " " + reason))
  }

  /// The error for a relationship of which the store doesn't say where it leads.
  ///
  /// - Parameters:
  ///   - key: The key of the mapping.
  ///   - name: The name of the relationship.
  ///   - remedy: What would do, as a sentence.
  func leadsNowhere(_ key: String, _ name: String, _ remedy: String) -> SlipError {
    wrong(key, "The store doesn't say to which entity `\(PrintableText.of(name))` leads. \(remedy)")
  }

  /// How a relationship is followed from rows.
  ///
  /// A relationship to one with a column of its own is read from the row. For all others, the pairs are read
  /// now.
  ///
  /// - Throws: `SlipError` where the table of pairs can't be read.
  func reach(_ relationship: StoreRelationship, _ rows: inout StoreRows) throws(SlipError)
    -> StorePlan.Reach
  {
    if case .column? = relationship.storage, let field = rows.key(relationship) { return .own(field) }
    return .pairs(try StorePairs(relationship.storage, store.file.database))
  }

  /// How objects of another entity are found that lead to rows by a relationship.
  ///
  /// They are in the order that the store keeps for the way back, if it does.
  ///
  /// - Parameters:
  ///   - entity: The other entity.
  ///   - name: Its relationship, which must be to one and have a column.
  /// - Throws: `SlipError` with `StoreCode.badMapping` for another relationship, and with
  ///   `StoreCode.unknownName` for a name that the store lacks.
  mutating func reach(from entity: String, by name: String) throws(SlipError) -> StorePlan.Reach {
    let other = try rows(entity)
    let relationship = try relationship(name, other)
    guard case .column(let column, _)? = relationship.storage, let table = other.table else {
      throw wrong("by")
    }
    let order = store.tables[table]?.column("Z_FOK_" + column.dropFirst())
    return .pairs(
      try StorePairs(
        .inverse(table: table, column: column, order: order), store.file.database, where: other.condition))
  }

  // MARK: Values

  /// A part of the body.
  ///
  /// The value is an attribute of notes, `relationship.attribute`, or an attribute of an entity that leads
  /// to notes.
  ///
  /// - Throws: `SlipError` with `StoreCode.badMapping` for another value, and with `StoreCode.unknownName`
  ///   for a name that the store lacks.
  mutating func part(_ value: StoreMapping.Value, _ plan: inout StorePlan) throws(SlipError)
    -> StorePlan.Part
  {
    switch value {
    case .name(let name):
      return try part(
        name, of: &plan.notes, "body",
        "If that entity leads to notes as well, `{ entity = …, attribute = …, by = … }` says the same.",
        &plan.used)
    case .foreign(let entity, let name?, let by):
      var other = try rows(entity)
      let field = try attribute(name, &other)
      plan.used.formUnion(other.family.map(\.name))
      return .beside(try reach(from: entity, by: by), try other.finder(store.file.database), field)
    default: throw wrong("body")
    }
  }

  /// A value that an object or one beside it has: `attribute` or `relationship.attribute`.
  ///
  /// - Parameters:
  ///   - name: One name, or two with a dot between.
  ///   - rows: The rows of the object.
  ///   - key: The key of the mapping.
  ///   - remedy: What would do where the relationship leads nowhere, as a sentence.
  ///   - used: Gets the entities that have a role.
  mutating func part(
    _ name: String, of rows: inout StoreRows, _ key: String, _ remedy: String, _ used: inout Set<String>
  ) throws(SlipError) -> StorePlan.Part {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return .own(try attribute(name, &rows)) }
    let relationship = try relationship(parts[0], rows)
    guard let entity = relationship.destination else { throw leadsNowhere(key, parts[0], remedy) }
    var other = try self.rows(entity)
    let field = try attribute(parts[1], &other)
    used.formUnion(other.family.map(\.name))
    let reach = try reach(relationship, &rows)
    return .beside(reach, try other.finder(store.file.database), field)
  }

  /// What values of the status mean.
  ///
  /// Slipbox's own names are known without a mapping. Keys are in lower case.
  ///
  /// - Throws: `SlipError` with `StoreCode.badMapping` for a meaning that is no status.
  private func statuses() throws(SlipError) -> [String: Note.Status] {
    var found = Dictionary(Note.Status.allCases.map { ($0.rawValue, $0) }) { first, _ in first }
    guard case .words(let words)? = mapping[.note, "status_values"] else { return found }
    for word in words {
      guard let status = Note.Status(rawValue: word.meaning) else { throw wrong("status_values") }
      found[word.value.lowercased()] = status
    }
    return found
  }

  /// Plans the folders: a relationship, or a text.
  ///
  /// Without an entity of folders the relationship is passed over.
  private mutating func planFolders(_ plan: inout StorePlan) throws(SlipError) {
    guard let name = mapping.name(.note, "folder") else { return }
    guard let relationship = plan.notes.relationship(name) else {
      plan.folders = .path(try attribute(name, &plan.notes))
      return
    }
    taken.insert(plan.notes.name + "." + relationship.name)
    guard let entity = mapping.name(.folder, "entity") ?? relationship.destination else { return }
    var other = try rows(entity)
    plan.used.formUnion(other.family.map(\.name))
    let label = try mapping.name(.folder, "name").map { name throws(SlipError) in try attribute(name, &other)
    }
    let created = try mapping.name(.folder, "created").map { name throws(SlipError) in
      try attribute(name, &other)
    }
    let parent = try parent(.folder, &other)
    let tree = try FolderTree(other, name: label, created: created, parent: parent, in: store)
    diagnostics.report(contentsOf: tree.diagnostics)
    plan.folders = .objects(try reach(relationship, &plan.notes), tree, table: other.table)
  }

  /// How the object is found that one lies in; nil where the mapping doesn't say.
  ///
  /// - Parameters:
  ///   - section: The section of folders or keywords.
  ///   - rows: Their entity.
  private mutating func parent(
    _ section: StoreMapping.Section, _ rows: inout StoreRows
  ) throws(SlipError) -> StorePlan.Reach? {
    guard let name = mapping.name(section, "parent") else { return nil }
    return try reach(try relationship(name, rows), &rows)
  }

  /// Plans the keywords: a relationship, one to an entity between, or a value.
  ///
  /// A name such as `taggings.tag` goes by an entity between. Its rows are read at once, so that each
  /// keyword costs one step.
  private mutating func planKeywords(_ plan: inout StorePlan) throws(SlipError) {
    guard let name = mapping.name(.note, "keywords") else { return }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard let first = plan.notes.relationship(parts.first ?? name) else {
      plan.keywords = .list(try attribute(name, &plan.notes))
      return
    }
    taken.insert(plan.notes.name + "." + first.name)
    var between: [Int64: [Int64]]?
    var destination = first.destination
    if parts.count == 2 {
      guard let entity = first.destination else {
        throw leadsNowhere("keywords", parts[0], "The application's model, given with --model, does.")
      }
      var middle = try rows(entity)
      let second = try relationship(parts[1], middle)
      let reach = try reach(second, &middle)
      var found: [Int64: [Int64]] = [:]
      try middle.forEach(store.file.database) { row in found[row.key] = reach.keys(row) }
      plan.used.formUnion(middle.family.map(\.name))
      (between, destination) = (found, second.destination)
    }
    guard let entity = mapping.name(.keyword, "entity") ?? destination else { return }
    var other = try rows(entity)
    plan.used.formUnion(other.family.map(\.name))
    let parent = try parent(.keyword, &other)
    let (keywords, faults) = try StoreKeywords.read(other, mapping, parent: parent, store)
    diagnostics.report(contentsOf: faults)
    plan.keywords = .objects(
      try reach(first, &plan.notes), between: between, keywords, table: other.table)
  }

  // MARK: The rest

  /// Plans the properties that the mapping names, and those that nothing names.
  ///
  /// Those that nothing names become properties with `coredata:` before their name, except bytes and
  /// relationships to one. Derived and transient attributes and thumbnails are left out silently.
  private mutating func planProperties(_ plan: inout StorePlan) throws(SlipError) {
    for line in mapping.lines where line.section == .properties {
      guard case .name(let name) = line.value else { throw wrong(line.key) }
      plan.properties.append((try attribute(line.key, &plan.notes), name))
    }
    var seen: Set<String> = []
    for member in plan.notes.family {
      for attribute in store.model.attributes(member.name) where seen.insert(attribute.name).inserted {
        let isSilent = attribute.isDerived || attribute.isTransient || attribute.column == nil
        let isThumbnail =
          attribute.kind.isBytes && !NameWords.thumbnail.isDisjoint(with: NameWords.of(attribute.name))
        guard !isSilent, !isThumbnail, !taken.contains(plan.notes.name + "." + attribute.name),
          let field = plan.notes.attribute(attribute.name)
        else { continue }
        if attribute.kind.isBytes {
          plan.rest.append(field)
        } else {
          plan.properties.append((field, "coredata:" + attribute.name))
        }
      }
      for relationship in store.model.relationships(member.name) where !relationship.isToMany {
        guard !taken.contains(plan.notes.name + "." + relationship.name),
          seen.insert(relationship.name).inserted,
          let field = plan.notes.key(relationship)
        else { continue }
        plan.rest.append(field)
      }
    }
  }
}
