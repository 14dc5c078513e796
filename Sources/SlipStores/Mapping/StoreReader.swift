package import SlipBase
internal import SlipNotes
internal import SlipIndex

/// Reads the notes of a store by a mapping, one after the other.
///
/// Memory grows with the number of notes, by their ids and relationships, but not with their
/// content.
package final class StoreReader {
  /// The store.
  private let store: CoreDataStore
  /// The mapping, with all its names found.
  let plan: StorePlan
  /// The files beside the store.
  private let external: ExternalData
  /// Finds notes.
  private let finder: RowFinder
  /// The keys of all notes, in their order.
  private let keys: [Int64]
  /// The ids of all notes by key.
  private let ids: [Int64: String]
  /// The names of entities by number.
  private let names: [Int: String]
  /// The place in `keys` of the next note.
  private var next = 0
  /// What is to be reported about the store as a whole.
  package private(set) var diagnostics: [Diagnostic] = []
  /// How often attributes and relationships have values that nothing names.
  var unnamed: [String: Int] = [:]

  /// Begins to read.
  ///
  /// - Throws: `SlipError` with `StoreCode.unknownName` or `StoreCode.badMapping` where the mapping
  ///   doesn't fit.
  ///
  /// Reads the ids, orders and relationships of all notes at once, but none of their content.
  ///
  /// - Parameters:
  ///   - store: The open store.
  ///   - mapping: What its entities and properties mean.
  ///   - external: The files that the store keeps beside it.
  package init(_ store: CoreDataStore, _ mapping: StoreMapping, _ external: ExternalData) throws(SlipError) {
    (self.store, self.external) = (store, external)
    var planner = StorePlanner(store, mapping)
    plan = try planner.plan()
    finder = try plan.notes.finder(store.file.database)
    names = Dictionary(store.model.entities.map { ($0.number, $0.name) }) { first, _ in first }
    var list = NoteList()
    try list.read(plan, store, names)
    (keys, ids) = (list.keys, list.ids)
    diagnostics = store.diagnostics + planner.diagnostics.diagnostics
    if list.repeated > 0 {
      report(
        StoreCode.repeatedID, .warning, "several notes have the same id; the later ones got another",
        list.repeated)
    }
    try checkFiles()
    for entity in store.model.entities where entity.count > 0 && !plan.used.contains(entity.name) {
      report(
        StoreCode.leftOut, .info, "the entity \(PrintableText.of(entity.name)) is left out", entity.count)
    }
  }

  /// How many notes there are.
  package var count: Int { keys.count }

  /// The paths of all folders, also of those without notes.
  ///
  /// Each path begins at the top. Empty where folders are texts of notes or don't exist, as those without
  /// notes don't show then.
  package var folders: [[StoreFolder]] {
    if case .objects(_, let tree, _)? = plan.folders { tree.paths } else { [] }
  }

  /// All keywords, also those that no note has.
  ///
  /// Sorted by their keys in the store. Empty where keywords are a list in each note.
  package var keywords: [StoreKeyword] {
    guard case .objects(_, _, let all, _)? = plan.keywords else { return [] }
    return all.keys.sorted().compactMap { all[$0] }
  }

  /// Adds a finding about the whole store.
  ///
  /// - Parameters:
  ///   - code: A code of `StoreCode`.
  ///   - severity: How bad it is.
  ///   - message: What was found, without text of a note.
  ///   - count: How often it was found.
  private func report(_ code: String, _ severity: Diagnostic.Severity, _ message: String, _ count: Int) {
    diagnostics.append(
      Diagnostic(
        code: code, severity: severity, message: message, location: SourceLocation(file: store.file.path),
        count: count))
  }

  /// Reports files that are missing, and those that belong to nothing.
  ///
  /// A value refers to a file by a blob of 37 or 38 bytes. Only columns of bytes and texts that may lie
  /// outside are looked at, and the names of files are sorted so that reports are the same each time.
  ///
  /// - Throws: `SlipError` where the database can't be read.
  private func checkFiles() throws(SlipError) {
    var wanted: Set<String> = []
    for entity in store.model.entities {
      guard let table = entity.table else { continue }
      for attribute in entity.attributes where attribute.isExternal != false {
        guard let column = attribute.column, attribute.kind.isBytes || attribute.kind == .string else {
          continue
        }
        let quoted = StoreTables.quoted(column)
        let select = try store.file.database.prepare(
          "SELECT \(quoted) FROM \(StoreTables.quoted(table)) WHERE typeof(\(quoted)) = 'blob' "
            + "AND length(\(quoted)) BETWEEN 37 AND 38")
        while try select.step() {
          if let name = ExternalData.reference(select.blob(0)) { wanted.insert(name) }
        }
      }
    }
    let there = Set(external.names)
    for name in wanted.subtracting(there).sorted() {
      report(StoreCode.externalMissing, .warning, "the file \(name) of a value is missing", 1)
    }
    for name in there.subtracting(wanted).sorted() {
      report(StoreCode.externalOrphan, .warning, "the file \(name) belongs to no value; it is left out", 1)
    }
  }

  /// What nothing in the mapping named, with the number of notes that have it. Complete after the
  /// last note.
  package var leftOut: [Diagnostic] {
    unnamed.sorted { $0.key < $1.key }.map { name, count in
      Diagnostic(
        code: StoreCode.leftOut, severity: .info, message: "\(PrintableText.of(name)) of notes is left out",
        location: SourceLocation(file: store.file.path), count: count)
    }
  }

  /// The next note; nil after the last.
  ///
  /// - Throws: `SlipError` with `DatabaseCode.failed` where the store is damaged.
  package func nextNote() throws(SlipError) -> StoreNote? {
    while next < keys.count {
      let key = keys[next]
      next += 1
      if let row = try finder.row(key) { return try note(row) }
    }
    return nil
  }
}

extension StoreReader {
  /// The note in a row.
  ///
  /// - Parameter row: The row of the note.
  /// - Returns: The note with all values that the mapping names. What can't be taken is in its diagnostics.
  /// - Throws: `SlipError` where a row beside the note can't be read.
  private func note(_ row: StoreRows.Row) throws(SlipError) -> StoreNote {
    let id = ids[row.key] ?? store.uri(entity: names[row.entity] ?? plan.notes.name, key: row.key)
    var note = StoreNote(id: id)
    note.place = "\(names[row.entity] ?? plan.notes.name)/\(row.key)"
    /// Adds a finding.
    func report(_ code: String, _ message: String) {
      note.diagnostics.append(
        Diagnostic(code: code, severity: .warning, message: message, location: SourceLocation()))
    }
    /// A date.
    ///
    /// Nil where the note has none. A date that is out of range is reported and gives nil, too.
    func moment(_ key: String) -> Timestamp? {
      switch row[plan.fields[key]].moment {
      case .none: return nil
      case .moment(let moment): return moment
      case .impossible:
        report(StoreCode.impossibleDate, "a date is out of range; it is left out")
        return nil
      }
    }
    note.title = row[plan.fields["title"]].text
    note.isUntitled = plan.fields["title"] != nil && note.title == nil
    note.plain = row[plan.fields["plain"]].text
    (note.created, note.modified) = (moment("created"), moment("modified"))
    note.isFavorite = row[plan.fields["favorite"]].isTrue
    note.isTrashed = row[plan.fields["skip"]].isTrue
    status(row, &note)
    note.length = row.values.reduce(0) { sum, value in
      if case .bytes(let bytes) = value { sum + bytes.count } else { sum }
    }
    for part in plan.body { try body(part, row, &note) }
    try folder(row, &note)
    try keywords(row, &note)
    try links(row, &note)
    for files in plan.files { try self.files(files, row, &note) }
    try facts(row, &note)
    properties(row, &note)
    return note
  }

  /// Takes the status.
  ///
  /// An archived note is archived unless its status says something else. The case of letters in a status
  /// doesn't matter.
  private func status(_ row: StoreRows.Row, _ note: inout StoreNote) {
    if row[plan.fields["archived"]].isTrue { note.status = .archived }
    guard let text = row[plan.fields["status"]].text, !text.isEmpty else { return }
    if let status = plan.statuses[text.lowercased()] {
      note.status = status
    } else {
      note.diagnostics.append(
        Diagnostic(
          code: StoreCode.unknownStatus, severity: .info,
          message: "the status is unknown; it stays as a property, and the note is a draft",
          location: SourceLocation()))
      let name = plan.fields["status"].map(\.name) ?? "status"
      note.properties.append(Property("coredata:" + name, .text, text))
    }
  }

  /// The value of a field, from its file if it has one. Missing files are reported for the store as
  /// a whole. A value with an unknown tag becomes a file of the note, as it is.
  ///
  /// - Parameters:
  ///   - row: The row that has the value.
  ///   - field: The attribute. Only attributes with bytes may have a file or a tag.
  ///   - note: The note that gets the file and a finding for an unknown tag.
  /// - Returns: The value itself, the content of its file, or null where that file is missing and where the tag is
  ///   unknown.
  func value(_ row: StoreRows.Row, _ field: StoreRows.Field, _ note: inout StoreNote) -> StoreValue {
    let value = row[field]
    guard case .bytes(let bytes) = value, field.kind?.isBytes == true else { return value }
    switch external.content(bytes, isTagged: field.tags[row.entity]) {
    case .value(let content): return .bytes(content)
    case .missing:
      note.missingValues += 1
      return .null
    case .unknown(let bytes):
      note.diagnostics.append(
        Diagnostic(
          code: StoreCode.unknownTag, severity: .warning,
          message: "a value begins with an unknown tag; it is kept as a file", location: SourceLocation()))
      note.files.append(StoreNote.File(name: field.name + ".bin", bytes: bytes))
      return .null
    }
  }

  /// Takes a part of the body.
  ///
  /// Empty values give no part.
  ///
  /// - Throws: `SlipError` where the row of an object beside the note can't be read.
  private func body(_ part: StorePlan.Part, _ row: StoreRows.Row, _ note: inout StoreNote) throws(SlipError) {
    /// Adds a value.
    func add(_ value: StoreValue) {
      switch value {
      case .null: return
      case .text(let text) where text.isEmpty: return
      case .bytes(let bytes) where bytes.isEmpty: return
      default: note.body.append(StoreNote.Part(name: part.name, value: value))
      }
    }
    switch part {
    case .own(let field): add(value(row, field, &note))
    case .beside(let reach, let finder, let field):
      for key in reach.keys(row) {
        if let other = try finder.row(key) {
          add(value(other, field, &note))
        } else {
          try dangling(&note, key, "text of the mapping", in: finder.rows.table)
        }
      }
    }
  }

  /// Adds the finding that a relationship leads to nothing, or to an object of another entity than the mapping
  /// says.
  ///
  /// - Parameters:
  ///   - note: The note that gets the finding.
  ///   - key: The key of the object.
  ///   - what: What the object should be, as messages call it.
  ///   - table: The table that should have it; nil where there is none.
  /// - Throws: `SlipError` where the table can't be read.
  func dangling(
    _ note: inout StoreNote, _ key: Int64, _ what: String, in table: String?
  ) throws(SlipError) {
    let fault = try isRow(key, table) ? "is there but no \(what)" : "the store lacks"
    note.diagnostics.append(
      Diagnostic(
        code: StoreCode.danglingKey, severity: .warning,
        message: "a relationship leads to an object that \(fault)", location: SourceLocation()))
  }

  /// Whether a table has a row with a key, of whatever entity.
  private func isRow(_ key: Int64, _ table: String?) throws(SlipError) -> Bool {
    guard let table else { return false }
    let select = try store.file.database.prepare(
      "SELECT 1 FROM \(StoreTables.quoted(table)) WHERE Z_PK = ?1")
    select.bind(1, key)
    return try select.step()
  }

  /// Takes the folder.
  ///
  /// A note has one folder at most. A text is divided at slashes, so its folders have no ids.
  private func folder(_ row: StoreRows.Row, _ note: inout StoreNote) throws(SlipError) {
    switch plan.folders {
    case .path(let field):
      let parts = row[field].text?.split(separator: "/") ?? []
      note.folder = parts.map { StoreFolder(String($0), id: nil) }
    case .objects(let reach, let tree, let table):
      guard let key = reach.keys(row).first else { return }
      note.folder = tree.path(key)
      if !tree.contains(key) { try dangling(&note, key, "folder", in: table) }
    case nil: break
    }
  }

  /// Takes the keywords.
  ///
  /// They are in the order of the relationship. A keyword or an object between that the store lacks is
  /// reported.
  private func keywords(_ row: StoreRows.Row, _ note: inout StoreNote) throws(SlipError) {
    switch plan.keywords {
    case .list(let field):
      note.keywords = StringList.read(value(row, field, &note))?.map { StoreKeyword($0) } ?? []
    case .objects(let reach, let between, let all, let table):
      for key in reach.keys(row) {
        for key in between.map({ $0[key] ?? [] }) ?? [key] {
          if let keyword = all[key] {
            note.keywords.append(keyword)
          } else {
            try dangling(&note, key, "keyword with a name", in: table)
          }
        }
      }
    case nil: break
    }
  }

  /// Takes the notes that it leads to.
  ///
  /// A link leads to the id of another note. A key that is no note is reported as dangling.
  private func links(_ row: StoreRows.Row, _ note: inout StoreNote) throws(SlipError) {
    for key in plan.links?.keys(row) ?? [] {
      if let id = ids[key] {
        note.links.append(id)
      } else {
        try dangling(&note, key, "note", in: plan.notes.table)
      }
    }
  }

  /// The longest text that becomes a property, in characters.
  private static let longestProperty = 1_000

  /// Takes what has no other place, and counts what has none at all.
  ///
  /// Bytes become properties only where they are a list of short strings, one property for each string. All
  /// other bytes and keys are counted by the name of their attribute.
  private func properties(_ row: StoreRows.Row, _ note: inout StoreNote) {
    for (field, name) in plan.properties {
      let value = row[field]
      guard value != .null else { continue }
      if let property = property(value, field.kind, name) {
        note.properties.append(property)
      } else {
        unnamed[field.name, default: 0] += 1
      }
    }
    for field in plan.rest where row[field] != .null {
      let content = field.kind == nil ? row[field] : value(row, field, &note)
      // A file that is missing and a value that became a file are reported already.
      if content == .null { continue }
      let list = field.kind == nil ? nil : StringList.list(bytes(content))
      if let list, list.allSatisfy({ $0.count < StoreReader.longestProperty }) {
        note.properties += list.map { Property("coredata:" + field.name, .text, $0) }
      } else {
        unnamed[field.name, default: 0] += 1
      }
    }
  }

  /// The bytes of a value; none for another one.
  private func bytes(_ value: StoreValue) -> [UInt8] {
    if case .bytes(let bytes) = value { bytes } else { [] }
  }

  /// A property; nil for a value that can't be one. An empty text is none, and not lost.
  ///
  /// - Parameters:
  ///   - value: A value that isn't null.
  ///   - kind: The type of the attribute; nil for a relationship.
  ///   - name: The name that the property gets.
  private func property(_ value: StoreValue, _ kind: StoreAttribute.Kind?, _ name: String) -> Property? {
    switch kind {
    case .boolean: return Property(name, .boolean, value.isTrue ? "true" : "false")
    case .date:
      if case .moment(let moment) = value.moment { return Property(name, .date, moment.rfc3339) }
      return nil
    case .uri: return value.text.map { Property(name, .uri, $0) }
    default:
      guard let text = value.text, text.count < StoreReader.longestProperty else { return nil }
      let property = Property(name, value.number == nil ? .text : .number, text)
      return property.isValid ? property : Property(name, .text, text)
    }
  }
}

/// The notes of a store: their keys in their order, and their ids.
private struct NoteList {
  /// The keys in order.
  var keys: [Int64] = []
  /// The ids by key.
  var ids: [Int64: String] = [:]
  /// How many notes have the id of another one.
  var repeated = 0

  /// Reads the keys, ids and orders of all notes.
  ///
  /// Notes with an equal order are sorted by key. A note without an id of its own gets its address in the
  /// store; the same goes for a later note with an id that was there before, where case doesn't count.
  ///
  /// - Parameters:
  ///   - plan: Says which entity notes are, and which attributes are the id and the order.
  ///   - store: The store.
  ///   - names: The names of entities by number.
  /// - Throws: `SlipError` where the table can't be read.
  mutating func read(_ plan: StorePlan, _ store: CoreDataStore, _ names: [Int: String]) throws(SlipError) {
    var rows = StoreRows(plan.notes.name, of: store.model)
    let id = plan.fields["id"].flatMap { rows.attribute($0.name) }
    let order = plan.order.flatMap { rows.attribute($0.name) }
    var seen: Set<String> = []
    var sorted: [(order: Int64, key: Int64)] = []
    try rows.forEach(store.file.database) { row in
      sorted.append((row[order].integer ?? 0, row.key))
      let uri = store.uri(entity: names[row.entity] ?? rows.name, key: row.key)
      guard let own = row[id].text, !own.isEmpty else {
        ids[row.key] = uri
        return
      }
      if seen.insert(own.lowercased()).inserted {
        ids[row.key] = own
      } else {
        ids[row.key] = uri
        repeated += 1
      }
    }
    keys = sorted.sorted { $0 < $1 }.map(\.key)
  }
}
