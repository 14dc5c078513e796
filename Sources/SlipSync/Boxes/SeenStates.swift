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
  static func takenBack(in bundle: OpenBundle) throws(SlipError) -> Set<BoxHistory.Entry> {
    let entries = bundle.box.history.transactions.suffix(most)
    var known: [Digest: (entry: BoxHistory.Entry, file: TransactionFile)] = [:]
    var undone: [BoxChanges] = []
    var syncs: [(entry: BoxHistory.Entry, file: TransactionFile)] = []
    for entry in entries {
      let file = try TransactionFile(entry, in: bundle)
      known[entry.fact.digest] = (entry, file)
      if file.transaction.kind == .undo, let changes = file.transaction.changes { undone.append(changes) }
      if file.transaction.kind == .sync { syncs.append((entry, file)) }
    }
    if undone.isEmpty { return [] }
    /// The transactions before one, back to the first, as far as a condition holds.
    func line(
      before file: TransactionFile, while condition: (BoxHistory.Entry) -> Bool = { _ in true }
    ) -> [BoxHistory.Entry] {
      var line: [BoxHistory.Entry] = []
      var next = file.previous
      while let step = next.flatMap({ known[$0] }), condition(step.entry) {
        line.append(step.entry)
        next = step.file.previous
      }
      return line
    }
    var taken: Set<BoxHistory.Entry> = []
    for sync in syncs {
      guard let done = sync.file.transaction.changes?.inverse,
        undone.contains(where: { !$0.shared(with: done).isEmpty })
      else { continue }
      let own = Set(line(before: sync.file))
      taken.insert(sync.entry)
      for twin in syncs
      where twin.entry != sync.entry && twin.file.transaction.to == sync.file.transaction.to {
        taken.insert(twin.entry)
        taken.formUnion(line(before: twin.file) { !own.contains($0) })
      }
    }
    return taken
  }
}
