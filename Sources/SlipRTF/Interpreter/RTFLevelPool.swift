/// Stores the levels of lists, equal ones once. Files that define thousands of lists
/// repeat a few of them.
///
/// Arrays in Swift share their storage with their copies, so a list that gets its levels
/// from here takes no room of its own for them.
struct RTFLevelPool {
  /// The levels of lists, each distinct array once.
  private var lists: Set<[RTFList.Level]> = []
  /// The patterns of markers, each once.
  private var patterns: Set<[UInt8]> = []
  /// About how many bytes all of this takes.
  private var size = 0

  /// How many bytes it may take.
  private let mostBytes: Int

  /// Creates an empty pool that takes about `mostBytes` at most.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// What an array takes besides its elements.
  private static let overhead = 48

  /// The same levels from the pool, which adds them if they are new.
  ///
  /// - Returns: nil if there is no room for them.
  mutating func shared(_ levels: [RTFList.Level]) -> [RTFList.Level]? {
    if levels.isEmpty { return [] }
    if let index = lists.firstIndex(of: levels) { return lists[index] }
    var levels = levels
    for index in levels.indices {
      guard let pattern = shared(levels[index].pattern) else { return nil }
      levels[index].pattern = pattern
    }
    guard take(levels.count * MemoryLayout<RTFList.Level>.stride) else { return nil }
    // The copy has no spare room.
    levels = Array(levels[...])
    lists.insert(levels)
    return levels
  }

  /// The same pattern from the pool; nil if there is no room for it.
  private mutating func shared(_ pattern: [UInt8]) -> [UInt8]? {
    if pattern.isEmpty { return [] }
    if let index = patterns.firstIndex(of: pattern) { return patterns[index] }
    guard take(pattern.count) else { return nil }
    let pattern = Array(pattern[...])
    patterns.insert(pattern)
    return pattern
  }

  /// Takes room for an array.
  ///
  /// - Returns: False if there is not enough.
  private mutating func take(_ bytes: Int) -> Bool {
    guard size + bytes + RTFLevelPool.overhead <= mostBytes else { return false }
    size += bytes + RTFLevelPool.overhead
    return true
  }
}
