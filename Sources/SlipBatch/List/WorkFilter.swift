public import SlipBase

/// Which part of what was found is to be worked on.
public struct WorkFilter: Sendable {
  /// Patterns of which one must fit; none: everything is wanted.
  public var includes: [Glob] = []
  /// Patterns of which none may fit.
  public var excludes: [Glob] = []
  /// Only what was changed at this moment or later.
  public var since: Timestamp?
  public var shard: Shard?

  public init() {}

  /// What lies below needs no search: nothing there can be wanted.
  public func excludes(_ relativePath: String) -> Bool {
    guard !excludes.isEmpty else { return false }
    let path = TextFolding.nfc(relativePath)
    return excludes.contains { $0.matches(path) }
  }

  /// What can't be examined is wanted: its fault shall be told.
  func wants(_ item: WorkItem) -> Bool {
    let path = WorkFilter.normal(item.relativePath)
    if excludes.contains(where: { $0.matches(path) }) { return false }
    if !includes.isEmpty, !includes.contains(where: { $0.matches(path) }) { return false }
    if let shard, !shard.contains(path) { return false }
    guard let since, item.problem == nil else { return true }
    guard let time = try? SourceState.lastChange(of: item.path) else { return true }
    return time >= since
  }

  /// NFC, without `./` at its start, so that lists made in different ways agree.
  private static func normal(_ path: String) -> String {
    var path = path
    while path.hasPrefix("./"), path.utf8.count > 2 { path.removeFirst(2) }
    return TextFolding.nfc(path)
  }
}
