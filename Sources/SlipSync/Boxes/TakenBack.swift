internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// What was taken back of synchronizations since two sides were in step.
///
/// Who takes a synchronization back wants the box as it was before. That isn't an edit of what the other side has: otherwise the next
/// synchronization would delete there what only came from there. So what is taken back counts as never having come, and comes again.
struct TakenBack {
  /// What the sides have in the place of it.
  private var changes: [BoxChanges] = []
  /// Whether nothing was taken back.
  var isEmpty: Bool { changes.isEmpty }

  /// A transaction of one of two sides.
  struct Place {
    /// The transaction.
    var entry: BoxHistory.Entry
    /// Whether it is in our history.
    var isOurs: Bool
  }

  /// Looks through the transactions that only one of two sides has, for what they took back of synchronizations that both have seen.
  ///
  /// - Parameters:
  ///   - ours: Our side.
  ///   - theirs: The other side.
  ///   - place: What both have seen although only one of them has it in its history; nil for nothing.
  /// - Throws: `SlipError` where a history can't be read.
  init(_ ours: OpenBundle, _ theirs: OpenBundle, since place: Place?) throws(SlipError) {
    let (mine, other) = (ours.box.history.transactions, theirs.box.history.transactions)
    for (bundle, shared, isOurs) in [(ours, Set(other), true), (theirs, Set(mine), false)] {
      try add(bundle) { entry in
        if let place, place.isOurs == isOurs, entry <= place.entry { return true }
        return shared.contains(entry)
      }
    }
  }

  /// Looks through the transactions of a bundle after one of them, for what they took back of synchronizations before.
  ///
  /// - Throws: `SlipError` where the history can't be read.
  init(_ bundle: OpenBundle, after entry: BoxHistory.Entry) throws(SlipError) {
    try add(bundle) { $0 <= entry }
  }

  /// Collects what some transactions of a bundle took back of its synchronizations.
  ///
  /// What the other side hasn't seen isn't part of the common state, so there is nothing to be taken out of it.
  ///
  /// - Parameters:
  ///   - bundle: The bundle.
  ///   - isSeen: Whether the other side has seen a transaction.
  private mutating func add(
    _ bundle: OpenBundle, isSeen: (BoxHistory.Entry) -> Bool
  ) throws(SlipError) {
    var undone: [BoxChanges] = []
    let entries = bundle.box.history.transactions
    for entry in entries where !isSeen(entry) {
      let transaction = try TransactionFile(entry, in: bundle).transaction
      if transaction.kind == .undo, let changes = transaction.changes { undone.append(changes) }
    }
    if undone.isEmpty { return }
    for entry in entries.reversed() where isSeen(entry) {
      let transaction = try TransactionFile(entry, in: bundle).transaction
      guard transaction.kind == .sync, let done = transaction.changes?.inverse else { continue }
      for changes in undone {
        let taken = changes.shared(with: done)
        if !taken.isEmpty { self.changes.append(taken) }
      }
    }
  }

  /// A common state in which what was taken back never came; nil where that contradicts itself.
  func applied(to common: SlipBox) -> SlipBox? {
    if changes.isEmpty { return common }
    var box = common
    var sum = BoxChanges()
    sum.notes = TakenBack.sum(changes.map(\.notes)) { common.note($0) }
    sum.folders = TakenBack.sum(changes.map(\.folders)) { common.folder($0) }
    sum.keywords = TakenBack.sum(changes.map(\.keywords)) { common.keyword($0) }
    sum.attachments = TakenBack.sum(changes.map(\.attachments)) { common.attachment($0) }
    sum.sources = TakenBack.sum(changes.map(\.sources)) { common.source($0) }
    do throws(SlipError) {
      try box.apply(sum)
    } catch {
      return nil
    }
    return box
  }

  /// What gives entities of the common state what they were before. What both sides took back has no common value.
  private static func sum<Entity>(
    _ changes: [[EntityChange<Entity>]], _ now: (Entity.ID) -> Entity?
  ) -> [EntityChange<Entity>] {
    var values: [Entity.ID: Entity?] = [:]
    for change in changes.joined() {
      if let known = values[change.id], known != change.after {
        values[change.id] = .some(nil)
      } else {
        values[change.id] = .some(change.after)
      }
    }
    return values.compactMap { EntityChange(from: now($0.key), to: $0.value) }.sorted { $0.id < $1.id }
  }
}

extension BoxChanges {
  /// The changes of entities that are the same in both.
  func shared(with other: BoxChanges) -> BoxChanges {
    func shared<Entity>(
      _ mine: [EntityChange<Entity>], _ other: [EntityChange<Entity>]
    ) -> [EntityChange<Entity>] {
      let byID = Dictionary(other.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      return mine.filter { change in
        byID[change.id].map { $0.before == change.before && $0.after == change.after } ?? false
      }
    }
    var found = BoxChanges()
    found.notes = shared(notes, other.notes)
    found.folders = shared(folders, other.folders)
    found.keywords = shared(keywords, other.keywords)
    found.attachments = shared(attachments, other.attachments)
    found.sources = shared(sources, other.sources)
    return found
  }
}
