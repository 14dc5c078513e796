internal import SlipBase
internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Lets pieces of work share the time that the disk needs for flushing.
///
/// Several threads write files. Instead of each flushing its own, one flush of the volume serves
/// all that have asked for it, and while some wait for it, others compute. Within `run`,
/// `TreeStage` and `AtomicFile` use the group. What each of them guarantees doesn't change: its
/// files are on disk before they get their names, and the names are on disk before the commit
/// returns.
package final class FlushGroup: Sendable {
  /// The group that the current thread's work belongs to; nil where everything is flushed by itself.
  @TaskLocal static var current: FlushGroup?

  /// The flushes of one file system, numbered from 1.
  private struct Volume {
    /// The number of the last flush that was begun.
    var started = 0
    /// The number of the last flush that has ended.
    var finished = 0
    /// Whether a flush is running.
    var isRunning = false
    /// The error numbers of flushes that failed.
    var failures: [Int: Int32] = [:]
  }

  /// Everything that the lock protects.
  private struct State {
    /// How many more threads may compute.
    var lanes: Int
    /// How many threads have waited for a flush and want to go on.
    var returning = 0
    /// The file systems by device number.
    var volumes: [UInt64: Volume] = [:]
  }

  private let state: Mutex<State>
  /// Threads that wait to begin.
  private let mayEnter = Condition()
  /// Threads that wait to go on after a flush.
  private let mayReturn = Condition()
  /// Threads that wait for a flush to end.
  private let flushed = Condition()

  /// Creates a group.
  ///
  /// - Parameter lanes: The largest number of threads that compute at a time, at least 1. Threads
  ///   that wait for a flush don't count.
  package init(lanes: Int) { state = Mutex(State(lanes: max(1, lanes))) }

  /// Does a piece of work as a member of the group. Waits until there is a free lane.
  package func run<R>(_ body: () -> R) -> R {
    enter()
    defer { leave() }
    return FlushGroup.$current.withValue(self, operation: body)
  }

  /// Waits for a free lane, after those who come back from a flush.
  private func enter() {
    mayEnter.wait {
      state.withLock { state in
        guard state.lanes > 0, state.returning == 0 else { return false }
        state.lanes -= 1
        return true
      }
    }
  }

  /// Waits for a free lane after a flush.
  ///
  /// Threads that come back take precedence over new work: so work that is nearly done ends soon,
  /// and few results are in memory at a time.
  private func reenter() {
    state.withLock { $0.returning += 1 }
    mayReturn.wait {
      state.withLock { state in
        guard state.lanes > 0 else { return false }
        state.lanes -= 1
        state.returning -= 1
        return true
      }
    }
    wakeNext()
  }

  /// Frees this thread's lane.
  private func leave() {
    state.withLock { $0.lanes += 1 }
    wakeNext()
  }

  /// Wakes a thread that may have a free lane.
  private func wakeNext() {
    let (lanes, returning) = state.withLock { ($0.lanes, $0.returning) }
    guard lanes > 0 else { return }
    (returning > 0 ? mayReturn : mayEnter).signal()
  }

  /// What a thread that needs a flush has to do now: run flush number n, wait for another thread's,
  /// or go on because its flush has ended with an error number (0 for success).
  private enum Turn { case flush(Int), wait, done(Int32) }

  /// Flushes the file system that contains an open file, unless another thread does so.
  ///
  /// - Returns: 0, or an error number.
  func flush(volumeOf descriptor: Int32) -> Int32 {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return errno }
    let device = UInt64(truncatingIfNeeded: facts.st_dev)
    leave()
    defer { reenter() }
    // A flush that is running may miss what the caller wrote last; the next one to begin can't.
    let needed = state.withLock { ($0.volumes[device]?.started ?? 0) + 1 }
    while true {
      var turn = Turn.wait
      flushed.wait {
        turn = state.withLock { FlushGroup.turn(&$0.volumes[device, default: Volume()], needed) }
        if case .wait = turn { return false }
        return true
      }
      switch turn {
      case .done(let code): return code
      case .wait: continue
      case .flush(let number):
        let code = slip_sync_volume(descriptor) == 0 ? 0 : errno
        state.withLock { state in
          state.volumes[device]?.isRunning = false
          state.volumes[device]?.finished = number
          if code != 0 { state.volumes[device]?.failures[number] = code }
        }
        flushed.broadcast()
      }
    }
  }

  /// Decides what a thread does that needs flush number `needed` or a later one.
  private static func turn(_ volume: inout Volume, _ needed: Int) -> Turn {
    if volume.finished >= needed { return .done(volume.failures[needed] ?? 0) }
    if volume.isRunning { return .wait }
    volume.isRunning = true
    volume.started += 1
    return .flush(volume.started)
  }
}
