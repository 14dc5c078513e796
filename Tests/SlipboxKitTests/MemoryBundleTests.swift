import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipNotes
import SlipQuery
import SlipTestSupport
import SlipboxKit
import Testing

/// Bundles in memory: edits, what is read back, and that they are the same bundle as one on disk.
@Suite struct MemoryBundleTests {
  private let date = Timestamp(seconds: 1_700_000_000)

  @Test func editsAndReadsBack() throws {
    let memory = MemoryBundle()
    let before = OpenBundle(memory)
    var session = try EditSession(inMemory: memory, date: date)
    let id = try session.create(NoteDraft(title: "Swarm", body: .markdown("In the *apple tree*.")))
    #expect(try session.save(author: "Ada").number == 1)
    let bundle = OpenBundle(memory)
    let note = try #require(bundle.box.notes[id])
    #expect(note.title == "Swarm")
    #expect(String(decoding: try bundle.mirror(of: note), as: UTF8.self).contains("apple tree"))
    #expect(try bundle.transactions().count == 1)
    #expect(before.box.noteCount == 0)
  }

  @Test func changesTakeBack() throws {
    let memory = try MemoryBundle.sample()
    let id = try OpenBundle(memory).note(named: "Weights").id
    let body = try OpenBundle(memory).body(of: OpenBundle(memory).note(named: "Weights"))
    var session = try EditSession(inMemory: memory, date: date)
    try session.delete(note: id)
    try session.save()
    #expect(memory.box.note(id) == nil)
    var undo = try EditSession(inMemory: memory, date: date)
    try undo.undo([2])
    try undo.save(kind: .undo, from: "2")
    #expect(try OpenBundle(memory).body(of: OpenBundle(memory).note(named: "Weights")) == body)
  }

  @Test func abandonedEditsChangeNothing() throws {
    let memory = try MemoryBundle.sample()
    let (box, files) = (memory.box, memory.files)
    var session = try EditSession(inMemory: memory)
    try session.create(NoteDraft(title: "New"))
    #expect(throws: SlipError.self) { try EditSession(inMemory: memory).abandon() }
    session.abandon()
    #expect((memory.box == box && memory.files == files) == true)
    try EditSession(inMemory: memory).abandon()
  }

  @Test func isTheSameBundleOnDisk() throws {
    let memory = try MemoryBundle.sample()
    let directory = try TemporaryDirectory()
    for (path, bytes) in memory.files { try directory.write("s.slipbox/\(path)", bytes) }
    let bundle = try OpenBundle(directory.path("s.slipbox"))
    #expect(bundle.box == memory.box)
    let run = ValidationRun([directory.path("s.slipbox")])
    #expect(run.failures.isEmpty && run.outcomes.allSatisfy(\.findings.isEmpty))
    let copy = try MemoryBundle(copying: bundle.storage, box: bundle.box, named: "copy")
    #expect((copy.files == memory.files) == true)
  }

  @Test func sampleIsTheSameEachTime() throws {
    let (a, b) = (try MemoryBundle.sample(), try MemoryBundle.sample())
    #expect((a.files == b.files) == true && a.box.noteCount == 5 && a.box.folderCount == 2)
    var query = NoteQuery(clock: QueryClock(now: date))
    query.search = "prices"
    #expect(try query.notes(of: OpenBundle(a), among: Array(a.box.notes)).map(\.title) == ["Honey prices"])
  }
}

/// Errors as programs with windows show them.
@Suite struct LocalizedErrorTests {
  @Test func sentenceAndAdvice() throws {
    let bundle = OpenBundle(try MemoryBundle.sample())
    do {
      _ = try bundle.note(named: "Nothing like it")
      Issue.record("no error")
    } catch {
      switch error.code {
      case KitCode.noSuchNote: break
      default: Issue.record("another code")
      }
      let shown: any Error = error
      #expect(shown.localizedDescription == error.message)
      #expect((shown as? any LocalizedError)?.recoverySuggestion != nil)
    }
  }
}
