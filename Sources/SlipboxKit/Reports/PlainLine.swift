/// Text that can be shown in one line of a terminal.
public enum PlainLine {
  /// Tabs become spaces; controls and characters that turn the direction of writing become U+FFFD.
  public static func text(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(!isUnsafe(scalar) ? scalar : scalar == "\t" ? " " : "\u{FFFD}")
    }
    return String(result)
  }

  /// The same for a text of several lines, whose line ends and tabs stay.
  public static func lines(_ text: String) -> String {
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
