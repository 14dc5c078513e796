/// Base64 of RFC 4648.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    // The URL-safe alphabet as well.
    table[0x2D] = 62
    table[0x5F] = 63
    return table
  }()

  static func append(_ data: [UInt8], to output: inout [UInt8]) {
    output.reserveCapacity(output.count + (data.count + 2) / 3 * 4)
    let alphabet = alphabet
    var index = 0
    while index < data.count {
      let left = data.count - index
      let word =
        UInt32(data[index]) << 16 | (left > 1 ? UInt32(data[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(data[index + 2]) : 0)
      output.append(alphabet[Int(word >> 18)])
      output.append(alphabet[Int(word >> 12 & 63)])
      output.append(left > 1 ? alphabet[Int(word >> 6 & 63)] : 0x3D)
      output.append(left > 2 ? alphabet[Int(word & 63)] : 0x3D)
      index += 3
    }
  }

  /// The bytes; white space is skipped, and anything else that is not base64 ends the data.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    for byte in text {
      let value = values[Int(byte)]
      if value == 0xFF {
        if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
        break
      }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        output.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return output
  }
}
