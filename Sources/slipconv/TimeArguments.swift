public import ArgumentParser
import SlipBase
internal import SlipFiles
public import SlipNotes
public import SlipboxKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A moment as people write it, such as `yesterday` (`SpokenTime`). It is the value of `--since`.
struct Moment: ExpressibleByArgument {
  /// The moment.
  var time: Timestamp

  /// Parses a moment; nil where it has none of the forms.
  init?(argument: String) {
    guard let time = SpokenTime.time(of: argument, now: .systemClock, zone: .local) else { return nil }
    self.time = time
  }
}

/// The value of `--at`: the number of a transaction, or a moment.
extension PastPoint: ExpressibleByArgument {
  /// Parses a number or a moment; nil where it is neither.
  public init?(argument: String) {
    if let number = Int(argument) {
      self = .transaction(number)
    } else if let moment = Moment(argument: argument) {
      self = .time(moment.time)
    } else {
      return nil
    }
  }
}

/// The value of `log --kind`.
extension BoxTransaction.Kind: ExpressibleByArgument {}

/// Times from the command line and from the clock.
extension Timestamp {
  /// Parses the value of an option that takes a time: see `Timestamp.init(typed:)`.
  ///
  /// - Throws: `ValidationError` with an example.
  static func argument(_ text: String) throws -> Timestamp {
    if let time = Timestamp(typed: text) { return time }
    throw ValidationError("A time must be written like 2026-01-31 or 2026-01-31T12:00:00Z.")
  }

  /// The current time. This is the only place where the program asks for the date; the library
  /// gets it as an argument.
  static var systemClock: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), microseconds: Int64(time.tv_nsec) / 1_000)
  }
}

extension TimeZoneRules {
  /// The zone of the user: `$TZ`, else that of the system; UTC where neither can be read.
  static var local: TimeZoneRules {
    if let name = Environment.value("TZ"), !name.isEmpty {
      return TimeZoneRules(name.hasPrefix(":") ? String(name.dropFirst()) : name) ?? .utc
    }
    let mark = "/zoneinfo/"
    guard let file = FileSystem.realPath("/etc/localtime"), let place = file.firstRange(of: mark) else {
      return .utc
    }
    return TimeZoneRules(String(file[place.upperBound...])) ?? .utc
  }
}

/// A time zone: a name such as `Europe/Berlin`, or an offset such as `+01:00`, `-0330` or `Z`.
struct ZoneArgument: ExpressibleByArgument {
  /// The offsets of the zone over time.
  var rules: TimeZoneRules

  /// Parses a time zone; nil where it is unknown.
  init?(argument: String) {
    guard let rules = TimeZoneRules(argument) else { return nil }
    self.rules = rules
  }
}

/// The option of commands that print dates. Bundles store dates in UTC; the option only changes
/// how they are shown: `2024-05-06T07:30:00Z` → `2024-05-06T03:30:00-04:00`.
struct ZoneOption: ParsableArguments {
  /// The zone in which dates are shown; without it they stay in UTC.
  @Option(
    help: ArgumentHelp(
      "Show dates in this time zone, such as Europe/Berlin or +01:00 (default: UTC).", valueName: "zone"))
  var timezone: ZoneArgument?

  /// Dates as bundles have them.
  static var utc: ZoneOption {
    var option = ZoneOption()
    option.timezone = nil
    return option
  }

  /// A date (RFC 3339) in the wanted zone. A date whose own zone is unknown stays as it is.
  func text(_ date: String, zoneIsUnknown: Bool) -> String {
    guard let timezone, !zoneIsUnknown, let time = Timestamp(rfc3339: date) else { return date }
    return timezone.rules.rfc3339(time)
  }
}
