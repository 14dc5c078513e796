public import SlipNotes

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
  public let predicate: QueryPredicate
  /// What was taken as text, although it looks like something else.
  public let remarks: [SearchRemark]
  /// Notes that the search names, by title or the beginning of a UUID. Where there is none, the
  /// search can't be answered.
  public let references: [SearchReference]
  /// The words and phrases that must be found, in order: what ranks the notes and is marked in
  /// snippets.
  public let terms: [SearchTerm]
  /// Which tasks the search asks for, by whether they are done; empty where it asks for none.
  public let taskStates: Set<Bool>
  /// The time and zone of the search.
  public let clock: QueryClock

  /// Whether the search means something else once the box is known: it has a saved search, or a word before a
  /// colon that may be a property; or it asks for what no index has, as `is:broken` does.
  public let needsBox: Bool
  /// The place of a saved search that was not put in, because the box isn't known. It finds nothing.
  public let openSavedSearch: Int?
  /// Where words stand in the text that are looked for anywhere, in bytes.
  let freeWords: [Range<Int>]

  /// Parses a search.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - clock: The time and zone of dates.
  ///   - names: What the search may name of the box that is searched; nil where that isn't known yet.
  /// - Throws: `QueryError` in phase `check` for a value that a field doesn't take.
  public init(_ text: String, clock: QueryClock, names: SearchNames? = nil) throws(QueryError) {
    var parser = SearchParser(text, names)
    var tree = try parser.parsed()
    if let names {
      var saved = SavedSearches(names: names, clock: clock)
      tree = try saved.inserted(in: tree)
    }
    var compiler = SearchCompiler(clock: clock)
    predicate = try compiler.predicate(tree)
    self.tree = tree
    openSavedSearch = compiler.openSavedSearch
    needsBox = openSavedSearch != nil || parser.mayNameProperty || compiler.needsBox
    freeWords = parser.freeWords
    self.text = text
    self.clock = clock
    remarks = (parser.remarks + compiler.remarks).sorted { $0.place < $1.place }
    references = compiler.references
    terms = SearchTerm.all(in: tree)
    taskStates = SearchTerm.taskStates(in: tree)
  }
}

extension SearchQuery {
  /// What the search means in a box: with its saved searches, and properties as fields.
  ///
  /// - Throws: `QueryError` in phase `check` for a saved search that isn't there or can't be used, and for a value
  ///   that a property doesn't take.
  public func meaning(in box: SlipBox) throws(QueryError) -> SearchQuery {
    needsBox ? try SearchQuery(text, clock: clock, names: SearchNames(box)) : self
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

  /// Which tasks a search asks for that is not negated.
  static func taskStates(in tree: SearchTree) -> Set<Bool> {
    var found: Set<Bool> = []
    var pending = [tree]
    while let next = pending.popLast() {
      switch next {
      case .and(let parts), .or(let parts): pending += parts
      case .field(.task, let values, _):
        for value in values {
          switch value.joinedText.lowercased() {
          case "open": found.insert(false)
          case "done": found.insert(true)
          default: found = [false, true]
          }
        }
      case .field(let field, let values, _) where field == .isProperty || field == .hasPart:
        if values.contains(where: { $0.joinedText.lowercased() == "task" }) { found = [false, true] }
      default: break
      }
    }
    return found
  }
}
