internal import SlipBase
internal import XMLSyntax

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// A manifest isn't in the canonical form. Where and why doesn't matter: the XML reader reads it then.
struct Deviation: Error {}

/// A place in a manifest, which moves on over what the canonical form has there and nothing else.
///
/// All functions that read a value expect it to be followed by the closing quote, and pass that, too.
struct CanonicalCursor {
  /// The manifest.
  let bytes: UnsafeRawBufferPointer
  /// The next byte.
  private(set) var position: Int
  /// Releases the memory of what was passed; nil where nothing is to be released.
  private var window: PageWindow?
  /// The longest text; a longer one is left to the XML reader.
  private static let longestText = 1 << 20

  /// Begins at a place.
  ///
  /// - Parameter releases: Whether all is read in order, so that memory may be released.
  init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0, releases: Bool = true) {
    (self.bytes, self.position) = (bytes, position)
    window = releases ? PageWindow(bytes, from: position) : nil
  }

  /// Says that a line is done, so that memory may be released.
  mutating func endLine() { window?.move(to: position) }

  /// Goes to another place.
  mutating func move(to place: Int) { position = place }

  // MARK: Markup

  /// Passes these bytes, if they come next.
  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count, let base = bytes.baseAddress,
      memcmp(base + position, text.utf8Start, count) == 0
    else { return false }
    position += count
    return true
  }

  /// Whether these bytes come next.
  func isNext(_ text: StaticString) -> Bool {
    var other = self
    return other.skip(text)
  }

  /// Passes these bytes.
  @inline(__always)
  mutating func expect(_ text: StaticString) throws(Deviation) { if !skip(text) { throw Deviation() } }

  /// Passes these bytes.
  mutating func expect(_ text: [UInt8]) throws(Deviation) {
    guard text.withUnsafeBytes({ skip($0) }) else { throw Deviation() }
  }

  /// Passes bytes that stand elsewhere, too.
  mutating func expect(_ text: UnsafeRawBufferPointer) throws(Deviation) {
    if !skip(text) { throw Deviation() }
  }

  /// Passes these bytes, if they come next.
  private mutating func skip(_ text: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count - position >= text.count else { return false }
    guard !text.isEmpty, let base = bytes.baseAddress, let start = text.baseAddress else { return true }
    guard memcmp(base + position, start, text.count) == 0 else { return false }
    position += text.count
    return true
  }

  /// So many bytes from a place on.
  private func slice(_ start: Int, _ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[start..<(start + count)])
  }

  /// Passes a value of so many bytes, and the quote after it.
  private mutating func fixed(_ count: Int) throws(Deviation) -> UnsafeRawBufferPointer {
    guard bytes.count - position > count, bytes[position + count] == UInt8(ascii: "\"") else {
      throw Deviation()
    }
    let value = slice(position, count)
    position += count + 1
    return value
  }

  // MARK: Values

  /// A word of letters, digits, `.`, `/`, `+` and `-`.
  mutating func word() throws(Deviation) -> UnsafeRawBufferPointer {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "+")...UInt8(ascii: "9"):
        position += 1
      case UInt8(ascii: "\""):
        let value = slice(start, position - start)
        position += 1
        return value
      default: throw Deviation()
      }
    }
    throw Deviation()
  }

  /// A word of a type.
  mutating func word(_ type: ManifestType) throws(Deviation) -> UnsafeRawBufferPointer {
    let value = try word()
    guard type.accepts(value) else { throw Deviation() }
    return value
  }

  /// A UUID in lower case.
  mutating func id() throws(Deviation) -> UniqueID {
    let value = try fixed(36)
    guard let id = UniqueID(bytes: value), !value.contains(where: { $0 & 0x60 == 0x40 }) else {
      throw Deviation()
    }
    return id
  }

  /// A SHA-256 in lower case.
  mutating func digest() throws(Deviation) -> Digest {
    guard let digest = Digest(hexBytes: try fixed(64)) else { throw Deviation() }
    return digest
  }

  /// Decimal digits without leading zeros, at most 18.
  private mutating func digits() throws(Deviation) -> Int {
    let start = position
    var value = 0
    while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
      guard position - start < 18 else { throw Deviation() }
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    guard position > start, bytes[start] != UInt8(ascii: "0") || position == start + 1 else {
      throw Deviation()
    }
    try expect("\"")
    return value
  }

  /// A number of at least 0.
  mutating func length() throws(Deviation) -> Int { try digits() }

  /// The side of a picture.
  mutating func pixels() throws(Deviation) -> Int {
    let value = try digits()
    guard (1...Int(Int32.max)).contains(value) else { throw Deviation() }
    return value
  }

  /// A number other than 0, as an order is written.
  mutating func order() throws(Deviation) -> Int {
    let isNegative = skip("-")
    let value = try digits()
    guard value != 0 else { throw Deviation() }
    return isNegative ? -value : value
  }

  /// The component of a colour, written as `ManifestValue.text` does.
  mutating func fraction() throws(Deviation) -> Double {
    let value = try word()
    if let number = CanonicalCursor.shortFraction(value) { return number }
    guard ManifestType.fraction.accepts(value) else { throw Deviation() }
    let text = String(decoding: value, as: UTF8.self)
    guard let number = Double(text), ManifestValue.text(number) == text else { throw Deviation() }
    return number
  }

  /// The value of `0`, `1` and of decimals between them with up to 15 digits; nil for all others.
  ///
  /// No two such decimals give the same number, and numbers of 0.0001 and more are written without an exponent. So each is the
  /// one that `ManifestValue.text` writes.
  private static func shortFraction(_ bytes: UnsafeRawBufferPointer) -> Double? {
    guard let first = bytes.first else { return nil }
    if bytes.count == 1 { return first == UInt8(ascii: "0") ? 0 : first == UInt8(ascii: "1") ? 1 : nil }
    guard (3...17).contains(bytes.count), first == UInt8(ascii: "0"), bytes[1] == UInt8(ascii: "."),
      bytes[bytes.count - 1] != UInt8(ascii: "0")
    else { return nil }
    var (digits, scale) = (0, 1)
    for byte in bytes[2...] {
      guard (0x30...0x39).contains(byte) else { return nil }
      (digits, scale) = (digits * 10 + Int(byte - 0x30), scale * 10)
    }
    // Both are below 2⁵³, so the quotient is the number nearest to the decimal.
    return digits >= scale / 10_000 ? Double(digits) / Double(scale) : nil
  }

  /// Two decimal digits at an offset from here; -1 where there are none.
  private func pair(_ offset: Int) -> Int {
    let (tens, ones) = (bytes[position + offset] &- 0x30, bytes[position + offset + 1] &- 0x30)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : -1
  }

  /// A date: `2024-05-06T07:08:09.5Z`, without zeros at the end of the fraction.
  mutating func date() throws(Deviation) -> Timestamp {
    guard bytes.count - position > 20, bytes[position + 4] == UInt8(ascii: "-"),
      bytes[position + 7] == UInt8(ascii: "-"), bytes[position + 10] == UInt8(ascii: "T"),
      bytes[position + 13] == UInt8(ascii: ":"), bytes[position + 16] == UInt8(ascii: ":"), pair(0) >= 0,
      pair(2) >= 0
    else { throw Deviation() }
    let (year, month, day) = (pair(0) * 100 + pair(2), pair(5), pair(8))
    let (hour, minute, second) = (pair(11), pair(14), pair(17))
    position += 19
    var fraction = 0
    if skip(".") {
      var (digits, last) = (0, UInt8(0))
      while position < bytes.count, digits < 7, bytes[position] &- 0x30 < 10 {
        last = bytes[position] &- 0x30
        fraction = fraction * 10 + Int(last)
        (digits, position) = (digits + 1, position + 1)
      }
      guard (1...6).contains(digits), last != 0 else { throw Deviation() }
      for _ in digits..<6 { fraction *= 10 }
    }
    try expect("Z\"")
    guard year > 0, second < 60,
      let date = Timestamp(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second, microsecond: fraction)
    else { throw Deviation() }
    return date
  }

  /// Free text, with the characters escaped that `XMLEscape` escapes in attributes, and no others.
  mutating func text() throws(Deviation) -> String {
    let start = position
    var (isPlain, isASCII, hasReferences) = (true, true, false)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20, byte != UInt8(ascii: "<"), byte != UInt8(ascii: ">") else { throw Deviation() }
      if byte >= 0x80 { isASCII = false }
      if byte == UInt8(ascii: "_") { isPlain = false }
      if byte == UInt8(ascii: "&") { hasReferences = true }
      position += 1
    }
    guard position < bytes.count, position - start <= CanonicalCursor.longestText else { throw Deviation() }
    let raw = slice(start, position - start)
    position += 1
    guard hasReferences || !isPlain || !isASCII else { return String(decoding: raw, as: UTF8.self) }
    if hasReferences {
      let decoded = try CanonicalCursor.decoded(raw)
      return try decoded.withUnsafeBufferPointer { (bytes) throws(Deviation) in
        try CanonicalCursor.string(UnsafeRawBufferPointer(bytes), isASCII: isASCII)
      }
    }
    return try CanonicalCursor.string(raw, isASCII: isASCII)
  }

  /// The text of a value, which must be UTF-8 without characters that XML forbids.
  private static func string(_ bytes: UnsafeRawBufferPointer, isASCII: Bool) throws(Deviation) -> String {
    if !isASCII {
      guard String(validating: bytes, as: UTF8.self) != nil else { throw Deviation() }
      for index in bytes.indices.dropLast(2) where bytes[index] == 0xEF {
        // U+FFFE and U+FFFF.
        if bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { throw Deviation() }
      }
    }
    return XMLEscapedText.unescape(bytes)
  }

  /// The references that are written in attributes, and what they stand for.
  private static let references: [(text: StaticString, byte: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&#9;", 0x09), ("&#10;", 0x0A), ("&#13;", 0x0D),
  ]

  /// The value with its references resolved.
  private static func decoded(_ raw: UnsafeRawBufferPointer) throws(Deviation) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(raw.count)
    var index = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "&") else {
        output.append(raw[index])
        index += 1
        continue
      }
      guard
        let reference = references.first(where: { reference in
          raw[index...].starts(
            with: UnsafeBufferPointer(
              start: reference.text.utf8Start, count: reference.text.utf8CodeUnitCount))
        })
      else { throw Deviation() }
      output.append(reference.byte)
      index += reference.text.utf8CodeUnitCount
    }
    return output
  }

  // MARK: Attributes that may be left out

  /// A text, where this comes next, such as ` url="`.
  mutating func text(after name: StaticString) throws(Deviation) -> String? { skip(name) ? try text() : nil }
  /// A UUID, where this comes next.
  mutating func id(after name: StaticString) throws(Deviation) -> UniqueID? { skip(name) ? try id() : nil }
  /// A SHA-256, where this comes next.
  mutating func digest(after name: StaticString) throws(Deviation) -> Digest? {
    skip(name) ? try digest() : nil
  }
  /// A date, where this comes next.
  mutating func date(after name: StaticString) throws(Deviation) -> Timestamp? {
    skip(name) ? try date() : nil
  }
  /// An order, where this comes next; else 0.
  mutating func order(after name: StaticString) throws(Deviation) -> Int { skip(name) ? try order() : 0 }

  /// A number of at least 1, where this comes next; else 0.
  mutating func count(after name: StaticString) throws(Deviation) -> Int {
    guard skip(name) else { return 0 }
    let count = try length()
    guard count > 0 else { throw Deviation() }
    return count
  }

  /// The id of a part.
  mutating func partKey() throws(Deviation) -> UInt8 {
    guard let key = ManifestPart.key(try fixed(2)) else { throw Deviation() }
    return key
  }
}
