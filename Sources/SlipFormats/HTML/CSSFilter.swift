/// Takes out of CSS what loads, runs or hides anything: `url()`, `@import`, expressions, bindings, escapes.
///
/// Works on what stands between `;`, `{` and `}`, so it needn't know CSS in full: a piece with a word of the list is
/// left out, wherever in it that stands.
enum CSSFilter {
  /// A style sheet, or the content of a `style` attribute.
  static func filtered(_ source: some Sequence<UInt8>) -> (css: [UInt8], isWhole: Bool) {
    var output: [UInt8] = []
    var isWhole = true
    var piece: [UInt8] = []
    func end(_ delimiter: UInt8?) {
      let clean = withoutCommentMarks(piece)
      piece.removeAll(keepingCapacity: true)
      if isSafe(clean) {
        output.append(contentsOf: clean)
      } else {
        isWhole = false
        // Rules need something to stand before their brace.
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
      } else if byte == 0x5C {
        isEscaped = true
      } else if byte == 0x0A || byte == quote {
        quote = nil
      } else if quote == nil, byte == 0x22 || byte == 0x27 {
        quote = byte
      }
    }
    end(nil)
    return (output, isWhole)
  }

  /// A line end is a line feed (CSS Syntax, 3.3). Control characters that HTML can't hold go before words are looked
  /// for: they would hide some, and give them back where they are left out later.
  private static func character(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x0C, 0x0D: 0x0A
    default: HTMLByte.isAllowed(byte) ? byte : nil
    }
  }

  private static let unwanted = [
    "url(", "src(", "image(", "image-set(", "import", "expression", "javascript", "vbscript", "behavior",
    "-moz-binding", "@namespace", "@charset",
  ].map { Array($0.utf8) }

  private static func isSafe(_ piece: [UInt8]) -> Bool {
    let lower = piece.map(HTMLByte.lower)
    guard !lower.contains(where: { $0 == 0x5C || $0 == 0x3C }) else { return false }
    return !unwanted.contains { word in lower.contains(word) }
  }

  /// Without `<!--` and `-->`, which style sheets may have around their rules.
  private static func withoutCommentMarks(_ piece: [UInt8]) -> [UInt8] {
    var clean: [UInt8] = []
    var index = 0
    while index < piece.count {
      let rest = piece[index...]
      if rest.starts(with: [0x3C, 0x21, 0x2D, 0x2D]) {
        index += 4
      } else if rest.starts(with: [0x2D, 0x2D, 0x3E]) {
        index += 3
      } else {
        clean.append(piece[index])
        index += 1
      }
    }
    return clean
  }
}
