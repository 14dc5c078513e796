/// Removes from CSS what loads, runs or hides anything: `url()`, `@import`, expressions,
/// bindings and escapes.
///
/// The filter works on the pieces between `;`, `{` and `}`, so it needs no knowledge of
/// CSS beyond quotes and comments. A piece with an unwanted word anywhere in it is left
/// out as a whole:
///
/// ```
/// a { color: red; background: url(https://a.example/1.png); margin: 0 }
/// a { color: red;; margin: 0 }
/// ```
///
/// This may remove harmless declarations, such as one of a font whose name contains
/// `import`, but leaves nothing that could do harm. Escapes are never allowed, because
/// `\75rl(` is `url(` to a browser.
enum CSSFilter {
  /// Filters a style sheet, or the content of a `style` attribute, in time proportional
  /// to its length.
  ///
  /// A rule whose selector is left out gets another one that matches nothing, so that its
  /// braces still match.
  ///
  /// - Parameter source: CSS in UTF-8.
  /// - Returns: the CSS that is left, without comments, and whether nothing else was left
  ///   out.
  static func filtered(_ source: some Sequence<UInt8>) -> (css: [UInt8], isWhole: Bool) {
    var output: [UInt8] = []
    var isWhole = true
    var piece: [UInt8] = []
    /// Ends a piece at its delimiter, if it has one, and writes it if it is safe.
    func end(_ delimiter: UInt8?) {
      let clean = withoutCommentMarks(piece)
      piece.removeAll(keepingCapacity: true)
      if isSafe(clean) {
        output.append(contentsOf: clean)
      } else {
        isWhole = false
        // A rule needs a selector before its brace.
        if delimiter == UInt8(ascii: "{") { output.append(contentsOf: "left-out".utf8) }
      }
      if let delimiter { output.append(delimiter) }
    }
    var quote: UInt8?
    var isEscaped = false
    var isComment = false
    var last: UInt8 = 0
    for byte in source.lazy.compactMap(character) {
      defer { last = byte }
      if isComment {
        if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { isComment = false }
        continue
      }
      if quote == nil, last == UInt8(ascii: "/"), byte == UInt8(ascii: "*"), piece.last == last {
        piece[piece.count - 1] = 0x20
        isComment = true
        last = 0
        continue
      }
      if quote == nil, byte == UInt8(ascii: ";") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
        end(byte)
        continue
      }
      piece.append(byte)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\n") || byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    end(nil)
    return (output, isWhole)
  }

  /// The byte as the filter sees it: line ends are LF (CSS Syntax 3, 3.3), and control
  /// characters that HTML can't hold are removed. This comes before words are searched
  /// for, because such characters would hide a word until they are left out of the
  /// written page.
  private static func character(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x0C, 0x0D: 0x0A
    default: HTMLByte.isAllowed(byte) ? byte : nil
    }
  }

  /// Words in lower case that a piece must not contain.
  private static let unwanted = [
    "url(", "src(", "image(", "image-set(", "import", "expression", "javascript", "vbscript", "behavior",
    "-moz-binding", "@namespace", "@charset",
  ].map { Array($0.utf8) }

  /// Whether a piece contains no unwanted word in any case, no backslash and no `<`. The
  /// last one could end the style element that the CSS stands in.
  private static func isSafe(_ piece: [UInt8]) -> Bool {
    let lower = piece.map(\.asciiLowercased)
    guard !lower.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "<") }) else {
      return false
    }
    return !unwanted.contains { word in lower.contains(word) }
  }

  /// The piece without `<!--` and `-->`, which style sheets may have around their rules. What moves
  /// together when a mark is removed forms neither another mark nor the start of a comment.
  private static func withoutCommentMarks(_ piece: [UInt8]) -> [UInt8] {
    var clean: [UInt8] = []
    for byte in piece {
      if byte == UInt8(ascii: "*"), clean.last == UInt8(ascii: "/") { clean.append(UInt8(ascii: " ")) }
      clean.append(byte)
      for mark in commentMarks where clean.suffix(mark.count).elementsEqual(mark) {
        clean.removeLast(mark.count)
      }
    }
    return clean
  }

  private static let commentMarks = ["<!--", "-->"].map { Array($0.utf8) }
}
