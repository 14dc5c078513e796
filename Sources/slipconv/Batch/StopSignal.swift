internal import SlipFiles
import SlipBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP.
///
/// Before the process ends, files under hidden names that were being written are removed. What
/// was put in place stays, because it is complete.
///
/// In batch work the first signal only stops new items from being started, and the items in
/// progress are finished; the second signal ends the process. A journal then still has a record
/// of each finished item, so the run can continue.
///
/// Signals are received by `sigwait` on a thread of its own rather than by a handler, in which
/// hardly any function may be called.
enum StopSignal {
  /// The number of the signal that was caught; 0 where none was.
  private static let caught = Atomic<Int32>(0)
  /// Whether a signal is ending the process.
  private static let isEnding = Atomic<Bool>(false)
  /// Whether the first signal is left to batch work.
  private static let finishesWork = Atomic<Bool>(false)

  /// Whether batch work should start nothing more.
  static var isCaught: Bool { caught.load(ordering: .relaxed) != 0 }

  /// The status of the signal that was caught: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
  static var exitStatus: ExitStatus { status(of: caught.load(ordering: .relaxed)) }

  /// Waits for the end of the process if a signal is ending it; otherwise returns at once.
  ///
  /// Outputs that are given up fail whoever writes to them. Without waiting, the process could end with that
  /// error, before what it had written is deleted.
  static func waitIfEnding() { while isEnding.load(ordering: .acquiring) { pause() } }

  /// Makes the first signal from now on end nothing by itself: batch work asks `isCaught`.
  static func watch() { finishesWork.store(true, ordering: .relaxed) }

  /// Begins to wait for signals, on a thread of its own, where everything is allowed that isn't
  /// in a signal handler. This must happen before there are other threads, since they inherit
  /// the mask of blocked signals. If the system refuses the thread, signals end the process as
  /// usual.
  static func listen() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
    let wanted = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    if !ThreadTeam.begin({ wait(for: wanted) }) { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  /// Whether the signal is ignored, as for programs that run under `nohup` or in the background
  /// of a script. Such signals stay ignored.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    #if canImport(Glibc)
      let handler = action.__sigaction_handler.sa_handler
    #else
      let handler = action.__sigaction_u.__sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Waits for signals for as long as the process lives.
  private static func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    var failures = 0
    while failures < mostFailures {
      guard sigwait(&signals, &number) == 0 else {
        failures += 1
        continue
      }
      if finishesWork.load(ordering: .relaxed), !isCaught {
        caught.store(number, ordering: .relaxed)
        Terminal.standardError.write(
          "\nslipconv: finishing the items in progress; interrupt again to stop at once\n")
        continue
      }
      isEnding.store(true, ordering: .releasing)
      LiveOutputs.interrupt()
      _exit(status(of: number).rawValue)
    }
  }

  /// How often waiting for a signal may fail.
  private static let mostFailures = 1_000

  /// The exit status for a signal.
  private static func status(of number: Int32) -> ExitStatus {
    switch number {
    case SIGTERM: .terminated
    case SIGHUP: .hungUp
    default: .interrupted
    }
  }
}
