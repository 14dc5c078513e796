public import SlipBase
internal import SlipBundle
public import SlipNotes

extension OpenBundle {
  /// What all transactions after one of them have changed together.
  ///
  /// - Parameter number: A transaction, from 1 on, as `slipconv log` counts; 0 stands for the beginning.
  /// - Returns: The difference between the facts after that transaction and now.
  /// - Throws: `SlipError` with code `KitCode.noPast` where there is no such transaction, or where a later one records no
  ///   changes; errors of reading the history.
  public func changes(since number: Int) throws(SlipError) -> BoxChanges {
    let count = box.history.transactions.count
    guard (0...count).contains(number) else {
      throw OpenBundle.noPast(number, "there is no such transaction", path)
    }
    guard number < count else { return BoxChanges() }
    var sum = ChangeSum()
    for (offset, file) in try transactions((number + 1)...count).enumerated() {
      guard let changes = file.transaction.changes else {
        throw OpenBundle.noPast(
          number, "transaction \(number + 1 + offset) after it records no changes", path)
      }
      sum.add(changes)
    }
    return sum.changes
  }

  /// The bundle as it was after one of its transactions. Facts come from the history; payload that has been replaced since
  /// is what the bundle keeps for `undo`.
  ///
  /// ```swift
  /// let past = try bundle.past(at: 12)
  /// let text = try past.mirror(of: past.note(named: "Swarm"))
  /// ```
  ///
  /// - Parameter number: A transaction, from 1 on.
  /// - Throws: `SlipError` with code `KitCode.noPast` where the history doesn't lead there. Reading payload of the result
  ///   throws `KitCode.payloadGone` where `slipconv prune` has deleted it.
  public func past(at number: Int) throws(SlipError) -> OpenBundle {
    guard number > 0 else { throw OpenBundle.noPast(number, "there is no such transaction", path) }
    var past = box
    do throws(SlipError) {
      try past.apply(try changes(since: number).inverse)
    } catch  where error.code != KitCode.noPast && error.location?.file == nil {
      throw OpenBundle.noPast(number, "the history contradicts the bundle", path)
    }
    return OpenBundle(path: path, storage: PastStorage(storage, past), box: past)
  }

  /// The transaction after which the bundle was as it was at some point.
  ///
  /// Of transactions without a date, the one before says when they were made.
  ///
  /// - Throws: `SlipError` with code `KitCode.noPast` where the bundle is younger than the time.
  public func number(of point: PastPoint) throws(SlipError) -> Int {
    switch point {
    case .transaction(let number): return number
    case .time(let time):
      var hasLater = false
      for number in stride(from: box.history.transactions.count, to: 0, by: -1) {
        guard let date = try transactions(number...number).first?.transaction.date else { continue }
        // Those without a date after this one were made with it, or after it.
        if date <= time { return try last(undatedFrom: number) }
        hasLater = true
      }
      if let first = try transactions(1...1).first, first.transaction.date == nil {
        return hasLater ? try last(undatedFrom: 1) : box.history.transactions.count
      }
      throw SlipError(
        .usage, code: KitCode.noPast, "The bundle was made after that time.", at: SourceLocation(file: path))
    }
  }

  /// The last of the transactions without a date that follow one.
  private func last(undatedFrom number: Int) throws(SlipError) -> Int {
    var last = number
    while let next = try transactions((last + 1)...(last + 1)).first, next.transaction.date == nil {
      last += 1
    }
    return last
  }

  /// The transactions after a point that changed a note, and the note as it was called then.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - name: The name of the note at that point, or now.
  /// - Returns: The note, the numbers of the transactions, and that of the point.
  /// - Throws: `SlipError` where there is no such point, or no note had or has the name.
  public func changes(
    ofNote name: String, since point: PastPoint
  ) throws(SlipError) -> (note: Note.ID, transactions: [Int], number: Int) {
    let number = try number(of: point)
    let then = try past(at: number)
    let note: Note
    do throws(SlipError) { note = try self.note(named: name) } catch {
      guard let old = try? then.note(named: name) else { throw error }
      note = old
    }
    guard then.box.note(note.id) != nil else {
      throw OpenBundle.noPast(number, "the note wasn't there yet", path)
    }
    let count = box.history.transactions.count
    var found: [Int] = []
    for (offset, file) in try transactions((number + 1)...max(number + 1, count)).enumerated() {
      if file.transaction.changes?.notes.contains(where: { $0.id == note.id }) ?? false {
        found.append(number + 1 + offset)
      }
    }
    return (note.id, found, number)
  }

  /// The error that the history doesn't lead to a transaction.
  private static func noPast(_ number: Int, _ why: String, _ path: String) -> SlipError {
    SlipError(
      .badInput, code: KitCode.noPast,
      "The bundle can't be shown as it was after transaction \(number): \(why).",
      at: SourceLocation(file: path))
  }
}

/// The sum of changes that follow each other: what was first, and what is last.
private struct ChangeSum {
  /// The changes so far.
  private(set) var changes = BoxChanges()

  /// Adds what came next.
  mutating func add(_ next: BoxChanges) {
    changes.notes = ChangeSum.sum(changes.notes, next.notes)
    changes.folders = ChangeSum.sum(changes.folders, next.folders)
    changes.keywords = ChangeSum.sum(changes.keywords, next.keywords)
    changes.attachments = ChangeSum.sum(changes.attachments, next.attachments)
    changes.sources = ChangeSum.sum(changes.sources, next.sources)
    changes.origins = ChangeSum.sum(changes.origins, next.origins)
    changes.foreign = ChangeSum.sum(changes.foreign, next.foreign)
  }

  /// The sum of changes of entities, by id. What ends as it began is no change.
  private static func sum<Entity>(
    _ first: [EntityChange<Entity>], _ second: [EntityChange<Entity>]
  ) -> [EntityChange<Entity>] {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    var before: [Entity.ID: EntityChange<Entity>] = [:]
    for change in first { before[change.id] = change }
    for change in second {
      let start = before[change.id].map(\.before) ?? change.before
      before[change.id] = EntityChange(from: start, to: change.after)
    }
    return before.values.sorted { $0.id < $1.id }
  }

  /// The sum of changes of a value.
  private static func sum<Value>(
    _ first: BoxChanges.ValueChange<Value>?, _ second: BoxChanges.ValueChange<Value>?
  ) -> BoxChanges.ValueChange<Value>? {
    guard let first, let second else { return first ?? second }
    return BoxChanges.ValueChange(from: first.before, to: second.after)
  }
}

/// The files of a bundle as they were at an earlier time.
struct PastStorage: BundleStorage {
  /// The bundle as it is.
  private let now: any BundleStorage
  /// Length and digest of each payload file at that time, by path.
  private let facts: [String: FileFact]

  /// Looks at a bundle with facts of an earlier time.
  init(_ now: any BundleStorage, _ box: SlipBox) {
    self.now = now
    var facts: [String: FileFact] = [:]
    box.forEachPayloadFile { facts[$0.path] = $0.fact }
    self.facts = facts
  }

  /// The path of the bundle.
  var displayPath: String { now.displayPath }

  /// The payload of that time. Entries don't say whether the files are still there.
  func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    for (path, fact) in facts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try body(StorageEntry(path: path, length: fact.length, kind: .file))
    }
  }

  /// The length of a payload file of that time.
  func length(of path: String) throws(SlipError) -> Int? { facts[path]?.length }

  /// The bytes of a payload file of that time: the file that is in its place where it is still the same, else the one that
  /// was kept.
  func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    guard let fact = facts[path] else { return try now.withBytes(of: path, body) }
    if let bytes = try now.payload(path, fact) { return try bytes.withUnsafeBytes(body) }
    throw SlipError(
      .cannotDo, code: KitCode.payloadGone,
      "This version of the file is no longer kept: `slipconv prune` has deleted it, or it was never replaced by an edit.",
      at: SourceLocation(file: displayPath(of: path)))
  }

  /// The same in one piece.
  func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try withBytes(of: path, body)
  }

  /// Whether the bundle is still what was opened.
  func expectCurrent() throws(SlipError) { try now.expectCurrent() }
}
