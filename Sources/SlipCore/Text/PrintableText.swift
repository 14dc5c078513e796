/// Makes names and paths from files fit to be shown on a terminal.
///
/// Whoever made a file chose its name. The name may hold escape sequences that drive a terminal, or
/// marks that turn the order of letters; these are escaped here before they reach a message.
public enum PrintableText {
  /// How many scalars of an overlong text are shown from its start and from its end.
  private static let kept = (start: 300, end: 200)

  /// The text on one line, with unsafe characters escaped as `\u{1b}`.
  ///
  /// Control characters, line and paragraph separators, and marks of text direction are unsafe. A
  /// text of more than 2,000 bytes loses its middle, which an ellipsis replaces. All other text is
  /// returned unchanged.
  public static func of(_ text: String) -> String {
    let isLong = text.utf8.count > 4 * (kept.start + kept.end)
    guard isLong || text.unicodeScalars.contains(where: isUnsafe) else { return text }
    guard isLong else { return escaped(text.unicodeScalars) }
    // Counted in scalars, because a single character can have any number of marks.
    let scalars = text.unicodeScalars
    return escaped(scalars.prefix(kept.start)) + "…" + escaped(scalars.suffix(kept.end))
  }

  /// The text of bytes that may not be UTF-8, in a form from which the bytes can be told.
  ///
  /// A byte that belongs to no character is written as `\xE9`. Where there is such a byte, a
  /// backslash of the text is written as `\\`, so that the result is unambiguous. Well-formed UTF-8
  /// is returned unchanged: control characters are not escaped here.
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

  /// The text with each unsafe scalar written as `\u{…}`.
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

  /// Whether the character is a C0 or C1 control (U+0000–001F, U+007F–009F), a directional mark,
  /// embedding, override or isolate (UAX #9), or a separator of lines or paragraphs.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
