import SlipBase
import SlipNotes
import SlipTestSupport
import SlipboxKit
import Testing

/// Links by title in bodies, when the note at the other end gets another title.
@Suite struct TitleLinkTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.path("b.slipbox")
    var request = EditRequest(bundle: path)
    request.createsBundle = true
    _ = try request.run { session throws(SlipError) in
      _ = try session.create(NoteDraft(title: "Weights", body: .text("The scale.")))
      _ = try session.create(NoteDraft(title: "Other", body: .text("Nothing.")))
      let text =
        "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0 {\\b See} [[Weights]], [[weights|the scale]] and [[Weights#May]], {\\i [[Other]]}.\\par}"
      _ = try session.create(NoteDraft(title: "Spring", body: .rtf(Array(text.utf8))))
    }
  }

  private func retitle(_ title: String, _ new: String) throws -> [Diagnostic] {
    var edit = NoteEdit()
    edit.title = new
    return try edit.apply(to: title, in: path).diagnostics
  }

  private func spring() throws -> (note: Note, text: String, bundle: OpenBundle) {
    let bundle = try OpenBundle(path)
    let note = try bundle.note(named: "Spring")
    return (note, String(decoding: try bundle.mirror(of: note), as: UTF8.self), bundle)
  }

  @Test func linksFollowTheNote() throws {
    #expect(try retitle("Weights", "Weights of hives").isEmpty)
    let (note, text, bundle) = try spring()
    #expect(
      text
        == "See [[Weights of hives]], [[Weights of hives|the scale]] and [[Weights of hives#May]], [[Other]]."
    )
    #expect(try note.links == [bundle.note(named: "Weights of hives").id, bundle.note(named: "Other").id])
    // The next edit of the text keeps the links.
    var session = try EditSession(opening: path)
    try session.setBody(of: note.id, .text(text + " More."))
    try session.save()
    #expect(try spring().note.links.count == 2)
    #expect(try Validation.run(path).report.isValid)
  }

  @Test func aLinkThatCannotFollowStaysWithAWarning() throws {
    let before = try spring().text
    let found = try retitle("Weights", "A [new] title")
    #expect(found.map(\.code) == ["SBXL201"])
    #expect(found.first?.message.contains("Spring") == true)
    #expect(try spring().text == before)
    #expect(try retitle("Other", "").map(\.code) == ["SBXL201"])
  }

  @Test func anotherNoteOfTheTitleKeepsItsLinks() throws {
    #expect(try retitle("Other", "Else").isEmpty)
    #expect(try spring().text.contains("[[Else]]"))
    #expect(try spring().text.contains("[[Weights]]"))
  }
}
