internal import SlipBase
internal import Synchronization

/// The work to be done, handed out item by item to any thread that asks. Nothing is looked for ahead of that.
public final class WorkList: Sendable {
  private struct State: @unchecked Sendable {
    // Used by one thread at a time.
    var source: any WorkSource
  }

  private let state: Mutex<State>
  private let filter: WorkFilter

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
