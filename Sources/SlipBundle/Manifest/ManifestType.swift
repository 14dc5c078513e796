internal import SlipBase

/// Types of attribute values, as the schema has them.
///
/// Three questions are answered about a value: whether it surely has the type (`accepts`), whether that
/// answer is the schema's own (`isExact`), and whether a value can be made of it (`isReadable`).
enum ManifestType {
  /// Any text.
  case text
  /// A text of at least one character.
  case name
  /// A UUID with lower-case digits: `0b2a3c4d-…`.
  case uuid
  /// 64 lower-case hexadecimal digits.
  case sha256
  /// RFC 3339 in UTC: `2024-05-06T07:08:09Z`, with up to six digits of a fraction.
  case date
  /// A decimal number from 0 to 1.
  case fraction
  /// A number of bytes: at least 0.
  case length
  /// The side of a picture: 1 to 2³¹ − 1.
  case pixels
  /// A whole number, also a negative one.
  case number
  /// A file name extension: one to eight lower-case letters and digits.
  case suffix
  /// The id of a part: two lower-case hexadecimal digits.
  case part
  /// The number of a transaction: 1 to 99,999,999.
  case ordinal
  /// A path that payload had in version 6; see `PayloadPath`.
  case path
  /// A path that payload could have before version 6, which has no history there.
  case pathBefore6
  /// A media type without parameters, in lower case (RFC 6838): `image/png`.
  case mediaType
  /// The name of a format: lower-case letters, digits and hyphens after a letter.
  case format
  /// `true`, `false`, `1` or `0`.
  case bool
  /// One of these words.
  case words([StaticString])

  /// Whether the value surely is of the type.
  ///
  /// False for some values that the schema allows, such as ` 5 `; never true for one that it doesn't.
  func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .text: true
    case .name: !bytes.isEmpty
    case .uuid: UniqueID(bytes: bytes) != nil && !bytes.contains { (0x41...0x5A).contains($0) }
    case .sha256: Digest(hexBytes: bytes) != nil
    case .date: ManifestType.isDate(bytes)
    case .fraction:
      bytes.allSatisfy { ManifestType.isDigit($0) || $0 == 0x2E } && ManifestValue.fraction(bytes) != nil
    case .length: ManifestType.areDigits(bytes, atMost: 18)
    case .pixels:
      ManifestType.areDigits(bytes, atMost: 10) && bytes[0] != 0x30
        && Int32(String(decoding: bytes, as: UTF8.self)) != nil
    case .number:
      ManifestType.areDigits(
        bytes.first == 0x2D ? UnsafeRawBufferPointer(rebasing: bytes.dropFirst()) : bytes, atMost: 18)
    case .suffix: PayloadPath.isExtension(bytes)
    case .part: ManifestPart.key(bytes) != nil
    case .ordinal: ManifestType.areDigits(bytes, atMost: 8) && bytes[0] != 0x30
    case .path: PayloadKey(path: bytes) != nil
    case .pathBefore6:
      switch PayloadKey(path: bytes) {
      case nil, .transaction, .replaced: false
      default: true
      }
    case .mediaType: ManifestType.isMediaType(bytes)
    case .format:
      bytes.first.map { (0x61...0x7A).contains($0) } == true
        && bytes.allSatisfy { ManifestType.isAlphanumeric($0) || $0 == 0x2D }
    case .bool: ManifestType.isOne(of: ["true", "false", "1", "0"], bytes)
    case .words(let words): ManifestType.isOne(of: words, bytes)
    }
  }

  /// Whether `accepts` gives the schema's own answer, so that a value that it doesn't accept breaks the
  /// schema.
  var isExact: Bool {
    switch self {
    case .name, .uuid, .sha256, .suffix, .part, .path, .pathBefore6, .mediaType, .format, .words: true
    case .text, .date, .fraction, .length, .pixels, .number, .ordinal, .bool: false
    }
  }

  /// Whether the reader can make a value of it. The schema allows some that don't fit in 64 bits.
  func isReadable(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .text: true
    case .date: ManifestValue.timestamp(bytes) != nil
    case .fraction: ManifestValue.fraction(bytes) != nil
    case .length: ManifestValue.length(bytes) != nil
    case .pixels: ManifestValue.pixels(bytes) != nil
    case .number: ManifestValue.int(bytes) != nil
    case .ordinal: ManifestValue.ordinal(bytes) != nil
    case .bool: ManifestValue.bool(bytes) != nil
    case .name, .uuid, .sha256, .suffix, .part, .path, .pathBefore6, .mediaType, .format, .words:
      accepts(bytes)
    }
  }

  /// Whether the text surely is of the type.
  func accepts(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { accepts(UnsafeRawBufferPointer($0)) }
  }

  /// Whether the value is one of these words.
  private static func isOne(of words: [StaticString], _ bytes: UnsafeRawBufferPointer) -> Bool {
    words.contains { word in
      bytes.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
  }

  /// Whether a byte is an ASCII digit.
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Whether a byte is an ASCII digit or lower-case letter.
  private static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x7A).contains(byte) }

  /// Whether there are only digits, at least one and at most so many.
  private static func areDigits(_ bytes: UnsafeRawBufferPointer, atMost count: Int) -> Bool {
    (1...count).contains(bytes.count) && bytes.allSatisfy(isDigit)
  }

  /// Type, slash, subtype: letters and digits, and in the subtype also `.`, `+` and `-`.
  ///
  /// Upper-case letters and parameters (`; charset=…`) aren't allowed in a manifest.
  private static func isMediaType(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let slash = bytes.firstIndex(of: 0x2F) else { return false }
    let name = bytes[(slash + 1)...]
    return slash > 0 && bytes[..<slash].allSatisfy(isAlphanumeric) && !name.isEmpty
      && name.allSatisfy { isAlphanumeric($0) || $0 == 0x2E || $0 == 0x2B || $0 == 0x2D }
  }

  /// `2024-05-06T07:08:09Z`, with up to six digits of a fraction, on a day that exists.
  ///
  /// The hour 24, which XSD allows, only leaves a doubt here: schema and reader decide.
  private static func isDate(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (20...27).contains(bytes.count), bytes.count != 21, bytes[bytes.count - 1] == 0x5A else {
      return false
    }
    func number(_ start: Int, _ count: Int) -> Int? {
      var value = 0
      for byte in bytes[start..<(start + count)] {
        guard isDigit(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A, bytes[16] == 0x3A,
      let year = number(0, 4), year > 0, let month = number(5, 2), (1...12).contains(month),
      let day = number(8, 2), let hour = number(11, 2), hour < 24, let minute = number(14, 2), minute < 60,
      let second = number(17, 2), second < 60
    else { return false }
    // Every month has 28 days; for later ones the calendar is asked.
    guard (1...28).contains(day) || Timestamp(year: year, month: month, day: day) != nil else { return false }
    return bytes.count == 20 || (bytes[19] == 0x2E && number(20, bytes.count - 21) != nil)
  }
}
