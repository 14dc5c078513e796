internal import CHexShims

/// Writes bytes as hexadecimal digits with the white space of a layout, in pieces.
///
/// The bytes 0x89, 0x50 and 0x4E with the layout `4n` give `8950`, a line end, and `4e`. With the
/// layout that was recorded when a picture was extracted, the digits are exactly those of the original.
package struct RTFHexEncoder {
  /// The error that the layout has more digits than the data.
  package struct LayoutMismatch: Error {}

  /// Whether the digits A to F are capitals.
  private let isUpperCase: Bool
  /// The white space between the digits.
  private let layout: RTFHexLayout

  /// Creates an encoder for a layout.
  package init(isUpperCase: Bool, layout: RTFHexLayout) {
    self.isUpperCase = isUpperCase
    self.layout = layout
  }

  /// Encodes data.
  ///
  /// - Parameters:
  ///   - data: the bytes to encode.
  ///   - chunk: receives pieces of up to 64 KiB in order. Their bytes are valid only during the call.
  /// - Throws: `LayoutMismatch`, and what `chunk` throws. Pieces may have been handed over before.
  package func encode(_ data: UnsafeRawBufferPointer, chunk: (UnsafeRawBufferPointer) throws -> Void) throws {
    let total = data.count * 2
    try withUnsafeTemporaryAllocation(byteCount: HexOutput.capacity, alignment: 16) { buffer in
      var output = HexOutput(buffer: buffer, letterOffset: isUpperCase ? 7 : 39)
      var digit = 0
      for item in layout.items {
        for _ in 0..<item.count {
          // White space stands between digits, so some digits must remain behind each line.
          guard item.digits < total - digit else { throw LayoutMismatch() }
          try output.write(data, digit..<digit + item.digits, chunk)
          try output.write(item.space, chunk)
          digit += item.digits
        }
      }
      try output.write(data, digit..<total, chunk)
      try output.flush(chunk)
    }
  }
}

/// A buffer of digits that is handed over whenever it is full.
private struct HexOutput {
  /// The size of the buffer in bytes.
  static let capacity = 1 << 16

  /// The buffer.
  let buffer: UnsafeMutableRawBufferPointer
  /// The distance between `9` and the letter for ten: 7 for `A`, 39 for `a`.
  let letterOffset: UInt8
  /// How many bytes of the buffer are in use.
  var count = 0

  /// How many bytes of the buffer are free.
  private var room: Int { HexOutput.capacity - count }

  /// Hands over what is in the buffer.
  mutating func flush(_ chunk: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    if count > 0 { try chunk(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    count = 0
  }

  /// Writes white space.
  mutating func write(_ space: RTFHexLayout.Space, _ chunk: (UnsafeRawBufferPointer) throws -> Void) rethrows
  {
    if room < 8 { try flush(chunk) }
    for index in 0..<space.length {
      buffer[count] = space[index]
      count += 1
    }
  }

  /// Writes some of the digits of `data`. Each byte has two digits, and a line may begin with the
  /// second one.
  mutating func write(
    _ data: UnsafeRawBufferPointer, _ digits: Range<Int>, _ chunk: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var digit = digits.lowerBound
    while digit < digits.upperBound {
      if room < 32 { try flush(chunk) }
      if digit % 2 == 1 || digit + 1 == digits.upperBound {
        let byte = data[digit / 2]
        buffer[count] = text(digit % 2 == 0 ? byte >> 4 : byte & 0x0F)
        count += 1
        digit += 1
      } else {
        let bytes = min((digits.upperBound - digit) / 2, room / 2)
        writeBytes(data, digit / 2, bytes)
        digit += bytes * 2
      }
    }
  }

  /// Writes the digits of whole bytes, for which there must be room.
  private mutating func writeBytes(_ data: UnsafeRawBufferPointer, _ first: Int, _ number: Int) {
    guard let source = data.baseAddress, let target = buffer.baseAddress else { return }
    slip_hex_encode(source + first, number, target + count, letterOffset)
    count += number * 2
  }

  /// The digit for a value below 16.
  private func text(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x30 + nibble + letterOffset }
}
