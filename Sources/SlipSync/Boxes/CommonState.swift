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

/// The states of other boxes that are part of a box: those that it took from feeds and from JSON, by their tokens.
struct SeenStates {
  /// The tokens.
  private(set) var tokens: Set<String>
  /// The token of the JSON that the box was made of; nil for any other box.
  private(set) var beginning: String?

  /// What follows the token of a document whose texts weren't RTF.
  static let otherForm = " (not RTF)"
  /// How many tokens a document names at most.
  private static let most = 256
  /// The member of a document.
  static let key = "seen"

  /// Reads the origins of a bundle, and the transaction that made it.
  ///
  /// - Throws: `SlipError` where that transaction can't be read.
  init(of bundle: OpenBundle) throws(SlipError) {
    tokens = Set(bundle.box.origins.map(\.token).filter { !$0.isEmpty })
    for origin in bundle.box.origins { tokens.formUnion(FeedState(origin).seen) }
    guard let first = bundle.box.history.transactions.first else { return }
    let transaction = try TransactionFile(first, in: bundle).transaction
    guard transaction.kind == .import, let token = transaction.to else { return }
    // Of another form, texts aren't what they were in the box that wrote it.
    guard token.hasSuffix(SeenStates.otherForm) else {
      beginning = token
      tokens.insert(token)
      return
    }
    beginning = String(token.dropLast(SeenStates.otherForm.count))
  }

  /// The transactions of a history that led to these states.
  func entries(of history: BoxHistory) -> Set<BoxHistory.Entry> {
    tokens.isEmpty ? [] : Set(history.transactions.filter { tokens.contains(FeedToken.of($0)) })
  }

  /// What a document of a bundle says of the states that are part of it: its own, and those that it took from others.
  ///
  /// - Throws: `SlipError` where the bundle can't be read.
  static func member(of bundle: OpenBundle) throws(SlipError) -> (String, JSONValue?) {
    let own = bundle.box.history.transactions.reversed().prefix(most).map { FeedToken.of($0) }
    let others = try SeenStates(of: bundle).tokens.subtracting(own)
    // Each box that takes this remembers the first ones.
    let all = latest(others).prefix(most) + own
    return (key, all.isEmpty ? nil : .string(all.joined(separator: " ")))
  }

  /// What a box remembers of the states that a document has seen.
  static func remembered(_ seen: Set<String>) -> [String] { Array(latest(seen).prefix(most)) }

  /// Tokens with the highest numbers first.
  private static func latest(_ tokens: Set<String>) -> [String] {
    tokens.map { ($0, $0.split(separator: "-").first.flatMap { Int($0) } ?? 0) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }.map(\.0)
  }
}

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
  fileprivate func shared(with other: BoxChanges) -> BoxChanges {
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
