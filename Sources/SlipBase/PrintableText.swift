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
