public import SlipBase

/// Reads a compiled time zone of the system's database: TZif (RFC 9636).
///
/// A file lists all changes of the zone's offset, and ends in a rule in POSIX's notation for the
/// time after the last change:
///
///     header, block with 32-bit times      for old programs
///     header, block with 64-bit times      from version 2 on; only this one is used then
///     LF, rule, LF                         CET-1CEST,M3.5.0,M10.5.0/3
///
/// Leap seconds and the names of offsets (`CEST`) are skipped.
enum TimeZoneFile {
  /// Where systems keep the database.
  private static let folders = ["/usr/share/zoneinfo/", "/usr/lib/zoneinfo/", "/var/db/timezone/zoneinfo/"]
  /// The largest file that is read, in bytes. Real ones have a few kilobytes.
  private static let longest = 1 << 20

  /// The zone with the given name, such as `Europe/Berlin`; nil where the database has no such
  /// zone.
  ///
  /// A system without a database, such as a small container, has none.
  static func zone(named name: String) -> TimeZoneRules? {
    guard isName(name) else { return nil }
    for folder in folders {
      guard (try? FileSystem.status(folder + name))?.kind == .file,
        let bytes = try? FileSystem.readFile(folder + name, limit: longest)
      else { continue }
      return zone(named: name, bytes)
    }
    return nil
  }

  /// Whether a text can be the name of a zone: components of letters, digits, `_`, `+` and `-`. So
  /// a name never leads out of the database's folder.
  private static func isName(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy {
          switch $0 {
          case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x5F: true
          default: false
          }
        }
    }
  }

  /// Reads the contents of a file. Any bytes are safe; nil where they are no time zone.
  ///
  /// - Parameters:
  ///   - name: The name that the zone gets.
  ///   - bytes: The contents of the file.
  static func zone(named name: String, _ bytes: [UInt8]) -> TimeZoneRules? {
    guard var header = Header(bytes[...]) else { return nil }
    var rest = bytes.dropFirst(Header.length)
    var width = 4
    if header.version >= 2 {
      // From version 2 on there are two blocks: one with times of 32 bits for old programs, and one with
      // the same times and more in 64 bits.
      rest = rest.dropFirst(header.blockLength(width))
      width = 8
      guard let second = Header(rest) else { return nil }
      header = second
      rest = rest.dropFirst(Header.length)
    }
    guard rest.count >= header.blockLength(width), header.types > 0 else { return nil }
    let times = rest.prefix(header.times * width)
    let indexes = Array(rest.dropFirst(header.times * width).prefix(header.times))
    let types = Array(rest.dropFirst(header.times * (width + 1)).prefix(header.types * 6))
    let offsets = (0..<header.types).map {
      Int(Int32(truncatingIfNeeded: number(types[($0 * 6)...].prefix(4))))
    }
    guard indexes.allSatisfy({ Int($0) < offsets.count }) else { return nil }
    let changes = indexes.enumerated().map { index, type in
      TimeZoneRules.Change(
        start: number(times.dropFirst(index * width).prefix(width)), offset: offsets[Int(type)])
    }
    let footer = rest.dropFirst(header.blockLength(width)).dropFirst().prefix { $0 != UInt8(ascii: "\n") }
    let rule = width == 8 ? YearlyZoneRule(String(decoding: footer, as: UTF8.self)) : nil
    return TimeZoneRules(name: name, firstOffset: offsets[0], changes: changes, rule: rule)
  }

  /// A big-endian number with a sign, of 4 or 8 bytes.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return bytes.count == 4
      ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }

  /// The header of a block of data.
  private struct Header {
    /// The header's length in bytes.
    static let length = 44
    /// The version of the format: 1 to 4.
    var version: Int
    /// How many of each kind of item the block has.
    var universal, standard, leaps, times, types, letters: Int

    /// Reads a header; nil where there is none, or where a number is impossible.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count >= Header.length, bytes.starts(with: "TZif".utf8) else { return nil }
      let start = bytes.startIndex
      version = bytes[start + 4] == 0 ? 1 : Int(bytes[start + 4]) - 0x30
      let counts = (0..<6).map { Int(TimeZoneFile.number(bytes[(start + 20 + $0 * 4)...].prefix(4))) }
      guard counts.allSatisfy({ (0..<TimeZoneFile.longest).contains($0) }) else { return nil }
      (universal, standard, leaps) = (counts[0], counts[1], counts[2])
      (times, types, letters) = (counts[3], counts[4], counts[5])
    }

    /// The length of the block's data in bytes, without this header.
    ///
    /// - Parameter width: The number of bytes of a time: 4 or 8.
    func blockLength(_ width: Int) -> Int {
      times * (width + 1) + types * 6 + letters + leaps * (width + 4) + standard + universal
    }
  }
}

/// Time zones by the text that users give.
extension TimeZoneRules {
  /// Reads `UTC`, `Z`, an offset such as `+01:00` or `-0330`, or a name of the system's database
  /// such as `Europe/Berlin`; nil for anything else.
  public init?(_ text: String) {
    if text == "Z" || text.uppercased() == "UTC" {
      self = .utc
    } else if let minutes = TimeZoneRules.minutes(text) {
      self.init(minutesEast: minutes)
    } else if let zone = TimeZoneFile.zone(named: text) {
      self = zone
    } else {
      return nil
    }
  }

  /// Reads an offset with a sign, in minutes; nil where it isn't one.
  private static func minutes(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4,
      digits.allSatisfy({ $0.isASCIIDigit }),
      let value = Int(String(decoding: digits, as: UTF8.self)),
      value / 100 <= 23, value % 100 < 60
    else { return nil }
    return (value / 100 * 60 + value % 100) * (sign == "-" ? -1 : 1)
  }
}
