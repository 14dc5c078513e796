/// Base64 of RFC 4648, section 4. White space is passed over in reading.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding: UInt8 = 0x3D

  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    // The URL-safe alphabet of section 5 as well.
    table[0x2D] = 62
    table[0x5F] = 63
    return table
  }()

  /// Appends the Base64 of `data` to `output`, in one line, padded.
  public static func append(_ data: [UInt8], to output: inout [UInt8]) {
    let needed = output.count + (data.count + 2) / 3 * 4
    // Exact steps would copy the whole output for each of many pictures.
    if needed > output.capacity { output.reserveCapacity(max(needed, 2 * output.capacity)) }
    let alphabet = alphabet
    var index = 0
    while index < data.count {
      let left = data.count - index
      let word =
        UInt32(data[index]) << 16 | (left > 1 ? UInt32(data[index + 1]) << 8 : 0)
        | (left > 2 ? UInt32(data[index + 2]) : 0)
      output.append(alphabet[Int(word >> 18)])
      output.append(alphabet[Int(word >> 12 & 63)])
      output.append(left > 1 ? alphabet[Int(word >> 6 & 63)] : padding)
      output.append(left > 2 ? alphabet[Int(word & 63)] : padding)
      index += 3
    }
  }

  /// The Base64 of `data`, in one line, padded.
  public static func text(_ data: [UInt8]) -> String {
    var output: [UInt8] = []
    append(data, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes up to the first character that is neither Base64, in either alphabet, nor white space.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var decoder = Decoder()
    for byte in text {
      guard decoder.take(byte) else { break }
    }
    return decoder.output
  }

  /// The bytes; nil where the text isn't whole, padded Base64.
  public static func bytes(_ text: [UInt8]) -> [UInt8]? {
    var decoder = Decoder()
    var paddings = 0
    for byte in text where byte > 0x20 {
      if byte == padding {
        paddings += 1
      } else if paddings > 0 || byte == 0x2D || byte == 0x5F || !decoder.take(byte) {
        return nil
      }
    }
    return (decoder.digits % 4 + paddings) % 4 == 0 && paddings < 3 ? decoder.output : nil
  }

  private struct Decoder {
    var output: [UInt8] = []
    var digits = 0
    private var word: UInt32 = 0

    /// False where the byte has no meaning.
    mutating func take(_ byte: UInt8) -> Bool {
      let value = values[Int(byte)]
      guard value != 0xFF else { return byte == 0x20 || (0x09...0x0D).contains(byte) }
      word = word << 6 | UInt32(value)
      digits += 1
      // Digits 2, 3 and 4 of a group each complete a byte.
      let place = UInt32(digits & 3)
      if place != 1 { output.append(UInt8(truncatingIfNeeded: word >> (place == 0 ? 0 : 8 - 2 * place))) }
      return true
    }
  }
}
