import SlipBase
public import SlipNotes

/// Runs a search over a slip-box in memory: each note's words are counted once, for the decision
/// and for the ranking.
public struct SearchRun: Sendable {
  /// A part of the search that is decided for one note.
  indirect enum Node: Sendable {
    case and([Node])
    case or([Node])
    case not(Node)
    /// Words that were counted: the number of the pattern, and the field, if only one counts.
    case words(Int, SearchField?)
    /// All else, decided by the evaluator.
    case condition(Condition)

    /// Whether no note has to be looked at.
    var isCheap: Bool {
      switch self {
      case .words: true
      case .condition: false
      case .not(let inner): inner.isCheap
      case .and(let parts), .or(let parts): parts.allSatisfy(\.isCheap)
      }
    }
  }

  /// The search.
  let search: SearchQuery
  private(set) var root = Node.and([])
  /// What is counted: the terms first.
  private(set) var patterns: [WordPattern] = []
  private(set) var slots = 0

  /// Prepares a search.
  ///
  /// - Throws: `QueryError` in phase `check`.
  public init(_ search: SearchQuery) throws(QueryError) {
    self.search = search
    for term in search.terms { _ = number(of: term.pattern) }
    var checker = Checker(.note, [:], search.clock)
    root = try node(search.tree, &checker)
    slots = checker.slots
  }

  /// The number under which a pattern is counted.
  private mutating func number(of pattern: WordPattern) -> Int {
    if let index = patterns.firstIndex(of: pattern) { return index }
    patterns.append(pattern)
    return patterns.count - 1
  }

  /// Turns a part of the search into what is decided for each note.
  private mutating func node(_ tree: SearchTree, _ checker: inout Checker) throws(QueryError) -> Node {
    switch tree {
    case .and(let parts): return .and(try nodes(parts, &checker))
    case .or(let parts): return .or(try nodes(parts, &checker))
    case .not(let inner): return .not(try node(inner, &checker))
    case .words(let pattern): return .words(number(of: pattern), nil)
    case .field(let field, let values, _) where field == .title || field == .text:
      let found = values.map { WordPattern($0.text) }
      if values.allSatisfy({ $0.relation == .fits }), found.allSatisfy({ !$0.words.isEmpty }) {
        return .or(found.map { .words(number(of: $0), field) })
      }
    default: break
    }
    var compiler = SearchCompiler(clock: search.clock)
    return .condition(try checker.condition(try compiler.predicate(tree)))
  }

  /// Turns several parts.
  private mutating func nodes(_ parts: [SearchTree], _ checker: inout Checker) throws(QueryError) -> [Node] {
    var found: [Node] = []
    for part in parts { found.append(try node(part, &checker)) }
    return found
  }

  // MARK: Running

  /// Finds the notes for which the search holds, best first. Several threads look at the notes.
  ///
  /// - Parameters:
  ///   - box: The notes.
  ///   - texts: Where their texts come from. Each is read once.
  ///   - isInScope: Whether a note may be found. All notes count for the ranking.
  /// - Throws: `QueryError` in phase `evaluation` when a limit is reached or a text can't be read.
  public func hits(
    in box: SlipBox, texts: some NoteTextProvider,
    where isInScope: @Sendable (Note) -> Bool = { _ in true }
  ) throws(QueryError) -> [SearchHit] {
    let view = BoxView(box, texts: texts)
    let notes = Array(box.notes)
    let parts = withoutActuallyEscaping(isInScope) { isInScope in
      Parallel.map(count: (notes.count + SearchRun.batch - 1) / SearchRun.batch) { number in
        let batch = notes[number * SearchRun.batch..<min(notes.count, (number + 1) * SearchRun.batch)]
        return Result { () throws(QueryError) in try part(batch, of: box, view, texts, isInScope) }
      }
    }
    var whole = Part(terms: search.terms.count)
    for part in parts { whole.add(try part.get()) }
    return SearchRanking.ranked(whole.hits, whole.totals)
  }

  /// How many notes a thread takes at a time.
  private static let batch = 512

  /// What was found among some of the notes.
  private struct Part: Sendable {
    /// The notes for which the search holds.
    var hits: [SearchHit] = []
    /// About all notes of the part.
    var totals: SearchRanking.Totals

    /// A part of no notes.
    init(terms: Int) {
      totals = SearchRanking.Totals(notes: 0, words: 0, matches: Array(repeating: 0, count: terms))
    }

    /// Adds a part that comes after this one.
    mutating func add(_ part: Part) {
      hits += part.hits
      totals.notes += part.totals.notes
      totals.words += part.totals.words
      for (term, matches) in part.totals.matches.enumerated() { totals.matches[term] += matches }
    }
  }

  /// Looks at some of the notes.
  private func part(
    _ notes: ArraySlice<Note>, of box: SlipBox, _ view: BoxView, _ texts: some NoteTextProvider,
    _ isInScope: (Note) -> Bool
  ) throws(QueryError) -> Part {
    let counter = WordCounter(patterns)
    let evaluator = Evaluator(slots: slots, clock: search.clock)
    let titleWords = search.titleWords
    var found = Part(terms: search.terms.count)
    for note in notes {
      let counts = patterns.isEmpty ? FieldCounts() : try self.counts(of: note, box, texts, counter)
      let frequencies = frequencies(counts)
      found.totals.notes += 1
      found.totals.words += counts.length
      for (term, frequency) in frequencies.enumerated() where frequency > 0 {
        found.totals.matches[term] += 1
      }
      guard isInScope(note), let object = view.note(note.id) else { continue }
      evaluator.root = .object(object)
      guard try holds(root, counts, evaluator) else { continue }
      var hit = SearchHit(note: note.id, frequencies: frequencies, length: counts.length)
      hit.titleRank = SearchRanking.titleRank(note.title, titleWords)
      hit.isArchived = note.status == .archived && !search.terms.isEmpty
      hit.modified = note.modified
      found.hits.append(hit)
    }
    return found
  }

  /// How often each pattern occurs in each field of a note.
  struct FieldCounts {
    /// By field, then by pattern.
    var fields: [[Int]] = []
    /// The number of words in all fields.
    var length = 0
  }

  /// Counts the patterns in all fields of a note.
  private func counts(
    of note: Note, _ box: SlipBox, _ texts: some NoteTextProvider, _ counter: WordCounter
  ) throws(QueryError) -> FieldCounts {
    var counts = FieldCounts()
    /// Adds the counts of several texts, of which none goes on in the next one.
    func add(_ texts: [String]) {
      var sums = Array(repeating: 0, count: patterns.count)
      for text in texts {
        counter.count(text)
        for (index, count) in counter.counts.enumerated() { sums[index] += count }
        counts.length += counter.length
      }
      counts.fields.append(sums)
    }
    add([note.title])
    add(note.keywords.compactMap { box.keyword($0)?.name })
    add(note.attachments.map(\.name))
    do throws(SlipError) {
      try texts.withText(of: note) { counter.count($0) }
    } catch {
      var failure = QueryError(.evaluation, at: 0, error.message)
      failure.cause = error
      throw failure
    }
    counts.fields.append(counter.counts)
    counts.length += counter.length
    return counts
  }

  /// How often each term occurs, weighted by field.
  private func frequencies(_ counts: FieldCounts) -> [Double] {
    search.terms.map { term in
      guard let index = patterns.firstIndex(of: term.pattern), !counts.fields.isEmpty else { return 0 }
      var sum = 0.0
      for field in SearchRanking.Field.allCases where SearchRun.isCounted(field, term.field) {
        sum += field.weight * Double(counts.fields[field.rawValue][index])
      }
      return sum
    }
  }

  /// Whether a field counts for a term.
  private static func isCounted(_ field: SearchRanking.Field, _ wanted: SearchField?) -> Bool {
    switch wanted {
    case .title: field == .title
    case .text: field == .text
    default: true
    }
  }

  /// Whether a part of the search holds for a note.
  private func holds(
    _ node: Node, _ counts: FieldCounts, _ evaluator: Evaluator
  ) throws(QueryError) -> Bool {
    switch node {
    case .and(let parts):
      for part in parts where try !holds(part, counts, evaluator) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part, counts, evaluator) { return true }
      return false
    case .not(let inner): return try !holds(inner, counts, evaluator)
    case .words(let index, let wanted):
      return SearchRanking.Field.allCases.contains {
        SearchRun.isCounted($0, wanted) && counts.fields[$0.rawValue][index] > 0
      }
    case .condition(let condition): return try evaluator.holds(condition)
    }
  }
}
