internal import SlipBase
internal import SlipNotes

/// Turns a search into a predicate over notes.
struct SearchCompiler {
  /// The time and zone by which dates are read.
  let clock: QueryClock
  /// What is allowed but can find nothing, such as two statuses of one note.
  private(set) var remarks: [SearchRemark] = []
  /// The notes that the search names by title or UUID.
  private(set) var references: [SearchReference] = []
  /// Whether the search asks for what no index has.
  private(set) var needsBox = false
  /// The place of a saved search that was not put in, because the box isn't known.
  private(set) var openSavedSearch: Int?

  /// Creates a compiler.
  init(clock: QueryClock) { self.clock = clock }

  /// The predicate of a search.
  ///
  /// Recursion is over parentheses and NOTs, whose depth the parser limits.
  ///
  /// - Throws: `QueryError` in phase `check` for a value that a field doesn't take.
  mutating func predicate(_ tree: SearchTree) throws(QueryError) -> QueryPredicate {
    switch tree {
    case .and(let parts):
      if parts.isEmpty { return .constant(true) }
      remarkOnContradictions(parts)
      return .joined(and: try predicates(parts))
    case .or(let parts): return .joined(or: try predicates(parts))
    case .not(let inner): return .not(try predicate(inner))
    case .words(let pattern): return SearchCompiler.anywhere(pattern)
    case .symbols(let text):
      return SearchCompiler.anywhere(text)
    case .regex(let pattern):
      let whole = QueryExpression.Node.string("(?s).*(?:\(pattern)).*")
      return .joined(or: [.test("title", .matches, .c, whole), .test("text", .matches, .c, whole)])
    case .field(let field, let values, let place):
      var alternatives: [QueryPredicate] = []
      for value in values { alternatives.append(try predicate(field, value, place)) }
      return SearchCompiler.merged(alternatives)
    case .property(let name, let kinds, let values):
      var property = SearchProperties(name: name, kinds: kinds, clock: clock)
      var alternatives: [QueryPredicate] = []
      for value in values { alternatives.append(try property.predicate(value)) }
      if let remark = property.remark, !remarks.contains(where: { $0.message == remark.message }) {
        remarks.append(remark)
      }
      return SearchCompiler.merged(alternatives)
    case .predicate(let predicate): return predicate
    }
  }

  /// The predicates of several parts.
  private mutating func predicates(_ parts: [SearchTree]) throws(QueryError) -> [QueryPredicate] {
    var found: [QueryPredicate] = []
    for part in parts { found.append(try predicate(part)) }
    return found
  }

  /// Alternatives joined by OR. Equations of one key become one IN.
  private static func merged(_ alternatives: [QueryPredicate]) -> QueryPredicate {
    if alternatives.count == 1 { return alternatives[0] }
    let comparisons = alternatives.compactMap {
      if case .comparison(let comparison) = $0, comparison.comparator == .equal { comparison } else { nil }
    }
    if comparisons.count == alternatives.count,
      comparisons.allSatisfy({
        $0.left == comparisons[0].left && $0.quantifier == comparisons[0].quantifier
          && $0.options == comparisons[0].options && $0.right.node != .null
      })
    {
      let list = QueryExpression(.list(comparisons.map(\.right)))
      return .comparison(
        QueryComparison(comparisons[0].quantifier, comparisons[0].left, .in, comparisons[0].options, list))
    }
    return .joined(or: alternatives)
  }

  /// Words in any field of a note.
  static func anywhere(_ pattern: WordPattern) -> QueryPredicate {
    .joined(or: [
      .words("title", pattern), .words(in: "keywords", pattern), .words(in: "attachments", pattern),
      .words("text", pattern),
    ])
  }

  /// Text without words in any field of a note.
  ///
  /// A text of nothing but marks folds to no text, which would be everywhere; it is looked for as it is.
  private static func anywhere(_ signs: String) -> QueryPredicate {
    let options: QueryComparison.Options = TextForm.fold(signs, .cd).isEmpty ? .n : .cd
    return .joined(or: [
      .test("title", .contains, options, .string(signs)), .any("keywords.name", .contains, options, signs),
      .any("attachments.name", .contains, options, signs), .test("text", .contains, options, .string(signs)),
    ])
  }

  /// Remarks on fields side by side of which a note can have only one value.
  private mutating func remarkOnContradictions(_ parts: [SearchTree]) {
    var seen: Set<String>?
    for part in parts {
      guard case .field(.status, let values, let place) = part else { continue }
      let names = Set(values.map { $0.text.lowercased() })
      if let before = seen, before.isDisjoint(with: names) {
        remarks.append(
          SearchRemark(
            place: place, message: "a note has one status; for either of two write status:draft,review"))
        return
      }
      seen = names
    }
  }

  // MARK: Fields

  /// The predicate of one value of a field.
  private mutating func predicate(
    _ field: SearchField, _ value: SearchValue, _ place: Int
  ) throws(QueryError) -> QueryPredicate {
    try SearchCompiler.expectText(value, field.name)
    switch field {
    case .created, .modified: return try SearchDates(clock: clock).predicate(field.name, value)
    case .wordCount: return try number("wordCount", value, field)
    case .attachmentCount: return try number("attachments.@count", value, field)
    case .linkCount: return try number("links.@count", value, field)
    case .backlinkCount: return try number("backlinks.@count", value, field)
    case .keywordCount: return try number("keywords.@count", value, field)
    default: break
    }
    try SearchCompiler.expectNoOrder(value, field.name)
    let isExact = value.relation == .equals
    let text = value.joinedText
    let isNone = !value.isQuoted && text.lowercased() == "none"
    switch field {
    case .title, .text: return SearchCompiler.words(field.name, text, isExact: isExact)
    case .saved:
      openSavedSearch = openSavedSearch ?? value.place
      return .constant(false)
    case .folder: return folder(text, isExact: isExact, isNone: isNone)
    case .keyword: return isNone ? .test("keywords.@count", .equal, .none, .integer(0)) : keyword(text, value)
    case .status:
      let known = try choice(text, field, value.place)
      return .test("status", .equal, .none, .string(known))
    case .isProperty:
      let name = try choice(text, field, value.place)
      // It depends on all notes whether a link is dead.
      needsBox = needsBox || name == "broken"
      return SearchCompiler.property(name)
    case .hasPart: return SearchCompiler.part(try choice(text, field, value.place))
    case .task: return SearchCompiler.tasks(try choice(text, field, value.place))
    case .linksTo: return note("links", text, value.place)
    case .linkedFrom: return note("backlinks", text, value.place)
    case .file:
      if isExact { return .any("attachments.name", .equal, .cd, text) }
      let isPattern = !value.isQuoted && (text.contains("*") || text.contains("?"))
      return .any("attachments.name", isPattern ? .like : .contains, .cd, text)
    case .type: return .any("attachments.mediaType", text.contains("*") ? .like : .equal, .c, text)
    default: return try uuid(text, value.place)
    }
  }

  /// Refuses a value that is missing.
  ///
  /// - Throws: `QueryError` in phase `check`.
  static func expectText(_ value: SearchValue, _ name: String) throws(QueryError) {
    if !value.text.isEmpty || value.relation == .range && !value.upper.isEmpty || value.isQuoted { return }
    throw QueryError(
      .check, at: value.place, "\(name): needs a value", hint: "the value directly follows the colon")
  }

  /// Refuses `<` and the like before a value.
  ///
  /// - Throws: `QueryError` in phase `check`.
  static func expectNoOrder(_ value: SearchValue, _ name: String) throws(QueryError) {
    if [.fits, .equals, .range].contains(value.relation) { return }
    throw QueryError(.check, at: value.place, "\(name): takes no <, >, <= and >=")
  }

  /// Words of the text that a key has, or the whole of it.
  static func words(_ key: String, _ text: String, isExact: Bool) -> QueryPredicate {
    let pattern = WordPattern(text)
    if isExact { return .test(key, .equal, .cd, .string(text)) }
    if pattern.words.isEmpty { return .test(key, .contains, .cd, .string(text)) }
    return .words(key, pattern)
  }

  /// A folder and, unless only itself is meant, those below it.
  private func folder(_ text: String, isExact: Bool, isNone: Bool) -> QueryPredicate {
    if isNone { return .test("folder", .equal, .none, .null) }
    return .inFolder(text, andBelow: !isExact)
  }

  /// A keyword by its name, or with a slash by its path, and those below it; or by the beginning of either.
  /// With `:=` it is that keyword alone.
  private func keyword(_ text: String, _ value: SearchValue) -> QueryPredicate {
    let isPath = text.contains("/")
    let key = isPath ? "keywords.path" : "keywords.name"
    if text.hasSuffix("*"), text.utf8.count > 1, value.relation != .equals {
      return .any(key, .beginsWith, .cd, String(text.dropLast()))
    }
    let itself = QueryPredicate.any(key, .equal, .cd, text)
    if value.relation == .equals { return itself }
    let below = QueryPredicate.any("keywords.path", .beginsWith, .cd, text + "/")
    return .joined(
      or: isPath ? [itself, below] : [itself, below, .any("keywords.path", .contains, .cd, "/\(text)/")])
  }

  /// Notes by title or the beginning of a UUID, over a to-many of notes.
  private mutating func note(_ key: String, _ name: String, _ place: Int) -> QueryPredicate {
    references.append(SearchReference(name: name, place: place))
    let title = QueryPredicate.any("\(key).foldedTitle", .equal, .none, TextForm.fold(name, .cd))
    guard SearchCompiler.isBeginningOfUUID(name) else { return title }
    return .joined(or: [title, .any("\(key).uuid", .beginsWith, .none, name.lowercased())])
  }

  /// The fewest digits that count as the beginning of a UUID.
  private static let shortestBeginning = 4

  /// Whether a text may be the beginning of a UUID: at least four hexadecimal digits.
  static func isBeginningOfUUID(_ text: String) -> Bool {
    let digits = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return digits.count >= shortestBeginning
      && digits.allSatisfy { $0.isASCIIHexDigit }
  }

  /// The beginning of the UUID.
  private func uuid(_ text: String, _ place: Int) throws(QueryError) -> QueryPredicate {
    let isDigits = text.utf8.allSatisfy {
      $0.isASCIIHexDigit || $0 == UInt8(ascii: "-")
    }
    guard isDigits else { throw QueryError(.check, at: place, "uuid: takes hexadecimal digits") }
    return .test("uuid", .beginsWith, .none, .string(text.lowercased()))
  }

  /// A value of a closed set.
  private func choice(_ text: String, _ field: SearchField, _ place: Int) throws(QueryError) -> String {
    let known = field.row.values
    if let found = known.first(where: { $0 == text.lowercased() }) { return found }
    throw QueryError(
      .check, at: place, "\(field.name): is one of \(known.joined(separator: ", "))",
      hint: Suggestion.nearest(to: text, among: known).map { "did you mean '\($0)'?" })
  }

  /// What `is:` means.
  private static func property(_ name: String) -> QueryPredicate {
    switch name {
    case "favorite": .test("favorite", .equal, .none, .bool(true))
    case "conflict": .test("conflict", .equal, .none, .bool(true))
    case "broken": .test("brokenLinks", .greater, .none, .integer(0))
    case "orphan": .test("backlinks.@count", .equal, .none, .integer(0))
    case "dead-end": .test("links.@count", .equal, .none, .integer(0))
    case "untitled":
      .joined(or: [
        .test("title", .equal, .none, .string("")), .test("title", .equal, .cd, .string("untitled")),
      ])
    case "empty": .test("wordCount", .equal, .none, .integer(0))
    case "task": tasks("any")
    default: .test("status", .equal, .none, .string(name))
    }
  }

  /// What `task:` means.
  private static func tasks(_ state: String) -> QueryPredicate {
    let keys = state == "any" ? ["openTasks", "doneTasks"] : ["\(state)Tasks"]
    let parts = keys.map { QueryPredicate.test($0, .greater, .none, .integer(0)) }
    return parts.count == 1 ? parts[0] : .joined(or: parts)
  }

  /// What `has:` means.
  private static func part(_ name: String) -> QueryPredicate {
    switch name {
    case "image": .any("attachments.mediaType", .beginsWith, .none, "image/")
    case "pdf": .any("attachments.mediaType", .equal, .none, "application/pdf")
    case "folder": .test("folder", .notEqual, .none, .null)
    case "date": .test("created", .notEqual, .none, .null)
    case "task": tasks("any")
    default: .test("\(name)s.@count", .greater, .none, .integer(0))
    }
  }

  /// A count and a number, or two for a range.
  private func number(
    _ key: String, _ value: SearchValue, _ field: SearchField
  ) throws(QueryError) -> QueryPredicate {
    let message = "\(field.name): takes a number, such as 5, >5 or 5..10"
    return try SearchCompiler.number(key, value, message) { text in
      Int64(text).flatMap { $0 >= 0 ? .integer($0) : nil }
    }
  }

  /// A key of numbers and a number, or two for a range.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: What was typed.
  ///   - message: What to say of a value that is no number.
  ///   - read: Gives the number of a text, nil for other text.
  /// - Throws: `QueryError` in phase `check` for what is no number.
  static func number(
    _ key: String, _ value: SearchValue, _ message: String, _ read: (String) -> QueryExpression.Node?
  ) throws(QueryError) -> QueryPredicate {
    /// The number that a text is; nil for an empty one. Throws for what is no number.
    func number(_ text: String) throws(QueryError) -> QueryExpression.Node? {
      if text.isEmpty { return nil }
      guard let number = read(text) else { throw QueryError(.check, at: value.place, message) }
      return number
    }
    let first = try number(value.text)
    if value.relation == .range {
      let bounds: [QueryPredicate] = [
        first.map { .test(key, .greaterOrEqual, .none, $0) },
        try number(value.upper).map { .test(key, .lessOrEqual, .none, $0) },
      ].compactMap { $0 }
      return bounds.count == 1 ? bounds[0] : .joined(and: bounds)
    }
    guard let first else { throw QueryError(.check, at: value.place, message) }
    return .test(key, value.relation.comparator, .none, first)
  }
}

extension SearchValue.Relation {
  /// The operator of a predicate.
  var comparator: QueryComparison.Operator {
    switch self {
    case .fits, .equals, .range: .equal
    case .atLeast: .greaterOrEqual
    case .atMost: .lessOrEqual
    case .above: .greater
    case .below: .less
    }
  }
}
