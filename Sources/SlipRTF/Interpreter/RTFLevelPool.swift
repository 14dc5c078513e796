/// Holds the levels of lists, equal ones once: files that define thousands of lists repeat a few.
struct RTFLevelPool {
  private var lists: Set<[RTFList.Level]> = []
  private var patterns: Set<[UInt8]> = []
  /// About how many bytes they take.
  private var size = 0

  private let mostBytes: Int

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// What an array takes besides its elements.
  private static let overhead = 48

  /// The same levels as they are held; nil where there is no room for them.
  mutating func shared(_ levels: [RTFList.Level]) -> [RTFList.Level]? {
    if levels.isEmpty { return [] }
    if let index = lists.firstIndex(of: levels) { return lists[index] }
    var levels = levels
    for index in levels.indices {
      guard let pattern = shared(levels[index].pattern) else { return nil }
      levels[index].pattern = pattern
    }
    guard take(levels.count * MemoryLayout<RTFList.Level>.stride) else { return nil }
    // One that has no room to grow.
    levels = Array(levels[...])
    lists.insert(levels)
    return levels
  }

  private mutating func shared(_ pattern: [UInt8]) -> [UInt8]? {
    if pattern.isEmpty { return [] }
    if let index = patterns.firstIndex(of: pattern) { return patterns[index] }
    guard take(pattern.count) else { return nil }
    let pattern = Array(pattern[...])
    patterns.insert(pattern)
    return pattern
  }

  private mutating func take(_ bytes: Int) -> Bool {
    guard size + bytes + RTFLevelPool.overhead <= mostBytes else { return false }
    size += bytes + RTFLevelPool.overhead
    return true
  }
}
