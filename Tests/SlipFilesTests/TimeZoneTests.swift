@testable import SlipFiles
import Testing

@testable import SlipBase
@testable import SlipCore

@Suite struct TimeZoneTests {
  private func time(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
    // In the south daylight saving time goes over New Year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36_000),
    ("<-03>3<-02>,J60/0,300", "2024-03-01T02:59:59Z", -10_800),
    ("<-03>3<-02>,J60/0,300", "2024-03-01T03:00:00Z", -7200), ("EST5", "1900-01-01T00:00:00Z", -18_000),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800),
  ])
  func rules(rule: String, time: String, offset: Int) throws {
    #expect(try #require(YearlyZoneRule(rule)).offset(at: self.time(time).wholeSeconds) == offset)
  }

  @Test(arguments: ["", "CET", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M1.1.1", "CET-1,x", "1"])
  func noRules(text: String) { #expect(YearlyZoneRule(text) == nil) }

  /// One change in 32 bits, two in 64, a rule behind them.
  private static let file: [UInt8] = {
    func number(_ value: Int64, _ width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> Int64((width - 1 - $0) * 8)) }
    }
    func block(_ times: [Int64], _ width: Int) -> [UInt8] {
      let counts = [0, 0, 0, times.count, 2, 4]
      return Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap { number(Int64($0), 4) }
        + times.flatMap { number($0, width) } + times.indices.map { $0 % 2 == 0 ? 1 : 0 }
        + number(3600, 4) + [0, 0] + number(7200, 4) + [1, 0] + Array("CET\0".utf8)
    }
    return block([0], 4) + block([-1_000_000, 1_000_000], 8) + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
  }()

  @Test func files() throws {
    let zone = try #require(TimeZoneFile.zone(named: "x", Self.file))
    #expect(zone.offset(at: Timestamp(seconds: -1_000_001)) == 3600)
    #expect(zone.offset(at: Timestamp(seconds: -1_000_000)) == 7200)
    #expect(zone.offset(at: Timestamp(seconds: 1_000_000)) == 3600)
    #expect(try zone.offset(at: time("2026-07-01T00:00:00Z")) == 7200)
    for length in Self.file.indices where length < Self.file.count - 30 {
      #expect(TimeZoneFile.zone(named: "x", Array(Self.file.prefix(length))) == nil)
    }
  }

  @Test func localTimes() throws {
    let zone = try #require(TimeZoneFile.zone(named: "x", Self.file))
    for (local, utc) in [
      ("2026-01-01T12:00:00Z", "2026-01-01T11:00:00Z"), ("2026-07-01T12:00:00Z", "2026-07-01T10:00:00Z"),
      // Passed over, and there twice.
      ("2026-03-29T02:30:00Z", "2026-03-29T01:30:00Z"), ("2026-10-25T02:30:00Z", "2026-10-25T00:30:00Z"),
    ] { #expect(try zone.moment(ofLocal: time(local)) == time(utc)) }
    #expect(try zone.rfc3339(time("2026-07-01T10:00:00.5Z")) == "2026-07-01T12:00:00.5+02:00")
    #expect(try TimeZoneRules.utc.rfc3339(time("2026-07-01T10:00:00Z")) == "2026-07-01T10:00:00Z")
  }

  @Test func names() {
    #expect(TimeZoneRules("-0330")?.offset(at: Timestamp(seconds: 0)) == -12_600)
    #expect(TimeZoneRules("+01:00")?.name == "+01:00")
    #expect(TimeZoneRules("z") == nil && TimeZoneRules("Z")?.name == "UTC")
    for name in [
      "", "+1", "+99:00", "+01:60", "../../etc/passwd", "/etc/localtime", "Europe/Nowhere", "a//b",
    ] {
      #expect(TimeZoneRules(name) == nil)
    }
  }
}
