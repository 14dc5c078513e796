/// A time zone: how far its clocks are ahead of UTC at any moment.
///
/// `TimeZoneFile` reads the rules from the system's database. Dates in RTF and in file names are
/// local times; these rules turn them into moments.
public struct TimeZoneRules: Sendable, Hashable {
  /// The zone's name as the user gave it, such as `Europe/Berlin` or `+01:00`.
  public let name: String
  /// All changes of the offset that the database lists, in ascending order.
  private let changes: [Change]
  /// The offset before the first change, in seconds east of UTC.
  private let firstOffset: Int
  /// The rule for the time after the last change; nil where the last offset stays.
  private let rule: YearlyZoneRule?

  /// One change of a zone's clocks.
  package struct Change: Sendable, Hashable {
    /// The moment of the change, in seconds since 1970.
    package var start: Int64
    /// The offset from then on, in seconds east of UTC.
    package var offset: Int

    /// Creates a change.
    package init(start: Int64, offset: Int) {
      self.start = start
      self.offset = offset
    }
  }

  /// Coordinated Universal Time.
  public static let utc = TimeZoneRules(name: "UTC", firstOffset: 0)

  /// Creates a zone. `changes` must be in ascending order.
  package init(name: String, firstOffset: Int, changes: [Change] = [], rule: YearlyZoneRule? = nil) {
    self.name = name
    self.firstOffset = firstOffset
    self.changes = changes
    self.rule = rule
  }

  /// Creates a zone with a fixed offset, named like `+01:00`.
  ///
  /// - Parameter minutes: The offset in minutes; negative west of Greenwich.
  public init(minutesEast minutes: Int) {
    let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    self.init(
      name: (minutes < 0 ? "-" : "+") + TimeZoneRules.twoDigits(hours) + ":" + TimeZoneRules.twoDigits(rest),
      firstOffset: minutes * 60)
  }

  /// The offset from UTC at a moment, in seconds; positive east of Greenwich. A binary search among
  /// the changes.
  public func offset(at time: Timestamp) -> Int {
    let seconds = time.wholeSeconds
    guard let last = changes.last else { return rule?.offset(at: seconds) ?? firstOffset }
    if seconds >= last.start { return rule?.offset(at: seconds) ?? last.offset }
    let low = changes.partitionPoint { $0.start <= seconds }
    return low == 0 ? firstOffset : changes[low - 1].offset
  }

  /// The moment at which the zone's clocks show a local time.
  ///
  /// When clocks are set back, a local time occurs twice; the first moment is returned. When clocks
  /// are set forward, some local times never occur; they are read as if the clocks had not been
  /// changed yet: in Berlin, 02:30 of that night is 01:30 UTC.
  ///
  /// - Parameter local: The local time, given as if it were UTC.
  public func moment(ofLocal local: Timestamp) -> Timestamp {
    let day: Int64 = 86_400_000_000
    let before = offset(at: Timestamp(microseconds: local.microseconds - day))
    let early = Timestamp(microseconds: local.microseconds - Int64(before) * 1_000_000)
    if offset(at: early) == before { return early }
    let after = offset(at: Timestamp(microseconds: local.microseconds + day))
    let late = Timestamp(microseconds: local.microseconds - Int64(after) * 1_000_000)
    return offset(at: late) == after ? late : early
  }

  /// The moment as the zone's clocks show it, such as `2024-05-06T14:00:00+02:00`.
  ///
  /// RFC 3339 has offsets in whole minutes and years up to 9999. Where these don't suffice, and at
  /// offset 0, the time is written in UTC.
  public func rfc3339(_ time: Timestamp) -> String {
    let offset = offset(at: time)
    let local = Timestamp(microseconds: time.microseconds + Int64(offset) * 1_000_000)
    guard offset != 0, offset % 60 == 0, local.isWithinRFC3339 else { return time.rfc3339 }
    return local.rfc3339.dropLast() + TimeZoneRules(minutesEast: offset / 60).name
  }

  /// The number with a leading zero where it has one digit.
  private static func twoDigits(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
}
