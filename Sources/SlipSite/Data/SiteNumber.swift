/// Numbers in the data of a site: 91 printable characters, of which 60 end a number and 31 go on.
///
/// The characters are those from `#` to `~` without the backslash, so that numbers need no escaping in a script. The lowest
/// digits come first.
enum SiteNumber {
  /// How many digits end a number.
  private static let last = 60
  /// How many digits go on.
  private static let other = 31
  /// How many digits there are.
  private static let all = 91

  /// The character of a digit.
  private static func character(_ digit: Int) -> UInt8 { UInt8(digit < 57 ? digit + 35 : digit + 36) }

  /// Appends a number of as many digits as it needs.
  @inline(__always)
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= last {
      bytes.append(character(last + rest % other))
      rest /= other
    }
    bytes.append(character(rest))
  }

  /// Appends a number of a fixed count of digits. A number that needs more becomes the greatest one.
  static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    var limit = 1
    for _ in 0..<digits { limit *= all }
    var rest = min(max(number, 0), limit - 1)
    for _ in 0..<digits {
      bytes.append(character(rest % all))
      rest /= all
    }
  }
}
