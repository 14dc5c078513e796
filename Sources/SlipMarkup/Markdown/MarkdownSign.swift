/// A sign that a program gives a meaning, and what reads it where cmark-gfm meets it in text.
struct MarkdownSign: Sendable {
  /// The first byte.
  let byte: UInt8
  /// What must be read for it to have a meaning.
  let addition: MarkdownAdditions
  /// Reads what begins at a place; nil where nothing does, so that it is text.
  let read: @Sendable (inout MarkdownInlineText, Int) -> Match?

  /// What stands in text, by the number that marks its node in the tree.
  enum Kind: Int, Sendable {
    /// A link that names its target, and what it embeds.
    case link = 1, embed
    /// The id of a block.
    case block
    /// A tag with its `#`.
    case tag
    /// A tag of several words, which is a link as well.
    case linkedTag
    /// An address to be shown.
    case address
    /// Hidden text.
    case comment
    /// A formula with the signs around it.
    case formula
    /// The id of a block.
    case blockID
    /// The type of a callout, its sign for folding, and whether it has a title: a line each.
    case callout
    /// The sign of a task.
    case task
    /// The beginning of a note within the text, and a whole one, which holds inlines.
    case noteStart, note
    /// Marked and underlined text, which hold inlines.
    case mark, underline
  }

  /// What begins at a place.
  enum Match {
    /// Something with a value, up to `end`.
    case value(Kind, String, end: Int)
    /// Signs that are text, up to `end`.
    case text(end: Int)
    /// The id of a block, up to `end`: what ends a line, with the blanks before it.
    case blockID(String, end: Int)
    /// The size of the picture right before, up to `end`.
    case pictureSize(String?, end: Int)
    /// What may begin and end a mark, up to `end`.
    case delimiter(UInt8, opens: Bool, closes: Bool, end: Int)
    /// A note within the text, whose closing bracket stands at `close`, and the end of one.
    case note(close: Int), noteEnd
    /// Signs of Markdown's own, which cmark-gfm reads: so many bytes.
    case standsForItself(count: Int)
  }

  /// All signs. Of several rows for one byte, the first that reads something counts.
  static let all: [MarkdownSign] = [
    MarkdownSign(byte: MarkdownStandIn.exclamation, addition: .wikiLinks, read: embed),
    MarkdownSign(byte: MarkdownStandIn.bracket, addition: .wikiLinks, read: link),
    MarkdownSign(byte: MarkdownStandIn.bracket, addition: .callouts, read: callout),
    MarkdownSign(byte: MarkdownStandIn.bracket, addition: .anyTask, read: task),
    MarkdownSign(byte: MarkdownStandIn.bracket, addition: []) { _, _ in .standsForItself(count: 1) },
    MarkdownSign(byte: MarkdownStandIn.noteEnd, addition: .inlineNotes) { _, _ in .noteEnd },
    MarkdownSign(byte: UInt8(ascii: "^"), addition: .inlineNotes, read: note),
    MarkdownSign(byte: UInt8(ascii: "^"), addition: .blockIDs, read: blockID),
    MarkdownSign(byte: UInt8(ascii: "^"), addition: .caretMarks) { pair(&$0, $1, isLoose: true) },
    MarkdownSign(byte: UInt8(ascii: "="), addition: .marks) { pair(&$0, $1, isLoose: false) },
    MarkdownSign(byte: UInt8(ascii: "~"), addition: .underline, read: tilde),
    MarkdownSign(byte: UInt8(ascii: "%"), addition: .comments, read: comment),
    MarkdownSign(byte: UInt8(ascii: "$"), addition: .formulas, read: formula),
    MarkdownSign(byte: UInt8(ascii: "#"), addition: .references, read: linkedTag),
    MarkdownSign(byte: UInt8(ascii: "#"), addition: .tags, read: tag),
    MarkdownSign(byte: UInt8(ascii: "("), addition: .references, read: block),
    MarkdownSign(byte: UInt8(ascii: "{"), addition: .references, read: macro),
    MarkdownSign(byte: UInt8(ascii: "{"), addition: .sizeBraces, read: size),
  ]

  /// The kind of a mark by the byte that its delimiters have.
  static func mark(_ byte: UInt8) -> Kind { byte == MarkdownStandIn.underline ? .underline : .mark }

  // MARK: Marks, notes and names of blocks

  /// Two equal signs around marked text, `==x==`. More in a row are text.
  ///
  /// Nothing begins after a bracket with `^`: cmark-gfm takes the text node there for the label of a footnote, and reads on
  /// in it up to the closing bracket. So it must be cmark-gfm's own.
  ///
  /// - Parameter isLoose: Whether blanks may stand inside of them.
  private static func pair(_ text: inout MarkdownInlineText, _ start: Int, isLoose: Bool) -> Match? {
    let before = text[start - 1]
    guard before != text[start], text[start] != UInt8(ascii: "^") || before != UInt8(ascii: "[") else {
      return nil
    }
    var end = start + 1
    while text[end] == text[start] { end += 1 }
    guard end == start + 2 else { return end > start + 2 ? .text(end: end) : nil }
    let isWhole = text.additions.contains(.cautious)
    let opens = isLoose || text[end] > 0x20 && !(isWhole && before.isASCIIAlphanumeric)
    let closes = isLoose || before > 0x20 && !(isWhole && text[end].isASCIIAlphanumeric)
    return opens || closes ? .delimiter(text[start], opens: opens, closes: closes, end: end) : .text(end: end)
  }

  /// A tilde around underlined text. Two of them strike text through.
  private static func tilde(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text[start + 1] != text[start] else { return nil }
    let (opens, closes) = (text[start + 1] > 0x20, start > 0 && text[start - 1] > 0x20)
    guard opens || closes else { return .text(end: start + 1) }
    return .delimiter(MarkdownStandIn.underline, opens: opens, closes: closes, end: start + 1)
  }

  /// A note where it stands, `^[text]`.
  private static func note(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.has("^[", at: start), !text.has("^", at: start + 2) else { return nil }
    return text.endOfNote(start).map { .note(close: $0) }
  }

  /// ` ^id` at the end of a line.
  private static func blockID(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.beginsLine(start) || text[start - 1] == UInt8(ascii: " ") else { return nil }
    var end = start + 1
    while isIDByte(text[end]) { end += 1 }
    let id = text.string((start + 1)..<end)
    guard !id.isEmpty else { return nil }
    while text[end] == UInt8(ascii: " ") { end += 1 }
    return end == text.bytes.count || text[end] == UInt8(ascii: "\n") ? .blockID(id, end: end) : nil
  }

  /// Whether a byte may stand in the id of a block.
  private static func isIDByte(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-")
  }

  // MARK: Comments and formulas

  /// `%%text%%`.
  private static func comment(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.has("%%", at: start), let close = text.next("%%", from: start + 2) else { return nil }
    return .value(.comment, text.string((start + 2)..<close), end: close + 2)
  }

  /// `$x$` and `$$x$$` within a line.
  ///
  /// No blank stands after the first `$` or before the last, and no digit after the last, as in `$5 and $6`. After a letter
  /// or digit only a formula begins that can be told from an amount: `H$_2$O`. `$$x$$` has none of these rules.
  private static func formula(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    let lineEnd = text.endOfLine(start)
    if text.has("$$", at: start) {
      guard let close = text.next("$$", from: start + 2, before: lineEnd), close > start + 2 else {
        return .text(end: start + 2)
      }
      return .value(.formula, text.string(start..<(close + 2)), end: close + 2)
    }
    let inside = start + 1
    guard inside < lineEnd, text[inside] > 0x20 else { return nil }
    if !text.beginsLine(start) {
      let before = text[start - 1]
      let isWord = before.isASCIIAlphanumeric
      // A mark may hold a formula.
      let isMark = text.additions.contains(.marks) && before == UInt8(ascii: "=") && text[start - 2] == before
      if isWord ? !"_^\\{".utf8.contains(text[inside]) : "/=?&$".utf8.contains(before) && !isMark {
        return nil
      }
    }
    var index = max(inside, text.formulasSearched)
    while index < lineEnd {
      if text[index] == UInt8(ascii: "$"), index > inside, text[index - 1] > 0x20,
        !text[index + 1].isASCIIDigit
      {
        return .value(.formula, text.string(start..<(index + 1)), end: index + 1)
      }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    text.formulasSearched = index
    return nil
  }

  // MARK: Tags

  /// `#name`.
  private static func tag(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.beginsLine(start) || MarkdownTag.maySurround(text[start - 1]) else { return nil }
    let end = text.endOfLine(start)
    let name = MarkdownTag.name(text.bytes[(start + 1)..<end], mayBeLong: text.additions.contains(.longTags))
    return name.map { .value(.tag, "#" + $0, end: start + 1 + $0.utf8.count) }
  }

  /// `#[[several words]]`.
  private static func linkedTag(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard case .value(_, let name, let end) = link(&text, start + 1) else { return nil }
    return .value(.linkedTag, name, end: end)
  }

  // MARK: Links

  /// `[[Note]]` on one line. In `[[[a]]` and `[[a [[b]]` the last brackets count.
  private static func link(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.has("[[", at: start), !text.has("[", at: start + 2) else { return nil }
    let inside = start + 2
    guard let close = text.next("]]", from: inside, before: text.endOfLine(start)), close > inside else {
      return nil
    }
    if let other = text.next("[[", from: inside), other < close { return nil }
    if text.additions.contains(.cautious), "([".utf8.contains(text[close + 2]) { return nil }
    // A link of Markdown in brackets: `[[text](address)]`.
    if text.string(inside..<close).contains("](") { return nil }
    return .value(.link, text.string(inside..<close), end: close + 2)
  }

  /// `![[file]]`.
  private static func embed(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard case .value(_, let inside, let end) = link(&text, start + 1) else {
      return .standsForItself(count: 2)
    }
    return .value(.embed, inside, end: end)
  }

  /// `[!type]` at the beginning of a quotation, with `+` or `-` where it can be folded. A title may follow.
  private static func callout(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard start == 0, text.has("[!", at: 0), CMarkTree.beginsQuotation(text.block) else { return nil }
    var end = text.endOfLine(0)
    guard let close = text.next("]", from: 2, before: end), text[close + 1] != UInt8(ascii: "(") else {
      return nil
    }
    let type = text.string(2..<close)
    guard !type.utf8.contains(UInt8(ascii: "[")) else { return nil }
    var title = close + 1
    let fold = text.has("+", at: title) ? "+" : text.has("-", at: title) ? "-" : ""
    title += fold.utf8.count
    while title < end, text[title] == UInt8(ascii: " ") || text[title] == UInt8(ascii: "\t") { title += 1 }
    let isTitled = title < end
    if isTitled { end = title }
    return .value(.callout, "\(type)\n\(fold)\n\(isTitled ? "titled" : "")", end: end)
  }

  /// `[-] ` at the beginning of an item.
  private static func task(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard start == 0, text.has("] ", at: 2), CMarkTree.beginsItem(text.block) else { return nil }
    return .value(.task, text.string(1..<2), end: 4)
  }

  // MARK: Logseq

  /// `((id))`.
  private static func block(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    let end = start + 38
    guard text.has("((", at: start), text.has("))", at: end),
      ((start + 2)..<end).allSatisfy({ isIDByte(text[$0]) })
    else { return nil }
    return .value(.block, text.string((start + 2)..<end), end: end + 2)
  }

  /// What macros with one address show.
  private static let addresses: Set<String> = ["video", "youtube", "twitter", "tweet"]

  /// `{{embed [[page]]}}`, `{{embed ((id))}}` and `{{video address}}`. Others are text.
  private static func macro(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.has("{{", at: start) else { return nil }
    let lineEnd = text.endOfLine(start)
    guard let close = text.next("}}", from: start, before: lineEnd), close > start + 2 else {
      return .text(end: start + 2)
    }
    var word = start + 2
    while word < close, text[word] > 0x20 { word += 1 }
    let name = text.string((start + 2)..<word)
    while word < close, text[word] <= 0x20 { word += 1 }
    let argument = text.string(word..<close).trimmingSpaces()
    if name == "embed" {
      let found = link(&text, word) ?? block(&text, word)
      guard case .value(let kind, let value, let end) = found, (end..<close).allSatisfy({ text[$0] <= 0x20 })
      else {
        return .text(end: start + 2)
      }
      return .value(kind, value, end: close + 2)
    }
    guard addresses.contains(name), argument.contains("://"), !argument.contains(" ") else {
      return .text(end: start + 2)
    }
    return .value(.address, argument, end: close + 2)
  }

  /// `{:height 20, :width 30}` after a picture.
  private static func size(_ text: inout MarkdownInlineText, _ start: Int) -> Match? {
    guard text.has("{:", at: start), start > 0, text[start - 1] == UInt8(ascii: ")"),
      CMarkTree.endsWithPicture(text.block),
      let close = text.next("}", from: start, before: text.endOfLine(start))
    else { return nil }
    let words = text.string((start + 1)..<close).split { $0 == " " || $0 == "," }
    /// The number after a word.
    func number(_ name: String) -> Substring? {
      guard let place = words.firstIndex(of: name[...]), place + 1 < words.endIndex else { return nil }
      return words[place + 1].allSatisfy(\.isNumber) ? words[place + 1] : nil
    }
    let size = number(":width").map { width in number(":height").map { "\(width)x\($0)" } ?? String(width) }
    return .pictureSize(size, end: close + 1)
  }
}
