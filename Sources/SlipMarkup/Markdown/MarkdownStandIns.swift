internal import SlipCore

/// Bytes that stand for brackets until cmark-gfm asks what they are.
///
/// cmark-gfm reads `[`, `!` and the bars of tables itself and asks extensions about other signs only. So those that may begin
/// something of a program's become control characters, one for each and wherever they stand, which are signs of an extension:
///
/// ```
/// [[Note|label]]   ![[file]]   [!note]   - [/] task   [label]([[A page]])
/// ↑     ↑          ↑           ↑           ↑                    ↑
/// ```
///
/// Where it is no such thing, the extension puts the sign back, and cmark-gfm goes on as if it had always been there. In code,
/// HTML and addresses nobody asks; what is read from the tree is restored (`restored`).
enum MarkdownStandIn {
  /// For `[`.
  static let bracket: UInt8 = 1
  /// For `!`.
  static let exclamation: UInt8 = 2
  /// For a blank in an address that names a page.
  static let blank: UInt8 = 3
  /// For `]` at the end of a note within the text.
  static let noteEnd: UInt8 = 4
  /// For `|` within a link.
  static let bar: UInt8 = 5
  /// For the single tilde of Bear, which isn't that of strikethrough. It never stands in text.
  static let underline: UInt8 = 6

  /// What they stand for, the first one for the byte 1.
  private static let signs = Array("[! ]|~".utf8)

  /// Whether a byte is one of them.
  private static func isStandIn(_ byte: UInt8) -> Bool { byte >= 1 && Int(byte) <= signs.count }

  /// The sign that a byte stands for; the byte itself for others.
  static func sign(_ byte: UInt8) -> UInt8 { isStandIn(byte) ? signs[Int(byte) - 1] : byte }

  /// Text from the tree with the signs in it again.
  static func restored(_ bytes: [UInt8]) -> [UInt8] {
    bytes.contains(where: isStandIn) ? bytes.map(sign) : bytes
  }

  /// The text for cmark-gfm.
  ///
  /// Control characters of the text are left out, because documents have none. A sign after a backslash is escaped.
  static func text(_ source: ArraySlice<UInt8>, _ additions: MarkdownAdditions) -> [UInt8] {
    var text = source.filter { !isStandIn($0) }
    let hasLinks = additions.contains(.wikiLinks)
    var index = 0
    /// The sign at a place; 0 behind the end.
    func at(_ place: Int) -> UInt8 { place < text.count ? text[place] : 0 }
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "!")
      where hasLinks && at(index + 1) == UInt8(ascii: "[") && at(index + 2) == UInt8(ascii: "["):
        text[index] = exclamation
        hideBars(in: &text, from: index + 3)
      case UInt8(ascii: "["):
        let next = at(index + 1)
        if next == UInt8(ascii: "["), hasLinks {
          // `<![CDATA[[` begins HTML.
          if !text[..<index].suffix(7).elementsEqual("![CDATA".utf8) { text[index] = bracket }
          hideBars(in: &text, from: index + 2)
        } else if next == UInt8(ascii: "!") && additions.contains(.callouts)
          || additions.contains(.anyTask) && isBox(next, at(index + 2), at(index + 3))
        {
          text[index] = bracket
        }
      case UInt8(ascii: "]")
      where additions.contains(.references) && at(index + 1) == UInt8(ascii: "(")
        && at(index + 2) == UInt8(ascii: "["):
        hideBlanks(in: &text, from: index + 2)
      default: break
      }
      index += 1
    }
    return text
  }

  /// Whether signs that follow a `[` make the box of a task that GFM doesn't know: `[-] `.
  private static func isBox(_ sign: UInt8, _ close: UInt8, _ blank: UInt8) -> Bool {
    close == UInt8(ascii: "]") && blank == UInt8(ascii: " ") && sign > 0x20 && sign < 0x7F
      && sign | 0x20 != UInt8(ascii: "x")
      && sign != UInt8(ascii: "\\") && sign != UInt8(ascii: "[")
  }

  /// Hides the bars of a link in double brackets, which end no cell of a table.
  private static func hideBars(in text: inout [UInt8], from start: Int) {
    guard let end = end(of: [0x5D, 0x5D], in: text, from: start) else { return }
    for index in start..<end where text[index] == UInt8(ascii: "|") && text[index - 1] != UInt8(ascii: "\\") {
      text[index] = bar
    }
  }

  /// Hides the blanks in `([[A page]])`, for addresses have none.
  private static func hideBlanks(in text: inout [UInt8], from start: Int) {
    guard text[start...].starts(with: [0x5B, 0x5B]),
      let end = end(of: [0x5D, 0x5D, 0x29], in: text, from: start + 2)
    else { return }
    for index in start..<end where text[index] == UInt8(ascii: " ") { text[index] = blank }
  }

  /// Where signs stand next on a line, before another `[[`. So no byte is searched twice.
  private static func end(of signs: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    var index = start
    while index < text.count, text[index] != UInt8(ascii: "\n") {
      if text[index...].starts(with: signs) { return index }
      if text[index] == UInt8(ascii: "["), index + 1 < text.count, text[index + 1] == UInt8(ascii: "[") {
        return nil
      }
      index += 1
    }
    return nil
  }
}
