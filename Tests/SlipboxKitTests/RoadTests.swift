import Foundation
import SlipBase
import SlipExchange
import SlipTestSupport
import SlipboxKit
import Testing

/// The whole road: files in, bundle, files out.
@Suite struct RoadTests {
  private let directory: TemporaryDirectory
  private let folder: URL
  private let notes: URL
  private let box: String

  init() throws {
    directory = try TemporaryDirectory()
    folder = directory.url
    notes = folder.appending(path: "notes")
    box = folder.appending(path: "my.slipbox").path
    try FileManager.default.copyItem(at: Fixtures.directory.appending(path: "sample"), to: notes)
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: notes, includingPropertiesForKeys: nil))
    {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_715_000_000)], ofItemAtPath: file.path)
    }
  }

  @discardableResult
  private func importNotes(to path: String? = nil, _ change: (inout ImportRequest) -> Void = { _ in }) throws
    -> ImportOutcome
  {
    var request = ImportRequest(inputs: [notes.path])
    request.target = .at(path ?? box)
    change(&request)
    return try request.run()
  }

  private func tree(_ path: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      let file = URL(filePath: path).appending(path: name)
      if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
        files[name] = try Data(contentsOf: file)
      }
    }
    return files
  }

  private func expectValid() throws {
    let report = try Validation.run(box).report
    #expect(report.diagnostics == [])
    #expect(report.notes > 0)
  }

  @Test func twoPlacesGiveTheSameBytes() throws {
    try importNotes()
    let other = folder.appending(path: "elsewhere.slipbox").path
    try importNotes(to: other) { $0.workers = 1 }
    let (first, second) = (try tree(box), try tree(other))
    #expect(first == second)
    #expect(first.count > 15)
    try expectValid()
  }

  @Test func originalsComeBack() throws {
    try importNotes()
    let out = folder.appending(path: "out").path
    let outcome = try ExportRequest(bundle: box, output: out, target: .original).run()
    #expect(outcome.files == 5)
    #expect(try tree(out) == tree(notes.path))
  }

  @Test func importingAgainWritesNothing() throws {
    try importNotes()
    let before = try tree(box)
    let again = try importNotes()
    #expect(!again.isChanged && again.report.unchanged.count == 5)
    #expect(try tree(box) == before)
  }

  @Test func changedFileUpdatesItsNote() throws {
    try importNotes()
    try #"{\rtf1\ansi{\info{\title Honey prices}}Now 8 euros.\par}"#
      .write(to: notes.appending(path: "Honey prices.rtf"), atomically: false, encoding: .utf8)
    let outcome = try importNotes()
    #expect(outcome.report.updated.count == 1 && outcome.report.unchanged.count == 4)
    let bundle = try OpenBundle(box)
    let text = String(decoding: try bundle.mirror(of: bundle.note(named: "Honey prices")), as: UTF8.self)
    #expect(text == "Now 8 euros.")
    try expectValid()
  }

  @Test func aChangedTitleStaysAndANewTextComesIn() throws {
    try importNotes()
    var edit = NoteEdit()
    edit.title = "My prices"
    _ = try edit.apply(to: "Honey prices", in: box)
    try #"{\rtf1\ansi{\info{\title Honey prices}}Now 8 euros.\par}"#
      .write(to: notes.appending(path: "Honey prices.rtf"), atomically: false, encoding: .utf8)
    let outcome = try importNotes()
    #expect(outcome.report.conflicts.isEmpty && outcome.report.updated.count == 1)
    let bundle = try OpenBundle(box)
    let note = try bundle.note(named: "My prices")
    #expect(outcome.report.changes[note.id]?.map(\.field).contains(.text) == true)
    #expect(String(decoding: try bundle.mirror(of: note), as: UTF8.self) == "Now 8 euros.")
    try expectValid()
  }

  @Test func bothChangedTheTextKeepsBoth() throws {
    try importNotes()
    var session = try EditSession(opening: box, date: Timestamp(seconds: 4_000_000_000))
    try session.setBody(of: try OpenBundle(box).note(named: "Honey prices").id, .text("My own words"))
    try session.save()
    try #"{\rtf1\ansi{\info{\title Honey prices}}Now 8 euros.\par}"#
      .write(to: notes.appending(path: "Honey prices.rtf"), atomically: false, encoding: .utf8)
    let outcome = try importNotes { $0.onConflict = .both }
    #expect(outcome.report.conflicts.map(\.fields) == [[.text]] && outcome.needsAttention)
    #expect(try OpenBundle(box).box.notes.count { $0.title == "Honey prices" } == 2)
    try expectValid()
  }

  @Test func editedBodyIsAdopted() throws {
    try importNotes()
    let bundle = try OpenBundle(box)
    let note = try bundle.note(named: "Honey prices")
    let body = URL(filePath: box).appending(path: NoteSummary(note, in: bundle.box).body)
    try #"{\rtf1\ansi Edited elsewhere.\par}"#.write(to: body, atomically: false, encoding: .utf8)
    #expect(try Validation.run(box).report.diagnostics.count == 1)
    #expect(try Refresh.run(box).titles == ["Honey prices"])
    try expectValid()
    let after = try OpenBundle(box)
    #expect(
      String(decoding: try after.mirror(of: after.note(named: "Honey prices")), as: UTF8.self)
        == "Edited elsewhere.")
    let out = folder.appending(path: "out").path
    _ = try ExportRequest(bundle: box, output: out, target: .original).run()
    #expect(try tree(out) == tree(notes.path))
    #expect(try Refresh.run(box).titles == [])
  }

  /// An import must not overwrite what another program changed in the bundle meanwhile.
  @Test(arguments: [ImportMerger.ConflictPolicy.both, .merge])
  func importAdoptsEditsFirst(_ policy: ImportMerger.ConflictPolicy) throws {
    try importNotes()
    let bundle = try OpenBundle(box)
    let note = try bundle.note(named: "Honey prices")
    let body = URL(filePath: box).appending(path: NoteSummary(note, in: bundle.box).body)
    try #"{\rtf1\ansi Mine.\par}"#.write(to: body, atomically: false, encoding: .utf8)
    try #"{\rtf1\ansi{\info{\title Honey prices}}Theirs.\par}"#
      .write(to: notes.appending(path: "Honey prices.rtf"), atomically: false, encoding: .utf8)
    #expect(try importNotes { ($0.onConflict, $0.isDryRun) = (policy, true) }.report.conflicts.count == 1)
    let outcome = try importNotes { $0.onConflict = policy }
    #expect(outcome.adopted == ["Honey prices"] && outcome.report.conflicts.count == 1)
    let after = try OpenBundle(box)
    let texts = try after.box.notes.filter { $0.title == "Honey prices" }
      .map { String(decoding: try after.mirror(of: $0), as: UTF8.self) }
    if policy == .both {
      #expect(Set(texts) == ["Mine.", "Theirs."])
    } else {
      #expect(texts.count == 1 && texts[0].contains("Mine") && texts[0].contains("Theirs"))
    }
    try expectValid()
  }

  @Test func vanishedFilesStayUnlessPruned() throws {
    try importNotes()
    try FileManager.default.removeItem(at: notes.appending(path: "Honey prices.rtf"))
    #expect(try importNotes().noteCount == 5)
    #expect(try importNotes { $0.prunes = true }.noteCount == 4)
    try expectValid()
  }

  @Test func singleFileImportLeavesOthersAlone() throws {
    try importNotes()
    var request = ImportRequest(inputs: [notes.appending(path: "Honey prices.rtf").path])
    request.target = .into(box)
    let outcome = try request.run()
    #expect(outcome.report.vanished.isEmpty && outcome.noteCount == 5 && !outcome.isChanged)
  }

  @Test(arguments: ["rtf", "html", "markdown", "txt"]) func exportsAndReadsBack(format: String) throws {
    try importNotes()
    let suffix = format == "markdown" ? "md" : format
    let out = folder.appending(path: "out.\(suffix)").path
    let source = notes.appending(path: "Hives/Weights.rtf").path
    #expect(try ConvertRequest(input: source, output: out).run { _ in }.isEmpty)
    var text: [UInt8] = []
    var request = ConvertRequest(input: out, output: "-")
    request.to = "txt"
    _ = try request.run { text += $0 }
    let words = String(decoding: text, as: UTF8.self)
    for word in ["Kilograms", "Hive A", "38", "Accurate to half a kilogram."] {
      #expect(words.contains(word))
    }
  }

  @Test func packedBundleIsReadButNotChanged() throws {
    try importNotes()
    let pack = try Packing.pack(box)
    #expect(try Validation.run(pack).report.diagnostics == [])
    #expect(try OpenBundle(pack).box.noteCount == 5)
    var edit = NoteEdit()
    edit.status = .review
    #expect(throws: SlipError.self) { try edit.apply(to: "Weights", in: pack) }
    let again = try Packing.unpack(pack, to: folder.appending(path: "again.slipbox").path).path
    #expect(try tree(again) == tree(box))
  }

  @Test func refusalsChangeNothing() throws {
    let fake = folder.appending(path: "fake.rtf")
    try "no".write(to: fake, atomically: true, encoding: .utf8)
    #expect(throws: SlipError.self) { try ImportRequest(inputs: [fake.path]).run() }
    #expect(throws: SlipError.self) { try ImportRequest(inputs: [folder.appending(path: "none").path]).run() }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["fake.rtf", "notes"])
  }
}
