import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// Names that are less than a title, days in words, notes of days, and templates.
@Suite struct DailyLifeTests {
  private let directory: TemporaryDirectory
  private let bundle: String
  private let date = Timestamp(seconds: 1_775_116_800)

  init() throws {
    directory = try TemporaryDirectory()
    bundle = directory.path("b.slipbox")
    var session = try EditSession(opening: bundle, date: date, createsBundle: true)
    for title in ["Lemon drizzle cake", "Lemon curd", "Weights", "Café Merle"] {
      _ = try session.create(NoteDraft(title: title, folder: title.hasPrefix("Lemon") ? "Kitchen" : nil))
    }
    var aliased = NoteDraft(title: "Honey prices", keywords: ["bees/money"])
    aliased.properties = [Property(Property.WellKnown.alias, .text, "Market")]
    _ = try session.create(aliased)
    try session.save()
  }

  /// The titles that a name may mean.
  private func guessed(_ name: String) throws -> [String] {
    let box = try OpenBundle(bundle).box
    return NoteGuess(name, in: box).notes.compactMap { box.note($0)?.title }
  }

  @Test(
    arguments: [
      ("weig", ["Weights"]), ("LEMON", ["Lemon curd", "Lemon drizzle cake"]),
      ("lemon cak", ["Lemon drizzle cake"]),
      ("cake lem", ["Lemon drizzle cake"]), ("cafe", ["Café Merle"]), ("market", ["Honey prices"]),
      ("mark", ["Honey prices"]), ("prices", ["Honey prices"]), ("emon", []), ("", []), ("lemon pie", []),
    ] as [(String, [String])])
  func partsOfTitles(name: String, titles: [String]) throws {
    #expect(try guessed(name) == titles)
  }

  @Test func errorsOfferWhatMayBeMeant() throws {
    let opened = try OpenBundle(bundle)
    let one = #expect(throws: SlipError.self) { _ = try opened.note(named: "weig") }
    #expect(one?.code == KitCode.noSuchNote && one?.subject == "weig")
    #expect(one?.choices == [try opened.note(named: "Weights").id.description])
    let several = #expect(throws: SlipError.self) { _ = try opened.note(named: "lemon") }
    #expect(several?.code == KitCode.ambiguousTitle && several?.choices.count == 2)
    let none = #expect(throws: SlipError.self) { _ = try opened.note(named: "Wieghts") }
    #expect(none?.choices == [] && none?.candidates.first?.hasPrefix("Weights") == true)
  }

  @Test func addressesNameNotes() throws {
    let opened = try OpenBundle(bundle)
    let id = try opened.note(named: "Weights").id
    for address in ["slipbox:note/\(id)", "slipbox://note/\(id)"] {
      #expect(try opened.note(named: address).id == id)
    }
  }

  @Test func namesAreTheSameFromTheIndex() throws {
    let cache = IndexCache(directory: directory.path("cache"))
    _ = try cache.build(bundle)
    for kind in [OfferedNames.Kind.notes, .folders, .keywords, .properties, .searches] {
      for start in ["", "lemon", "CAFE", "bees", "Kit", "al", "zz"] {
        let plain = try OfferedNames.names(of: kind, beginning: start, in: bundle, cache: nil)
        #expect(try OfferedNames.names(of: kind, beginning: start, in: bundle, cache: cache) == plain)
      }
    }
    #expect(
      try OfferedNames.names(of: .notes, beginning: "lemon", in: bundle, cache: cache) == [
        "Lemon curd", "Lemon drizzle cake",
      ])
    #expect(
      try OfferedNames.names(of: .keywords, beginning: "", in: bundle, cache: cache) == [
        "bees", "bees/money",
      ])
    #expect(try OfferedNames.names(of: .properties, beginning: "a", in: bundle, cache: cache) == ["alias"])
  }

  @Test func namesOfALargeBoxNeedNoIndex() throws {
    let large = directory.path("large.slipbox")
    var session = try EditSession(opening: large, date: date, createsBundle: true)
    for number in 0..<1_100 {
      var draft = NoteDraft(title: "Note \(number) \"é\" <&>", folder: number == 3 ? "Work/Ideas" : nil)
      if number == 7 { draft.properties = [Property("pages", .number, "9")] }
      try session.create(draft)
    }
    let id = try session.note(named: "Note 5 \"é\" <&>").id.description
    try session.save()
    // What is scanned has the form of parts.
    let storage = try #require(try BundleLocator.locate(large).storage())
    #expect(try CanonicalTitles(of: storage)?.titles.count == 1_100)
    #expect(try OfferedNames.names(of: .notes, beginning: "note 109", in: large, cache: nil).count == 11)
    #expect(
      try OfferedNames.names(of: .notes, beginning: String(id.prefix(13)), in: large, cache: nil) == [id])
    #expect(try OfferedNames.names(of: .properties, beginning: "", in: large, cache: nil) == ["pages"])
    #expect(
      try OfferedNames.names(of: .folders, beginning: "w", in: large, cache: nil) == ["Work", "Work/Ideas"])
    // A manifest that somebody has written in another form is read as a whole.
    let manifest = try #require(directory.text("b.slipbox/manifest.xml"))
    try directory.write("b.slipbox/manifest.xml", manifest.replacing("    <note id", with: "   <note id"))
    #expect(try OfferedNames.names(of: .notes, beginning: "weig", in: bundle, cache: nil) == ["Weights"])
  }

  @Test func undoTakesAPartOfATitle() throws {
    var session = try EditSession(opening: bundle, date: date)
    let id = try session.note(named: "Weights").id
    var facts = NoteEdit()
    facts.status = .review
    try facts.apply(to: [id], in: &session)
    let number = try #require(try session.save().number)
    session = try EditSession(opening: bundle, date: date)
    var found: SlipError?
    do throws(SlipError) { try session.undo([number], notes: ["weig"]) } catch { found = error }
    #expect(found?.subject == "weig" && found?.choices == [id.description])
    session.abandon()
  }

  // 2026-04-02, a Thursday, at 08:00 UTC.
  @Test(
    arguments: [
      ("now", "2026-04-02T08:00:00Z"), ("today", "2026-04-02T00:00:00Z"),
      ("Yesterday", "2026-04-01T00:00:00Z"),
      ("monday", "2026-03-30T00:00:00Z"), ("thursday", "2026-03-26T00:00:00Z"),
      ("last fri", "2026-03-27T00:00:00Z"),
      ("last week", "2026-03-26T08:00:00Z"), ("3 days ago", "2026-03-30T08:00:00Z"),
      ("an hour ago", "2026-04-02T07:00:00Z"),
      ("90m", "2026-04-02T06:30:00Z"), ("2w", "2026-03-19T08:00:00Z"), ("2026-01-31", "2026-01-31T00:00:00Z"),
      ("soon", nil), ("last", nil), ("", nil), ("-3 days ago", nil), ("9999999 days ago", nil),
    ] as [(String, String?)])
  func timesInWords(text: String, expected: String?) {
    #expect(SpokenTime.time(of: text, now: date, zone: .utc)?.rfc3339 == expected)
  }

  @Test func daysBeginWhereTheUserIs() {
    let zone = TimeZoneRules(minutesEast: -600)
    #expect(SpokenTime.time(of: "today", now: date, zone: zone)?.rfc3339 == "2026-04-01T10:00:00Z")
  }

  @Test func aDayHasOneNote() throws {
    for text in ["Two *frames*.", "A swarm."] {
      var session = try EditSession(opening: bundle, date: date)
      let id = try session.journalNote(of: "2026-04-02")
      try session.append(text, to: id)
      try session.save()
    }
    let opened = try OpenBundle(bundle)
    let note = try opened.note(named: "Journal/2026-04-02")
    #expect(String(decoding: try opened.mirror(of: note), as: UTF8.self) == "Two frames.\nA swarm.")
    var session = try EditSession(opening: bundle, date: date)
    try session.append("  \n", to: note.id)
    #expect(try session.save().number == nil)
  }

  @Test func appendingLeavesTheBodyAsItIs() throws {
    var session = try EditSession(opening: bundle, date: date)
    let id = try session.note(named: "Weights").id
    try session.setBody(of: id, .rtf(Array("{\\rtf1\\ansi {\\b  Bold} and \\'e9\\par}".utf8)))
    let before = try session.body(of: try session.note(named: "Weights"))
    try session.append("More", to: id)
    let after = try session.body(of: try session.note(named: "Weights"))
    #expect(after.starts(with: before.dropLast("\\par}".utf8.count)))
    #expect(String(decoding: after, as: UTF8.self).contains("More"))
  }

  @Test(
    arguments: [
      ("{{title}} on {{date}}", "A on B"), ("{{ title }}", "{{ title }}"),
      ("{{other}} {{TITLE}}", "{{other}} A"),
      ("{{title", "{{title"), ("}}{{date}}{{", "}}B{{"), ("", ""),
    ])
  func placeholders(text: String, filled: String) {
    #expect(NoteTemplate.filled(text, ["title": "A", "date": "B"]) == filled)
  }

  @Test func templatesGiveTextAndFacts() throws {
    var session = try EditSession(opening: bundle, date: date)
    var draft = NoteDraft(
      title: "Visit", body: .markdown("# {{title}}\n\n{{date}} {{time}} no. {{counter}}"),
      folder: NoteTemplate.folder,
      keywords: ["visits"])
    draft.properties = [Property("weather", .text, "")]
    _ = try session.create(draft)
    try session.save()
    let opened = try OpenBundle(bundle)
    let new = try NoteTemplate(named: "Visit", in: opened).draft(
      title: "Visit {{counter}}", folder: "Kitchen", time: date, zone: TimeZoneRules(minutesEast: 60))
    #expect(new.title == "Visit 3" && new.keywords == ["visits"] && new.properties.map(\.name) == ["weather"])
    var next = try EditSession(opening: bundle, date: date)
    let id = try next.create(new)
    try next.save()
    let saved = try OpenBundle(bundle)
    let note = try #require(saved.box.note(id))
    #expect(String(decoding: try saved.mirror(of: note), as: UTF8.self) == "Visit 3\n2026-04-02 09:00 no. 3")
    #expect(throws: SlipError.self) { try NoteTemplate(named: "nowhere", in: saved) }
    // A note of another folder, and a file.
    _ = try NoteTemplate(named: "Weights", in: saved)
    try directory.write("t.md", "Text of {{date}}")
    let file = try NoteTemplate(named: directory.path("t.md"), in: nil)
    #expect(!file.draft(title: nil, folder: nil, time: date, zone: .utc).body.isEmpty)
  }

  @Test(
    arguments: [
      ("a.png", [], "a.png"), ("a.png", ["a.png"], "a 2.png"), ("a.png", ["A.PNG", "a 2.png"], "a 3.png"),
      (".hidden", [".hidden"], ".hidden 2"), ("plain", ["plain"], "plain 2"),
    ] as [(String, [String], String)])
  func filesGetFreeNames(name: String, taken: [String], free: String) {
    #expect(EditSession.freeName(name, among: taken) == free)
  }

  @Test func aNoteBecomesWhatItWas() throws {
    var session = try EditSession(
      opening: bundle, date: Timestamp(seconds: date.microseconds / 1_000_000 + 86_400))
    let id = try session.note(named: "Weights").id
    try NoteEdit.status(.archived).apply(to: [id], in: &session)
    try session.save()
    let opened = try OpenBundle(bundle)
    #expect(
      try opened.number(of: .time(date)) == 1 && opened.number(of: .time(.init(seconds: 2_000_000_000))) == 2)
    #expect(throws: SlipError.self) { _ = try opened.number(of: .time(Timestamp(seconds: 0))) }
    let found = try opened.changes(ofNote: "Weights", since: .time(date))
    #expect(found.note == id && found.transactions == [2] && found.number == 1)
    let rows = try opened.log()
    #expect(rows[0].what == "Weights: status draft → archived")
    var back = try EditSession(opening: bundle, date: date)
    try back.undo(found.transactions, notes: [id.description])
    try back.save()
    #expect(try OpenBundle(bundle).note(named: "Weights").status == .draft)
  }

  @Test func boxesAreFoundHereOrAbove() throws {
    try directory.write("c/d/e.txt", "")
    let (top, deep) = (directory.url.path, directory.path("c/d"))
    #expect(try BundleLocator.nearest(to: top) == "b.slipbox")
    #expect(try BundleLocator.nearest(to: deep) == "../../b.slipbox")
    #expect(try BundleLocator.nearest(to: deep, upTo: directory.path("c")) == nil)
    #expect(try BundleLocator.nearest(to: bundle + "/notes") == bundle)
    try FileManager.default.copyItem(atPath: bundle, toPath: directory.path("c/x.slipbox"))
    #expect(try BundleLocator.nearest(to: deep) == "../x.slipbox")
    try FileManager.default.copyItem(atPath: bundle, toPath: directory.path("c/y.slipbox"))
    let error = #expect(throws: SlipError.self) { try BundleLocator.nearest(to: deep) }
    #expect(
      error?.code == ContainerCode.severalBundles && error?.candidates == ["../x.slipbox", "../y.slipbox"])
    // Anyone may have put something into a folder that everybody may write to.
    try FileManager.default.removeItem(atPath: directory.path("c/y.slipbox"))
    #expect(chmod(directory.path("c"), 0o777) == 0)
    #expect(try BundleLocator.nearest(to: deep) == "../../b.slipbox")
    #expect(try BundleLocator.nearest(to: directory.path("c")) == "x.slipbox")
  }
}

extension NoteEdit {
  /// An edit of the status alone.
  fileprivate static func status(_ status: Note.Status) -> NoteEdit {
    var edit = NoteEdit()
    edit.status = status
    return edit
  }
}
