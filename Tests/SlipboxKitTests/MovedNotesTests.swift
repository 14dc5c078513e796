import SlipBase
import SlipExchange
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// A note that is moved or renamed within a vault stays the note that it is.
@Suite struct MovedNotesTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("Vault/.obsidian/app.json", "{}")
    try directory.write("Vault/Bees.md", "# Bees\n\nThey fly.\n\nThey hum.\n")
    try directory.write("Vault/Index.md", "See [[Bees]].\n")
    for name in ["One", "Two", "Three"] { try directory.write("Vault/\(name).md", "\(name)\n") }
  }

  @discardableResult private func run() throws -> ImportOutcome {
    var request = ImportRequest(inputs: [directory.path("Vault")])
    request.target = .at(directory.path("b.slipbox"))
    request.prunes = true
    return try request.run()
  }

  private var box: SlipBox { get throws { try OpenBundle(directory.path("b.slipbox")).box } }

  private func note(_ title: String) throws -> Note {
    try #require(try box.notes.first { $0.title == title })
  }

  private func move(_ path: String, to new: String, _ text: String) throws {
    try directory.remove("Vault/" + path)
    try directory.write("Vault/" + new, text)
  }

  @Test(arguments: [
    ("Archive/Bees.md", "# Bees\n\nThey fly.\n\nThey hum.\n", "Bees"),
    ("Archive/Bees.md", "# Bees\n\nThey fly.\n\nThey hum.\n\nThey dance.\n", "Bees"),
    ("Honey bees.md", "# Bees\n\nThey fly.\n\nThey hum.\n", "Honey bees"),
  ]) func aMovedNoteIsTheSame(path: String, text: String, title: String) throws {
    try run()
    let before = try note("Bees")
    var session = try EditSession(
      opening: directory.path("b.slipbox"), date: Timestamp(seconds: 1_800_000_000))
    try session.edit { box throws(SlipError) in try box.update(note: before.id) { $0.status = .review } }
    try session.save()
    try move("Bees.md", to: path, text)
    let outcome = try run()
    #expect(
      outcome.report.added.isEmpty && outcome.report.pruned.isEmpty)
    // A link by the old name leads nowhere after a renaming.
    #expect(outcome.report.updated.count == (title == "Bees" ? 1 : 2))
    let after = try note(title)
    #expect(after.id == before.id && after.status == .review && after.sourceItem == path)
    #expect(try box.path(of: after.folder).last == (path.hasPrefix("Archive") ? "Archive" : nil))
    #expect(try note("Index").links == (title == "Bees" ? [after.id] : []))
    #expect(try !run().isChanged)
    #expect(try SyncBench.errors(directory.path("b.slipbox")) == [])
    try move(path, to: "Bees.md", "# Bees\n\nThey fly.\n\nThey hum.\n")
    try run()
    #expect(try note("Bees").id == before.id)
  }

  @Test func anotherNoteOfTheNameIsAnotherOne() throws {
    try run()
    let before = try note("Bees").id
    try move("Bees.md", to: "Archive/Bees.md", "Wasps\n")
    let outcome = try run()
    #expect(outcome.report.added.count == 1 && outcome.report.pruned.map(\.note) == [before])
  }

  @Test func twoOfTheSameBytesAreNoMoves() throws {
    try directory.write("Vault/a/Copy.md", "same\n")
    try directory.write("Vault/b/Copy.md", "same\n")
    try run()
    try directory.remove("Vault/a")
    try directory.remove("Vault/b")
    try directory.write("Vault/c/Copy.md", "same\n")
    let outcome = try run()
    #expect(outcome.report.added.count == 1 && outcome.report.pruned.count == 2)
  }
}
