internal import SlipFiles
public import SlipBase
internal import Synchronization

/// Works through a list, several items at a time, and writes a journal.
///
/// A failure concerns only its own item. When the run ends early, the items that were begun are
/// finished. What the work is, is up to a `BatchJob`.
public struct BatchRunner: Sendable {
  /// The reason for skipping what an earlier run did.
  public static let doneBefore = "done before"

  /// How many items are worked on at a time; by default as many as there are cores.
  public var jobs = Parallel.cores
  /// How many items are begun for each one that is worked on.
  ///
  /// The others wait for the disk, so that many are flushed at once. It has no effect with a single
  /// job.
  public var waiting = 1
  /// The number of failures after which the run ends.
  public var maxFailures = Int.max
  /// The time since any fixed moment, in seconds.
  public var clock: @Sendable () -> Double = { 0 }
  /// Asked before each item; true ends the run.
  public var isStopped: @Sendable () -> Bool = { false }
  /// Called with each finished item and the totals so far; one call at a time.
  public var observe: @Sendable (ItemRecord, BatchSummary) -> Void = { _, _ in }

  /// What the threads share.
  private struct State {
    var summary = BatchSummary()
    var failure: SlipError?
  }

  /// Creates a runner with default settings.
  public init() {}

  /// Works through the list and returns the totals.
  ///
  /// - Throws: When the journal can't be written. The items that were begun are finished even then.
  public func run(
    _ list: WorkList, _ job: some BatchJob, journal: Journal? = nil
  ) throws(SlipError) -> BatchSummary {
    let state = Shared()
    let began = clock()
    let group = jobs > 1 && waiting > 1 ? FlushGroup(lanes: jobs) : nil
    ThreadTeam.run(group == nil ? jobs : jobs * waiting) { _ in
      while state.mayContinue(self), let item = list.next() {
        // The run may have been stopped while this thread waited for the list.
        if isStopped() { break }
        if let group {
          group.run { work(on: item, job, journal, state) }
        } else {
          work(on: item, job, journal, state)
        }
      }
    }
    var (summary, failure) = state.state.withLock { ($0.summary, $0.failure) }
    if let failure { throw failure }
    if isStopped() { summary.stopped = .interrupted }
    summary.seconds = BatchRunner.rounded(clock() - began)
    try journal?.finish(summary)
    return summary
  }

  /// The totals, behind a lock.
  private final class Shared: Sendable {
    let state = Mutex(State())

    /// Whether to begin another item.
    func mayContinue(_ runner: BatchRunner) -> Bool {
      if runner.isStopped() { return false }
      return state.withLock { state in
        if state.failure != nil { return false }
        guard state.summary.failed >= runner.maxFailures else { return true }
        state.summary.stopped = .failures
        return false
      }
    }
  }

  /// Works on one item, unless an earlier run did.
  private func work(on item: WorkItem, _ job: some BatchJob, _ journal: Journal?, _ shared: Shared) {
    let earlier = journal?.earlier(item.path)
    if let earlier, earlier.result == .landed || earlier.result == .skipped, job.isDone(item, earlier) {
      // The journal has its record already.
      return finish(ItemRecord(path: item.path, .skipped, reason: BatchRunner.doneBefore), nil, shared)
    }
    let began = clock()
    var record =
      item.problem.map { ItemRecord(path: item.path, error: $0) } ?? job.run(item, earlier: earlier)
    record.seconds = BatchRunner.rounded(clock() - began)
    finish(record, journal, shared)
  }

  /// Writes the record of a finished item, counts it, and passes it on.
  private func finish(_ record: ItemRecord, _ journal: Journal?, _ shared: Shared) {
    var failure: SlipError?
    do throws(SlipError) { try journal?.append(.item(record)) } catch { failure = error }
    shared.state.withLock { state in
      if let failure, state.failure == nil { state.failure = failure }
      state.summary.count(record)
      observe(record, state.summary)
    }
  }

  /// Seconds rounded to milliseconds.
  private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}

/// The work to do on each item. Several threads call it at once.
public protocol BatchJob: Sendable {
  /// Works on an item.
  ///
  /// - Parameter earlier: What an earlier run recorded about the item, if anything.
  ///
  /// - Returns: What became of it. Failures are part of the record, so that they don't concern
  ///   other items.
  func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord
  /// Whether what an earlier run recorded still holds, so that there is nothing to do.
  func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool
}
