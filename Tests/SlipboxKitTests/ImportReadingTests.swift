import Foundation
import SlipBase
import SlipExchange
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// What a bundle remembers of how a source was read, and what the next import makes of it.
@Suite struct ImportReadingTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Imports into `b.slipbox`.
  @discardableResult func run(
    _ input: String, change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path(input)])
    request.target = .at(directory.path("b.slipbox"))
    change(&request)
    return try request.run()
  }

  func box() throws -> SlipBox { try OpenBundle(directory.path("b.slipbox")).box }

  func text(_ note: Note) -> String {
    directory.text("b.slipbox/notes/\(note.id.description.prefix(2))/\(note.id).txt") ?? ""
  }

  // MARK: Options

  @Test func anEncodingThatIsGivenLaterCounts() throws {
    try Data([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]).write(to: URL(filePath: directory.path("a.txt")))
    try run("a.txt") { $0.encoding = .named("windows-1252") }
    let second = try run("a.txt") { $0.encoding = .named("windows-1251") }
    #expect(second.report.updated.count == 1)
    let note = try #require(try box().notes.first)
    #expect(text(note).contains("Привет"))
    // Without options it is read as it was the last time, and with the same ones, too.
    #expect(try !run("a.txt").isChanged)
    #expect(try !run("a.txt") { $0.encoding = .named("windows-1251") }.isChanged)
    #expect(try box().sources.first?.reading == #"{"encoding":"windows-1251"}"#)
  }

  @Test func aChangeHereDecidesAsAnyConflict() throws {
    try Data([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]).write(to: URL(filePath: directory.path("a.txt")))
    try run("a.txt") { $0.encoding = .named("windows-1252") }
    let id = try #require(try box().notes.first?.id)
    var session = try EditSession(opening: directory.path("b.slipbox"))
    try session.edit { (box) throws(SlipError) in try box.update(note: id) { $0.title = "Mine" } }
    _ = try session.save()
    let second = try run("a.txt") { $0.encoding = .named("windows-1251") }
    #expect(second.report.conflicts.map(\.fields) == [[.title]])
    let note = try #require(try box().note(id))
    #expect(note.title == "Mine" && text(note).contains("Привет"))
  }

  /// A file alone has marks and comments; its links to nothing are those of the bundle.
  @Test func aFileAloneIsReadAsPeopleWriteIt() throws {
    try directory.write("a.md", "+++\ntitle = \"T\"\n+++\n==b== %%c%% [[B]] ![[no.png]]\n")
    try run("a.md")
    let note = try #require(try box().notes.first)
    #expect(note.title == "T" && text(note).hasPrefix("b  [[B]] ![[no.png]]"))
  }

  @Test func titlesAreFirstHeadings() throws {
    try directory.write("v/Chapter 1.md", "## Chapter 1: The *Door*\n\nx\n")
    try directory.write("v/b.md", "no heading\n")
    try directory.write(
      "v/c.rtf", "{\\rtf1{\\stylesheet{\\s1 heading 1;}}\\pard first\\par\\pard\\s1 Wax\\par}")
    try run("v")
    #expect(Set(try box().notes.map(\.title)) == ["Chapter 1", "b", "first"])
    try run("v") { $0.title = .firstHeading }
    #expect(Set(try box().notes.map(\.title)) == ["Chapter 1: The Door", "b", "Wax"])
    #expect(try !run("v").isChanged)
    try run("v") { $0.title = .source }
    #expect(Set(try box().notes.map(\.title)) == ["Chapter 1", "b", "first"])
  }

  @Test func anOutlineIsSplitLater() throws {
    try directory.write(
      "o.opml",
      #"<opml version="2.0"><head><title>O</title></head><body><outline text="One"/><outline text="Two"/></body></opml>"#
    )
    try run("o.opml")
    try run("o.opml") { $0.splitsOutlines = true }
    #expect(Set(try box().notes.map(\.title)).isSuperset(of: ["One", "Two"]))
    #expect(try !run("o.opml").isChanged)
  }

  @Test func columnsAndZonesAreCorrected() throws {
    try directory.write("t.csv", "id;Name;Datum;Body\n1;A;2024-01-02;**b**\n")
    try run("t.csv")
    try run("t.csv") {
      $0.columns = ["title": "Name", "text": "Body", "created": "Datum", "format": "markdown"]
    }
    var note = try #require(try box().notes.first)
    #expect(note.title == "A" && text(note).contains("b") && !text(note).contains("*"))
    try directory.write("v/.obsidian/app.json", "{}")
    try directory.write("v/n.md", "---\ncreated: 2024-01-01 10:00\n---\nx")
    try run("v")
    try run("v") { $0.zone = TimeZoneRules(minutesEast: 60) }
    note = try #require(try box().notes.first { $0.title == "n" })
    #expect(note.created?.rfc3339 == "2024-01-01T09:00:00Z")
    #expect(try !run("v").isChanged)
  }

  @Test func whatIsRememberedComesBack() throws {
    var reading = ImportReading()
    #expect(reading.text == nil)
    reading.encoding = .named("koi8-r")
    reading.zone = TimeZoneRules(minutesEast: 60)
    (reading.dates, reading.takesTrash, reading.splitsOutlines) = (.file, true, true)
    reading.columns = ["title": "A \"b\""]
    reading.mapping = "[notes]\nentity = \"Ä\"\n"
    reading.model = ImportReading.Model(path: "x", digest: "ab")
    let text = try #require(reading.text)
    #expect(ImportReading(remembered: text) == reading)
    #expect(ImportReading().over(reading).text == text)
    #expect(ImportReading(remembered: "{") == ImportReading())
  }

  // MARK: What can't be known

  /// A vault with a note that shows a picture, and one without.
  func writeVault(picture: Bool) throws {
    try directory.write("v/.obsidian/app.json", "{}")
    try directory.write("v/N.md", "before ![[p.png]] after")
    try directory.write("v/M.md", "other")
    if picture {
      try directory.write("v/p.png", Fixtures.bytes("images/png-0-1-interlaced.png"))
    } else {
      try FileManager.default.removeItem(atPath: directory.path("v/p.png"))
    }
  }

  @Test func aMissingPictureTakesNothingAway() throws {
    try writeVault(picture: true)
    try run("v")
    let before = try box()
    #expect(before.attachments.count == 1)
    try writeVault(picture: false)
    for _ in 0..<2 {
      let damaged = try run("v") { $0.prunes = true }
      #expect(damaged.needsAttention && !damaged.isChanged)
      #expect(damaged.diagnostics.contains { $0.code == ExchangeCode.fileMissing })
      #expect(try box() == before)
    }
    // What can be read comes in all the same.
    try directory.write("v/M.md", "changed")
    let partly = try run("v")
    #expect(partly.report.updated.count == 1 && partly.needsAttention)
    let note = try #require(try box().notes.first { $0.title == "M" })
    #expect(text(note).contains("changed"))
    // What was changed here since then is no conflict, as the source says what it said.
    var session = try EditSession(opening: directory.path("b.slipbox"))
    try session.edit { (box) throws(SlipError) in try box.update(note: note.id) { $0.title = "Mine" } }
    _ = try session.save()
    #expect(try run("v").report.conflicts.isEmpty)
    // The whole source again.
    try writeVault(picture: true)
    let whole = try run("v")
    #expect(!whole.needsAttention)
    #expect(try box().attachments.count == 1)
  }

  @Test func aSourceThatCameInDamagedIsNamedEachTime() throws {
    try directory.write("v/.obsidian/app.json", "{}")
    try directory.write("v/N.md", "before ![[p.png]] after")
    #expect(try run("v").needsAttention)
    #expect(try box().sources.first?.isIncomplete == true)
    let second = try run("v")
    #expect(second.needsAttention && !second.isChanged)
    try directory.write("v/p.png", Fixtures.bytes("images/png-0-1-interlaced.png"))
    let whole = try run("v")
    #expect(!whole.needsAttention && whole.report.updated.count == 1)
    #expect(try box().sources.first?.isIncomplete == false)
    #expect(try !run("v").needsAttention)
  }

  // MARK: Undo

  @Test func anImportThatIsTakenBackStaysBack() throws {
    try directory.write("v/.obsidian/app.json", "{}")
    try directory.write("v/A.md", "old")
    try run("v")
    try directory.write("v/A.md", "new")
    try directory.write("v/B.md", "added")
    try run("v")
    var session = try EditSession(opening: directory.path("b.slipbox"))
    try session.undo([2])
    _ = try session.save()
    #expect(try box().notes.map(\.title) == ["A"])
    try run("v")
    let note = try #require(try box().notes.first)
    #expect(try box().notes.count == 1)
    #expect(text(note).contains("old"))
    // Until the source changes again.
    try directory.write("v/A.md", "newest")
    try run("v")
    #expect(try box().notes.contains { text($0).contains("newest") })
    let report = try Validation.run(directory.path("b.slipbox")).report
    #expect(report.diagnostics.allSatisfy { $0.severity != .error })
  }
}
