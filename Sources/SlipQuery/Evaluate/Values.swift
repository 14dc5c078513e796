import SlipBase
import SlipNotes

/// Equality and order of values.
enum Values {
  /// Whether two values are equal: both nil, or neither and the same.
  ///
  /// Objects are equal when they have the same UUID; an object equals its UUID, too.
  ///
  /// - Parameters:
  ///   - a: A value.
  ///   - b: A value of a type that the checker let pass next to the first.
  ///   - options: How text is folded.
  static func areEqual(_ a: QueryValue, _ b: QueryValue, _ options: QueryComparison.Options) -> Bool {
    switch (a, b) {
    case (.null, .null): return true
    case (.null, _), (_, .null): return false
    case (.object(let x), .object(let y)): return x.uniqueID != nil && x.uniqueID == y.uniqueID
    case (.object(let x), .uuid(let id)), (.uuid(let id), .object(let x)): return x.uniqueID == id
    case (.uuid(let x), .uuid(let y)): return x == y
    default: return order(a, b, options) == 0
    }
  }

  /// How two values are ordered: negative, zero or positive; nil where one of them is nil.
  ///
  /// Statuses are ordered by rank when both are one; next to other text they are their text.
  ///
  /// - Parameters:
  ///   - a: A value.
  ///   - b: A value of a type that the checker let pass next to the first.
  ///   - options: How text is folded.
  static func order(_ a: QueryValue, _ b: QueryValue, _ options: QueryComparison.Options) -> Int? {
    switch (a, b) {
    case (.status(let x), .status(let y)): return rank(x) - rank(y)
    case (.date(let x), .date(let y)): return x == y ? 0 : x < y ? -1 : 1
    default: break
    }
    if let x = a.text, let y = b.text {
      let (x, y) = (TextForm.fold(x, options), TextForm.fold(y, options))
      return TextForm.isSame(x, y) ? 0 : TextForm.isBefore(x, y) ? -1 : 1
    }
    return numberOrder(a, b)
  }

  /// How two numbers are ordered. Whole numbers compare exactly, others as doubles.
  ///
  /// - Returns: Negative, zero or positive; nil where one of them is no number.
  static func numberOrder(_ a: QueryValue, _ b: QueryValue) -> Int? {
    if let x = a.integer, let y = b.integer { return x == y ? 0 : x < y ? -1 : 1 }
    guard let x = a.number, let y = b.number else { return nil }
    return x == y ? 0 : x < y ? -1 : 1
  }

  /// The place of a status: draft, review, archived.
  static func rank(_ status: Note.Status) -> Int {
    switch status {
    case .draft: 0
    case .review: 1
    case .archived: 2
    }
  }

  /// Whether a UUID stands before another; none stands before all.
  static func isBefore(_ a: UniqueID?, _ b: UniqueID?) -> Bool {
    guard let b else { return false }
    return a.map { $0 < b } ?? true
  }

  /// What makes equal values the same element of a set.
  private enum Identity: Hashable {
    /// A number that is no whole one of 64 bits.
    case number(Double)
    /// A whole number, a double of the same value, or a truth value as 1 or 0.
    case integer(Int64)
    /// Text in NFC, as bytes of UTF-8.
    case text([UInt8])
    /// A moment.
    case date(Timestamp)
    /// An object, by its UUID.
    case object(UniqueID)
  }

  /// The values without those that equal an earlier one. Objects without a UUID equal none.
  ///
  /// Text counts as equal in NFC, a whole number as the double of the same value.
  static func distinct(_ values: [QueryValue]) -> [QueryValue] {
    var seen: Set<Identity> = []
    return values.filter { identity(of: $0).map { seen.insert($0).inserted } ?? true }
  }

  /// What makes a value the same as another.
  ///
  /// - Returns: The identity; nil for what is the same as nothing else, such as an object without a UUID.
  private static func identity(of value: QueryValue) -> Identity? {
    switch value {
    case .integer(let number): return .integer(number)
    case .double(let number): return Int64(exactly: number).map { .integer($0) } ?? .number(number)
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .date(let time): return .date(time)
    case .object(let object): return object.uniqueID.map { .object($0) }
    default: return value.text.map { .text(Array(TextForm.fold($0, .none).utf8)) }
    }
  }
}
