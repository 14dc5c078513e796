internal import SlipBase
internal import XMLSyntax

/// How the manifest writes values, and how they are read back.
enum ManifestValue {
  static func bool(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    switch String(decoding: bytes, as: UTF8.self) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// Decimal digits with an optional minus sign.
  static func int(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? bytes.dropFirst() : bytes[...]
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
    int(bytes).flatMap { $0 >= 0 && bytes.first != UInt8(ascii: "-") ? $0 : nil }
  }

  /// 0…1.
  static func fraction(_ bytes: UnsafeRawBufferPointer) -> Double? {
    Double(String(decoding: bytes, as: UTF8.self)).flatMap { (0...1).contains($0) ? $0 : nil }
  }

  static func timestamp(_ bytes: UnsafeRawBufferPointer) -> Timestamp? {
    // Only UTC, and in the form that is written: otherwise reading and writing would change the text.
    guard bytes.last == UInt8(ascii: "Z") else { return nil }
    return Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self))
  }

  /// The shortest decimal that gives the same number again; whole numbers without a point.
  static func text(_ fraction: Double) -> String {
    if fraction == 0 { return "0" }
    return fraction == 1 ? "1" : fraction.description
  }

  /// The years of RFC 3339 and XSD: 0001 to 9999.
  static func isWritable(_ timestamp: Timestamp) -> Bool {
    (-62_135_596_800_000_000..<253_402_300_800_000_000).contains(timestamp.microseconds)
  }
}
