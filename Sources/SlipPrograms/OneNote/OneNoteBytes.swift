internal import SlipExchange

/// Numbers in the bytes of a file of OneNote, with every access checked.
struct OneNoteBytes {
  /// The bytes.
  let bytes: UnsafeRawBufferPointer

  /// The little-endian number at an offset; 0 beyond the end.
  func number(_ offset: Int, _ size: Int) -> UInt64 {
    guard offset >= 0, size <= 8, offset <= bytes.count - size else { return 0 }
    var value: UInt64 = 0
    for index in (0..<size).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    return value
  }

  /// The number of two bytes.
  func short(_ offset: Int) -> Int { Int(number(offset, 2)) }
  /// The number of four bytes.
  func word(_ offset: Int) -> UInt32 { UInt32(number(offset, 4)) }

  /// A part; empty where it isn't all there.
  func part(_ offset: Int, _ count: Int) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { return [] }
    return Array(bytes[offset..<offset + count])
  }

  /// Text in UTF-16 of so many units.
  func text(_ offset: Int, units: Int) -> String { OneNoteBytes.text(part(offset, 2 * units)) }

  /// Text in UTF-16, up to a zero.
  static func text(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }
}

/// The name of an object: a GUID and a number ([MS-ONESTORE] 2.2.1 "ExtendedGUID").
struct OneNoteID: Hashable, Sendable {
  /// The bytes of the GUID.
  let guid: [UInt8]
  let number: UInt32

  /// The GUID as text, in small letters.
  var text: String {
    guard guid.count == 16 else { return "" }
    let order = [3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15]
    return order.map { index in
      if index < 0 { return "-" }
      let digits = String(guid[index], radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }
}
