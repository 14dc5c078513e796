internal import SlipBase
internal import SlipNotes
internal import SlipQuery

/// A note of an index, as predicates see it. Its values are read when they are asked for.
struct IndexedNote: QueryObject {
  /// The index.
  let index: NoteIndex
  /// The number of the note.
  let slot: Int

  /// The entity that the schema describes.
  var kind: EntityKind { .note }
  /// The UUID by which it is compared and found; nil where it has none.
  var uniqueID: UniqueID? { index.id(slot) }

  /// The value of a stored key; nil for an unknown one.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "uuid": return .uuid(index.id(slot))
    case "status": return .status(index.state(slot).status)
    case "favorite": return .bool(index.state(slot).isFavorite)
    case "conflict": return .bool(index.hasConflict(slot))
    case "modified": return index.facts(slot).modified.map { .date($0) } ?? .null
    case "title": return .string(try index.title(slot))
    case "text": return .string(try index.text(index.id(slot)))
    case "order": return .integer(try row("place") { $0.integer(0) } ?? 0)
    case "created":
      return try row("created") { $0.optionalInteger(0) }.flatMap { $0 }.map {
        .date(Timestamp(microseconds: $0))
      } ?? .null
    case "folder":
      return try row("folder") { $0.id(0) }.flatMap { $0 }.map { index.folder($0) } ?? .null
    case "source":
      guard let key = try row("source", { $0.optionalText(0) }).flatMap({ $0 }) else { return .null }
      return .object(IndexedSource(index: index, key: key))
    case "keywords":
      return try index.keywords("SELECT keyword FROM note_keyword WHERE note = ?1 ORDER BY place") {
        $0.bind(1, slot)
      }
    case "links":
      return try index.notes(
        "SELECT n.slot FROM note_link l JOIN note n ON n.uuid = l.target WHERE l.note = ?1 ORDER BY l.place"
      ) { $0.bind(1, slot) }
    case "backlinks":
      return try index.notes(
        "SELECT n.slot FROM note_link l JOIN note n ON n.slot = l.note WHERE l.target = ?1 ORDER BY n.uuid"
      ) { $0.bind(1, index.id(slot)) }
    case "attachments": return try attachments()
    default: return .null
    }
  }

  /// One column of the note's row.
  ///
  /// - Parameters:
  ///   - column: A column of the table `note`.
  ///   - body: Takes the value from column 0 of the statement.
  /// - Returns: What `body` returns; nil where the note has no row.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func row<R>(_ column: String, _ body: (Statement) -> R) throws(SlipError) -> R? {
    let select = try index.statement("SELECT \(column) FROM note WHERE slot = ?1")
    select.bind(1, slot)
    return try select.step() ? body(select) : nil
  }

  /// The files that the note uses.
  ///
  /// - Returns: A collection of objects, in the order in which the note lists them.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  private func attachments() throws(SlipError) -> QueryValue {
    let select = try index.statement(
      "SELECT name, description, mediaType, length, sha256, width, height FROM note_attachment WHERE note = ?1 ORDER BY place"
    )
    select.bind(1, slot)
    var found: [QueryValue] = []
    while try select.step() {
      /// A text of the present row, or nil.
      func text(_ column: Int32) -> QueryValue { select.optionalText(column).map { .string($0) } ?? .null }
      /// A whole number of the present row, or nil.
      func number(_ column: Int32) -> QueryValue {
        select.optionalInteger(column).map { .integer($0) } ?? .null
      }
      found.append(
        .object(
          StoredObject(
            kind: .attachment,
            values: [
              "name": text(0), "description": text(1), "mediaType": text(2), "length": number(3),
              "sha256": text(4), "width": number(5), "height": number(6),
            ])))
    }
    return .many(found)
  }
}

/// An object whose values are at hand.
struct StoredObject: QueryObject {
  /// The entity that the schema describes.
  let kind: EntityKind
  /// Values by key.
  let values: [String: QueryValue]
  /// The UUID by which it is compared and found; nil where it has none.
  var uniqueID: UniqueID? { nil }

  /// The value of a stored key; nil for an unknown one.
  func value(forKey key: String) throws(SlipError) -> QueryValue { values[key] ?? .null }
}

/// A folder of an index.
struct IndexedFolder: QueryObject {
  /// The index.
  let index: NoteIndex
  /// The folder.
  let folder: Folder

  /// The entity that the schema describes.
  var kind: EntityKind { .folder }
  /// The UUID by which it is compared and found; nil where it has none.
  var uniqueID: UniqueID? { folder.id }

  /// The value of a stored key; nil for an unknown one.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    switch key {
    case "uuid": return .uuid(folder.id)
    case "name": return .string(folder.name)
    case "created": return folder.created.map { .date($0) } ?? .null
    case "order": return .integer(Int64(folder.order))
    case "parent": return folder.parent.map { index.folder($0) } ?? .null
    case "children": return .many((index.subfolders[folder.id] ?? []).map { index.folder($0) })
    case "notes":
      return try index.notes("SELECT slot FROM note WHERE folder = ?1 ORDER BY uuid") {
        $0.bind(1, folder.id)
      }
    default: return .null
    }
  }
}

/// A keyword of an index.
struct IndexedKeyword: QueryObject {
  /// The index.
  let index: NoteIndex
  /// The UUID of the keyword.
  let id: UniqueID

  /// The entity that the schema describes.
  var kind: EntityKind { .keyword }
  /// The UUID by which it is compared and found; nil where it has none.
  var uniqueID: UniqueID? { id }

  /// The value of a stored key; nil for an unknown one.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    if key == "uuid" { return .uuid(id) }
    if key == "notes" {
      return try index.notes(
        "SELECT n.slot FROM note_keyword k JOIN note n ON n.slot = k.note WHERE k.keyword = ?1 ORDER BY n.uuid"
      ) { $0.bind(1, id) }
    }
    if key == "children" {
      return try index.keywords("SELECT uuid FROM keyword WHERE parent = ?1 ORDER BY uuid") {
        $0.bind(1, id)
      }
    }
    let select = try index.statement(
      "SELECT name, red, green, blue, opacity, parent FROM keyword WHERE uuid = ?1")
    select.bind(1, id)
    guard try select.step() else { return .null }
    if key == "name" { return .string(select.text(0)) }
    if key == "parent" {
      return select.id(5).map { .object(IndexedKeyword(index: index, id: $0)) } ?? .null
    }
    guard key == "color" else { return .null }
    return .object(
      StoredObject(
        kind: .color,
        values: [
          "red": .double(select.double(1)), "green": .double(select.double(2)),
          "blue": .double(select.double(3)),
          "opacity": .double(select.double(4)),
        ]))
  }
}

/// Where a note of an index came from.
struct IndexedSource: QueryObject {
  /// The index.
  let index: NoteIndex
  /// The key of the source.
  let key: String

  /// The entity that the schema describes.
  var kind: EntityKind { .source }
  /// The UUID by which it is compared and found; nil where it has none.
  var uniqueID: UniqueID? { nil }

  /// The value of a stored key; nil for an unknown one.
  func value(forKey key: String) throws(SlipError) -> QueryValue {
    if key == "key" { return .string(self.key) }
    let select = try index.statement("SELECT path, format, length, modified FROM source WHERE key = ?1")
    select.bind(1, self.key)
    guard try select.step() else { return .null }
    switch key {
    case "path": return .string(select.text(0))
    case "format": return .string(select.text(1))
    case "length": return .integer(select.integer(2))
    case "modified":
      return select.optionalInteger(3).map { .date(Timestamp(microseconds: $0)) } ?? .null
    default: return .null
    }
  }
}

extension NoteIndex {
  /// A folder as a value; nil where it is unknown.
  func folder(_ id: UniqueID) -> QueryValue {
    folders[id].map { .object(IndexedFolder(index: self, folder: $0)) } ?? .null
  }

  /// Notes whose numbers a statement gives.
  ///
  /// - Parameters:
  ///   - sql: A statement whose column 0 is a slot.
  ///   - bind: Sets the statement's parameters.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  func notes(_ sql: String, _ bind: (Statement) -> Void) throws(SlipError) -> QueryValue {
    let select = try statement(sql)
    bind(select)
    var found: [QueryValue] = []
    while try select.step() {
      found.append(.object(IndexedNote(index: self, slot: Int(select.integer(0)))))
    }
    return .many(found)
  }

  /// Keywords whose UUIDs a statement gives.
  ///
  /// - Parameters:
  ///   - sql: A statement with a UUID in column 0.
  ///   - bind: Sets the statement's parameters.
  /// - Throws: `SlipError` with `DatabaseCode.failed`.
  func keywords(_ sql: String, _ bind: (Statement) -> Void) throws(SlipError) -> QueryValue {
    let select = try statement(sql)
    bind(select)
    var found: [QueryValue] = []
    while try select.step() {
      if let id = select.id(0) { found.append(.object(IndexedKeyword(index: self, id: id))) }
    }
    return .many(found)
  }
}
