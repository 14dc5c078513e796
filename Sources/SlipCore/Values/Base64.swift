/// Base64 as RFC 4648 defines it in section 4: 64 letters, digits and signs, padded with `=`.
///
/// Writing gives one line. Reading skips white space, because mail and RTF break Base64 into lines.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding: UInt8 = 0x3D

  /// The value of each byte as a digit, from 0 to 63; 0xFF for bytes that are no digits.
  private static let values: [UInt8] = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
    // The URL-safe alphabet of section 5 has `-` and `_` instead of `+` and `/`.
    table[0x2D] = 62
    table[0x5F] = 63
    return table
  }()

  /// Appends the Base64 of `data` to `output`, in one line and padded.
  public static func append(_ data: [UInt8], to output: inout [UInt8]) {
    let needed = output.count + (data.count + 2) / 3 * 4
    // Growing to the exact size would copy the whole output once for each of many pictures.
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

  /// The Base64 of `data`, in one line and padded: `Hi` → `SGk=`.
  public static func text(_ data: [UInt8]) -> String {
    var output: [UInt8] = []
    append(data, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes that Base64 text stands for, as far as the text makes sense.
  ///
  /// Use this for data from the outside, where as much as possible should be read. Reading stops at
  /// the first character that is neither a digit nor white space, such as the padding. The URL-safe
  /// alphabet is read as well. An incomplete last group gives the bytes that are complete in it.
  public static func decode(_ text: some Sequence<UInt8>) -> [UInt8] {
    var decoder = Decoder()
    for byte in Array(text) {
      guard decoder.take(byte) else { break }
    }
    return decoder.output
  }

  /// The bytes that Base64 text stands for; nil where it isn't correct.
  ///
  /// Use this for data of the package's own formats. Only the standard alphabet is read, and the
  /// padding must be complete and at the end. All bytes up to 0x20 count as white space.
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

  /// Puts the bits of digits together to bytes.
  private struct Decoder {
    var output: [UInt8] = []
    /// The number of digits so far.
    var digits = 0
    /// The bits of the last digits, the newest lowest.
    private var word: UInt32 = 0

    /// Takes a digit or white space. Returns false, and changes nothing, for any other byte.
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
