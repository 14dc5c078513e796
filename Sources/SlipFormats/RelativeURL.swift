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
      default:
        output.append(0x25)
        output.append(contentsOf: (byte < 16 ? "0" : "").utf8)
        output.append(contentsOf: String(byte, radix: 16, uppercase: true).utf8)
      }
    }
    return String(decoding: output, as: UTF8.self)
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
