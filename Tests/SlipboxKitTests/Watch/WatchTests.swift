import Foundation
import SlipBase
import SlipBundle
import SlipNotes
import SlipQuery
import SlipTestSupport
import SlipboxKit
import Synchronization
import Testing

/// What happens to a bundle, seen while others edit it; and the bundle as it was.
@Suite struct WatchTests {
  private let date = Timestamp(seconds: 1_700_000_000)

  /// A bundle with two notes.
  private func bundle(_ directory: TemporaryDirectory) throws -> String {
    let path = directory.path("w.slipbox")
    var request = EditRequest(bundle: path, date: date, author: "Ada")
    request.createsBundle = true
    _ = try request.run { session throws(SlipError) in
      try session.create(NoteDraft(title: "Alpha", body: .text("first")))
      try session.create(NoteDraft(title: "Beta", body: .text("second"), keywords: ["bees"]))
    }
    return path
  }

  private func edit(
    _ path: String, _ edits: @Sendable (inout EditSession) throws(SlipError) -> Void
  ) throws {
    _ = try EditRequest(bundle: path, date: date, author: "Ben").run(.edit, edits)
  }

  @Test func tellsEachTransactionOnce() throws {
    let directory = try TemporaryDirectory()
    let path = try bundle(directory)
    var watch = try BundleWatch(path)
    #expect(try watch.look() == nil)
    for number in 0..<3 {
      try edit(path) { session throws(SlipError) in
        try session.create(NoteDraft(title: "New \(number)"))
      }
    }
    let event = try #require(try watch.next(within: .seconds(5)))
    #expect(event.transactions.map(\.number) == [2, 3, 4] && !event.isReset && event.results.isEmpty)
    #expect(try watch.look() == nil)
    #expect(try watch.next(within: .milliseconds(20)) == nil)
  }

  @Test func tellsWhatWasBefore() throws {
    let directory = try TemporaryDirectory()
    let path = try bundle(directory)
    var watch = try BundleWatch(path, since: 0)
    #expect(try watch.look()?.transactions.map(\.number) == [1])
    #expect(try watch.look() == nil)
  }

  @Test func followsAResult() throws {
    let directory = try TemporaryDirectory()
    let path = try bundle(directory)
    var query = NoteQuery(clock: QueryClock(now: date))
    (query.predicate, query.sort) = ("keywords.@count > 0", [SortKey("title")])
    var watch = try BundleWatch(path, query: query)
    #expect(watch.results.map(\.title) == ["Beta"])
    let alpha = try OpenBundle(path).note(named: "Alpha").id
    try edit(path) { session throws(SlipError) in
      try session.edit { box throws(SlipError) in
        let bees = box.findOrCreateKeyword(named: "bees", in: nil)
        try box.update(note: alpha) { $0.keywords = [bees] }
      }
    }
    var event = try #require(try watch.next(within: .seconds(5)))
    #expect(event.results == [.inserted(try OpenBundle(path).note(named: "Alpha"), at: 0)])
    try edit(path) { session throws(SlipError) in
      try session.edit { box throws(SlipError) in try box.update(note: alpha) { $0.title = "Zeta" } }
    }
    event = try #require(try watch.next(within: .seconds(5)))
    #expect(event.results.count == 1)
    guard case .moved(let note, from: 0, to: 1)? = event.results.first else {
      Issue.record("not moved: \(event.results)")
      return
    }
    #expect(note.title == "Zeta")
    try edit(path) { session throws(SlipError) in try session.delete(note: alpha) }
    event = try #require(try watch.next(within: .seconds(5)))
    #expect(event.results.map { if case .deleted(_, at: 1) = $0 { true } else { false } } == [true])
    try edit(path) { session throws(SlipError) in try session.create(NoteDraft(title: "Other")) }
    event = try #require(try watch.next(within: .seconds(5)))
    #expect(event.results.isEmpty && event.transactions.count == 1)
  }

  /// Many edits while somebody watches: no transaction is lost and none is told twice, and the result's changes, applied one
  /// after the other, give the result. `SLIPBOX_WATCH_EDITS` says how many edits.
  @Test func losesNothing() throws {
    let directory = try TemporaryDirectory()
    let path = try bundle(directory)
    let count = ProcessInfo.processInfo.environment["SLIPBOX_WATCH_EDITS"].flatMap { Int($0) } ?? 60
    var query = NoteQuery(clock: QueryClock(now: date))
    (query.predicate, query.sort) = ("title BEGINSWITH 'Note'", [SortKey("title")])
    var watch = try BundleWatch(path, query: query)
    let fault = Mutex<String?>(nil)
    let date = date
    let editor = Thread {
      do {
        for number in 0..<count {
          // Each fourth edit renames, each fifth deletes an older note.
          _ = try EditRequest(bundle: path, date: date).run { session throws(SlipError) in
            try session.create(NoteDraft(title: "Note \(number)"))
            guard let old = session.box.notes.first(where: { $0.title == "Note \(number - 3)" }) else {
              return
            }
            if number % 5 == 0 {
              try session.delete(note: old.id)
            } else if number % 4 == 0 {
              try session.edit { box throws(SlipError) in
                try box.update(note: old.id) { $0.title = "Other \(number)" }
              }
            }
          }
        }
      } catch { fault.withLock { $0 = "\(error)" } }
    }
    editor.start()
    var numbers: [Int] = []
    var list: [Note] = []
    var inserted: [String: Int] = [:]
    let end = ContinuousClock.now + .seconds(120 + 4 * count)
    while numbers.count < count, ContinuousClock.now < end, fault.withLock({ $0 }) == nil {
      guard let event = try watch.next(within: .seconds(1)) else { continue }
      numbers += event.transactions.map(\.number)
      for case .inserted(let note, _) in event.results { inserted[note.title, default: 0] += 1 }
      list = ResultChangeTests.applied(event.results, to: list)
      #expect(list == watch.results)
    }
    #expect(fault.withLock { $0 } == nil)
    #expect(numbers == Array(2..<(count + 2)))
    #expect(inserted.values.allSatisfy { $0 == 1 })
    let bundle = try OpenBundle(path)
    #expect(list == (try query.notes(of: bundle, among: Array(bundle.box.notes))))
  }

  @Test func sequenceEndsWithItsTask() async throws {
    let directory = try TemporaryDirectory()
    let path = try bundle(directory)
    let seen = Mutex(0)
    let task = Task {
      for try await event in BundleChanges(of: path, since: 0) {
        seen.withLock { $0 += event.transactions.count }
      }
      return true
    }
    while seen.withLock({ $0 }) < 1 { try await Task.sleep(for: .milliseconds(10)) }
    try edit(path) { session throws(SlipError) in try session.create(NoteDraft(title: "New")) }
    while seen.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(10)) }
    task.cancel()
    #expect(try await task.value)
    #expect(seen.withLock { $0 } == 2)
  }

  @Test func showsThePast() throws {
    let directory = try TemporaryDirectory()
    let path = try bundle(directory)
    let before = try OpenBundle(path)
    let alpha = try before.note(named: "Alpha")
    try edit(path) { session throws(SlipError) in
      try session.setBody(of: alpha.id, .text("changed"))
      try session.edit { box throws(SlipError) in try box.update(note: alpha.id) { $0.title = "Gamma" } }
    }
    try edit(path) { session throws(SlipError) in try session.delete(note: alpha.id) }
    let now = try OpenBundle(path)
    let past = try now.past(at: 1)
    #expect(Array(past.box.notes) == Array(before.box.notes))
    #expect(try past.mirror(of: past.note(named: "Alpha")) == Array("first".utf8))
    #expect(try now.past(at: 2).mirror(of: now.past(at: 2).note(named: "Gamma")) == Array("changed".utf8))
    #expect(try now.past(at: 3).box.noteCount == 1)
    #expect(try now.changes(since: 1).notes.map(\.kind) == [.deleted])
    #expect(try now.changes(since: 3).isEmpty)
    for number in [-1, 0, 4] {
      #expect { try now.past(at: number) } throws: { ($0 as? SlipError)?.code == KitCode.noPast }
    }
    var request = CompareRequest(old: path, new: path)
    (request.oldTransaction, request.note) = (1, "Beta")
    #expect(try request.run().isSame)
    request.note = nil
    #expect(try request.run().facts.isEmpty == false)
  }
}

/// The difference of two lists of notes.
@Suite struct ResultChangeTests {
  private func note(_ number: UInt64, _ title: String = "") -> Note {
    let fact = FileFact(of: [])
    return Note(id: UniqueID(high: 0, low: number), title: title, body: fact, mirror: fact)
  }

  /// The old list with the changes.
  static func applied(_ changes: [ResultChange], to old: [Note]) -> [Note] {
    var list = old
    for case .deleted(let note, let at) in changes {
      #expect(list[at].id == note.id)
      list.remove(at: at)
    }
    let moved = Set(changes.compactMap { if case .moved(let note, _, _) = $0 { note.id } else { nil } })
    list.removeAll { moved.contains($0.id) }
    var placed = changes.compactMap { change -> (Note, Int)? in
      switch change {
      case .inserted(let note, let at): (note, at)
      case .moved(let note, _, let to): (note, to)
      case .deleted, .updated: nil
      }
    }
    placed.sort { $0.1 < $1.1 }
    for (note, at) in placed { list.insert(note, at: at) }
    for case .updated(let note, let at) in changes { list[at] = note }
    return list
  }

  @Test func changesGiveTheNewList() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let old = (0..<UInt64.random(in: 0...8, using: &generator)).map { note($0) }
        .shuffled(using: &generator)
      var new = old.filter { _ in Bool.random(using: &generator) }
      new += (20..<(20 + UInt64.random(in: 0...4, using: &generator))).map { note($0) }
      if Bool.random(using: &generator) { new.shuffle(using: &generator) }
      new = new.map { Bool.random(using: &generator) ? note($0.id.low, "changed") : $0 }
      let changes = ResultChange.changes(from: old, to: new)
      #expect(Self.applied(changes, to: old) == new)
      if old == new { #expect(changes.isEmpty) }
    }
  }

  @Test func oneNoteThatMovesIsOneChange() {
    let old = (0..<9).map { note($0) }
    let new = Array(old.dropFirst()) + [old[0]]
    #expect(ResultChange.changes(from: old, to: new) == [.moved(old[0], from: 0, to: 8)])
  }
}
