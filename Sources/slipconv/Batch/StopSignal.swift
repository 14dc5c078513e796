internal import SlipFiles
import SlipBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C and a polite kill. What lies under hidden names goes before the process does. In batch work the first is noted, and
/// what is in hand is finished; the second ends the process.
enum StopSignal {
  private static let caught = Atomic<Int32>(0)
  private static let finishesWork = Atomic<Bool>(false)

  /// Whether batch work is to begin nothing more.
  static var isCaught: Bool { caught.load(ordering: .relaxed) != 0 }

  /// SIGINT: 130, SIGTERM: 143.
  static var exitStatus: ExitStatus { status(of: caught.load(ordering: .relaxed)) }

  /// From now on the first signal ends nothing by itself: whoever works asks `isCaught`.
  static func watch() { finishesWork.store(true, ordering: .relaxed) }

  /// Begins to wait for signals, before there are other threads: on one of its own, where all may be done that a handler may
  /// not. Where the system refuses the thread, signals end the process as ever.
  static func listen() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) { sigaddset(&signals, number) }
    let wanted = signals
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    if !ThreadTeam.begin({ wait(for: wanted) }) { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  /// As for programs that run under `nohup`, or in the background of a script.
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

  private static func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    while true {
      guard sigwait(&signals, &number) == 0 else { continue }
      if finishesWork.load(ordering: .relaxed), !isCaught {
        caught.store(number, ordering: .relaxed)
        Terminal.standardError.write(
          "\nslipconv: finishing the items in progress; interrupt again to stop at once\n")
        continue
      }
      LiveOutputs.interrupt()
      _exit(status(of: number).rawValue)
    }
  }

  private static func status(of number: Int32) -> ExitStatus {
    switch number {
    case SIGTERM: .terminated
    case SIGHUP: .hungUp
    default: .interrupted
    }
  }
}
