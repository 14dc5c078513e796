/// Words that one side of a merge changed at one place.
struct WordChange {
  /// The words of the base that went, or whose tracked change is another one; empty where words only came.
  var range: Range<Int>
  /// The place with the tracked changes of the base that it touches: they were one conflict and are decided together.
  var place: Range<Int>
  /// Whether words came, and the places of the base before which they did.
  var gaps: [Int]
  /// Whether the change begins with words that the side's text has no more, not even as a tracked deletion.
  var beginsWithNothing: Bool

  /// Whether words came.
  var inserts: Bool { !gaps.isEmpty }

  /// What a side changed, in order.
  ///
  /// - Parameters:
  ///   - side: What became of the words on that side.
  ///   - base: The words.
  ///   - open: For each word of the base the stretch of tracked changes that it belongs to; nil where it is plain.
  static func all(of side: MergeSide<Inline>, _ base: [Inline], _ open: [Range<Int>?]) -> [WordChange] {
    var changes: [WordChange] = []
    var gap = 0
    while gap <= base.count {
      var end = gap
      while end < base.count, isChanged(base[end], side.kept[end]) { end += 1 }
      // What came behind a tracked deletion stands for it.
      let gaps = (gap...end).filter { !side.inserted[$0].isEmpty }
      if end > gap || !gaps.isEmpty {
        var place = gap..<end
        for index in [gap - 1, gap, end - 1, end] where open.indices.contains(index) {
          // What comes at the edge of the stretch is a further version of what it is about.
          guard let stretch = open[index],
            gap < end && stretch.overlaps(place)
              || gaps.contains(where: { stretch.lowerBound <= $0 && $0 <= stretch.upperBound })
          else { continue }
          place = min(place.lowerBound, stretch.lowerBound)..<max(place.upperBound, stretch.upperBound)
        }
        changes.append(
          WordChange(
            range: gap..<end, place: place, gaps: gaps,
            beginsWithNothing: end > gap && side.kept[gap] == nil))
      }
      gap = end + 1
    }
    return changes
  }

  /// Whether a word went, or is tracked in another way.
  private static func isChanged(_ old: Inline, _ new: Inline?) -> Bool {
    guard let new else { return true }
    return WordState(old) != WordState(new)
  }

  /// For each word the stretch of tracked changes that it belongs to; nil where it is plain.
  static func openChanges(in base: [Inline]) -> [Range<Int>?] {
    var result = [Range<Int>?](repeating: nil, count: base.count)
    var start = 0
    while start < base.count {
      guard base[start].revision != nil else {
        start += 1
        continue
      }
      let end = base[start...].firstIndex { $0.revision == nil } ?? base.count
      for index in start..<end { result[index] = start..<end }
      start = end
    }
    return result
  }

  /// Whether this change and one of the other side are about the same words.
  ///
  /// - Parameters:
  ///   - other: A change of the other side.
  ///   - base: The words that both began with.
  ///   - isLenient: Whether a side may delete what the other replaces.
  func meets(_ other: WordChange, _ base: [Inline], isLenient: Bool) -> Bool {
    if inserts, other.inserts, range.lowerBound == other.range.lowerBound { return true }
    if isWithin(other) || other.isWithin(self) { return true }
    if isLenient { return false }
    if inserts || other.inserts, range.overlaps(other.range) { return true }
    // Both decided about the same open change.
    let common = place.clamped(to: other.place)
    return common.contains { base[$0].revision != nil }
  }

  /// Whether words came between others that the other side removed.
  private func isWithin(_ other: WordChange) -> Bool {
    inserts && other.range.lowerBound < range.lowerBound && range.lowerBound < other.range.upperBound
  }

  /// Whether both versions of the words must stay, as tracked changes of what they were; otherwise each word is decided by itself.
  ///
  /// - Parameter base: The words that both began with.
  func excludes(_ other: WordChange, _ base: [Inline]) -> Bool {
    if inserts, other.inserts { return true }
    guard inserts || other.inserts else { return false }
    let removed =
      isWithin(other)
      ? other.range : other.isWithin(self) ? range : range.clamped(to: other.range)
    return removed.contains { base[$0].revision == nil }
  }
}

/// A place where both sides changed the same words.
struct WordConflict {
  /// The words of the base.
  var range: Range<Int>
  /// The changes of each side, as indices of its changes.
  var changes: [Range<Int>]
  /// Whether both versions stay, as tracked changes of the base.
  var isExclusive: Bool

  /// The places where changes of two sides meet, in order.
  static func all(
    _ sides: [[WordChange]], _ base: [Inline], isLenient: Bool
  ) -> [WordConflict] {
    var conflicts: [WordConflict] = []
    var first = 0
    for (i, one) in sides[0].enumerated() {
      while first < sides[1].count, sides[1][first].place.upperBound < one.place.lowerBound { first += 1 }
      var j = first
      while j < sides[1].count, sides[1][j].place.lowerBound <= one.place.upperBound {
        let two = sides[1][j]
        if one.meets(two, base, isLenient: isLenient) {
          conflicts.add(i, j, one, two, isExclusive: one.excludes(two, base))
        }
        j += 1
      }
    }
    return conflicts
  }
}

extension [WordConflict] {
  /// Adds changes that meet, to the last conflict where one of them is in it.
  fileprivate mutating func add(
    _ i: Int, _ j: Int, _ one: WordChange, _ two: WordChange, isExclusive: Bool
  ) {
    var range =
      Swift.min(
        one.place.lowerBound, two.place.lowerBound)..<Swift.max(one.place.upperBound, two.place.upperBound)
    guard var last, last.changes[0].contains(i) || last.changes[1].contains(j) else {
      return append(
        WordConflict(range: range, changes: [i..<(i + 1), j..<(j + 1)], isExclusive: isExclusive))
    }
    range =
      Swift.min(range.lowerBound, last.range.lowerBound)..<Swift.max(range.upperBound, last.range.upperBound)
    last.range = range
    last.changes[0] = last.changes[0].lowerBound..<Swift.max(last.changes[0].upperBound, i + 1)
    last.changes[1] = last.changes[1].lowerBound..<Swift.max(last.changes[1].upperBound, j + 1)
    last.isExclusive = last.isExclusive || isExclusive
    self[count - 1] = last
  }
}
