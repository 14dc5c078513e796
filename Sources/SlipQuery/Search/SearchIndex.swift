package import SlipBase

/// Notes with an index of their words, which a search can be answered from without reading texts.
///
/// Notes have numbers from 0. Some numbers may stand for no note any longer.
package protocol SearchIndex {
  /// The number of numbers.
  var capacity: Int { get }
  /// The number of notes, and of words in all of them.
  var size: (notes: Int, words: Int) { get }

  /// Prepares for being asked about so many notes.
  func expect(_ count: Int)
  /// The numbers that stand for notes.
  func live() throws(SlipError) -> SlotSet
  /// Calls `body` for each note in which a pattern occurs, in ascending order, with how often it
  /// occurs there.
  func occurrences(of pattern: WordPattern, _ body: (Int, WordCounts) -> Void) throws(SlipError)
  /// The number of words of a note.
  func length(_ slot: Int) -> Int
  /// The number of words in the title of a note; nil where only the title itself tells it.
  func titleLength(_ slot: Int) -> Int?
  /// The UUID of a note.
  func id(_ slot: Int) -> UniqueID
  /// What ranks notes of the same score.
  func facts(_ slot: Int) -> (isArchived: Bool, modified: Timestamp?)
  /// The title of a note.
  func title(_ slot: Int) throws(SlipError) -> String
  /// The note as predicates see it.
  func object(_ slot: Int) -> any QueryObject
  /// The notes for which a condition may hold; nil where the index can't tell.
  func candidates(_ condition: IndexCondition) throws(SlipError) -> SlotSet?
}

/// How often a pattern occurs in the fields of a note.
package struct WordCounts: Sendable {
  /// In the title.
  package var title: Int32 = 0
  /// In the names of keywords.
  package var keywords: Int32 = 0
  /// In the names of attachments.
  package var attachments: Int32 = 0
  /// In the text.
  package var text: Int32 = 0
  /// Whether the title begins with it.
  package var beginsTitle = false

  /// Nowhere.
  package init() {}
}

/// A set of small numbers.
package struct SlotSet: Sendable, Equatable {
  /// A bit for each number.
  private var words: [UInt64]

  /// Creates an empty set for numbers below a bound.
  package init(capacity: Int) { words = Array(repeating: 0, count: (capacity + 63) / 64) }

  /// Whether a number is in the set.
  package func contains(_ slot: Int) -> Bool { words[slot >> 6] & (1 << UInt64(slot & 63)) != 0 }

  /// Adds a number.
  package mutating func insert(_ slot: Int) { words[slot >> 6] |= 1 << UInt64(slot & 63) }

  /// Keeps what another set has, too.
  package mutating func formIntersection(_ other: SlotSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  /// Adds what another set has.
  package mutating func formUnion(_ other: SlotSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Removes what another set has.
  package mutating func subtract(_ other: SlotSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// How many numbers there are.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether there are none.
  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The numbers in ascending order.
  package var slots: [Int] {
    var found: [Int] = []
    found.reserveCapacity(count)
    for (index, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        found.append(index << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return found
  }
}

/// A condition that an index may answer by itself.
package indirect enum IndexCondition: Sendable {
  /// A column equals a value.
  case equals(Column, Int64)
  /// A column is at least, at most, above or below a value.
  case compares(Column, QueryComparison.Operator, Int64)
  /// All of them.
  case and([IndexCondition])
  /// One of them.
  case or([IndexCondition])

  /// Columns of an index.
  package enum Column: String, Sendable {
    /// 0 draft, 1 review, 2 archived.
    case status
    /// 0 or 1.
    case favorite
    /// Microseconds since 1970.
    case created
    /// Microseconds since 1970.
    case modified
  }

  /// What must be true where a condition holds; nil where nothing is known.
  init?(implied condition: Condition) {
    switch condition {
    case .and(let parts):
      let known = parts.compactMap(IndexCondition.init(implied:))
      guard !known.isEmpty else { return nil }
      self = .and(known)
    case .or(let parts):
      let known = parts.compactMap(IndexCondition.init(implied:))
      guard known.count == parts.count, !known.isEmpty else { return nil }
      self = .or(known)
    case .equal(let term, .constant(let value), _):
      guard let column = Column(term), let number = column.number(of: value) else { return nil }
      self = .equals(column, number)
    case .ordered(let term, let comparator, .constant(let value), _):
      guard let column = Column(term), let number = column.number(of: value) else { return nil }
      self = .compares(column, comparator, number)
    case .member(let term, .list(let elements), _):
      guard let column = Column(term) else { return nil }
      var parts: [IndexCondition] = []
      for element in elements {
        guard case .constant(let value) = element, let number = column.number(of: value) else { return nil }
        parts.append(.equals(column, number))
      }
      self = .or(parts)
    default: return nil
    }
  }
}

extension IndexCondition.Column {
  /// The column of a path that consists of its key.
  init?(_ term: Term) {
    guard case .path(.root, let moves) = term, moves.count == 1, case .key(let row) = moves[0],
      let column = IndexCondition.Column(rawValue: row.key)
    else { return nil }
    self = column
  }

  /// A constant as the column has it; nil for one of another type.
  func number(of value: QueryValue) -> Int64? {
    switch (self, value) {
    case (.status, .status(let status)): Int64(Values.rank(status))
    case (.favorite, .bool(let flag)): flag ? 1 : 0
    case (.favorite, .integer(let number)): number
    case (.created, .date(let time)), (.modified, .date(let time)): time.microseconds
    default: nil
    }
  }
}
