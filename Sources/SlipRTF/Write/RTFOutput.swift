internal import SlipCore
internal import SlipDocument

/// Collects the bytes of an RTF file.
///
/// Everything that is written passes through here and is escaped here, so the text of a document can't
/// become control words. It also inserts the space that delimits a control word, only where text
/// follows:
///
/// ```swift
/// var out = RTFOutput()
/// out.open("title")
/// out.text("a{b")
/// out.close()  // {\title a\{b}
/// ```
struct RTFOutput {
  /// What has been written and not handed over.
  private(set) var bytes: [UInt8] = []
  /// Receives what has been written whenever there is much of it; nil when all bytes are collected.
  private let drain: PiecewiseOutput.Drain?
  /// Where in `bytes` the last control word ended, because text that follows directly needs a space
  /// before it; -1 when something else has followed the word.
  private var wordEnd = -1

  /// Whether characters may be written as bytes of Windows-1252; else all beyond ASCII are `\u`.
  var usesCodePage = true

  /// Creates an empty output.
  ///
  /// - Parameters:
  ///   - capacity: for how many bytes to reserve memory.
  ///   - drain: receives the bytes; without one they are collected in `bytes`.
  init(capacity: Int = 0, drain: PiecewiseOutput.Drain? = nil) {
    self.drain = drain
    bytes.reserveCapacity(capacity)
  }

  /// Whether bytes are handed over instead of collected.
  var isDrained: Bool { drain != nil }

  /// Hands over what has been written, if there is a drain.
  mutating func flush() {
    guard let drain else { return }
    bytes.withUnsafeBytes(drain)
    wordEnd = wordEnd == bytes.count ? 0 : -1
    bytes.removeAll(keepingCapacity: true)
  }

  /// Writes a control word without parameter, such as `par`.
  mutating func word(_ name: StaticString) {
    bytes.append(0x5C)
    bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    wordEnd = bytes.count
  }

  /// Writes a control word with its parameter, clamped to `-Int32.max...Int32.max` as the format
  /// demands.
  mutating func word(_ name: StaticString, _ parameter: Int) {
    word(name)
    number(max(-Int(Int32.max), min(Int(Int32.max), parameter)))
  }

  /// Control words that have been written and can be written again.
  struct Words {
    /// The words as bytes, without a delimiter behind the last.
    fileprivate let bytes: [UInt8]
    /// Whether there are none.
    var isEmpty: Bool { bytes.isEmpty }
  }

  /// What has been written, which must be control words only.
  var words: Words { Words(bytes: bytes) }

  /// Writes control words again.
  mutating func words(_ words: Words) {
    guard !words.bytes.isEmpty else { return }
    bytes.append(contentsOf: words.bytes)
    wordEnd = bytes.count
  }

  /// Writes a decimal number.
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

  /// Opens a group.
  mutating func open() {
    bytes.append(0x7B)
  }

  /// Opens the group of a destination.
  mutating func open(_ destination: StaticString) {
    open()
    word(destination)
  }

  /// Opens the group of a destination with `\*`, which readers skip that don't know it.
  mutating func openIgnorable(_ destination: StaticString) {
    open()
    symbol(0x2A)
    word(destination)
  }

  /// Closes a group.
  mutating func close() {
    bytes.append(0x7D)
  }

  /// Writes a line end, which has no meaning in RTF and makes the file readable. It also is where bytes
  /// are handed over.
  mutating func newLine() {
    bytes.append(0x0A)
    if bytes.count >= PiecewiseOutput.size { flush() }
  }

  /// Writes a group that is RTF already, with its braces.
  mutating func group(_ group: [UInt8]) {
    bytes += group
  }

  /// Writes a control symbol, such as `\~`.
  mutating func symbol(_ character: UInt8) {
    bytes.append(0x5C)
    bytes.append(character)
  }

  /// Writes a byte of text as `\'hh`, such as `\'e9` for é in Windows-1252.
  mutating func hexByte(_ byte: UInt8) {
    symbol(0x27)
    hexDigits(byte)
  }

  /// Writes the two digits of a byte, in lower case.
  mutating func hexDigits(_ byte: UInt8) {
    let (high, low) = (byte >> 4, byte & 15)
    bytes.append(high < 10 ? 0x30 + high : 0x57 + high)
    bytes.append(low < 10 ? 0x30 + low : 0x57 + low)
  }

  /// Writes bytes as hexadecimal digits, 64 bytes to a line.
  mutating func hex(_ data: [UInt8]) {
    bytes.reserveCapacity(bytes.count + data.count * 2 + data.count / 64 + 1)
    for (index, byte) in data.enumerated() {
      if index & 63 == 0 { newLine() }
      hexDigits(byte)
    }
  }

  /// Writes a name in a table and the semicolon that ends it, as in `Helvetica;`. Semicolons within the
  /// name are left out, as they can't be escaped there.
  mutating func entry(_ name: String) {
    text(name.contains(";") ? name.filter { $0 != ";" } : name)
    semicolon()
  }

  /// Writes the separator of table entries.
  mutating func semicolon() {
    bytes.append(0x3B)
  }

  /// Writes text with what it needs of escapes: `é` becomes `\'e9`, `日` becomes `\u26085?`, `{` becomes
  /// `\{`. Line ends become `\line`, tabs `\tab`; other control characters are left out, except DEL.
  mutating func text(_ text: String) {
    text.withContiguousBytes { self.text($0) }
  }

  /// Writes the name of a file. Characters beyond ASCII are written as `\u`, because some readers take
  /// bytes in names for UTF-8 and not for the code page.
  mutating func fileName(_ name: String) {
    for scalar in name.unicodeScalars {
      if scalar.isASCII {
        text(String(scalar))
      } else {
        for unit in Character(scalar).utf16 { self.unit(unit) }
      }
    }
  }

  /// Writes UTF-8: stretches of literal text at once, other characters one by one.
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

  /// Writes text that needs no escapes. A long one goes to the drain without a copy.
  private mutating func literal(_ utf8: UnsafeBufferPointer<UInt8>) {
    if wordEnd == bytes.count { bytes.append(0x20) }
    if let drain, utf8.count >= PiecewiseOutput.size {
      flush()
      return drain(UnsafeRawBufferPointer(utf8))
    }
    bytes.append(contentsOf: utf8)
    if bytes.count >= PiecewiseOutput.size { flush() }
  }

  /// Writes an ASCII character that can't stand for itself.
  private mutating func ascii(_ byte: UInt8) {
    switch byte {
    case 0x09: word("tab")
    case 0x0A, 0x0B: word("line")
    case 0x5C, 0x7B, 0x7D: symbol(byte)
    case 0x7F: unit(0x7F)
    default: break
    }
  }

  /// Writes a character beyond ASCII.
  ///
  /// The no-break space, the soft hyphen and the no-break hyphen have control symbols (`\~`, `\-`,
  /// `\_`). Other characters are a byte of Windows-1252, which every reader knows, or `\u`.
  private mutating func scalar(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0xA0: symbol(0x7E)
    case 0xAD: symbol(0x2D)
    case 0x2011: symbol(0x5F)
    default:
      if usesCodePage, let byte = Windows1252.byte(scalar) {
        hexByte(byte)
      } else {
        for unit in Character(scalar).utf16 { self.unit(unit) }
      }
    }
  }

  /// Writes a UTF-16 code unit as `\uN?`, where N is signed and `?` is the fallback character that
  /// `\uc1` announces.
  private mutating func unit(_ unit: UInt16) {
    word("u", Int(Int16(truncatingIfNeeded: unit)))
    bytes.append(0x3F)
  }

  /// Decodes one code point of well-formed UTF-8.
  ///
  /// - Returns: the code point and its length in bytes.
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
