#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long something computes, without the time that the machine gives to others. A bound on that holds on a busy machine, too.
public enum CPUTime {
  /// The CPU time of this thread that `body` takes. What it does on other threads doesn't count.
  public static func measure(_ body: () throws -> Void) rethrows -> Duration {
    let start = now
    try body()
    return now - start
  }

  /// The CPU time of this thread so far.
  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }
}
