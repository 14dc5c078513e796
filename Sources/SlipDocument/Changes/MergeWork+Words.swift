/// Words that came on one side at a place of the base.
private struct Arrival {
  /// The words.
  var words: [Inline]
  /// The conflict that they belong to, as an index; nil where nobody else changed the place.
  var conflict: Int?
  /// Whether they stand for words before the place.
  var isBehind: Bool
}

extension MergeWork {
  /// Merges the content of paragraphs word by word.
  ///
  /// Words that are tracked changes already take part as what they are: an insertion is no word of the base, a deletion is one.
  /// So where a side has open changes of words that the other side changed as well, all versions stay as changes of the base.
  mutating func inlines(_ base: [Inline], _ a: [Inline], _ b: [Inline]) -> [Inline] {
    /// Whether inlines refer to a note whose text this side changed.
    func notes(_ side: Int, _ inlines: [Inline]) -> Bool {
      changesNotes(of: [.paragraph(Paragraph(inlines: inlines))], side)
    }
    if a == b || b == base && !notes(1, b) { return a }
    if a == base && !notes(0, a) { return b }
    let old = InlineTokens.tokens(of: base)
    let sides = [a, b].map { inlines in
      let new = InlineTokens.tokens(of: inlines)
      return MergeSide(old.count, new, WordAlignment.pairs(old, new)).leftmost()
    }
    let open = WordChange.openChanges(in: old)
    let changes = sides.map { WordChange.all(of: $0, old, open) }
    var conflicts: [WordConflict] = []
    // What both did alike is there once: what the first side did stands for both.
    var repeated: Set<Int> = []
    for meeting in WordConflict.all(changes, old, isLenient: isLenient) {
      if MergeWork.words(sides[0], meeting) == MergeWork.words(sides[1], meeting) {
        repeated.formUnion(meeting.changes[1])
      } else {
        conflicts.append(meeting)
      }
    }
    for conflict in conflicts { report(conflict, old, sides) }
    return InlineTokens.joined(merged(old, sides, changes, conflicts, without: repeated))
  }

  /// The words of a side at a place, from the first gap to the last.
  private static func words(_ side: MergeSide<Inline>, _ conflict: WordConflict) -> [Inline] {
    var words: [Inline] = []
    for gap in conflict.range.lowerBound...conflict.range.upperBound {
      words += side.inserted[gap]
      if gap < conflict.range.upperBound, let kept = side.kept[gap] { words.append(kept) }
    }
    return words
  }

  /// Reports what both sides changed.
  private mutating func report(
    _ conflict: WordConflict, _ base: [Inline], _ sides: [MergeSide<Inline>]
  ) {
    let new = sides.map { side in
      (conflict.range.lowerBound...conflict.range.upperBound).flatMap { side.inserted[$0] }
    }
    let isDeletion = new.contains(where: \.isEmpty)
    conflicts.append(
      .init(
        kind: isDeletion ? .deletion : .text,
        text: (isDeletion ? new[0] + new[1] : new[0]).map(\.runText).joined()))
  }

  /// The merged words.
  ///
  /// - Parameter repeated: The changes of the second side that the first one made, too.
  private mutating func merged(
    _ base: [Inline], _ sides: [MergeSide<Inline>], _ changes: [[WordChange]], _ conflicts: [WordConflict],
    without repeated: Set<Int>
  ) -> [Inline] {
    let arrivals = [0, 1].map {
      MergeWork.arrivals(sides[$0], changes[$0], conflicts, $0, without: $0 == 1 ? repeated : [])
    }
    var result: [Inline] = []
    var next = 0
    for gap in 0...base.count {
      result += came(arrivals[0][gap] ?? [], arrivals[1][gap] ?? [])
      guard gap < base.count else { break }
      while next < conflicts.count, conflicts[next].range.upperBound <= gap { next += 1 }
      let isExclusive =
        next < conflicts.count && conflicts[next].range.contains(gap) && conflicts[next].isExclusive
      result += word(base[gap], sides[0].kept[gap], sides[1].kept[gap], isExclusive)
    }
    return result
  }

  /// The words that came on a side, by the place where they stand in the merged text.
  ///
  /// In a conflict they stand behind the words that they replace, as readers expect of tracked changes.
  private static func arrivals(
    _ side: MergeSide<Inline>, _ changes: [WordChange], _ conflicts: [WordConflict], _ index: Int,
    without repeated: Set<Int>
  ) -> [Int: [Arrival]] {
    var arrivals: [Int: [Arrival]] = [:]
    var next = 0
    for (number, change) in changes.enumerated() where !repeated.contains(number) {
      while next < conflicts.count, conflicts[next].changes[index].upperBound <= number { next += 1 }
      let conflict = next < conflicts.count && conflicts[next].changes[index].contains(number) ? next : nil
      for gap in change.gaps {
        let isFirst = gap == change.range.lowerBound && change.beginsWithNothing
        let place = conflict != nil && isFirst ? change.range.upperBound : gap
        arrivals[place, default: []].append(
          Arrival(
            words: side.inserted[gap], conflict: conflict, isBehind: place > change.range.lowerBound))
      }
    }
    return arrivals
  }

  /// The words that came at one place.
  private mutating func came(_ a: [Arrival], _ b: [Arrival]) -> [Inline] {
    if a.isEmpty, b.isEmpty { return [] }
    // What both sides added alike at one place is there once, also where one of them changed what is beside it.
    func plain(_ arrivals: [Arrival]) -> [Inline] { arrivals.filter { $0.conflict == nil }.flatMap(\.words) }
    let b = !plain(b).isEmpty && plain(a) == plain(b) ? b.filter { $0.conflict != nil } : b
    var result = (a + b).filter { $0.isBehind && $0.conflict == nil }.flatMap(\.words)
    for conflict in Set((a + b).compactMap(\.conflict)).sorted() {
      let both = [a, b].map { $0.filter { $0.conflict == conflict }.flatMap(\.words) }
      result += versions(both[0], both[1])
    }
    return result + (a + b).filter { !$0.isBehind && $0.conflict == nil }.flatMap(\.words)
  }

  /// Both versions of what came at one place, as tracked changes; what both have is there once.
  private mutating func versions(_ a: [Inline], _ b: [Inline]) -> [Inline] {
    let pairs = WordAlignment.pairs(a, b, isOfBase: false)
    var result: [Inline] = []
    var (i, j) = (0, 0)
    for pair in pairs + [(a.count, b.count)] {
      result += a[i..<pair.old].map { marked($0, .insertion, 0) }
      result += MergeWork.joint(a[i..<pair.old], b[j..<pair.new]).map { marked($0, .insertion, 1) }
      result += b[j..<pair.new].map { marked($0, .insertion, 1) }
      if pair.old < a.count { result.append(marked(token(nil, a[pair.old], b[pair.new]), .insertion, 0)) }
      (i, j) = (pair.old + 1, pair.new + 1)
    }
    return result
  }

  /// A blank between the words of both sides at one place, which would run together otherwise.
  private static func joint(_ a: ArraySlice<Inline>, _ b: ArraySlice<Inline>) -> [Inline] {
    guard case .run(let last)? = a.last, case .run(var first)? = b.first, let end = last.text.last,
      let start = first.text.first, !end.isWhitespace, start.isLetter || start.isNumber
    else { return [] }
    first.text = " "
    return [.run(first)]
  }

  /// What becomes of a word of the base.
  ///
  /// - Parameters:
  ///   - base: The word.
  ///   - a: What it is on the first side; nil where it is gone.
  ///   - b: What it is on the second side.
  ///   - isExclusive: Whether it is part of a conflict, so that what is gone stays as a tracked deletion.
  private mutating func word(_ base: Inline, _ a: Inline?, _ b: Inline?, _ isExclusive: Bool) -> [Inline] {
    switch (a, b) {
    case (let a?, let b?): return [token(base, a, b)]
    case (let kept?, nil): return left(base, kept, 0, isExclusive)
    case (nil, let kept?): return left(base, kept, 1, isExclusive)
    case (nil, nil):
      guard isExclusive, !base.isReference, WordState(base).wasThere else { return [] }
      return [marked(base, .deletion, 0)]
    }
  }

  /// What is left of a word that the other side has no more.
  private mutating func left(_ base: Inline, _ kept: Inline, _ side: Int, _ isExclusive: Bool) -> [Inline] {
    if kept.isReference { return isChangedNote(kept, side) ? [kept] : [] }
    let (before, now) = (WordState(base), WordState(kept))
    if before == now {
      guard isExclusive else { return [] }
      return [before == .plain ? marked(kept, .deletion, 1 - side) : kept]
    }
    // One side decided about a tracked change in one way, the other in the other way: it stays open.
    return [now == .plain ? base : kept]
  }

  /// What stays of the words of a paragraph that the other side deleted.
  mutating func survivors(_ old: [Inline], _ new: [Inline], _ side: Int) -> [Inline] {
    let words = MergeSide(old.count, new, WordAlignment.pairs(old, new))
    var result: [Inline] = []
    for gap in 0...old.count {
      // A word that was replaced comes before the one that stands for it.
      let replaced = gap < old.count && words.kept[gap] == nil
      let gone = replaced && WordState(old[gap]).wasThere && !old[gap].isReference
      if gone { result.append(marked(old[gap], .deletion, side)) }
      result += words.inserted[gap].map { marked($0, .insertion, side) }
      if gap < old.count, let kept = words.kept[gap] { result.append(marked(kept, .deletion, 1 - side)) }
    }
    return result
  }

  /// Whether an inline refers to a note that a side changed; then it stays, although the other deleted it.
  ///
  /// A conflict is noted for a reference that stays for this reason, unless the note was deleted before.
  private mutating func isChangedNote(_ inline: Inline, _ side: Int) -> Bool {
    guard changesNotes(of: [.paragraph(Paragraph(inlines: [inline]))], side) else { return false }
    guard case .noteReference(let index) = inline else { return true }
    conflicts.append(.init(kind: .deletion, text: BlockKey.text(tables.sides[side].notes[index].blocks)))
    return true
  }

  /// Words of paragraphs that came at one place on both sides.
  mutating func insertions(_ a: [Inline], _ b: [Inline]) -> [Inline] {
    if a == b || b.isEmpty { return a }
    if a.isEmpty { return b }
    var result: [Inline] = []
    var (i, j) = (0, 0)
    for pair in WordAlignment.pairs(a, b, isOfBase: false) + [(a.count, b.count)] {
      let (left, right) = (a[i..<pair.old], b[j..<pair.new])
      let isConflict = !left.isEmpty && !right.isEmpty
      if isConflict { conflicts.append(.init(kind: .text, text: left.map(\.runText).joined())) }
      result += left.map { isConflict ? marked($0, .insertion, 0) : $0 }
      if isConflict { result += MergeWork.joint(left, right).map { marked($0, .insertion, 1) } }
      result += right.map { isConflict ? marked($0, .insertion, 1) : $0 }
      if pair.old < a.count { result.append(token(nil, a[pair.old], b[pair.new])) }
      (i, j) = (pair.old + 1, pair.new + 1)
    }
    return result
  }

  /// A word that both sides have: its formatting is merged attribute by attribute.
  private mutating func token(_ base: Inline?, _ a: Inline, _ b: Inline) -> Inline {
    if a == b || b == base { return a }
    if a == base { return b }
    let revision = MergeWork.revision(base?.revision, a.revision, b.revision)
    var (old, one, two) = (base, a, b)
    old?.revision = revision
    one.revision = revision
    two.revision = revision
    if one == two || two == old { return one }
    if one == old { return two }
    let name = a.runText
    switch (one, two) {
    case (.run(var x), .run(let y)):
      var before: CharacterStyle?
      if case .run(let run)? = old { before = run.style }
      let merge = StyleMerge(preferred: preferred)
      x.style.merge(before ?? CharacterStyle(), y.style, merge)
      if merge.hasConflict { conflicts.append(.init(kind: .formatting, text: name)) }
      return .run(x)
    default: return value(old, one, two, .formatting, name)
    }
  }

  /// The tracked change of what both sides have: that of the side that changed it.
  ///
  /// Where both did, it stays open.
  static func revision(_ base: Revision?, _ a: Revision?, _ b: Revision?) -> Revision? {
    if a == b || b == base { return a }
    if a == base { return b }
    return a ?? b
  }
}
