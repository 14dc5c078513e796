/// Base64 of RFC 4648, section 4, as XML Schema has it: white space is passed over in reading.
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  static func text(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
      for place in 0..<4 {
        output.append(place <= count ? digits[Int(group >> UInt32(18 - 6 * place) & 63)] : 0x3D)
      }
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Nil where the text isn't Base64.
  static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    output.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text where byte > 0x20 {
      if byte == 0x3D {
        padding += 1
        continue
      }
      let value = values[Int(byte)]
      guard value < 64, padding == 0 else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      output += [
        UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8),
        UInt8(truncatingIfNeeded: group),
      ]
      (group, count) = (0, 0)
    }
    switch (count, padding) {
    case (0, 0): break
    case (2, 2): output.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1):
      output += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
    default: return nil
    }
    return output
  }
}
