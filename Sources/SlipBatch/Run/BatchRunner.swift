internal import SlipFiles
public import SlipBase
internal import Synchronization

/// Works through a list, several items at a time. A failure concerns its own item only; what is in hand when the run
/// ends early is finished.
public struct BatchRunner: Sendable {
  /// The reason of what an earlier run had done.
  public static let doneBefore = "done before"

  /// Items at a time. Where it is more than one, further ones may be in hand that wait for the disk, so that many are
  /// flushed in one go.
  public var jobs = Parallel.cores
  /// So many in hand for each that is worked on.
  public var waiting = 1
  /// So many failures end the run.
  public var maxFailures = Int.max
  /// Time since any moment, in seconds.
  public var clock: @Sendable () -> Double = { 0 }
  /// Asked before each item: true ends the run.
  public var isStopped: @Sendable () -> Bool = { false }
  /// Told of each item when it is finished; one call at a time.
  public var observe: @Sendable (ItemRecord, BatchSummary) -> Void = { _, _ in }

  private struct State {
    var summary = BatchSummary()
    var failure: SlipError?
  }

  public init() {}

  /// - Throws: Where the journal can't be written; what is in hand was finished then.
  public func run(
    _ list: WorkList, _ job: some BatchJob, journal: Journal? = nil
  ) throws(SlipError) -> BatchSummary {
    let state = Shared()
    let began = clock()
    let group = jobs > 1 && waiting > 1 ? FlushGroup(lanes: jobs) : nil
    ThreadTeam.run(group == nil ? jobs : jobs * waiting) { _ in
      while state.mayGoOn(self), let item = list.next() {
        // Waiting for a list may end with the run.
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

  private final class Shared: Sendable {
    let state = Mutex(State())

    func mayGoOn(_ runner: BatchRunner) -> Bool {
      if runner.isStopped() { return false }
      return state.withLock { state in
        if state.failure != nil { return false }
        guard state.summary.failed >= runner.maxFailures else { return true }
        state.summary.stopped = .failures
        return false
      }
    }
  }

  private func work(on item: WorkItem, _ job: some BatchJob, _ journal: Journal?, _ shared: Shared) {
    let earlier = journal?.earlier(item.path)
    if let earlier, earlier.result == .landed || earlier.result == .skipped, job.isDone(item, earlier) {
      // The record of it is there.
      return finish(ItemRecord(path: item.path, .skipped, reason: BatchRunner.doneBefore), nil, shared)
    }
    let began = clock()
    var record =
      item.problem.map { ItemRecord(path: item.path, error: $0) } ?? job.run(item, earlier: earlier)
    record.seconds = BatchRunner.rounded(clock() - began)
    finish(record, journal, shared)
  }

  private func finish(_ record: ItemRecord, _ journal: Journal?, _ shared: Shared) {
    var failure: SlipError?
    do throws(SlipError) { try journal?.append(.item(record)) } catch { failure = error }
    shared.state.withLock { state in
      if let failure, state.failure == nil { state.failure = failure }
      state.summary.count(record)
      observe(record, state.summary)
    }
  }

  /// To milliseconds.
  private static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
