/// The numbers of the items of nested lists, for programs that only say that an item has one.
package struct ListNumbers: Sendable {
  /// The numbers that the levels have reached; nil for a level with bullets.
  private var reached: [Int?] = []

  /// Begins without a list.
  package init() {}

  /// The number of the next item; nil for an item with a bullet.
  ///
  /// - Parameters:
  ///   - level: How many lists lie around its own, from 0.
  ///   - isNumbered: Whether it has a number.
  ///   - first: Its number if it is the first of its list; nil for 1.
  package mutating func next(level: Int, isNumbered: Bool, first: Int? = nil) -> Int? {
    let level = max(0, level)
    if reached.count > level + 1 { reached.removeSubrange((level + 1)...) }
    while reached.count <= level { reached.append(nil) }
    reached[level] = isNumbered ? reached[level].map { $0 &+ 1 } ?? first ?? 1 : nil
    return reached[level]
  }

  /// Ends the lists from a level on, so that the next ones there begin anew.
  package mutating func end(from level: Int = 0) {
    if reached.count > level { reached.removeSubrange(max(0, level)...) }
  }
}
