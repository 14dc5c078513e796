import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Ctrl-C and a polite kill: the first is noted, and what is in hand is finished; the second ends the process.
enum StopSignal {
  private static let caught = Atomic<Int32>(0)

  static var isCaught: Bool { caught.load(ordering: .relaxed) != 0 }

  /// SIGINT: 130, SIGTERM: 143.
  static var exitStatus: ExitStatus {
    caught.load(ordering: .relaxed) == SIGTERM ? .terminated : .interrupted
  }

  static func watch() {
    // Made before a handler may need it.
    _ = isCaught
    for number in [SIGINT, SIGTERM] {
      var action = sigaction()
      #if canImport(Glibc)
        action.__sigaction_handler.sa_handler = { StopSignal.handle($0) }
      #else
        action.__sigaction_u.__sa_handler = { StopSignal.handle($0) }
      #endif
      action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESTART))
      sigaction(number, &action, nil)
    }
  }

  /// Nothing here that a signal handler may not do.
  private static func handle(_ number: Int32) {
    caught.store(number, ordering: .relaxed)
    signal(number, SIG_DFL)
    let text: StaticString = "\nslipconv: finishing what is in hand; once more stops at once\n"
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }
}
