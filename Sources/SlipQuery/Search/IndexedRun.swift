package import SlipBase

extension SearchRun {
  /// Notes that were found with an index.
  package struct Found {
    /// How many there are.
    package var count = 0
    /// The best of them, best first.
    package var hits: [SearchHit] = []
  }

  /// Finds the same notes as `hits(in:texts:where:)`, from an index.
  ///
  /// Words are decided by the index, all else by the evaluator, for the notes that are left.
  ///
  /// - Parameters:
  ///   - index: The notes.
  ///   - scope: The notes that may be found; nil for all.
  ///   - limit: How many hits are wanted at most.
  /// - Throws: `QueryError` in phase `evaluation`.
  package func found(
    in index: some SearchIndex, scope: SlotSet?, limit: Int
  ) throws(QueryError) -> Found {
    var state = IndexedState(capacity: index.capacity, patterns: patterns.count)
    var candidates = try QueryError.evaluating { () throws(SlipError) in try index.live() }
    if let scope { candidates.formIntersection(scope) }
    for pattern in patterns.indices { try state.load(pattern, patterns[pattern], index) }
    let matching = try matching(root, candidates, &state, index)
    var found = Found(count: matching.count)
    guard limit > 0, found.count > 0 else { return found }
    index.expect(found.count)
    found.hits = try ranked(matching, &state, index, limit)
    return found
  }

  /// The candidates for which a part of the search holds.
  ///
  /// - Parameters:
  ///   - node: The part.
  ///   - candidates: The notes that are asked about; the result is a subset of them.
  ///   - state: Where the patterns occur.
  ///   - index: The notes.
  /// - Throws: `QueryError` in phase `evaluation`.
  private func matching(
    _ node: Node, _ candidates: SlotSet, _ state: inout IndexedState, _ index: some SearchIndex
  ) throws(QueryError) -> SlotSet {
    switch node {
    case .and(let parts):
      var left = candidates
      // Words first: they cost nothing any more.
      for part in parts.filter(\.isCheap) + parts.filter({ !$0.isCheap }) where !left.isEmpty {
        left = try matching(part, left, &state, index)
      }
      return left
    case .or(let parts):
      var (found, open) = (SlotSet(capacity: index.capacity), candidates)
      for part in parts where !open.isEmpty {
        let some = try matching(part, open, &state, index)
        found.formUnion(some)
        open.subtract(some)
      }
      return found
    case .not(let inner):
      var left = candidates
      left.subtract(try matching(inner, candidates, &state, index))
      return left
    case .words(let pattern, let wanted):
      var left = candidates
      left.formIntersection(state.slots(pattern, wanted))
      return left
    case .condition(let condition): return try deciding(condition, candidates, index)
    }
  }

  /// The candidates for which a condition holds, as the evaluator decides.
  ///
  /// What the index knows narrows the candidates before the evaluator looks at each of them.
  ///
  /// - Throws: `QueryError` in phase `evaluation`.
  private func deciding(
    _ condition: Condition, _ candidates: SlotSet, _ index: some SearchIndex
  ) throws(QueryError) -> SlotSet {
    var candidates = candidates
    if let known = IndexCondition(implied: condition) {
      let some = try QueryError.evaluating { () throws(SlipError) in try index.candidates(known) }
      if let some { candidates.formIntersection(some) }
    }
    let evaluator = Evaluator(slots: slots, clock: search.clock)
    var found = SlotSet(capacity: index.capacity)
    index.expect(candidates.count)
    for slot in candidates.slots {
      evaluator.root = .object(index.object(slot))
      if try evaluator.holds(condition) { found.insert(slot) }
    }
    return found
  }

  // MARK: Ranking

  /// The best of the matching notes, with scores.
  ///
  /// - Returns: At most `limit` hits, best first.
  /// - Throws: `QueryError` in phase `evaluation` where a title can't be read.
  private func ranked(
    _ matching: SlotSet, _ state: inout IndexedState, _ index: some SearchIndex, _ limit: Int
  ) throws(QueryError) -> [SearchHit] {
    let size = index.size
    let terms = search.terms.count
    // By note, and for each by term.
    var frequencies = Array(repeating: 0.0, count: index.capacity * terms)
    var totals = SearchRanking.Totals(notes: size.notes, words: size.words, matches: [])
    for (place, term) in search.terms.enumerated() {
      let pattern = patterns.firstIndex(of: term.pattern) ?? 0
      totals.matches.append(
        state.forEachFrequency(pattern, term.field) { slot, sum in frequencies[slot * terms + place] = sum })
    }
    let titleWords = search.titleWords
    let titles = titleWords.words.isEmpty ? nil : state.titles(search, patterns)
    let isOnePattern = search.terms.count { $0.field != .text && !$0.pattern.words.isEmpty } == 1
    let scorer = SearchRanking.Scorer(totals)
    var best = BestHits(limit: limit)
    for slot in matching.slots {
      let length = index.length(slot)
      let score = scorer.score(length: length) { frequencies[slot * terms + $0] }
      var titleRank = 0
      if let titles, titles.contains(slot) {
        if isOnePattern, let length = index.titleLength(slot), length > titleWords.words.count {
          // It begins with the pattern and goes on.
          titleRank = 1
        } else {
          let title = try QueryError.evaluating { () throws(SlipError) in try index.title(slot) }
          titleRank = SearchRanking.titleRank(title, titleWords)
        }
      }
      guard best.mayTake(titleRank: titleRank, score: score) else { continue }
      var hit = SearchHit(
        note: index.id(slot), frequencies: Array(frequencies[slot * terms..<(slot + 1) * terms]),
        length: length)
      let facts = index.facts(slot)
      (hit.isArchived, hit.modified) = (facts.isArchived && !search.terms.isEmpty, facts.modified)
      (hit.score, hit.titleRank) = (score, titleRank)
      best.add(hit)
    }
    return best.sorted
  }
}

/// What an index says about the patterns of a search.
struct IndexedState {
  /// One pattern.
  private struct Column {
    /// The notes that have it in title, keywords, names of attachments, text.
    var fields: [SlotSet]
    /// In any of them.
    var any: SlotSet
    /// The notes whose title begins with it.
    var titles: SlotSet
    /// How often, by note: pairs in ascending order.
    var counts: [(slot: Int32, counts: WordCounts)] = []
  }

  /// The number of slots.
  private let capacity: Int
  /// What is known of each pattern, once it was read.
  private var columns: [Column?]

  /// Begins without knowing anything.
  init(capacity: Int, patterns: Int) {
    self.capacity = capacity
    columns = Array(repeating: nil, count: patterns)
  }

  /// Reads a pattern's occurrences.
  ///
  /// - Parameters:
  ///   - number: The place of the pattern among those of the search.
  ///   - pattern: The pattern.
  ///   - index: The notes.
  /// - Throws: `QueryError` in phase `evaluation` where the index can't be read.
  mutating func load(_ number: Int, _ pattern: WordPattern, _ index: some SearchIndex) throws(QueryError) {
    let empty = SlotSet(capacity: capacity)
    var column = Column(fields: Array(repeating: empty, count: 4), any: empty, titles: empty)
    column.counts.reserveCapacity(capacity)
    do throws(SlipError) {
      try index.occurrences(of: pattern) { slot, counts in
        column.any.insert(slot)
        if counts.title > 0 { column.fields[0].insert(slot) }
        if counts.keywords > 0 { column.fields[1].insert(slot) }
        if counts.attachments > 0 { column.fields[2].insert(slot) }
        if counts.text > 0 { column.fields[3].insert(slot) }
        if counts.beginsTitle { column.titles.insert(slot) }
        column.counts.append((Int32(slot), counts))
      }
    } catch {
      throw QueryError(caused: error)
    }
    columns[number] = column
  }

  /// The notes that have a pattern in a field, or anywhere.
  ///
  /// - Parameters:
  ///   - pattern: Its number. One that was not loaded is in no note.
  ///   - field: Title or text; any other field, or nil, means anywhere.
  func slots(_ pattern: Int, _ field: SearchField?) -> SlotSet {
    guard let column = columns[pattern] else { return SlotSet(capacity: capacity) }
    switch field {
    case .title: return column.fields[0]
    case .text: return column.fields[3]
    default: return column.any
    }
  }

  /// Calls `body` with how often a term occurs in each note that has its words, weighted by field.
  ///
  /// - Returns: The number of notes in which it occurs.
  func forEachFrequency(_ pattern: Int, _ field: SearchField?, _ body: (Int, Double) -> Void) -> Int {
    guard let column = columns[pattern] else { return 0 }
    var notes = 0
    for (slot, counts) in column.counts {
      var sum = 0.0
      if field != .text { sum += SearchRanking.Field.title.weight * Double(counts.title) }
      if field == nil {
        sum += SearchRanking.Field.keywords.weight * Double(counts.keywords)
        sum += SearchRanking.Field.attachments.weight * Double(counts.attachments)
      }
      if field != .title { sum += SearchRanking.Field.text.weight * Double(counts.text) }
      body(Int(slot), sum)
      if sum > 0 { notes += 1 }
    }
    return notes
  }

  /// The notes whose titles may begin with the searched words: they begin with the first one, and have the others.
  func titles(_ search: SearchQuery, _ patterns: [WordPattern]) -> SlotSet {
    var found: SlotSet?
    for term in search.terms where term.field != .text && !term.pattern.words.isEmpty {
      guard let number = patterns.firstIndex(of: term.pattern), let column = columns[number] else {
        return SlotSet(capacity: capacity)
      }
      if found == nil { found = column.titles } else { found?.formIntersection(column.fields[0]) }
    }
    return found ?? SlotSet(capacity: capacity)
  }
}

/// The best of many hits, in bounded memory.
struct BestHits {
  /// How many hits are kept.
  private let limit: Int
  /// Hits that may be among the best.
  private var hits: [SearchHit] = []
  /// The worst hit that is sure to be kept; nil while any is taken.
  private var bar: SearchHit?

  /// Creates an empty list.
  init(limit: Int) { self.limit = limit }

  /// Whether a hit that is known so far may be among the best.
  func mayTake(titleRank: Int, score: Double) -> Bool {
    guard let bar else { return true }
    return titleRank != bar.titleRank ? titleRank > bar.titleRank : score >= bar.score
  }

  /// Adds a hit, unless so many are better.
  mutating func add(_ hit: SearchHit) {
    if let bar, !SearchRanking.isBetter(hit, bar) { return }
    hits.append(hit)
    guard limit < Int.max / 4, hits.count >= limit * 2 + 64 else { return }
    hits = sorted
    bar = hits.last
  }

  /// The best, best first.
  var sorted: [SearchHit] { Array(hits.sorted(by: SearchRanking.isBetter).prefix(limit)) }
}

extension PreparedQuery {
  /// The notes for which the predicate may hold; nil where the index can't tell.
  ///
  /// - Throws: `QueryError` in phase `evaluation` where the index can't be read.
  package func candidates(in index: some SearchIndex) throws(QueryError) -> SlotSet? {
    guard request.entity == .note, let known = IndexCondition(implied: condition) else { return nil }
    return try QueryError.evaluating { () throws(SlipError) in try index.candidates(known) }
  }
}

extension QueryError {
  /// The error of a note or index that can't be read.
  package init(caused cause: SlipError) {
    self.init(.evaluation, at: 0, cause.message)
    self.cause = cause
  }

  /// Runs `body`, and takes its error as one of the evaluation.
  package static func evaluating<R>(_ body: () throws(SlipError) -> R) throws(QueryError) -> R {
    do throws(SlipError) { return try body() } catch { throw QueryError(caused: error) }
  }
}
