import SlipboxKit

/// How titles and matches look at a terminal: bold, where it has colors.
struct MatchStyle {
  /// What begins bold text.
  private let bold: String
  /// What ends it.
  private let plain: String

  /// The style of a stream.
  init(terminal: Terminal) { (bold, plain) = terminal.usesColor ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "") }

  /// A line with a square of a colour before it, where the terminal has colors.
  ///
  /// - Parameter color: `#rrggbb` or `#rrggbbaa`.
  func colored(_ line: String, _ color: String) -> String {
    guard !bold.isEmpty, let value = UInt32(color.dropFirst().prefix(6), radix: 16) else { return line }
    return "\u{1B}[38;2;\(value >> 16);\(value >> 8 & 0xFF);\(value & 0xFF)m■\u{1B}[0m " + line
  }

  /// A title.
  func title(_ text: String) -> String { bold + text + plain }

  /// A snippet with its matches marked. What the user wrote is made safe for a terminal.
  ///
  /// - Parameter snippet: The text and the ranges of its matches, in bytes of UTF-8 and in order.
  /// - Returns: The text on one line, with each match between the codes for bold.
  func marked(_ snippet: FoundNote.Excerpt) -> String {
    let bytes = Array(snippet.text.utf8)
    var (text, position) = ("", 0)
    /// The text between two places.
    func part(_ start: Int, _ end: Int) -> String {
      PlainLine.text(String(decoding: bytes[start..<end], as: UTF8.self))
    }
    for range in snippet.ranges {
      text += part(position, range.offset)
      text += bold + part(range.offset, range.offset + range.length) + plain
      position = range.offset + range.length
    }
    return text + part(position, bytes.count)
  }
}
