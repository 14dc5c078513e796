import Foundation
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// Containers that hold many notes, on their way into a bundle and back.
@Suite struct ContainerImportTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Imports into `b.slipbox`.
  @discardableResult func run(
    _ inputs: String..., change: (inout ImportRequest) -> Void = { _ in }
  ) throws -> ImportOutcome {
    var request = ImportRequest(inputs: inputs.map { directory.path($0) })
    request.target = .at(directory.path("b.slipbox"))
    change(&request)
    return try request.run()
  }

  func bundle() throws -> OpenBundle { try OpenBundle(directory.path("b.slipbox")) }

  func expectValid(_ comment: Comment? = nil) throws {
    let report = try Validation.run(directory.path("b.slipbox")).report
    #expect(report.diagnostics.isEmpty, comment)
  }

  func text(_ title: String) throws -> String {
    let note = try bundle().note(named: title)
    let id = note.id.description
    return directory.text("b.slipbox/notes/\(id.prefix(2))/\(id).txt") ?? ""
  }

  /// Titles of new, updated, unchanged, kept and vanished notes.
  func counts(_ outcome: ImportOutcome) -> [Int] {
    let report = outcome.report
    return [report.added, report.updated, report.unchanged, report.kept, report.vanished].map(\.count)
  }

  // MARK: Samples

  static func enex(_ notes: [(title: String, created: String, content: String)]) -> String {
    let items = notes.map {
      """
      <note><title>\($0.title)</title><content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "x">\
      <en-note>\($0.content)</en-note>]]></content><created>\($0.created)</created><tag>a/b</tag></note>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "http://example.org/x.dtd">
      <en-export>\(items.joined(separator: "\n"))</en-export>
      """
  }

  func writeEnex(
    _ path: String, _ contents: [String: String] = [:], leavingOut gone: Set<String> = []
  ) throws {
    let notes = ["One", "Two", "Three"].filter { !gone.contains($0) }.enumerated().map {
      (
        $0.element, "2020010\($0.offset + 1)T000000Z",
        contents[$0.element] ?? "<div>Text of \($0.element)</div>"
      )
    }
    try directory.write(path, Self.enex(notes))
  }

  func writeProject() throws {
    let uuid = (1...7).map { "0000000\($0)-0000-4000-8000-000000000000" }
    func item(_ n: Int, _ type: String, _ title: String, _ more: String = "", _ children: String = "")
      -> String
    {
      """
      <BinderItem UUID="\(uuid[n])" Type="\(type)" Created="2020-01-02 03:04:05 +0200" \
      Modified="2020-01-02 03:04:06 +0200"><Title>\(title)</Title>\(more)<Children>\(children)</Children></BinderItem>
      """
    }
    let items =
      item(
        0, "DraftFolder", "Draft", "",
        item(2, "Text", "B &amp; C", "<Keywords><KeywordID>2</KeywordID></Keywords>")
          + item(1, "Text", "A", "<MetaData><StatusID>1</StatusID></MetaData>"))
      + item(
        3, "ResearchFolder", "Research", "",
        item(4, "Image", "Dot", "<MetaData><FileExtension>png</FileExtension></MetaData>"))
      + item(5, "TrashFolder", "Trash", "", item(6, "Text", "Gone"))
    try directory.write(
      "Novel.scriv/Novel.scrivx",
      """
      <?xml version="1.0"?><ScrivenerProject Version="2.0"><Binder>\(items)</Binder><Keywords><Keyword ID="1">\
      <Title>Bees</Title><Color>0.5 0.25 0</Color><Children><Keyword ID="2"><Title>Queens</Title></Keyword></Children>\
      </Keyword></Keywords><StatusSettings><StatusItems><Status ID="1">Done</Status></StatusItems></StatusSettings>\
      </ScrivenerProject>
      """)
    let data = "Novel.scriv/Files/Data/"
    try directory.write(
      data + uuid[1] + "/content.rtf",
      #"{\rtf1 To {\field{\*\fldinst{HYPERLINK "scrivlnk://\#(uuid[2])"}}{\fldrslt B}} and \{\\Scrv_fn=a foot \par note\\end_Scrv_fn\}on.}"#
    )
    try directory.write(data + uuid[1] + "/synopsis.txt", "In short")
    try directory.write(data + uuid[1] + "/notes.rtf", #"{\rtf1 Aside}"#)
    try directory.write(data + uuid[2] + "/content.rtf", #"{\rtf1 The text of B}"#)
    try directory.write(data + uuid[6] + "/content.rtf", #"{\rtf1 Thrown away}"#)
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="))
    try FileManager.default.createDirectory(
      atPath: directory.path(data + uuid[4]), withIntermediateDirectories: true)
    try png.write(to: URL(filePath: directory.path(data + uuid[4] + "/content.png")))
  }

  // MARK: One container, many notes

  @Test func aProjectAndBack() throws {
    try writeProject()
    let outcome = try run("Novel.scriv")
    #expect(counts(outcome) == [4, 0, 0, 0, 0])
    #expect(outcome.report.skipped.map(\.reason) == [.item(.trash)])
    #expect(outcome.report.found == 5)
    try expectValid()
    let box = try bundle()
    let (a, b) = (try box.note(named: "A"), try box.note(named: "B & C"))
    #expect(a.links == [b.id] && b.order < a.order)
    #expect(a.status == .review && a.created?.rfc3339 == "2020-01-02T01:04:05Z")
    #expect(a.properties.map(\.value).contains("In short"))
    #expect(try text("A").contains("a foot") && !text("A").contains("Scrv"))
    #expect(box.box.path(of: b.folder) == ["Novel", "Draft"])
    #expect(b.keywords.map { box.box.path(ofKeyword: $0) } == ["Bees/Queens"])
    #expect(box.box.keyword(named: "Bees")?.color.red == 0.5)
    #expect(try box.note(named: "Dot").attachments.map(\.name) == ["Dot.png"])
    #expect(try box.note(named: "A – Notes").links == [a.id])
    #expect(box.box.sources.count == 1 && a.source == b.source && a.sourceItem != b.sourceItem)

    #expect(try !run("Novel.scriv").isChanged)
    _ = try ExportRequest(
      bundle: directory.path("b.slipbox"), output: directory.path("out"), target: .original
    )
    .run()
    #expect(
      FileManager.default.contentsEqual(
        atPath: directory.path("Novel.scriv"), andPath: directory.path("out/Novel.scriv")))
    // The picture is in the bundle once.
    #expect(box.box.sources.map(\.lifted.count) == [1])
  }

  @Test func theTrashComesInOnRequest() throws {
    try writeProject()
    try run("Novel.scriv") { $0.takesTrash = true }
    #expect(try bundle().note(named: "Gone").status == .archived)
    try expectValid()
  }

  @Test func onlyWhatChangedIsUpdated() throws {
    try writeEnex("n/A.enex")
    #expect(counts(try run("n")) == [3, 0, 0, 0, 0])
    let before = try bundle().box.noteIDs.sorted()
    try writeEnex("n/A.enex", ["Two": "<div>Other</div>"])
    let outcome = try run("n")
    #expect(counts(outcome) == [0, 1, 2, 0, 0])
    #expect(try text("Two").contains("Other"))
    #expect(try bundle().box.noteIDs.sorted() == before)
    #expect(try !run("n").isChanged)
    try expectValid()
  }

  @Test(arguments: ImportMerger.ConflictPolicy.allCases)
  func aNoteThatChangedInBothPlaces(_ policy: ImportMerger.ConflictPolicy) throws {
    try writeEnex("A.enex")
    try run("A.enex")
    let id = try bundle().note(named: "Two").id
    var session = try EditSession(
      opening: directory.path("b.slipbox"), date: Timestamp(seconds: 1_700_000_000))
    try session.setBody(of: id, .rtf(Array(#"{\rtf1 Mine}"#.utf8)))
    try session.save()
    #expect(counts(try run("A.enex")) == [0, 0, 2, 1, 0])
    try writeEnex("A.enex", ["Two": "<div>Theirs</div>"])
    let outcome = try run("A.enex") { $0.onConflict = policy }
    #expect(outcome.report.conflicts.map(\.note) == [id])
    let texts = try bundle().box.notes.filter { $0.title == "Two" }.map {
      directory.text("b.slipbox/notes/\($0.id.description.prefix(2))/\($0.id).txt") ?? ""
    }
    let all = texts.joined().filter { !$0.isNewline }
    switch policy {
    case .keep: #expect(all == "Mine")
    case .replace: #expect(all == "Theirs")
    // Both replaced the same words.
    case .merge: #expect(texts.count == 1 && all.contains("Mine") && all.contains("Theirs"))
    case .both: #expect(Set(texts.map { $0.filter { !$0.isNewline } }) == ["Mine", "Theirs"])
    }
    #expect(try !run("A.enex") { $0.onConflict = policy }.isChanged)
    try expectValid("\(policy)")
  }

  @Test func deletedNotesStayDeleted() throws {
    try writeEnex("A.enex")
    try run("A.enex")
    let id = try bundle().note(named: "Two").id
    var session = try EditSession(
      opening: directory.path("b.slipbox"), date: Timestamp(seconds: 1_700_000_000))
    _ = try session.delete(note: id)
    try session.save()
    try writeEnex("A.enex", ["Two": "<div>Again</div>", "One": "<div>New</div>"])
    let outcome = try run("A.enex")
    #expect(outcome.report.skipped.map(\.reason) == [.deletedHere])
    #expect(counts(outcome) == [0, 1, 1, 0, 0])
    try expectValid()
  }

  @Test func notesThatVanishStayUnlessPruned() throws {
    try writeEnex("A.enex")
    try run("A.enex")
    try writeEnex("A.enex", leavingOut: ["Three"])
    #expect(counts(try run("A.enex")) == [0, 0, 2, 0, 1])
    try writeEnex("A.enex", ["One": "<div>1</div>"], leavingOut: ["Three"])
    let outcome = try run("A.enex") { $0.prunes = true }
    #expect(outcome.report.pruned.count == 1 && outcome.noteCount == 2)
    try expectValid()
  }

  @Test func linksCrossContainers() throws {
    try writeEnex("n/A.enex", ["One": #"<a href="evernote:///view/1/s1/x/x/">Other title</a>"#])
    try directory.write(
      "n/B.enex",
      Self.enex([
        ("Other title", "20200101T000000Z", #"<a href="evernote:///view/1/s1/y/y/">Nowhere</a>"#)
      ]))
    let outcome = try run("n")
    #expect(try bundle().note(named: "One").links == [bundle().note(named: "Other title").id])
    #expect(outcome.report.unresolvedLinks.count == 1)
    #expect(try bundle().box.path(of: bundle().note(named: "One").folder) == ["A"])
    try expectValid()
  }

  @Test func twoNotesOfOneIDAreBothThere() throws {
    try directory.write(
      "A.enex", Self.enex([("Same", "20200101T000000Z", "1"), ("Same", "20200101T000000Z", "2")]))
    let outcome = try run("A.enex")
    #expect(outcome.noteCount == 2)
    #expect(outcome.diagnostics.map(\.code) == [ExchangeCode.repeatedItem])
    #expect(try !run("A.enex").isChanged)
  }

  @Test func aDryRunWritesNothing() throws {
    try writeEnex("A.enex")
    let outcome = try run("A.enex") { $0.isDryRun = true }
    #expect(counts(outcome) == [3, 0, 0, 0, 0] && !directory.exists("b.slipbox"))
  }

  @Test func inspectCountsWhatAnImportWouldMake() throws {
    try writeProject()
    let survey = try #require(try Inspection(directory.path("Novel.scriv")).containers.first?.survey)
    #expect(survey.kind == "scrivener" && survey.notes == 4 && survey.trashed == 1)
    #expect(survey.attachments == 1 && survey.links == 2 && survey.unresolvedLinks == 0)
    #expect(survey.first?.rfc3339 == "2020-01-02T01:04:05Z")
  }

  // MARK: Importing again

  @Test func aContainerInAnotherPlaceIsTheSameSource() throws {
    try writeEnex("jan/A.enex")
    #expect(counts(try run("jan/A.enex")) == [3, 0, 0, 0, 0])
    try writeEnex("feb/B.enex", ["Two": "<div>Other</div>"])
    let dry = try run("feb/B.enex") {
      $0.keepsApart = true
      $0.isDryRun = true
    }
    #expect(counts(dry) == [3, 0, 0, 0, 0])
    let outcome = try run("feb/B.enex")
    #expect(counts(outcome) == [0, 1, 2, 0, 0])
    #expect(outcome.report.recognized.map(\.path) == ["B.enex"])
    #expect(try bundle().box.noteCount == 3 && text("Two").contains("Other"))
    #expect(try !run("feb/B.enex").isChanged)
    try expectValid()
    // Another export with a note in common is another one.
    try directory.write(
      "mar/C.enex", Self.enex([("One", "20200101T000000Z", "x"), ("Else", "20210101T000000Z", "y")]))
    #expect(counts(try run("mar/C.enex")) == [2, 0, 0, 0, 0])
  }

  /// The same bytes are the same source, however few notes they have.
  @Test func aCopyIsTheSameSource() throws {
    for folder in ["jan", "feb"] {
      try directory.write("\(folder)/A.enex", Self.enex([("One", "20200101T000000Z", "x")]))
    }
    #expect(try counts(run("jan/A.enex")) == [1, 0, 0, 0, 0])
    #expect(try counts(run("feb/A.enex")) == [0, 0, 1, 0, 0])
    #expect(try counts(run("feb/A.enex") { $0.keepsApart = true }) == [1, 0, 0, 0, 0])
    try expectValid()
  }

  /// Links resolve when all notes of an import are there, whichever input they came from.
  @Test(arguments: [["in"], ["in/a.txt", "in/B/C.enex"], ["in/B/C.enex", "in/a.txt"]])
  func filesAndContainersLinkToEachOther(_ inputs: [String]) throws {
    try directory.write("in/a.txt", "First\nSee [[One]].")
    try writeEnex("in/B/C.enex")
    var request = ImportRequest(inputs: inputs.map { directory.path($0) })
    request.target = .at(directory.path("b.slipbox"))
    let report = try request.run().report
    #expect(report.added.count == 4 && report.unresolvedLinks.isEmpty && report.newLinks == 1)
    let box = try bundle()
    #expect(try box.note(named: "First").links == [box.note(named: "One").id])
    try expectValid()
    #expect(try !request.run().isChanged)
  }

  @Test func aVaultOfTheSamePathsIsAnotherOne() throws {
    for (folder, text) in [("a", "mine"), ("b", "yours")] {
      try directory.write("\(folder)/Vault/.obsidian/app.json", "{}")
      for name in ["One", "Two", "Three", "Four"] {
        try directory.write("\(folder)/Vault/\(name).md", "\(text) \(name)")
      }
    }
    #expect(counts(try run("a/Vault")) == [4, 0, 0, 0, 0])
    #expect(counts(try run("b/Vault") { $0.sourceName = "Other" }) == [4, 0, 0, 0, 0])
    try FileManager.default.moveItem(atPath: directory.path("a/Vault"), toPath: directory.path("Moved"))
    #expect(counts(try run("Moved") { $0.sourceName = "Third" }) == [0, 0, 4, 0, 0])
  }
}
