import ArgumentParser
import SlipBase

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Timestamp {
  /// For options that take a time.
  static func argument(_ text: String) throws -> Timestamp {
    if let time = Timestamp(rfc3339: text) { return time }
    throw ValidationError("A time is written as in 2026-01-31T12:00:00Z.")
  }

  /// The computer's own time; the only clock of dates there is.
  static var systemClock: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
  }
}
