internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// The last state that two copies of a slip-box had in common.
///
/// Each transaction names the one before it and records what it changed. So the way back from a box is to take its transactions
/// back, the newest first, up to one that the other box has, too: in its history, or because it took that state from a feed or
/// from JSON (`SeenStates`).
struct CommonState {
  /// The facts at that time; none where they aren't known.
  let box: SlipBox
  /// Whether the state is known. If not, nothing counts as deleted.
  let isKnown: Bool
  /// Whether a side has taken a synchronization back since.
  private(set) var hasTakenBack = false

  /// A state that is known otherwise than from histories.
  init(_ box: SlipBox) { (self.box, isKnown) = (box, true) }

  /// A state that was reached on the way back.
  struct Reached {
    /// The facts at that time.
    var box: SlipBox
    /// The transaction that led to it.
    var entry: BoxHistory.Entry
  }

  /// Finds the state.
  ///
  /// - Throws: `SlipError` where a history can't be read.
  init(_ ours: OpenBundle, _ theirs: OpenBundle) throws(SlipError) {
    let found = try CommonState.found(ours, theirs)
    guard let found else {
      (box, isKnown) = (SlipBox(), false)
      return
    }
    let taken = try TakenBack(ours, theirs, since: found.place)
    guard let box = taken.applied(to: found.box) else {
      (box, isKnown) = (SlipBox(), false)
      return
    }
    (self.box, isKnown) = (box, true)
  }

  /// A state, and where it is in the history of one side.
  private struct Found {
    /// The facts of the state.
    var box: SlipBox
    /// The transaction that led to it, which one side may know only as a state that it has seen; nil where one history is
    /// part of the other.
    var place: TakenBack.Place?
  }

  /// The facts of the state; nil where they aren't known.
  private static func found(_ ours: OpenBundle, _ theirs: OpenBundle) throws(SlipError) -> Found? {
    let (mine, other) = (Set(ours.box.history.transactions), Set(theirs.box.history.transactions))
    if !mine.isEmpty, mine.isSubset(of: other), mine != other || ours.box == theirs.box {
      return Found(box: ours.box)
    }
    if !other.isEmpty, other.isSubset(of: mine), mine != other { return Found(box: theirs.box) }
    if mine == other { return nil }
    let shared = mine.intersection(other)
    let known = [
      shared.union(try SeenStates(of: theirs).entries(of: ours.box.history)),
      shared.union(try SeenStates(of: ours).entries(of: theirs.box.history)),
    ]
    let first = try wayBack(from: ours, to: known[0])
    /// A state that the way back led to.
    func back(_ found: Reached, isOurs: Bool) throws(SlipError) -> Found {
      Found(
        box: try withoutReadings(found.box, ours.box, theirs.box),
        place: .init(entry: found.entry, isOurs: isOurs))
    }
    let found = try first.map { first throws(SlipError) in
      try back(first, isOurs: true)
    }
    if let first, shared.contains(first.entry) || known[1].isEmpty { return found }
    guard let second = try wayBack(from: theirs, to: known[1]) else { return found }
    // Where each took a state of the other one, the later of the two has the other in it.
    if let first, !second.box.origins.contains(where: { $0.token == FeedToken.of(first.entry) }) {
      return found
    }
    return try back(second, isOurs: false)
  }

  /// The state of a bundle after the last of some of its transactions, without what it took back of synchronizations since.
  ///
  /// - Parameter known: Transactions of the bundle; where there are none, the state isn't known.
  /// - Throws: `SlipError` where the history can't be read.
  init(of bundle: OpenBundle, at known: Set<BoxHistory.Entry>) throws(SlipError) {
    guard !known.isEmpty, let found = try CommonState.wayBack(from: bundle, to: known) else {
      (box, isKnown) = (SlipBox(), false)
      return
    }
    let taken = try TakenBack(bundle, after: found.entry)
    guard let box = taken.applied(to: found.box) else {
      (box, isKnown) = (SlipBox(), false)
      return
    }
    (self.box, isKnown, hasTakenBack) = (box, true, !taken.isEmpty)
  }

  /// The common state without what the way back can't know, as transactions don't have it: how sources were read, and
  /// whether completely. Where the sides differ, options count that one of them has, and a complete reading.
  private static func withoutReadings(
    _ box: SlipBox, _ ours: SlipBox, _ theirs: SlipBox
  ) throws(SlipError) -> SlipBox {
    var box = box
    for id in ours.changedIDs(to: theirs).sources where box.source(id) != nil {
      guard let mine = ours.source(id), let other = theirs.source(id) else { continue }
      try box.update(source: id) {
        if mine.reading != other.reading { $0.reading = nil }
        if mine.isIncomplete != other.isIncomplete { $0.isIncomplete = true }
      }
    }
    return box
  }

  /// Takes transactions of a bundle back until one is reached that is known.
  ///
  /// A synchronization has two transactions, one for each side, and both led to the same state. The one after a known transaction
  /// is the shorter way.
  ///
  /// - Returns: The facts at that time; nil where a transaction records no changes, or where there is no way.
  /// - Throws: `SlipError` where the history can't be read.
  static func wayBack(
    from bundle: OpenBundle, to known: Set<BoxHistory.Entry>
  ) throws(SlipError) -> Reached? {
    if known.isEmpty { return nil }
    let entries = bundle.box.history.transactions
    let byDigest = Dictionary(entries.map { ($0.fact.digest, $0) }, uniquingKeysWith: { first, _ in first })
    var box = bundle.box
    var next = entries.last
    for _ in entries {
      guard let entry = next else { return nil }
      if known.contains(entry) { return Reached(box: box, entry: entry) }
      var files = [try TransactionFile(entry, in: bundle)]
      if files[0].transaction.kind == .sync, let state = files[0].transaction.to {
        for twin in entries where twin != entry && !known.contains(twin) {
          let file = try TransactionFile(twin, in: bundle)
          if file.transaction.kind == .sync, file.transaction.to == state { files.append(file) }
        }
      }
      let ways = files.filter { $0.transaction.changes != nil }.sorted {
        leads($0, to: known, byDigest) && !leads($1, to: known, byDigest)
      }
      var isTakenBack = false
      for file in ways {
        guard let changes = file.transaction.changes else { continue }
        do throws(SlipError) {
          try box.apply(changes.inverse)
        } catch {
          // This one isn't what led to the state.
          continue
        }
        next = file.previous.flatMap { byDigest[$0] }
        isTakenBack = true
        break
      }
      guard isTakenBack else { return nil }
    }
    return nil
  }

  /// Whether the transaction before one is known.
  private static func leads(
    _ file: TransactionFile, to known: Set<BoxHistory.Entry>, _ byDigest: [Digest: BoxHistory.Entry]
  ) -> Bool {
    file.previous.flatMap { byDigest[$0] }.map(known.contains) ?? false
  }
}
