internal import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

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
  /// What came with synchronizations that were taken back isn't part of it: who has it would take what is missing for deleted.
  ///
  /// - Throws: `SlipError` where the bundle can't be read.
  static func member(of bundle: OpenBundle) throws(SlipError) -> (String, JSONValue?) {
    let taken = try takenBack(in: bundle)
    let own = bundle.box.history.transactions.reversed().prefix(most).filter { !taken.contains($0) }
      .map { FeedToken.of($0) }
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

  /// The newest transactions that came to a bundle with synchronizations of which it took something back, and these themselves.
  ///
  /// A synchronization has two transactions that led to the same state, one for each side. The way back from that of the other side
  /// leads to what came from there.
  ///
  /// - Throws: `SlipError` where the history can't be read.
  private static func takenBack(in bundle: OpenBundle) throws(SlipError) -> Set<BoxHistory.Entry> {
    let entries = bundle.box.history.transactions.suffix(most)
    var files: [Digest: TransactionFile] = [:]
    var (undone, syncs): ([BoxChanges], [BoxHistory.Entry]) = ([], [])
    for entry in entries {
      let file = try TransactionFile(entry, in: bundle)
      files[entry.fact.digest] = file
      if file.transaction.kind == .undo, let changes = file.transaction.changes { undone.append(changes) }
      if file.transaction.kind == .sync { syncs.append(entry) }
    }
    if undone.isEmpty || syncs.isEmpty { return [] }
    let byDigest = Dictionary(entries.map { ($0.fact.digest, $0) }, uniquingKeysWith: { first, _ in first })
    /// The transactions from one back to the first, as far as a condition holds.
    func line(_ last: Digest?, while condition: (BoxHistory.Entry) -> Bool) -> [BoxHistory.Entry] {
      var line: [BoxHistory.Entry] = []
      var next = last
      while let digest = next, let entry = byDigest[digest], condition(entry) {
        line.append(entry)
        next = files[digest]?.previous
      }
      return line
    }
    /// The state that a synchronization led to.
    func state(_ entry: BoxHistory.Entry) -> String? { files[entry.fact.digest]?.transaction.to }
    var taken: Set<BoxHistory.Entry> = []
    for sync in syncs {
      guard let done = files[sync.fact.digest]?.transaction.changes?.inverse,
        undone.contains(where: { !$0.shared(with: done).isEmpty })
      else { continue }
      let own = Set(line(files[sync.fact.digest]?.previous) { _ in true })
      taken.insert(sync)
      for twin in syncs where twin != sync && state(twin) == state(sync) {
        taken.insert(twin)
        taken.formUnion(line(files[twin.fact.digest]?.previous) { !own.contains($0) })
      }
    }
    return taken
  }
}
