import Foundation
import SlipBase
import SlipBundle
import SlipFiles
import SlipQuery
import SlipTestSupport
@testable import SlipboxKit
@testable import SlipSync
import Synchronization
import Testing

/// Readers of a bundle that others keep changing.
@Suite struct ReaderTests {
  private let directory: TemporaryDirectory
  private let bundle: String

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("notes/a.rtf", "{\\rtf1{\\info{\\title One}} some bees.}")
    bundle = directory.path("b.slipbox")
    var request = ImportRequest(inputs: [directory.path("notes")])
    request.target = .at(bundle)
    _ = try request.run()
  }

  private var replaced: SlipError {
    SlipError(
      .cannotDo, code: ContainerCode.replacedMeanwhile, "replaced", at: SourceLocation(file: bundle))
  }

  @Test func writersAreKeptAwayInTheEnd() throws {
    var attempts = 0
    let isHeld = try retryingWhenReplaced { () throws(SlipError) -> Bool in
      attempts += 1
      guard directory.exists(".b.slipbox.lock") else { throw replaced }
      return true
    }
    #expect(isHeld && attempts < 10)
    #expect(!directory.exists(".b.slipbox.lock"))
  }

  @Test func aReaderThatWritesKeepsNobodyAway() throws {
    var attempts = 0
    let isHeld = try retryingWhenReplaced(mayHold: false) { () throws(SlipError) -> Bool in
      attempts += 1
      if attempts < 8 { throw replaced }
      return directory.exists(".b.slipbox.lock")
    }
    #expect(!isHeld)
  }

  @Test func otherErrorsEndAtOnce() throws {
    var attempts = 0
    #expect(throws: SlipError.self) {
      try retryingWhenReplaced { () throws(SlipError) in
        attempts += 1
        throw SlipError(.cannotDo, "other")
      }
    }
    #expect(attempts == 1)
  }

  /// Whatever writers do, each answer is from one state: each note that is listed has a text that can be found.
  @Test func readersAnswerUnderConstantWriting() throws {
    let isOver = Atomic<Bool>(false)
    let bundle = bundle
    let faults = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { worker in
      do {
        if worker == 0 {
          for number in 0..<40 {
            var session = try EditSession(opening: bundle)
            _ = try session.create(NoteDraft(title: "N\(number)", body: .markdown("more bees")))
            try session.save()
          }
          isOver.store(true, ordering: .releasing)
        }
        while !isOver.load(ordering: .acquiring) {
          let session = QuerySession(
            try OpenBundle(bundle), clock: QueryClock(now: Timestamp(microseconds: 0)))
          let answer = session.answer(Array(#"{"find":"bees"}"#.utf8))
          if !answer.isAnswered { faults.withLock { $0.append(answer.fault?.message ?? "") } }
          let errors = try Validation.run(bundle).report.diagnostics.filter { $0.severity == .error }
          if !errors.isEmpty { faults.withLock { $0.append("\(errors)") } }
        }
      } catch {
        isOver.store(true, ordering: .releasing)
        faults.withLock { $0.append("\(error)") }
      }
    }
    #expect(faults.withLock { $0 } == [])
  }

  @Test func aSessionReadsAgainWhatHasChanged() throws {
    let session = QuerySession(try OpenBundle(bundle), clock: QueryClock(now: Timestamp(microseconds: 0)))
    let line = Array(#"{"find":"bees"}"#.utf8)
    #expect(session.answer(line).ids?.count == 1)
    var edit = try EditSession(opening: bundle)
    _ = try edit.create(NoteDraft(title: "New", body: .markdown("more bees")))
    try edit.save()
    #expect(session.answer(line).ids?.count == 2)
  }

  /// A first feed may be killed at any moment; the next one goes on, and takes away what it left.
  @Test func anInterruptedFeedIsCompleted() throws {
    let feed = directory.path("feed")
    try directory.write("feed/..slipconv-feed.json.new-1", "half a li")
    let first = try FeedRequest(bundle: bundle, output: feed).run()
    #expect(first.notes == 1 && first.diagnostics.isEmpty)
    let names = directory.names("feed")
    // A run that died while it wrote two files, one of which is no longer wanted.
    try directory.write("feed/.slipconv-feed.json", #"{"files":{"feed.json":"","since-0-none.json":""}}"#)
    try directory.write("feed/.since-0-none.json.new-1", "half")
    try directory.write("feed/.feed.json.new-1", "half")
    try directory.remove("feed/feed.json")
    _ = try FeedRequest(bundle: bundle, output: feed).run()
    #expect(directory.names("feed") == names)
    // A directory of somebody else is refused as before.
    try directory.write("other/mine.txt", "mine")
    #expect(throws: SlipError.self) {
      _ = try FeedRequest(bundle: bundle, output: directory.path("other")).run()
    }
    #expect(directory.names("other") == ["mine.txt"])
  }

  /// What a migration to a single file leaves that is killed while it takes the bundle away.
  @Test func aMigrationClearsWhatAnEarlierOneLeft() throws {
    try directory.write(".b.slipbox.stage-1-1/manifest.xml", "old")
    try directory.write(".b.slipbox.lock", "1\n")
    var request = MigrationRequest(bundle: bundle, to: 1, allowLoss: true, keepsBackup: false)
    _ = try request.run()
    try directory.write(".b.slipbox.stage-1-1/manifest.xml", "old")
    try directory.write(".b.slipbox.lock", "1\n")
    request.bundle = directory.path("b.slipbox.xml")
    _ = try request.run()
    #expect(directory.names() == ["b.slipbox.xml", "notes"])
  }
}
