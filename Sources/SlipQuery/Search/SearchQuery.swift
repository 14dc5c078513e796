/// A search as it was typed, with the predicate that it means.
///
/// ```swift
/// let search = try SearchQuery("honey -wax keyword:bees", clock: clock)
/// print(search.predicate)
/// ```
///
/// Text is never a syntax error. Only a known field with a value that it doesn't take is one.
public struct SearchQuery: Sendable {
  /// What was typed.
  public let text: String
  /// The syntax tree.
  public let tree: SearchTree
  /// The same as a predicate over notes; its description can be given to `list --where`.
  public let predicate: Predicate
  /// What was taken as text, although it looks like something else.
  public let remarks: [SearchRemark]
  /// Notes that the search names, by title or the beginning of a UUID. Where there is none, the
  /// search can't be answered.
  public let references: [SearchReference]
  /// The words and phrases that must be found, in order: what ranks the notes and is marked in
  /// snippets.
  public let terms: [SearchTerm]
  /// The time and zone of the search.
  public let clock: QueryClock

  /// Parses a search.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - clock: The time and zone of dates.
  /// - Throws: `QueryError` in phase `check` for a value that a field doesn't take.
  public init(_ text: String, clock: QueryClock) throws(QueryError) {
    var parser = SearchParser(text)
    tree = parser.parse()
    var compiler = SearchCompiler(clock: clock)
    predicate = try compiler.predicate(tree)
    self.text = text
    self.clock = clock
    remarks = (parser.remarks + compiler.remarks).sorted { $0.place < $1.place }
    references = compiler.references
    terms = SearchTerm.all(in: tree)
  }
}

extension SearchQuery {
  /// A search with words that may have been meant, where nothing was found; nil where none is
  /// near.
  ///
  /// - Parameter texts: Texts with words that exist, such as titles.
  public func suggestion(among texts: [String]) -> String? {
    var known: Set<String> = []
    for text in texts {
      for word in WordPattern(text).words { known.insert(String(decoding: word, as: UTF8.self)) }
    }
    let sorted = known.sorted()
    var changed: [String] = []
    var isChanged = false
    for term in terms where term.field == nil {
      let words = term.pattern.words.map { String(decoding: $0, as: UTF8.self) }.map { word in
        guard !known.contains(word), word.utf8.count > 2,
          let near = Suggestion.nearest(to: word, among: sorted)
        else { return word }
        isChanged = true
        return near
      }
      changed.append(words.count > 1 ? "\"\(words.joined(separator: " "))\"" : words.joined())
    }
    return isChanged ? changed.joined(separator: " ") : nil
  }
}

/// A note that a search names.
public struct SearchReference: Sendable, Hashable {
  /// What was typed.
  public var name: String
  /// Where, in bytes.
  public var place: Int
}

/// Words that a note must have, and where.
public struct SearchTerm: Sendable, Hashable {
  /// The words.
  public var pattern: WordPattern
  /// Only there; nil for all fields.
  public var field: SearchField?

  /// The terms of a search that are not negated, each once, in order.
  static func all(in tree: SearchTree) -> [SearchTerm] {
    var found: [SearchTerm] = []
    var pending = [tree]
    while let next = pending.popLast() {
      switch next {
      case .and(let parts), .or(let parts): pending += parts.reversed()
      case .words(let pattern): found.append(SearchTerm(pattern: pattern))
      case .field(let field, let values, _) where field == .title || field == .text:
        for value in values where value.relation == .fits {
          let pattern = WordPattern(value.text)
          if !pattern.words.isEmpty { found.append(SearchTerm(pattern: pattern, field: field)) }
        }
      default: break
      }
    }
    var seen: Set<SearchTerm> = []
    return found.filter { seen.insert($0).inserted }
  }
}
