/// Converts between relative paths and URL references (RFC 3986, section 4.2, "Relative
/// Reference").
public enum RelativeURL {
  /// The reference for a path: bytes that have a meaning in URLs are percent-encoded, letters
  /// beyond ASCII stay readable.
  ///
  /// `Über uns/a b#1.rtf` becomes `Über%20uns/a%20b%231.rtf`. A first segment that looks like a
  /// scheme gets `./` in front: `a:b` becomes `./a:b`.
  public static func encoded(path: String) -> String {
    var output: [UInt8] = []
    if LinkPolicy.scheme(of: path) != nil { output.append(contentsOf: "./".utf8) }
    for byte in path.utf8 {
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: output.append(byte)
      case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"),
        UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "+"),
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="):
        output.append(byte)
      default: append(byte, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A URL reference in which all characters that it can't contain are percent-encoded.
  ///
  /// These are spaces, quotes, brackets, a second `#`, and each `%` that two hexadecimal digits
  /// don't follow. A reference that is valid comes back unchanged, so encoding twice is harmless.
  package static func escaped(_ reference: String) -> String {
    let bytes = Array(reference.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var hasFragment = false
    for (index, byte) in bytes.enumerated() {
      let isPercent =
        byte == UInt8(ascii: "%")
        && !(index + 2 < bytes.count && bytes[index + 1].hexDigitValue != nil
          && bytes[index + 2].hexDigitValue != nil)
      switch byte {
      case 0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x5B, 0x5D: append(byte, to: &output)
      case 0x23 where hasFragment: append(byte, to: &output)
      case _ where isPercent: append(byte, to: &output)
      default: output.append(byte)
      }
      if byte == UInt8(ascii: "#") { hasFragment = true }
    }
    return output.count == bytes.count ? reference : String(decoding: output, as: UTF8.self)
  }

  /// Appends a byte as `%` and two upper-case hexadecimal digits.
  private static func append(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "%"))
    output.append(contentsOf: (byte < 16 ? "0" : "").utf8)
    output.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
  }

  /// The path that a reference stands for: percent-encoded bytes are decoded, and leading `./` is
  /// removed.
  ///
  /// Nil when the reference isn't a relative path, or when the decoded path is empty, absolute, not
  /// UTF-8 or contains a NUL.
  public static func decoded(_ reference: String) -> String? {
    guard LinkPolicy.isRelativePath(reference) else { return nil }
    let bytes = decodedBytes(reference.utf8)
    guard !bytes.contains(0), var path = String(validating: bytes, as: UTF8.self)?[...] else { return nil }
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return path.isEmpty || path.hasPrefix("/") ? nil : String(path)
  }

  /// The bytes with their percent encoding undone (RFC 3986, section 2.1). A `%` that two digits
  /// don't follow stays.
  public static func decodedBytes(_ reference: some Sequence<UInt8>) -> [UInt8] {
    let source = Array(reference)
    var output: [UInt8] = []
    output.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = source[index + 1].hexDigitValue,
        let low = source[index + 2].hexDigitValue
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(source[index])
        index += 1
      }
    }
    return output
  }
}
