/// Relative paths as URL references (RFC 3986, "Relative Reference").
public enum RelativeURL {
  /// The path with every byte percent-encoded that has a meaning in a URL; letters beyond ASCII stay readable.
  ///
  /// A first segment that could be taken for a scheme gets `./` in front.
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

  /// A URL reference with what it can't hold percent-encoded: spaces, quotes, brackets, a `%` that begins no byte.
  package static func escaped(_ reference: String) -> String {
    let bytes = Array(reference.utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var hasFragment = false
    for (index, byte) in bytes.enumerated() {
      let isPercent =
        byte == 0x25
        && !(index + 2 < bytes.count && hex(bytes[index + 1]) != nil && hex(bytes[index + 2]) != nil)
      switch byte {
      case 0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D, 0x5B, 0x5D: append(byte, to: &output)
      case 0x23 where hasFragment: append(byte, to: &output)
      case _ where isPercent: append(byte, to: &output)
      default: output.append(byte)
      }
      if byte == 0x23 { hasFragment = true }
    }
    return output.count == bytes.count ? reference : String(decoding: output, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(0x25)
    output.append(contentsOf: (byte < 16 ? "0" : "").utf8)
    output.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
  }

  /// The path that a reference means: percent-encoded bytes decoded, without `./` before it.
  ///
  /// Nil when the reference is no relative path, or the bytes are none, an absolute one, not UTF-8 or hold a NUL.
  public static func decoded(_ reference: String) -> String? {
    guard LinkPolicy.isRelativePath(reference) else { return nil }
    let bytes = decodedBytes(reference.utf8)
    guard !bytes.contains(0), var path = String(validating: bytes, as: UTF8.self)?[...] else { return nil }
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return path.isEmpty || path.hasPrefix("/") ? nil : String(path)
  }

  /// Bytes with their percent encoding undone (RFC 3986); a `%` without two digits stays.
  public static func decodedBytes(_ reference: some Sequence<UInt8>) -> [UInt8] {
    let source = Array(reference)
    var output: [UInt8] = []
    output.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == 0x25, index + 2 < source.count, let high = hex(source[index + 1]),
        let low = hex(source[index + 2])
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

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
