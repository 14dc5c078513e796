internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// The last state that two copies of a slip-box had in common.
///
/// Each transaction names the one before it and records what it changed. So the way back from a box is to take its transactions
/// back, the newest first, up to one that the other box has, too.
struct CommonState {
  /// The facts at that time; none where they aren't known.
  let box: SlipBox
  /// Whether the state is known. If not, nothing counts as deleted.
  let isKnown: Bool

  /// Finds the state.
  ///
  /// - Throws: `SlipError` where a history can't be read.
  init(_ ours: OpenBundle, _ theirs: OpenBundle) throws(SlipError) {
    let (mine, other) = (Set(ours.box.history.transactions), Set(theirs.box.history.transactions))
    if !mine.isEmpty, mine.isSubset(of: other), mine != other || ours.box == theirs.box {
      (box, isKnown) = (ours.box, true)
    } else if !other.isEmpty, other.isSubset(of: mine), mine != other {
      (box, isKnown) = (theirs.box, true)
    } else if mine != other, let found = try CommonState.wayBack(from: ours, to: other) {
      (box, isKnown) = (try CommonState.withoutReadings(found, ours.box, theirs.box), true)
    } else if mine != other, let found = try CommonState.wayBack(from: theirs, to: mine) {
      (box, isKnown) = (try CommonState.withoutReadings(found, ours.box, theirs.box), true)
    } else {
      (box, isKnown) = (SlipBox(), false)
    }
  }

  /// The state of a bundle after the last of some of its transactions.
  ///
  /// - Parameter known: Transactions of the bundle; where there are none, the state isn't known.
  /// - Throws: `SlipError` where the history can't be read.
  init(of bundle: OpenBundle, at known: Set<BoxHistory.Entry>) throws(SlipError) {
    if !known.isEmpty, let found = try CommonState.wayBack(from: bundle, to: known) {
      (box, isKnown) = (found, true)
    } else {
      (box, isKnown) = (SlipBox(), false)
    }
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
  private static func wayBack(
    from bundle: OpenBundle, to known: Set<BoxHistory.Entry>
  ) throws(SlipError) -> SlipBox? {
    let entries = bundle.box.history.transactions
    let byDigest = Dictionary(entries.map { ($0.fact.digest, $0) }, uniquingKeysWith: { first, _ in first })
    var box = bundle.box
    var next = entries.last
    for _ in entries {
      guard let entry = next else { return nil }
      if known.contains(entry) { return box }
      var files = [try read(entry, in: bundle)]
      if files[0].transaction.kind == .sync, let state = files[0].transaction.to {
        for twin in entries where twin != entry && !known.contains(twin) {
          let file = try read(twin, in: bundle)
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

  /// Reads a transaction.
  private static func read(
    _ entry: BoxHistory.Entry, in bundle: OpenBundle
  ) throws(SlipError) -> TransactionFile {
    let bytes = try bundle.storage.read(entry.path)
    return try slipErrors {
      try bytes.withUnsafeBytes {
        try TransactionFile($0, file: bundle.storage.displayPath(of: entry.path))
      }
    }
  }
}
