internal import SlipBase

/// Reads values as manifests write them; all functions give nil for anything else.
///
/// XSD allows white space around all values but text, so it is removed first. Digits are read by hand rather
/// than by `Int(_:)`, which allocates a string for each: manifests have several numbers for each file.
enum ManifestValue {
  /// The value without white space around it.
  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  /// `true` and `1`, `false` and `0`.
  static func bool(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    switch String(decoding: trimmed(bytes), as: UTF8.self) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Decimal digits with an optional sign.
  ///
  /// Nil for a number that doesn't fit in 64 bits, for spaces within it, and for no digits at all.
  static func int(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let bytes = trimmed(bytes)
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let digit = Int(byte - 0x30)
      let (sum, overflow2) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflow, !overflow2 else { return nil }
      value = sum
    }
    return value
  }

  /// A number of bytes: at least 0.
  static func length(_ bytes: UnsafeRawBufferPointer) -> Int? {
    int(bytes).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The number of a transaction: 1 to 99,999,999.
  static func ordinal(_ bytes: UnsafeRawBufferPointer) -> Int? {
    int(bytes).flatMap { (1...99_999_999).contains($0) ? $0 : nil }
  }

  /// The side of a picture: 1 to 2³¹ − 1.
  static func pixels(_ bytes: UnsafeRawBufferPointer) -> Int? {
    int(bytes).flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
  }

  /// A number from 0 to 1, such as the component of a colour.
  static func fraction(_ bytes: UnsafeRawBufferPointer) -> Double? {
    Double(String(decoding: trimmed(bytes), as: UTF8.self)).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  /// RFC 3339 in UTC: `2024-05-06T07:08:09.5Z`.
  ///
  /// Nil for other time zones, which manifests don't have.
  static func timestamp(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    let bytes = trimmed(bytes)
    // Manifests have dates in UTC only.
    guard bytes.last == UInt8(ascii: "Z") else { return nil }
    return Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self))
  }

  /// The shortest decimal that gives the same number again: `0.8`, `0.30000000000000004`.
  ///
  /// 0 and 1 are written without a decimal point.
  static func text(_ fraction: Double) -> String {
    if fraction == 0 { return "0" }
    return fraction == 1 ? "1" : fraction.description
  }
}
