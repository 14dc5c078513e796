internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The clock that file systems take times of change from. It ticks some hundred times a second, so that two changes within
/// one tick have the same time.
package enum FileClock {
  /// The longest tick in use, twice.
  private static let tickMicroseconds: Int64 = 20_000

  /// Whether a change that comes now might not show in the file's times.
  package static func isTicking(_ status: FileStatus) -> Bool {
    var time = timespec()
    guard clock_gettime(CLOCK_REALTIME, &time) == 0 else { return false }
    let now = Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
    let age = now.microseconds - status.changed.microseconds
    // Other clocks, such as a server's, aren't compared.
    return age < tickMicroseconds && age > -tickMicroseconds
  }

  /// Returns when a change shows in the times of what was changed before.
  package static func waitForTick() { usleep(UInt32(tickMicroseconds)) }
}
