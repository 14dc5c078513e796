public import SlipBase

/// Selects the items to work on among those that were found.
public struct WorkFilter: Sendable {
  /// Patterns of which at least one must match; when empty, everything matches.
  public var includes: [Glob] = []
  /// Patterns of which none may match.
  public var excludes: [Glob] = []
  /// Selects only what changed at this moment or later; nil selects everything.
  public var since: Timestamp?
  /// Selects only this part of the items; nil selects all.
  public var shard: Shard?

  /// Creates a filter that selects everything.
  public init() {}

  /// Whether a folder is excluded together with everything below it, so that the search needn't
  /// enter it.
  public func excludes(_ relativePath: String) -> Bool {
    guard !excludes.isEmpty else { return false }
    let path = TextFolding.nfc(relativePath)
    return excludes.contains { $0.matches(path) }
  }

  /// Whether to work on an item. One that can't be examined is selected, so that the problem is
  /// reported.
  func wants(_ item: WorkItem) -> Bool {
    let path = WorkFilter.normal(item.relativePath)
    if excludes.contains(where: { $0.matches(path) }) { return false }
    if !includes.isEmpty, !includes.contains(where: { $0.matches(path) }) { return false }
    if let shard, !shard.contains(path) { return false }
    guard let since, item.problem == nil else { return true }
    guard let time = try? SourceState.lastChange(of: item.path) else { return true }
    return time >= since
  }

  /// The path in NFC without `./` at its start, so that lists made in different ways agree.
  private static func normal(_ path: String) -> String {
    var path = path
    while path.hasPrefix("./"), path.utf8.count > 2 { path.removeFirst(2) }
    return TextFolding.nfc(path)
  }
}
