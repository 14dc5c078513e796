internal import Synchronization
public import SlipBase

/// Hands out the items to work on, one by one, to any thread that asks.
///
/// The source is asked for an item only when a thread wants one, so a tree of any size needs no
/// list in memory.
public final class WorkList: Sendable {
  /// What the threads share.
  private struct State: @unchecked Sendable {
    // The mutex lets one thread at a time use it.
    var source: any WorkSource
  }

  /// The source of the items.
  private let state: Mutex<State>
  /// Which of the items are handed out.
  private let filter: WorkFilter

  /// Creates a list of what the source finds and the filter selects.
  public init(_ source: sending any WorkSource, filter: WorkFilter = WorkFilter()) {
    state = Mutex(State(source: source))
    self.filter = filter
  }

  /// The next item; nil at the end.
  public func next() -> WorkItem? {
    state.withLock { state in
      while let item = state.source.next() {
        if filter.wants(item) { return item }
      }
      return nil
    }
  }
}

/// A file or directory to work on.
public struct WorkItem: Sendable, Hashable {
  /// The path by which it can be opened, and by which journals know it.
  public var path: String
  /// The path relative to where the search began, or as a list has it. Filters and shards depend on
  /// it.
  public var relativePath: String
  /// Why it can't be worked on; nil when it can. An item with a problem counts as found and as
  /// failed.
  public var problem: SlipError?

  /// Creates an item; without a relative path that is the path itself.
  public init(path: String, relativePath: String? = nil, problem: SlipError? = nil) {
    self.path = path
    self.relativePath = relativePath ?? path
    self.problem = problem
  }
}

/// Finds items, one at a time.
public protocol WorkSource {
  /// The next item; nil at the end.
  mutating func next() -> WorkItem?
}
