import Foundation
import SlipBase
import SlipFiles
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipIndex
@testable import SlipStores

/// The published schema of SQLite exports.
@Suite struct ExportSchemaTests {
  @Test func theSearchThatTheSchemaShowsRunsAndScansNoNotes() throws {
    let url = Fixtures.directory.deletingLastPathComponent().appending(path: "Schemas/slipbox-export.sql")
    let schema = try String(contentsOf: url, encoding: .utf8)
    let line = try #require(schema.split(separator: "\n").first { $0.hasPrefix("-- Full text: ") })
    let query = line.dropFirst("-- Full text: ".count).dropLast()
    let directory = try TemporaryDirectory()
    let database = try Database(directory.path("export.sqlite"), .create)
    try database.execute(schema)
    let plan = try database.prepare("EXPLAIN QUERY PLAN " + query)
    var steps: [String] = []
    while try plan.step() { steps.append(plan.optionalText(3) ?? "") }
    #expect(steps.contains { $0.hasPrefix("SCAN note_search VIRTUAL TABLE INDEX") }, "\(steps)")
    #expect(steps.contains { $0.hasPrefix("SEARCH note USING INTEGER PRIMARY KEY") }, "\(steps)")
  }

  /// Programs follow the columns that references name; one without a column they can't follow.
  @Test func everyReferenceNamesATableAndAColumn() throws {
    let url = Fixtures.directory.deletingLastPathComponent().appending(path: "Schemas/slipbox-export.sql")
    let directory = try TemporaryDirectory()
    let database = try Database(directory.path("export.sqlite"), .create)
    try database.execute(try String(contentsOf: url, encoding: .utf8))
    var tables: [String] = []
    let list = try database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL")
    while try list.step() { tables.append(list.text(0)) }
    var references = 0
    for table in tables {
      let keys = try database.prepare("PRAGMA foreign_key_list(\(table))")
      while try keys.step() {
        references += 1
        #expect(tables.contains(keys.text(2)), "\(table).\(keys.text(3))")
        let column = try database.prepare("SELECT count(*) FROM pragma_table_info(?1) WHERE name = ?2")
        column.bind(1, keys.text(2))
        column.bind(2, keys.optionalText(4) ?? "")
        #expect(try column.step() && column.integer(0) == 1, "\(table).\(keys.text(3))")
      }
    }
    #expect(references >= 15)
  }

  /// The tables have every fact of a box: written, and read again by SQL alone.
  @Test(arguments: 0..<6) func theTablesHaveEveryFactOfABox(seed: Int) throws {
    var sample = IndexSample(seed: UInt64(seed) &+ 5)
    var box = try sample.box(notes: 25)
    for (number, note) in box.notes.enumerated() {
      try box.update(note: note.id) { note in
        note.properties = [
          Property("author", .text, "Ada \(number)"), Property("due", .date, "2024-05-06T00:00:00Z"),
          Property("author", .text, ""),
        ]
        note.manualLinks = Set(note.links.prefix(1))
        for index in note.attachments.indices {
          note.attachments[index].properties = [Property("p", .number, "4")]
        }
      }
    }
    if let folder = box.folders.map(\.id).first {
      try box.update(folder: folder) {
        $0.properties = [Property("search", .text, "#bees"), Property("x", .boolean, "true")]
      }
    }
    let directory = try TemporaryDirectory()
    let path = directory.path("out.sqlite")
    try write(box, sample, to: path)
    let database = try Database(path, .read)
    #expect(try !database.prepare("PRAGMA foreign_key_check").step())
    /// All rows of a statement as texts.
    func rows(_ sql: String, _ columns: Int32) throws -> [String] {
      let select = try database.prepare(sql)
      var found: [String] = []
      while try select.step() {
        found.append((0..<columns).map { select.optionalText($0) ?? "-" }.joined(separator: "|"))
      }
      return found
    }
    #expect(
      try rows("SELECT uuid, name, parent, path FROM keyword ORDER BY uuid", 4)
        == box.keywords.map {
          "\($0.id)|\($0.name)|\($0.parent?.description ?? "-")|\(box.path(ofKeyword: $0.id))"
        })
    #expect(
      try rows("SELECT note, name, kind, value FROM note_property ORDER BY note, position", 4)
        == box.notes.flatMap { note in
          note.properties.map { "\(note.id)|\($0.name)|\($0.kind.rawValue)|\($0.value)" }
        })
    #expect(
      try rows("SELECT note, target, manual FROM note_link ORDER BY note, position", 3)
        == box.notes.flatMap { note in
          note.links.map { "\(note.id)|\($0)|\(note.manualLinks.contains($0) ? 1 : 0)" }
        })
    #expect(
      try rows("SELECT folder, name, kind, value FROM folder_property ORDER BY folder, position", 4)
        == box.folders.flatMap { folder in
          folder.properties.map { "\(folder.id)|\($0.name)|\($0.kind.rawValue)|\($0.value)" }
        })
    #expect(
      try rows("SELECT search FROM folder WHERE search IS NOT NULL", 1)
        == (box.folders.isEmpty ? [] : ["#bees"]))
    #expect(
      try rows("SELECT count(*) FROM note_attachment_property", 1)
        == ["\(box.notes.reduce(0) { $0 + $1.attachments.count })"])
  }

  /// Writes an export; the file is closed afterwards.
  private func write(_ box: SlipBox, _ sample: IndexSample, to path: String) throws {
    let file = try AtomicFile(path)
    let writer = try BoxFileWriter(file, box)
    try writer.writeEntities(blob: { $0.id.hex }, thumbnail: { _ in nil })
    try writer.writeNotes(texts: sample.texts, body: { $0.id.description })
    let seal = FileSeal(for: Digest(of: []))
    try writer.writeBundle(manifest: [], tool: "test", seal: seal)
    try writer.finish()
    try file.commit()
  }
}
