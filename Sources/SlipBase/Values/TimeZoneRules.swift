/// A time zone: how far its clocks are ahead of UTC, at any moment.
public struct TimeZoneRules: Sendable, Hashable {
  /// As it was given: `Europe/Berlin`, `+01:00`.
  public let name: String
  private let changes: [Change]
  /// Seconds east of UTC before the first change.
  private let firstOffset: Int
  /// What holds after the last change.
  private let rule: YearlyZoneRule?

  /// From a moment on, in seconds since 1970, clocks are `offset` seconds ahead of UTC.
  package struct Change: Sendable, Hashable {
    package var start: Int64
    package var offset: Int

    package init(start: Int64, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  public static let utc = TimeZoneRules(name: "UTC", firstOffset: 0)

  package init(name: String, firstOffset: Int, changes: [Change] = [], rule: YearlyZoneRule? = nil) {
    self.name = name
    self.firstOffset = firstOffset
    self.changes = changes
    self.rule = rule
  }

  /// A zone without daylight saving time.
  public init(minutesEast minutes: Int) {
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    self.init(
      name: (minutes < 0 ? "-" : "+") + TimeZoneRules.twoDigits(hours) + ":" + TimeZoneRules.twoDigits(rest),
      firstOffset: minutes * 60)
  }

  /// Seconds east of UTC at a moment.
  public func offset(at time: Timestamp) -> Int {
    let seconds = time.wholeSeconds
    guard let last = changes.last else { return rule?.offset(at: seconds) ?? firstOffset }
    if seconds >= last.start { return rule?.offset(at: seconds) ?? last.offset }
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].start <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : changes[low - 1].offset
  }

  /// The moment at which the zone's clocks show `local`, which is given as if it were UTC. Of two the first; a time that
  /// clocks pass over counts as if they hadn't been changed yet.
  public func moment(ofLocal local: Timestamp) -> Timestamp {
    let day: Int64 = 86_400_000_000
    let before = offset(at: Timestamp(microseconds: local.microseconds - day))
    let early = Timestamp(microseconds: local.microseconds - Int64(before) * 1_000_000)
    if offset(at: early) == before { return early }
    let after = offset(at: Timestamp(microseconds: local.microseconds + day))
    let late = Timestamp(microseconds: local.microseconds - Int64(after) * 1_000_000)
    return offset(at: late) == after ? late : early
  }

  /// RFC 3339 as the zone's clocks show it, such as `2024-05-06T14:00:00+02:00`.
  public func rfc3339(_ time: Timestamp) -> String {
    let offset = offset(at: time)
    let local = Timestamp(microseconds: time.microseconds + Int64(offset) * 1_000_000)
    guard offset != 0, offset % 60 == 0, local.isWithinRFC3339 else { return time.rfc3339 }
    return local.rfc3339.dropLast() + TimeZoneRules(minutesEast: offset / 60).name
  }

  private static func twoDigits(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
}
