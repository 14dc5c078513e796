/// Text from files, made fit for a terminal: names and paths may hold whatever somebody put there.
public enum PrintableText {
  /// Characters that are kept of a text that is longer, at its start and at its end.
  private static let kept = (start: 300, end: 200)

  /// `text` on one line, without what drives terminals or turns the order of letters; a very long one loses its middle.
  public static func of(_ text: String) -> String {
    let isLong = text.utf8.count > 4 * (kept.start + kept.end)
    guard isLong || text.unicodeScalars.contains(where: isUnsafe) else { return text }
    guard isLong else { return escaped(text.unicodeScalars) }
    // Counted in scalars: a single character may be as long as it likes.
    let scalars = text.unicodeScalars
    return escaped(scalars.prefix(kept.start)) + "…" + escaped(scalars.suffix(kept.end))
  }

  /// Bytes that need not be UTF-8: each byte that belongs to no character as `\xE9`, and a backslash, where there are such
  /// bytes, as `\\`, so that the bytes can be told from the text. Nothing else is changed.
  public static func ofBytes(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var result = ""
    var decoder = UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      switch decoder.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        if scalar == "\\" { result += "\\\\" } else { result.unicodeScalars.append(scalar) }
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        for byte in rest.prefix(length) {
          let digits = String(byte, radix: 16, uppercase: true)
          result += "\\x" + (digits.count < 2 ? "0" : "") + digits
        }
        rest = rest.dropFirst(length)
      case .emptyInput: return result
      }
    }
  }

  private static func escaped(_ scalars: some Collection<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in scalars {
      if isUnsafe(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
