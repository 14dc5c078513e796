internal import SlipBase
internal import SlipDocument

/// Bytes of an RTF file in the making. Everything that is written passes through here, and is escaped here.
struct RTFOutput {
  private(set) var bytes: [UInt8] = []
  /// Takes what is written, when there is much of it; nil keeps it.
  private let drain: PiecewiseOutput.Drain?
  /// Where the last control word ended: text that follows there needs a space before it.
  private var wordEnd = -1

  init(capacity: Int = 0, drain: PiecewiseOutput.Drain? = nil) {
    self.drain = drain
    bytes.reserveCapacity(capacity)
  }

  /// What is written doesn't stay here.
  var isDrained: Bool { drain != nil }

  /// Hands over what has been written.
  mutating func flush() {
    guard let drain else { return }
    bytes.withUnsafeBytes(drain)
    wordEnd = wordEnd == bytes.count ? 0 : -1
    bytes.removeAll(keepingCapacity: true)
  }

  /// A control word without parameter, such as `par`.
  mutating func word(_ name: StaticString) {
    bytes.append(0x5C)
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    wordEnd = bytes.count
  }

  /// A control word with its parameter, which is held within 32 bits, as the format has it.
  mutating func word(_ name: StaticString, _ parameter: Int) {
    word(name)
    number(max(-Int(Int32.max), min(Int(Int32.max), parameter)))
  }

  /// Control words written before, to be written again.
  struct Words {
    fileprivate let bytes: [UInt8]
    var isEmpty: Bool { bytes.isEmpty }
  }

  /// What has been written, which is nothing but control words.
  var words: Words { Words(bytes: bytes) }

  mutating func words(_ words: Words) {
    guard !words.bytes.isEmpty else { return }
    bytes.append(contentsOf: words.bytes)
    wordEnd = bytes.count
  }

  private mutating func number(_ value: Int) {
    var rest = value.magnitude
    if value < 0 { bytes.append(0x2D) }
    let start = bytes.count
    repeat {
      bytes.append(UInt8(0x30 + rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
    wordEnd = bytes.count
  }

  mutating func open() {
    bytes.append(0x7B)
  }

  /// Opens the group of a destination.
  mutating func open(_ destination: StaticString) {
    open()
    word(destination)
  }

  /// Opens the group of a destination that a reader who doesn't know it skips.
  mutating func openIgnorable(_ destination: StaticString) {
    open()
    symbol(0x2A)
    word(destination)
  }

  mutating func close() {
    bytes.append(0x7D)
  }

  /// A line end of the file, which means nothing.
  mutating func newLine() {
    bytes.append(0x0A)
    if bytes.count >= PiecewiseOutput.size { flush() }
  }

  /// A group with its braces, as it is.
  mutating func group(_ group: [UInt8]) {
    bytes += group
  }

  /// A control symbol, such as `\~`.
  mutating func symbol(_ character: UInt8) {
    bytes.append(0x5C)
    bytes.append(character)
  }

  /// `\'hh`
  mutating func hexByte(_ byte: UInt8) {
    symbol(0x27)
    hexDigits(byte)
  }

  mutating func hexDigits(_ byte: UInt8) {
    let (high, low) = (byte >> 4, byte & 15)
    bytes.append(high < 10 ? 0x30 + high : 0x57 + high)
    bytes.append(low < 10 ? 0x30 + low : 0x57 + low)
  }

  /// Bytes in hexadecimal, 64 to a line.
  mutating func hex(_ data: [UInt8]) {
    bytes.reserveCapacity(bytes.count + data.count * 2 + data.count / 64 + 1)
    for (index, byte) in data.enumerated() {
      if index & 63 == 0 { newLine() }
      hexDigits(byte)
    }
  }

  /// A name in a table, and the separator that ends it.
  mutating func entry(_ name: String) {
    text(name.contains(";") ? name.filter { $0 != ";" } : name)
    semicolon()
  }

  /// The separator of table entries.
  mutating func semicolon() {
    bytes.append(0x3B)
  }

  /// Text, escaped. Line ends become `\line`; other control characters are left out.
  mutating func text(_ text: String) {
    text.withContiguousBytes { self.text($0) }
  }

  /// The name of a file: only ASCII as bytes, which readers may take for UTF-8.
  mutating func fileName(_ name: String) {
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        text(String(scalar))
      } else {
        for unit in Character(scalar).utf16 { self.unit(unit) }
      }
    }
  }

  private mutating func text(_ utf8: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < utf8.count {
      let start = index
      index = TextScan.endOfLiteral(utf8, from: index)
      if index > start { literal(UnsafeBufferPointer(rebasing: utf8[start..<index])) }
      guard index < utf8.count else { return }
      if utf8[index] < 0x80 {
        ascii(utf8[index])
        index += 1
      } else {
        let (scalar, length) = RTFOutput.scalar(utf8, index)
        self.scalar(scalar)
        index += length
      }
    }
  }

  private mutating func literal(_ utf8: UnsafeBufferPointer<UInt8>) {
    if wordEnd == bytes.count { bytes.append(0x20) }
    if let drain, utf8.count >= PiecewiseOutput.size {
      flush()
      return drain(UnsafeRawBufferPointer(utf8))
    }
    bytes.append(contentsOf: utf8)
    if bytes.count >= PiecewiseOutput.size { flush() }
  }

  private mutating func ascii(_ byte: UInt8) {
    switch byte {
    case 0x09: word("tab")
    case 0x0A, 0x0B: word("line")
    case 0x5C, 0x7B, 0x7D: symbol(byte)
    case 0x7F: unit(0x7F)
    default: break
    }
  }

  private mutating func scalar(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xA0: symbol(0x7E)
    case 0xAD: symbol(0x2D)
    case 0x2011: symbol(0x5F)
    default:
      if let byte = Windows1252.byte(scalar) {
        hexByte(byte)
      } else {
        for unit in Character(scalar).utf16 { self.unit(unit) }
      }
    }
  }

  /// `\uN?`, where N is signed.
  private mutating func unit(_ unit: UInt16) {
    word("u", Int(Int16(truncatingIfNeeded: unit)))
    bytes.append(0x3F)
  }

  /// Decodes one code point of well-formed UTF-8.
  private static func scalar(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> (Unicode.Scalar, Int) {
    func tail(_ offset: Int) -> UInt32 {
      index + offset < utf8.count ? UInt32(utf8[index + offset] & 0x3F) : 0
    }
    let lead = UInt32(utf8[index])
    let (value, length): (UInt32, Int) =
      switch lead {
      case ..<0xE0: ((lead & 0x1F) << 6 | tail(1), 2)
      case ..<0xF0: ((lead & 0x0F) << 12 | tail(1) << 6 | tail(2), 3)
      default: ((lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4)
      }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
