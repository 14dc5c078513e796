/// Makes text safe to print on a terminal.
///
/// Titles, paths and bodies come from anyone. Control characters in them could change what a
/// terminal shows or how it behaves, and characters that turn the direction of writing could
/// make text look like other text.
public enum PlainLine {
  /// The text on one line: tabs become spaces; control characters, line separators and
  /// bidirectional controls become U+FFFD. Text without any is returned as it is.
  public static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(!isUnsafe(scalar) ? scalar : scalar == "\t" ? " " : "\u{FFFD}")
    }
    return String(result)
  }

  /// The same for text of several lines: line feeds and tabs stay.
  public static func lines(_ text: String) -> String {
    /// Whether the character is a C0 or C1 control (U+0000–001F, U+007F–009F), a directional
    /// mark, embedding, override or isolate (UAX #9), or a line or paragraph separator.
    func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
      scalar != "\n" && scalar != "\t" && PlainLine.isUnsafe(scalar)
    }
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
