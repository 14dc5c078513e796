/// One key by which results are ordered or put into sections.
///
/// Nil comes first when ascending and last when descending. Strings are in natural order: folded
/// as by `[cd]`, runs of the digits 0 to 9 as numbers without regard to leading zeros, else
/// scalar by scalar, the shorter one first; where that finds no difference, their NFC decides. A
/// status counts as draft, review, archived, false comes before true, and all else is ordered by
/// its value.
public struct SortKey: Sendable, Hashable {
  /// A key path to a single value, such as `created`, `folder.path` or `keywords.@count`.
  public var key: String
  /// Whether smaller values come first. Nil is the smallest.
  public var isAscending: Bool
  /// Whether strings are ordered scalar by scalar in NFC, and not in natural order.
  public var isLiteral: Bool

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - key: A key path to a single value.
  ///   - isAscending: Whether smaller values come first.
  ///   - isLiteral: Whether strings are ordered scalar by scalar.
  public init(_ key: String, isAscending: Bool = true, isLiteral: Bool = false) {
    self.key = key
    self.isAscending = isAscending
    self.isLiteral = isLiteral
  }

  /// Reads keys as they are written at a command line, such as `-created,title[n]`.
  ///
  /// A minus means descending, a plus or nothing ascending, and `[n]` literal. Whether the keys
  /// exist is checked when the query is prepared.
  public static func list(_ text: String) -> [SortKey] {
    text.split(separator: ",").map { part in
      var part = part.drop { $0 == " " }
      let isDescending = part.first == "-"
      if isDescending || part.first == "+" { part = part.dropFirst() }
      while part.last == " " { part = part.dropLast() }
      let isLiteral = part.lowercased().hasSuffix("[n]")
      return SortKey(
        String(isLiteral ? part.dropLast(3) : part), isAscending: !isDescending, isLiteral: isLiteral)
    }
  }
}

/// A sort key whose path was checked.
struct SortPlan: Sendable {
  /// The path.
  let term: Term
  /// Whether smaller values come first.
  let isAscending: Bool
  /// Whether strings are ordered scalar by scalar.
  let isLiteral: Bool

  /// Checks a sort key.
  ///
  /// - Parameter byDay: Whether a property that is a date counts as its day.
  /// - Throws: `QueryError`; its offset counts in the key, not in the predicate.
  init(_ key: SortKey, _ checker: inout Checker, byDay: Bool = false) throws(QueryError) {
    let typed = try checker.path(key.key, byDay: byDay)
    guard [.number, .bool, .string, .date, .day, .uuid, .status].contains(typed.type) else {
      throw QueryError(.check, at: 0, "a sort key leads to a single value, not to a \(typed.type.name)")
    }
    term = typed.term
    isAscending = key.isAscending
    isLiteral = key.isLiteral
  }

  /// Whether a value comes before another (negative), behind it (positive) or at the same place.
  func order(_ a: SortValue, _ b: SortValue) -> Int {
    let order = a.order(b)
    return isAscending ? order : -order
  }
}

/// A value in the form in which it is sorted. Making it once for each object saves folding at
/// each comparison.
enum SortValue: Sendable {
  /// No value; before all others.
  case null
  /// A number, date, day, UUID or status.
  case plain(QueryValue)
  /// A string in natural order: what is compared first, and the NFC that decides ties.
  case natural([Unicode.Scalar], String)
  /// A string that is ordered scalar by scalar, in NFC.
  case literal(String)

  /// Prepares a value.
  init(_ value: QueryValue, isLiteral: Bool) {
    switch value {
    case .null: self = .null
    case .string(let text):
      let nfc = TextForm.fold(text, .none)
      self = isLiteral ? .literal(nfc) : .natural(Array(TextForm.fold(text, .cd).unicodeScalars), nfc)
    default: self = .plain(value)
    }
  }

  /// The order of two values: negative, zero or positive.
  func order(_ other: SortValue) -> Int {
    switch (self, other) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.plain(let a), .plain(let b)): return Values.order(a, b, .n) ?? 0
    case (.literal(let a), .literal(let b)): return SortValue.order(a, b)
    case (.natural(let a, let x), .natural(let b, let y)):
      let order = SortValue.naturalOrder(a, b)
      return order == 0 ? SortValue.order(x, y) : order
    default: return 0
    }
  }

  /// The order of two texts scalar by scalar.
  private static func order(_ a: String, _ b: String) -> Int {
    TextForm.isSame(a, b) ? 0 : TextForm.isBefore(a, b) ? -1 : 1
  }

  /// The order of folded texts in which runs of the digits 0 to 9 count as numbers.
  ///
  /// - Parameters:
  ///   - a: The scalars of a folded text.
  ///   - b: The scalars of another one.
  /// - Returns: A negative number, zero or a positive one.
  static func naturalOrder(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var (i, j) = (0, 0)
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let (first, second) = (run(a, &i), run(b, &j))
        if first.count != second.count { return first.count - second.count }
        for (x, y) in zip(first, second) where x != y { return x < y ? -1 : 1 }
      } else {
        if a[i] != b[j] { return a[i] < b[j] ? -1 : 1 }
        (i, j) = (i + 1, j + 1)
      }
    }
    return (a.count - i) - (b.count - j)
  }

  /// Whether a scalar is a digit 0 to 9.
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  /// A run of digits without leading zeros.
  private static func run(_ scalars: [Unicode.Scalar], _ position: inout Int) -> ArraySlice<Unicode.Scalar> {
    let start = position
    while position < scalars.count, isDigit(scalars[position]) { position += 1 }
    return scalars[start..<position].drop { $0 == "0" }
  }
}

/// The order of names as people expect it: without regard to case and accents, and with runs of
/// digits as numbers. What folds to the same is ordered by its NFC.
public enum NaturalOrder {
  /// Whether a name stands before another.
  public static func isBefore(_ a: String, _ b: String) -> Bool {
    SortValue(.string(a), isLiteral: false).order(SortValue(.string(b), isLiteral: false)) < 0
  }
}
