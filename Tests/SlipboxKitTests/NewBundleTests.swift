import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipTestSupport
@testable import SlipboxKit
import Testing

/// Bundles that begin with an edit instead of an import.
@Suite struct NewBundleTests {
  private let directory: TemporaryDirectory
  private let bundle: String

  init() throws {
    directory = try TemporaryDirectory()
    bundle = directory.path("ideas.slipbox")
  }

  private var request: EditRequest {
    var request = EditRequest(bundle: bundle, date: Timestamp(seconds: 1_700_000_000), author: "Ada")
    request.createsBundle = true
    return request
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.url.path())
  }

  @Test func theFirstEditMakesTheBundle() throws {
    let (id, result) = try request.run { session throws(SlipError) in
      let id = try session.create(
        NoteDraft(title: "Swarm", body: .markdown("A prime swarm."), folder: "Hives"))
      try session.attach([UInt8]("41 kg".utf8), named: "weight.txt", to: id)
      // The texts of notes that were just made are read, too.
      if let note = session.box.note(id) { _ = try session.textLinks(of: note) }
      return id
    }
    #expect(result.transaction == 1)
    let opened = try OpenBundle(bundle)
    let note = try #require(opened.box.note(id))
    #expect(opened.box.noteCount == 1 && opened.box.path(of: note.folder) == ["Hives"])
    #expect(String(decoding: try opened.mirror(of: note), as: UTF8.self).hasPrefix("A prime swarm."))
    #expect(try Validation.run(bundle).report.diagnostics.filter { $0.severity != .info } == [])
    #expect(try files() == ["ideas.slipbox"])
  }

  @Test func textsOfFilesComeWholly() throws {
    try directory.write(
      "swarm.md", "# Swarm\n\n![](comb.png) ![](gone.png) ![far](https://example.com/a.png)\n")
    try directory.write("comb.png", try Fixtures.bytes("images/png-2-8.png"))
    try directory.write("a.rtf", "{\\rtf1\\ours7{\\info{\\title One}} Text{\\*\\ours {of} ours}}")
    let markdown = try NoteDraft.Body.file(at: directory.path("swarm.md"))
    #expect(markdown.diagnostics.compactMap(\.location.file) == [directory.path("gone.png")])
    let rtf = try NoteDraft.Body.file(at: directory.path("a.rtf"))
    let (ids, _) = try request.run { session throws(SlipError) in
      [try session.create(NoteDraft(body: markdown.body)), try session.create(NoteDraft(body: rtf.body))]
    }
    let opened = try OpenBundle(bundle)
    let notes = try ids.map { try #require(opened.box.note($0)) }
    #expect(notes.map(\.title) == ["Swarm", "One"] && notes.map(\.attachments.count) == [1, 0])
    #expect(
      String(decoding: try opened.body(of: notes[0]), as: UTF8.self).contains("https://example.com/a.png"))
    #expect(
      try opened.body(of: notes[1])
        == FileManager.default.contents(atPath: directory.path("a.rtf")).map(Array.init))
  }

  @Test func aBundleThatIsThereIsEdited() throws {
    for title in ["One", "Two"] {
      _ = try request.run { session throws(SlipError) in try session.create(NoteDraft(title: title)) }
    }
    #expect(try OpenBundle(bundle).box.notes.map(\.title).sorted() == ["One", "Two"])
    // A path inside the bundle means the bundle, as everywhere.
    var inside = request
    inside.bundle = bundle + "/notes"
    _ = try inside.run { session throws(SlipError) in try session.create(NoteDraft(title: "Three")) }
    #expect(try OpenBundle(bundle).box.noteCount == 3)
  }

  @Test func whatFailsOrIsATrialLeavesNothing() throws {
    var trial = request
    trial.isTrial = true
    _ = try trial.run { session throws(SlipError) in try session.create(NoteDraft(title: "One")) }
    #expect(try files() == [])
    #expect(throws: SlipError.self) {
      try request.run { session throws(SlipError) in
        _ = try session.create(NoteDraft(title: "One"))
        _ = try session.note(named: "Two")
      }
    }
    #expect(try files() == [])
    // Unless it is asked for, nothing is made.
    #expect(throws: SlipError.self) { try EditRequest(bundle: bundle).run { session in _ = session.box } }
    #expect(try files() == [])
  }

  @Test func whatIsNoBundleIsLeftAlone() throws {
    try directory.write("ideas.slipbox", "Something else")
    #expect(throws: SlipError.self) {
      try request.run { session throws(SlipError) in try session.create(NoteDraft(title: "One")) }
    }
    #expect(try String(contentsOfFile: bundle, encoding: .utf8) == "Something else")
  }
}
