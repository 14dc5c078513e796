internal import SlipBase
internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Work that waits for the same disks together: what several threads have written is flushed in one go, and while some
/// wait for that, others compute.
///
/// Within `run`, `TreeStage` and `AtomicFile` flush by the group. Each of them is still as lasting, before it is put in
/// place and after, as it would be alone.
public final class FlushGroup: Sendable {
  /// The group of this thread's work.
  @TaskLocal static var current: FlushGroup?

  private struct Volume {
    var started = 0
    var finished = 0
    var isRunning = false
    /// Error numbers of flushes that failed.
    var failures: [Int: Int32] = [:]
  }

  private struct State {
    var lanes: Int
    /// How many wait to go on with what they began.
    var returning = 0
    var volumes: [UInt64: Volume] = [:]
  }

  private let state: Mutex<State>
  private let mayEnter = Condition()
  private let mayReturn = Condition()
  private let flushed = Condition()

  /// At most `lanes` threads compute at a time.
  public init(lanes: Int) { state = Mutex(State(lanes: max(1, lanes))) }

  /// Does a piece of work as a member of the group.
  public func run<R>(_ body: () -> R) -> R {
    enter()
    defer { leave() }
    return FlushGroup.$current.withValue(self, operation: body)
  }

  private func enter() {
    mayEnter.wait {
      state.withLock { state in
        guard state.lanes > 0, state.returning == 0 else { return false }
        state.lanes -= 1
        return true
      }
    }
  }

  /// Those who come back go first: what is nearly done is not held up by what is new, and few are in memory.
  private func comeBack() {
    state.withLock { $0.returning += 1 }
    mayReturn.wait {
      state.withLock { state in
        guard state.lanes > 0 else { return false }
        state.lanes -= 1
        state.returning -= 1
        return true
      }
    }
    passOn()
  }

  private func leave() {
    state.withLock { $0.lanes += 1 }
    passOn()
  }

  /// Wakes one who may have a free lane.
  private func passOn() {
    let (lanes, returning) = state.withLock { ($0.lanes, $0.returning) }
    guard lanes > 0 else { return }
    (returning > 0 ? mayReturn : mayEnter).signal()
  }

  private enum Turn { case flush(Int), wait, done(Int32) }

  /// Flushes the volume of an open file; 0, or an error number.
  func flush(volumeOf descriptor: Int32) -> Int32 {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return errno }
    let device = UInt64(truncatingIfNeeded: facts.st_dev)
    leave()
    defer { comeBack() }
    // Only a flush that begins from now on has all that the caller wrote.
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

  private static func turn(_ volume: inout Volume, _ needed: Int) -> Turn {
    if volume.finished >= needed { return .done(volume.failures[needed] ?? 0) }
    if volume.isRunning { return .wait }
    volume.isRunning = true
    volume.started += 1
    return .flush(volume.started)
  }
}
