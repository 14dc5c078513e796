import ArgumentParser
import SlipBase

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A moment as people give it: a day, a time, or how long ago.
struct Moment: ExpressibleByArgument {
  var time: Timestamp

  static var now: Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Timestamp(seconds: Int64(now.tv_sec), microseconds: Int64(now.tv_nsec) / 1000)
  }

  init?(argument: String) {
    if let time = Timestamp(rfc3339: argument) ?? Timestamp(rfc3339: argument + "T00:00:00Z") {
      self.time = time
      return
    }
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604_800]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Int64(argument.dropLast()),
      (0...1_000_000).contains(count)
    else { return nil }
    time = Timestamp(microseconds: Moment.now.microseconds - count * unit * 1_000_000)
  }
}
