internal import CHexShims

/// Writes bytes as hexadecimal digits in a layout, a buffer at a time.
struct RTFHexEncoder {
  /// The layout has more digits than the data.
  struct LayoutMismatch: Error {}

  private let isUpperCase: Bool
  private let layout: RTFHexLayout

  init(isUpperCase: Bool, layout: RTFHexLayout) {
    self.isUpperCase = isUpperCase
    self.layout = layout
  }

  func encode(_ data: UnsafeRawBufferPointer, chunk: (UnsafeRawBufferPointer) throws -> Void) throws {
    let total = data.count * 2
    try withUnsafeTemporaryAllocation(byteCount: HexOutput.capacity, alignment: 16) { buffer in
      var output = HexOutput(buffer: buffer, letterOffset: isUpperCase ? 7 : 39)
      var digit = 0
      for item in layout.items {
        for _ in 0..<item.count {
          // A line's white space stands between digits, so some must be left behind it.
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

private struct HexOutput {
  static let capacity = 1 << 16

  let buffer: UnsafeMutableRawBufferPointer
  /// What lies between `9` and the first letter.
  let letterOffset: UInt8
  var count = 0

  private var room: Int { HexOutput.capacity - count }

  mutating func flush(_ chunk: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    if count > 0 { try chunk(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    count = 0
  }

  mutating func write(_ space: RTFHexLayout.Space, _ chunk: (UnsafeRawBufferPointer) throws -> Void) rethrows
  {
    if room < 8 { try flush(chunk) }
    for index in 0..<space.length {
      buffer[count] = space[index]
      count += 1
    }
  }

  /// Writes some of the digits of `data`, of which there are two a byte.
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

  /// Writes whole bytes; there is room for them.
  private mutating func writeBytes(_ data: UnsafeRawBufferPointer, _ first: Int, _ number: Int) {
    guard let source = data.baseAddress, let target = buffer.baseAddress else { return }
    slip_hex_encode(source + first, number, target + count, letterOffset)
    count += number * 2
  }

  private func text(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x30 + nibble + letterOffset }
}
