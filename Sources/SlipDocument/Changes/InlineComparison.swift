/// Compares the content of two paragraphs by words, and equal words by their formatting.
enum InlineComparison {
  /// How the content changes; empty where it stays.
  static func edits(_ old: [Inline], _ new: [Inline]) -> [InlineEdit] {
    if old == new { return [] }
    let (a, b) = (InlineTokens.tokens(of: old), InlineTokens.tokens(of: new))
    var list = EditList<Inline, FormatChange>()
    var (i, j) = (0, 0)
    for run in runs(a, b) {
      list.delete(a[i..<run.old])
      list.insert(b[j..<run.new])
      add(a[run.old..<(run.old + run.count)], b[run.new..<(run.new + run.count)], to: &list)
      (i, j) = (run.old + run.count, run.new + run.count)
    }
    list.delete(a[i...])
    list.insert(b[j...])
    return list.finished()
  }

  /// The tokens that both have, without white space that would only cut a change into pieces.
  ///
  /// - Returns: Runs of tokens with equal content, whatever their formatting, ascending in both.
  static func runs(_ a: [Inline], _ b: [Inline]) -> [SequenceMatch.Run] {
    var interner = Interner()
    let match = SequenceMatch(
      a.map { interner.number(InlineTokens.key(of: $0)) },
      b.map { interner.number(InlineTokens.key(of: $0)) },
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
    _ old: ArraySlice<Inline>, _ new: ArraySlice<Inline>, to list: inout EditList<Inline, FormatChange>
  ) {
    var change = FormatChange(before: [], after: [])
    /// Adds the change of formatting so far, if there is one, and begins another.
    func end() {
      if !change.before.isEmpty { list.update(change) }
      change = FormatChange(before: [], after: [])
    }
    for (before, after) in zip(old, new) {
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
