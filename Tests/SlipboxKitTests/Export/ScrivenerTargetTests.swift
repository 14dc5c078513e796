import Foundation
import SlipBase
import SlipExchange
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
import Testing

/// Projects of Scrivener that a box becomes, and projects that come back to where they were.
@Suite struct ScrivenerTargetTests {
  /// Has the project `Novel.scriv`, and the box `b.slipbox` that is imported from it.
  let sample: ContainerImportTests

  init() throws {
    sample = try ContainerImportTests()
    try sample.writeProject()
    try sample.run("Novel.scriv")
  }

  /// Exports the box and gives all files with their contents.
  func export(_ name: String = "Out/Novel.scriv", replacing: Bool = false) throws -> [String: Data] {
    let path = sample.directory.path(name)
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    var request = ContainerExport(
      bundle: sample.directory.path("b.slipbox"), output: path, target: .scrivener)
    request.replaces = replacing
    _ = try request.run()
    var files = try TargetLawTests.files(path)
    files[".slipbox-export"] = nil
    return files
  }

  func edit(_ change: (inout EditSession) throws -> Void) throws {
    var session = try EditSession(
      opening: sample.directory.path("b.slipbox"), date: Timestamp(seconds: 1_700_000_000))
    try change(&session)
    try session.save()
  }

  /// Imports an export into a box of its own.
  func importAgain(_ name: String = "Out/Novel.scriv") throws -> OpenBundle {
    let path = sample.directory.path("again.slipbox")
    try? FileManager.default.removeItem(atPath: path)
    var request = ImportRequest(inputs: [sample.directory.path(name)])
    request.target = .at(path)
    _ = try request.run()
    return try OpenBundle(path)
  }

  /// The files that differ, or that only one of both has.
  static func changed(_ a: [String: Data], _ b: [String: Data]) -> Set<String> {
    Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }
  }

  /// The folder of an item's files; the sample counts items from 0, and their UUIDs from 1.
  static func item(_ number: Int) -> String { "Files/Data/0000000\(number + 1)-0000-4000-8000-000000000000/" }

  @Test func aDamagedOriginalIsNamed() throws {
    let folder = sample.directory.path("b.slipbox/sources")
    let kept = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    var bytes = try Data(contentsOf: URL(filePath: folder + "/" + kept))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(filePath: folder + "/" + kept))
    let request = ContainerExport(
      bundle: sample.directory.path("b.slipbox"), output: sample.directory.path("New.scriv"),
      target: .scrivener)
    let outcome = try request.run()
    let fault = try #require(outcome.diagnostics.first { $0.code == ExchangeCode.payloadChanged })
    #expect(fault.severity == .warning)
    #expect(fault.message.contains("can't be read"))
    #expect(outcome.notes > 0)
  }

  @Test func anUntouchedProjectComesBackByteForByte() throws {
    let original = try TargetLawTests.files(sample.directory.path("Novel.scriv"))
    var files = try export()
    // Scrivener writes this file into each project; the sample lacks it.
    #expect(files.removeValue(forKey: "Files/version.txt") == Data("23".utf8))
    #expect(ScrivenerTargetTests.changed(original, files) == [])
    #expect(try export("Out/Novel.scriv", replacing: true).count == original.count + 1)
  }

  /// A project of an older format becomes a new one, in which nothing lies deeper.
  @Test func anOlderProjectKeepsItsDepth() throws {
    let folder = sample.directory.url.appending(path: "Old.scriv")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Files/Docs"), withIntermediateDirectories: true)
    let text = """
      <ScrivenerProject Version="1.5"><Binder><BinderItem ID="3" Type="Folder"><Title>Part</Title><Children>\
      <BinderItem ID="4" Type="Text"><Title>Scene</Title></BinderItem></Children></BinderItem></Binder></ScrivenerProject>
      """
    try Data(text.utf8).write(to: folder.appending(path: "Old.scrivx"))
    try Data("{\\rtf1 Words}".utf8).write(to: folder.appending(path: "Files/Docs/4.rtf"))
    try FileManager.default.removeItem(atPath: sample.directory.path("b.slipbox"))
    try sample.run("Old.scriv")
    _ = try export("Out/New.scriv")
    let box = try importAgain("Out/New.scriv").box
    let scene = try #require(box.notes.first { $0.title == "Scene" })
    #expect(box.path(of: scene.folder) == ["New", "Part"])
  }

  @Test func aBoxWithoutAProjectBecomesOne() throws {
    let bench = try TargetBench()
    try bench.make(seed: 21)
    let back = try bench.roundTrip(.scrivener)
    let box = try OpenBundle(bench.bundle).box
    let files = try TargetLawTests.files(bench.directory.path("Out.scriv"))
    #expect(files["Out.scrivx"] != nil && files["Files/version.txt"] == Data("23".utf8))
    for note in box.notes {
      #expect(files["Files/Data/\(note.id.description.uppercased())/content.rtf"] != nil)
    }
    let (before, after) = (try TargetBench.notes(bench.bundle), try TargetBench.notes(back, top: 1))
    #expect(TargetBench.differences(before, after) == [])
  }

  @Test func anEditedTextChangesOnlyItsFile() throws {
    let before = try export()
    try edit { session in
      let id = try session.note(named: "B & C").id
      try session.setBody(of: id, .text("Another text of B"))
    }
    let after = try export(replacing: true)
    #expect(
      ScrivenerTargetTests.changed(before, after) == [
        ScrivenerTargetTests.item(2) + "content.rtf", "Novel.scrivx",
        ScrivenerTargetTests.item(6) + "content.rtf",
      ])
    // Of the binder the date of the item changed; what was in its trash is gone.
    let again = try importAgain()
    #expect(
      String(decoding: try again.mirror(of: try again.note(named: "B & C")), as: UTF8.self)
        .trimmingCharacters(in: .newlines) == "Another text of B")
    #expect(try again.note(named: "B & C").modified == Timestamp(seconds: 1_700_000_000))
    #expect(try again.note(named: "A").links == [again.note(named: "B & C").id])
    // A second export of the same box touches nothing.
    #expect(ScrivenerTargetTests.changed(try export(replacing: true), after) == [])
  }

  @Test func aChangedBinderBringsTheChange() throws {
    let before = try export()
    try edit { session in
      let (a, b) = (try session.note(named: "A").id, try session.note(named: "B & C").id)
      let folder = try session.addFolder("Novel/Draft/Part Two")
      let new = try session.create(
        NoteDraft(
          title: "New <one>", body: .text("Fresh"), folder: "Novel/Draft/Part Two", keywords: ["Bees/Drones"])
      )
      try session.edit { (box) throws(SlipError) in
        try box.update(note: b) { $0.folder = folder }
        try box.update(note: a) { $0.title = "A, renamed" }
        let keywords = box.note(new)?.keywords ?? []
        try box.update(note: a) { $0.keywords = keywords }
      }
    }
    let after = try export(replacing: true)
    let new = try #require(after.keys.first { before[$0] == nil })
    #expect(
      ScrivenerTargetTests.changed(before, after) == [
        "Novel.scrivx", new, ScrivenerTargetTests.item(6) + "content.rtf",
      ])
    #expect(new.hasSuffix("/content.rtf"))
    let project = String(decoding: try #require(after["Novel.scrivx"]), as: UTF8.self)
    #expect(project.contains("<Title>Part Two</Title>") && project.contains("<Title>New &lt;one&gt;</Title>"))
    let (box, again) = (try OpenBundle(sample.directory.path("b.slipbox")), try importAgain())
    #expect(again.box.noteCount == box.box.noteCount)
    // Notes in the inspector are named after the item.
    _ = try again.note(named: "A, renamed – Notes")
    for note in box.box.notes where !note.title.hasSuffix(" – Notes") {
      let other = try again.note(named: note.title)
      #expect(again.box.path(of: other.folder) == box.box.path(of: note.folder))
      #expect(
        other.keywords.map { again.box.keyword($0)?.name } == note.keywords.map { box.box.keyword($0)?.name })
      #expect(try again.mirror(of: other) == box.mirror(of: note))
    }
  }

  @Test func aDeletedNoteLeavesTheProject() throws {
    _ = try export()
    try edit { session in try session.delete(note: try session.note(named: "B & C").id) }
    let after = try export(replacing: true)
    #expect(!after.keys.contains { $0.hasPrefix(ScrivenerTargetTests.item(2)) })
    #expect(after[ScrivenerTargetTests.item(1) + "content.rtf"] != nil)
    let again = try importAgain()
    #expect(throws: SlipError.self) { try again.note(named: "B & C") }
    #expect(try again.note(named: "A").links == [])
  }
}
