internal import SlipBase

/// RTF as Outlook and Exchange compress it (MS-OXRTFCP), in a property of a message.
///
/// ```
/// offset  length
///      0       4  bytes that follow these four
///      4       4  bytes of the RTF
///      8       4  "LZFu": compressed, "MELA": stored
///     12       4  check sum of what follows
/// ```
///
/// What follows are groups of a control byte and eight tokens, from its lowest bit on: 0 is a byte,
/// 1 a reference of two bytes. Its upper twelve bits are a place among the last 4,096 bytes, and its lower four bits
/// a length from 2 to 17. A reference to the place that is written next ends the text.
public enum CompressedRTF {
  /// What was read.
  public struct Result: Sendable, Equatable {
    /// The RTF.
    public var bytes: [UInt8]
    /// Whether the text has its promised length, and its check sum is right.
    public var isSound: Bool
  }

  /// The text that the bytes before the first one are.
  static let dictionary = Array(
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
      .utf8)

  /// How many bytes a reference can reach back.
  private static let window = 4096

  /// Unpacks RTF.
  ///
  /// The result is never more than nine times as long as the input, and never longer than the header says. NUL bytes at its end are
  /// left out.
  ///
  /// - Returns: Nil where the bytes don't have such a header. Text that is cut off, too long or has a
  ///   wrong check sum is returned as far as it is there.
  public static func unpack(_ bytes: UnsafeRawBufferPointer) -> Result? {
    guard bytes.count >= 16 else { return nil }
    let promised = Int(bytes.word(4))
    let data = bytes.part(16, max(0, Int(bytes.word(0)) - 12))
    var output: [UInt8]
    var isSound: Bool
    switch bytes.word(8) {
    case 0x75465A4C:
      output = expand(data, promised)
      isSound = checksum(data) == bytes.word(12)
    case 0x414C454D:
      output = Array(bytes.part(16, promised))
      isSound = true
    default: return nil
    }
    isSound = isSound && output.count == promised
    while output.last == 0 { output.removeLast() }
    return Result(bytes: output, isSound: isSound)
  }

  /// Expands the tokens.
  ///
  /// - Parameter most: How many bytes are made at most.
  private static func expand(_ data: UnsafeRawBufferPointer, _ most: Int) -> [UInt8] {
    var ring = dictionary + Array(repeating: UInt8(0), count: window - dictionary.count)
    var write = dictionary.count
    var output: [UInt8] = []
    output.reserveCapacity(min(most, data.count * 9))
    var position = 0
    /// Writes a byte into the text and the ring.
    func put(_ byte: UInt8) {
      output.append(byte)
      ring[write] = byte
      write = (write + 1) % window
    }
    while position < data.count, output.count < most {
      let control = data[position]
      position += 1
      for bit in 0..<8 where output.count < most {
        guard control >> bit & 1 == 1 else {
          guard position < data.count else { return output }
          put(data[position])
          position += 1
          continue
        }
        guard position + 1 < data.count else { return output }
        let token = Int(data[position]) << 8 | Int(data[position + 1])
        position += 2
        var read = token >> 4
        guard read != write else { return output }
        for _ in 0..<min((token & 15) + 2, most - output.count) {
          put(ring[read])
          read = (read + 1) % window
        }
      }
    }
    return output
  }

  /// The table of the check sum, for each byte.
  private static let rows: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  /// The check sum of data: CRC-32 that begins with 0 and isn't inverted at its end.
  static func checksum(_ data: UnsafeRawBufferPointer) -> UInt32 {
    let rows = rows
    return data.reduce(0) { sum, byte in rows[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
  }
}
