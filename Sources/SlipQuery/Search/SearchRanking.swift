public import SlipBase
public import SlipNotes

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#else
  import Darwin
#endif

/// What ranking knows about one note that was found.
public struct SearchHit: Sendable, Hashable {
  /// The note.
  public var note: Note.ID
  /// How often each term occurs, weighted by field.
  var frequencies: [Double]
  /// The number of words in all fields.
  var length: Int
  /// 2 where the title consists of the searched words, 1 where it begins with them, else 0.
  var titleRank = 0
  /// Whether the note is archived, where words rank; without words only the date does.
  var isArchived = false
  /// When the note was modified.
  var modified: Timestamp?
  /// The sum over all terms (BM25); 0 without terms.
  public internal(set) var score = 0.0
}

extension SearchHit {
  /// A note that was found without ranking.
  public init(unranked note: Note) {
    self.init(note: note.id, frequencies: [], length: 0)
    isArchived = note.status == .archived
    modified = note.modified
  }
}

/// Ranks notes by how well they fit a search.
///
/// 1. The title consists of the searched words. 2. It begins with them. 3. BM25 over the fields
/// title, keywords, attachment names and text. 4. Archived notes last. 5. Modified last. 6. UUID.
public enum SearchRanking {
  /// Fields with their weights, in the order in which they are counted.
  enum Field: Int, CaseIterable {
    /// The title, the keywords' names, the names of attachments, and the text.
    case title, keywords, attachments, text

    /// How much one occurrence counts.
    var weight: Double {
      switch self {
      case .title: 10
      case .keywords: 5
      case .attachments: 2
      case .text: 1
      }
    }
  }

  /// How soon further occurrences count less.
  static let saturation = 1.2
  /// How much the length of a note counts.
  static let lengthShare = 0.75

  /// What is known about all notes of a slip-box.
  public struct Totals: Sendable, Hashable {
    /// The number of notes.
    public var notes = 0
    /// The number of words in all of them.
    public var words = 0
    /// The number of notes in which each term occurs.
    public var matches: [Int]

    /// Creates totals.
    public init(notes: Int, words: Int, matches: [Int]) {
      self.notes = notes
      self.words = words
      self.matches = matches
    }
  }

  /// Scores notes: for each term `idf · f(k1 + 1) / (f + k1(1 − b + b · length / average))`.
  struct Scorer {
    /// The average number of words.
    private let average: Double
    /// How rare each term is (idf).
    private let rarities: [Double]

    /// A scorer that knows what is known about all notes.
    init(_ totals: Totals) {
      average = max(1, Double(totals.words) / Double(max(1, totals.notes)))
      rarities = totals.matches.map { count in
        let matches = Double(count)
        return log(1 + (Double(totals.notes) - matches + 0.5) / (matches + 0.5))
      }
    }

    /// The score of a note with so many words, in which the terms occur so often.
    func score(length: Int, _ frequency: (Int) -> Double) -> Double {
      let norm = saturation * (1 - lengthShare + lengthShare * Double(length) / average)
      var sum = 0.0
      for term in rarities.indices {
        let frequency = frequency(term)
        if frequency > 0 { sum += rarities[term] * frequency * (saturation + 1) / (frequency + norm) }
      }
      return sum
    }
  }

  /// The hits with scores, best first.
  static func ranked(_ hits: [SearchHit], _ totals: Totals) -> [SearchHit] {
    var scored = hits
    let scorer = Scorer(totals)
    for index in scored.indices {
      let hit = scored[index]
      scored[index].score = scorer.score(length: hit.length) { hit.frequencies[$0] }
    }
    return scored.sorted(by: isBetter)
  }

  /// Whether a hit stands before another. The order is total.
  public static func isBetter(_ a: SearchHit, _ b: SearchHit) -> Bool {
    if a.titleRank != b.titleRank { return a.titleRank > b.titleRank }
    if a.score != b.score { return a.score > b.score }
    if a.isArchived != b.isArchived { return b.isArchived }
    if a.modified != b.modified {
      guard let x = a.modified, let y = b.modified else { return a.modified != nil }
      return x > y
    }
    return a.note < b.note
  }

  /// How a title fits the words of a search: 2, 1 or 0.
  static func titleRank(_ title: String, _ sought: WordPattern) -> Int {
    guard !sought.words.isEmpty else { return 0 }
    let words = WordPattern(title).words
    guard words.count >= sought.words.count else { return 0 }
    for (index, word) in sought.words.enumerated() {
      let isPrefix = sought.isPrefix && index == sought.words.count - 1
      guard isPrefix ? words[index].starts(with: word) : words[index] == word else { return 0 }
    }
    return words == sought.words ? 2 : 1
  }
}

extension SearchQuery {
  /// The words of all terms that may stand in the title, in order.
  var titleWords: WordPattern {
    let parts = terms.filter { $0.field != .text }.map(\.pattern)
    return WordPattern(words: parts.flatMap(\.words), isPrefix: parts.last?.isPrefix ?? false)
  }
}
