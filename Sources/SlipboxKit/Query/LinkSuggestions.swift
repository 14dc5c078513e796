public import SlipBase
internal import SlipBundle
internal import SlipIndex
internal import SlipNotes
internal import SlipQuery

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Pairs of notes that share rare words and aren't linked yet, for `slipconv links --suggest`.
///
/// A word is rare that few notes have: two at least, at most fifty or a tenth of all. Each counts the more the fewer have it. Two notes
/// share two such words at least, or one that stands in the title of either. Words of fewer than four letters don't count.
public struct LinkSuggestions: Sendable, Encodable {
  /// Two notes that may belong together.
  public struct Suggestion: Sendable, Encodable {
    /// The UUID of the note that may link.
    public var from: String
    /// The title of that note.
    public var title: String
    /// The UUID of the note to which it may link.
    public var to: String
    /// The title of the other note.
    public var target: String
    /// The rarest words that both have, at most four, as the first note spells them.
    public var words: [String]
  }

  /// The pairs, those first that share more and rarer words.
  public var suggestions: [Suggestion]

  /// The fewest letters of a word.
  private static let shortestWord = 4
  /// The most pairs that are suggested.
  private static let mostPairs = 20
  /// The most words that are named for a pair.
  private static let mostWords = 4

  /// A pair of notes while words are compared.
  private struct Pair: Hashable {
    /// The note that may link: the one that was asked for, or the one with the lower UUID.
    var from: Note.ID
    /// The other note.
    var to: Note.ID
  }

  /// A word that both notes of a pair have.
  private struct SharedWord {
    /// The word, folded.
    var word: [UInt8]
    /// What it counts.
    var weight: Double
  }

  /// Compares the words of notes.
  ///
  /// - Parameters:
  ///   - argument: The bundle: see `BundleLocator.locate`.
  ///   - name: The note that may link to others; nil: any two notes.
  ///   - cache: Where indexes are; nil to do without. Of one note, an index knows which others have its words; else every text is read.
  /// - Throws: `SlipError` where the bundle or a text can't be read, or no note or more than one has the name.
  public init(in argument: String, of name: String? = nil, cache: IndexCache? = nil) throws(SlipError) {
    suggestions = try retryingWhenReplaced { () throws(SlipError) in
      let bundle = try OpenBundle(argument)
      let note = try name.map { name throws(SlipError) in try bundle.note(named: name) }
      let most = max(2, min(50, bundle.box.noteCount / 10))
      var words: DistinctWords?
      if let note { words = try LinkSuggestions.words(of: note, in: bundle) }
      let wanted = words.map { Set($0.spellings.keys) }
      var found: [[UInt8]: [Note.ID]]?
      if let wanted, let cache { found = try LinkSuggestions.indexed(wanted, most, argument, cache) }
      let notes: [[UInt8]: [Note.ID]]
      if let found { notes = found } else { notes = try LinkSuggestions.read(wanted, most, bundle) }
      let pairs = LinkSuggestions.pairs(notes, of: note?.id, in: bundle.box)
      let chosen = try LinkSuggestions.chosen(pairs, in: bundle)
      try bundle.expectCurrent()
      return chosen
    }
  }

  /// The words of a note's title and text.
  private static func words(of note: Note, in bundle: OpenBundle) throws(SlipError) -> DistinctWords {
    var words = DistinctWords(shortest: shortestWord)
    words.add(note.title)
    try bundle.mirror(of: note).withUnsafeBufferPointer { words.add($0) }
    return words
  }

  /// The notes that have each of some words, by the index; nil where there is none. Frequent words are left out.
  private static func indexed(
    _ words: Set<[UInt8]>, _ most: Int, _ argument: String, _ cache: IndexCache
  ) throws(SlipError) -> [[UInt8]: [Note.ID]]? {
    let location = try BundleLocator.locate(argument)
    guard cache.hasIndex(location) else { return nil }
    return try cache.answer(location) { index throws(SlipError) in
      var found: [[UInt8]: [Note.ID]] = [:]
      for word in words {
        var notes: [Note.ID] = []
        try index.occurrences(of: WordPattern(String(decoding: word, as: UTF8.self))) { slot, counts in
          if notes.count <= most, counts.title + counts.text > 0 { notes.append(index.id(slot)) }
        }
        if (2...most).contains(notes.count) { found[word] = notes }
      }
      return found
    }
  }

  /// The same from the texts of all notes.
  ///
  /// - Parameter words: The words that matter; nil: all.
  private static func read(
    _ words: Set<[UInt8]>?, _ most: Int, _ bundle: OpenBundle
  ) throws(SlipError) -> [[UInt8]: [Note.ID]] {
    var found: [[UInt8]: [Note.ID]] = [:]
    for note in bundle.box.notes {
      for word in try LinkSuggestions.words(of: note, in: bundle).spellings.keys
      where words?.contains(word) ?? true {
        // One more than may be tells that there are too many.
        if found[word, default: []].count <= most { found[word, default: []].append(note.id) }
      }
    }
    return found.filter { (2...most).contains($0.value.count) }
  }

  /// The pairs that share words, and these.
  private static func pairs(
    _ notes: [[UInt8]: [Note.ID]], of center: Note.ID?, in box: SlipBox
  ) -> [Pair: [SharedWord]] {
    var pairs: [Pair: [SharedWord]] = [:]
    for (word, notes) in notes {
      let weight = log2(Double(box.noteCount + 1) / Double(notes.count))
      let shared = SharedWord(word: word, weight: weight)
      if let center {
        for other in notes where other != center {
          pairs[Pair(from: center, to: other), default: []].append(shared)
        }
        continue
      }
      let sorted = notes.sorted()
      for (index, first) in sorted.enumerated() {
        for other in sorted[(index + 1)...] {
          pairs[Pair(from: first, to: other), default: []].append(shared)
        }
      }
    }
    return pairs.filter { pair, _ in
      guard let first = box.note(pair.from), let other = box.note(pair.to) else { return false }
      return !first.links.contains(pair.to) && !other.links.contains(pair.from)
    }
  }

  /// The best pairs, with the words that they share.
  private static func chosen(
    _ pairs: [Pair: [SharedWord]], in bundle: OpenBundle
  ) throws(SlipError) -> [Suggestion] {
    let scored = pairs.map { pair, words in
      (pair: pair, words: words, score: words.reduce(0) { $0 + $1.weight })
    }
    var found: [Suggestion] = []
    for (pair, words, _) in scored.sorted(by: isBefore) where found.count < mostPairs {
      guard let from = bundle.box.note(pair.from), let to = bundle.box.note(pair.to) else { continue }
      if words.count < 2 {
        var titles = DistinctWords(shortest: shortestWord)
        for title in [from.title, to.title] { titles.add(title) }
        guard words.contains(where: { titles.spellings[$0.word] != nil }) else { continue }
      }
      let spellings = try LinkSuggestions.words(of: from, in: bundle).spellings
      let best = words.sorted {
        $0.weight == $1.weight ? $0.word.lexicographicallyPrecedes($1.word) : $0.weight > $1.weight
      }.prefix(mostWords)
      found.append(
        Suggestion(
          from: from.id.description, title: from.title, to: to.id.description, target: to.title,
          words: best.compactMap { spellings[$0.word] }))
    }
    return found
  }

  /// Whether a pair is better than another.
  private static func isBefore(
    _ a: (pair: Pair, words: [SharedWord], score: Double),
    _ b: (pair: Pair, words: [SharedWord], score: Double)
  ) -> Bool {
    // Weights are added in no order, so that their sums may differ by a trace.
    if abs(a.score - b.score) > 1e-9 { return a.score > b.score }
    return (a.pair.from, a.pair.to) < (b.pair.from, b.pair.to)
  }

  /// The pairs as lines, each with the reason.
  public var lines: [String] {
    suggestions.map { pair in
      "\(pair.title.isEmpty ? "(no title)" : pair.title) -> \(pair.target.isEmpty ? "(no title)" : pair.target)"
        + "  (both have: \(pair.words.joined(separator: ", ")))"
    }
  }
}
