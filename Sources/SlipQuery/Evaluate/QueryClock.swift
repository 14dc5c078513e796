public import SlipBase

/// The time at which a query runs, and the zone of its days.
///
/// Both are arguments of the query and read once, so that all notes are measured by the same
/// moment, and the result depends on nothing but the arguments and the box.
public struct QueryClock: Sendable, Hashable {
  /// What `now()` gives.
  public var now: Timestamp
  /// The zone of days and of dates that name none.
  public var zone: TimeZoneRules

  /// Creates a clock.
  ///
  /// - Parameters:
  ///   - now: What `now()` gives.
  ///   - zone: The zone of days and of dates that name none.
  public init(now: Timestamp, zone: TimeZoneRules = .utc) {
    self.now = now
    self.zone = zone
  }

  /// What the zone's clocks show at a moment, as if that were UTC.
  func local(_ time: Timestamp) -> Timestamp {
    Timestamp(microseconds: time.microseconds &+ Int64(zone.offset(at: time)) * 1_000_000)
  }

  /// The calendar day of a moment, as `YYYY-MM-DD`.
  ///
  /// Text of this form orders as the days do.
  public func day(of time: Timestamp) -> String { String(local(time).rfc3339.prefix { $0 != "T" }) }

  /// The number of the local day of a moment, counted from 1970-01-01.
  public func dayNumber(of time: Timestamp) -> Int {
    Int(Timestamp.floorDivide(local(time).microseconds, 86_400_000_000).0)
  }

  /// The first moment of the day on which the query runs.
  var today: Timestamp { zone.moment(ofLocal: QueryClock.midnight(dayNumber(of: now))) }

  /// The beginning of a day as a local time.
  static func midnight(_ day: Int) -> Timestamp { Timestamp(seconds: Int64(day) * 86_400) }
}
