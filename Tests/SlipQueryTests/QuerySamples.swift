import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport

/// The UUID of a number.
func id(_ number: Int) -> UniqueID { UniqueID(high: 0, low: UInt64(number)) }

/// The moment of a text in RFC 3339; 1970 where it is none.
func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? Timestamp(microseconds: 0) }

/// The clock of these tests: a Saturday noon in UTC.
let clock = QueryClock(now: time("2024-06-15T12:00:00Z"))

/// Texts by title, with a record of which were read.
final class SampleTexts: NoteTextProvider, @unchecked Sendable {
  var read: [String] = []
  func text(of note: Note) throws(SlipError) -> String {
    read.append(note.title)
    if note.title == "Unreadable" { throw SlipError(.badInput, "the mirror can't be read") }
    return "Text of \(note.title), which\nhas eight words"
  }
  func hasConflict(_ note: Note) -> Bool { note.title.hasPrefix("A") }
  func brokenLinks(of note: Note) -> Int { note.title.utf8.count % 3 }
}

/// A box of three folders (Work, Work/Ideas, Home), two keywords and five notes.
func sampleBox() throws -> SlipBox {
  var box = SlipBox()
  for (number, name, parent) in [(11, "Work", nil), (12, "Ideas", 11), (13, "Home", nil)]
    as [(Int, String, Int?)]
  {
    var folder = Folder(id: id(number), name: name)
    folder.parent = parent.map(id)
    try box.insert(folder)
  }
  for (number, name) in [(21, "Café"), (22, "swift")] {
    try box.insert(
      Keyword(id: id(number), name: name, color: .init(red: Double(number) / 100, green: 0, blue: 0)))
  }
  let blob = FileFact(of: Array("picture".utf8))
  var attachment = Attachment(blob: blob, mediaType: "image/png", fileExtension: "png")
  attachment.width = 640
  try box.insert(attachment)
  let rows: [(Int, String, Note.Status, Int?, String?, [Int])] = [
    (1, "Note 10", .draft, 11, "2024-06-15T08:00:00Z", [21, 22]),
    (2, "note 9", .review, 12, "2024-06-14T23:30:00Z", [21]),
    (3, "Élan", .archived, 12, "2024-01-01T00:00:00Z", []),
    (4, "Straße", .draft, nil, nil, [22]),
    (5, "Zettel", .review, 13, "2023-12-31T23:59:59Z", []),
  ]
  for (number, title, status, folder, created, keywords) in rows {
    var note = Note(
      id: id(number), title: title, body: FileFact(of: [UInt8(number)]),
      mirror: FileFact(of: [UInt8(number), 1]))
    note.status = status
    note.folder = folder.map(id)
    note.created = created.map(time)
    note.keywords = keywords.map(id)
    note.order = number
    note.isFavorite = number == 1
    if number == 1 { note.attachments = [AttachmentReference(attachment: blob.digest, name: "a.png")] }
    try box.insert(note)
  }
  try box.update(note: id(1)) { $0.links = [id(2), id(3)] }
  try box.update(note: id(2)) { $0.links = [id(3)] }
  return box
}

/// The last digits of the UUIDs that a query finds in the sample box, in order.
func found(
  _ predicate: String, _ arguments: [QueryArgument] = [], of entity: EntityKind = .note,
  zone: TimeZoneRules = .utc, _ change: (inout QueryRequest) -> Void = { _ in }
) throws -> [Int] {
  var request = QueryRequest(predicate, of: entity, clock: QueryClock(now: clock.now, zone: zone))
  request.arguments = arguments
  change(&request)
  let view = BoxView(try sampleBox(), texts: SampleTexts())
  return try request.prepare().run(over: view).ids.map { Int($0.low) }
}

/// Whether a constant predicate is true.
func isTrue(_ predicate: String, zone: TimeZoneRules = .utc) throws -> Bool {
  try !found(predicate, zone: zone).isEmpty
}

/// The error of a query; nil where it has none.
func fault(
  _ predicate: String, _ arguments: [QueryArgument] = [], of entity: EntityKind = .note
) -> QueryError? {
  var request = QueryRequest(predicate, of: entity, clock: clock)
  request.arguments = arguments
  do throws(QueryError) {
    _ = try request.prepare()
    return nil
  } catch {
    return error
  }
}
