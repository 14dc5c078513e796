/// Compares the content of two paragraphs by words, and equal words by their formatting.
enum InlineComparison {
  /// How the content changes; empty where it stays.
  static func edits(_ old: [Inline], _ new: [Inline]) -> [InlineEdit] {
    if old == new { return [] }
    let (a, b) = (InlineTokens.tokens(of: old), InlineTokens.tokens(of: new))
    var list = EditList<Inline, FormatChange>()
    for step in steps(a, b) {
      list.delete(a[step.old])
      list.insert(b[step.new])
      add(step.pairs.map { (a[$0.old], b[$0.new]) }, to: &list)
    }
    return list.finished()
  }

  /// What differs and what both have, one after the other.
  ///
  /// - Parameter key: A text that is the same for tokens which count as equal.
  static func steps(
    _ a: [Inline], _ b: [Inline], by key: (Inline) -> String = InlineTokens.key
  ) -> [SequenceMatch.Step] {
    SequenceMatch.steps(runs(a, b, key), old: a.count, new: b.count)
  }

  /// The tokens that both have, without white space that would only cut a change into pieces.
  ///
  /// - Returns: Runs of tokens with equal content, whatever their formatting, ascending in both.
  private static func runs(
    _ a: [Inline], _ b: [Inline], _ key: (Inline) -> String
  ) -> [SequenceMatch.Run] {
    var interner = Interner()
    let match = SequenceMatch(
      a.map { interner.number(key($0)) },
      b.map { interner.number(key($0)) },
      strategy: .shortest)
    var runs: [SequenceMatch.Run] = []
    for (index, run) in match.runs.enumerated() {
      let before = runs.last.map { ($0.old + $0.count, $0.new + $0.count) } ?? (0, 0)
      let after =
        index + 1 < match.runs.count
        ? (match.runs[index + 1].old, match.runs[index + 1].new) : (a.count, b.count)
      let isWithin =
        (run.old > before.0 && run.new > before.1)
        && (after.0 > run.old + run.count && after.1 > run.new + run.count)
      if isWithin, a[run.old..<(run.old + run.count)].allSatisfy(InlineTokens.isBlank) { continue }
      runs.append(run)
    }
    return runs
  }

  /// Adds tokens of equal content: those of equal formatting stay, others change.
  private static func add(
    _ tokens: [(Inline, Inline)], to list: inout EditList<Inline, FormatChange>
  ) {
    var change = FormatChange(before: [], after: [])
    /// Adds the change of formatting so far, if there is one, and begins another.
    func end() {
      if !change.before.isEmpty { list.update(change) }
      change = FormatChange(before: [], after: [])
    }
    for (before, after) in tokens {
      if before == after {
        end()
        list.keep(1)
      } else {
        change.before.append(before)
        change.after.append(after)
      }
    }
    end()
  }
}
