import SlipBase

/// Makes text safe to print on a terminal.
///
/// Titles, paths and bodies come from anyone. Control characters in them could change what a
/// terminal shows or how it behaves, and characters that turn the direction of writing could
/// make text look like other text.
package enum PlainLine {
  /// The text on one line: tabs become spaces; control characters, line separators and
  /// bidirectional controls become U+FFFD. Text without any is returned as it is.
  package static func text(_ text: String) -> String {
    var bytes = text
    if bytes.withUTF8({ $0.allSatisfy { 0x20 <= $0 && $0 < 0x7F } }) { return text }
    guard text.unicodeScalars.contains(where: PrintableText.isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(!PrintableText.isUnsafe(scalar) ? scalar : scalar == "\t" ? " " : "\u{FFFD}")
    }
    return String(result)
  }

  /// The same for text of several lines: line feeds and tabs stay.
  package static func lines(_ text: String) -> String {
    func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
      scalar != "\n" && scalar != "\t" && PrintableText.isUnsafe(scalar)
    }
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar) }
    return String(result)
  }
}
