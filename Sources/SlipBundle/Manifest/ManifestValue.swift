internal import SlipBase
internal import XMLSyntax

/// How the manifest writes values, and how they are read back.
enum ManifestValue {
  /// Without the white space around it that XSD allows in all but text.
  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    let end = bytes.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }

  static func bool(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    switch String(decoding: trimmed(bytes), as: UTF8.self) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Decimal digits with an optional sign.
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

  static func length(_ bytes: UnsafeRawBufferPointer) -> Int? {
    int(bytes).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The side of a picture.
  static func pixels(_ bytes: UnsafeRawBufferPointer) -> Int? {
    int(bytes).flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil }
  }

  /// 0…1.
  static func fraction(_ bytes: UnsafeRawBufferPointer) -> Double? {
    Double(String(decoding: trimmed(bytes), as: UTF8.self)).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  static func timestamp(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    let bytes = trimmed(bytes)
    // Only UTC: the manifest doesn't know other zones.
    guard bytes.last == UInt8(ascii: "Z") else { return nil }
    return Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self))
  }

  /// The shortest decimal that gives the same number again; whole numbers without a point.
  static func text(_ fraction: Double) -> String {
    if fraction == 0 { return "0" }
    return fraction == 1 ? "1" : fraction.description
  }
}
