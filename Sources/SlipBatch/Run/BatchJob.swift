/// What is done to each item. Called from several threads at once.
public protocol BatchJob: Sendable {
  /// Does it; what goes wrong is told by the record, and concerns no other item. `earlier` is what an earlier run
  /// recorded of it.
  func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord
  /// Whether what an earlier run recorded still holds, so that there is nothing to do.
  func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool
}
