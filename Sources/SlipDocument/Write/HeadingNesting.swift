/// How headings nest in a table of contents, which has a list for each level that occurs.
///
/// A level that the document skips has no list, and one between two that occur counts as the lower one: of headings of the
/// levels 1, 3 and 2, the last two are in one list.
///
/// ```swift
/// var nesting = HeadingNesting()
/// for heading in headings {
///   let (ended, begins) = nesting.add(heading.level)
///   // End so many lists, each in the item of the one around it; then begin one in the item before, or end that item.
/// }
/// // End `nesting.depth` lists.
/// ```
package struct HeadingNesting {
  /// The levels of the lists that are open, each higher than the one before.
  private var levels: [Int] = []

  /// No heading yet.
  package init() {}

  /// How many lists are open.
  package var depth: Int { levels.count }

  /// Adds a heading.
  ///
  /// - Returns: How many lists end before it, and whether one begins with it.
  package mutating func add(_ level: Int) -> (ended: Int, begins: Bool) {
    var ended = 0
    while levels.count > 1, levels[levels.count - 2] >= level {
      levels.removeLast()
      ended += 1
    }
    guard let last = levels.last, last >= level else {
      levels.append(level)
      return (ended, true)
    }
    levels[levels.count - 1] = level
    return (ended, false)
  }
}
