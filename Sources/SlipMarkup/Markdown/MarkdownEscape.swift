internal import SlipCore
/// Writes a paragraph's text as Markdown that means exactly this text. Only signs that
/// would mean something else are escaped.
///
/// Text comes in pieces in the order of the paragraph. What a sign means depends on its
/// neighbours, on what came before it, and on which signs are still to come: a single `*`
/// means nothing, and neither does `<` without a `>` behind it. `MarkdownSigns` counts
/// what is still to come, so nothing is escaped without need, and each piece is read only
/// once.
///
/// | text | Markdown |
/// | --- | --- |
/// | `2 * 3 = 6` | `2 * 3 = 6` |
/// | `*not emphasis*` | `\*not emphasis*` |
/// | `1. at a line's start` | `1\. at a line's start` |
/// | `a_b_c` | `a_b_c` |
struct MarkdownEscape {
  /// Where a piece of text stands, as far as this affects its meaning.
  struct Place {
    /// Nothing stands before it on its line.
    var isAtLineStart = false
    /// Nothing follows it on its line.
    var isAtLineEnd = false
    /// A `]` stands right before it.
    var isAfterBracket = false
    /// A `[` follows right behind it, such as a link's.
    var isBeforeBracket = false
    /// The class of what stands before it.
    var before = MarkdownCharacter.Class.space
    /// The class of what follows it.
    var after = MarkdownCharacter.Class.space
    /// Emphasis that begins or ends right before it.
    var marksBefore: MarkdownSegment.Marks = []
    /// Emphasis that begins or ends right behind it.
    var marksAfter: MarkdownSegment.Marks = []
    /// Nothing follows it in the paragraph.
    var endsParagraph = false
    /// White space follows it, apart from emphasis marks in between.
    var endsWord = true
    /// The emphasis that it stands in.
    var signs: MarkdownSegment.Marks = []
    /// It is the text of a link.
    var isInLink = false
  }

  /// What the line stands in.
  let style: MarkdownLineStyle
  /// The document has notes, so that labels such as `[^1]` may refer to them.
  var hasNotes = false
  /// The paragraph begins a list item, where `[x]` would be a check box.
  var isItem = false
  /// Spaces at which the line may be broken are marked with `breakableSpace`.
  var marksSpaces = false
  /// What the text is escaped for besides GFM.
  var dialect = MarkdownDialect()
  /// Signs that are still to come.
  private var ahead = MarkdownSigns()
  /// The paragraph's first line isn't complete yet.
  private var isFirstLine = true
  /// Brackets that are open in the text.
  private var depth = 0
  /// What has been written since `takeOutput()` was called.
  private(set) var output: [UInt8] = []

  /// Begins a paragraph.
  ///
  /// - Parameters:
  ///   - style: what the paragraph stands in.
  ///   - ahead: the signs of all its pieces.
  init(style: MarkdownLineStyle, ahead: MarkdownSigns = MarkdownSigns()) {
    self.style = style
    self.ahead = ahead
  }

  /// Stands for a space that may become a line's end. The byte can't occur in text, from
  /// which controls are removed.
  static let breakableSpace: UInt8 = 0x1F

  /// Returns what has been written since the last call.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Records that a line break was written.
  mutating func lineBreak() { isFirstLine = false }

  /// Records that a segment begins: delimiters that may stand before it are not ahead any
  /// more.
  ///
  /// - Parameter marks: what `marksThatMayClose` gives for the segment.
  mutating func pass(_ marks: MarkdownSegment.Marks) { ahead.count(marks, by: -1) }

  /// Records that a code span was written, whose backticks are not ahead any more.
  mutating func pass(code: String) { ahead.backticks -= code.utf8.count { $0 == UInt8(ascii: "`") } + 2 }

  // MARK: Text

  /// Adds a piece of text. White space at the ends of its line is removed, because
  /// Markdown ignores it or takes it for a line break.
  mutating func add(_ text: String, _ place: Place) {
    text.withContiguousBytes { bytes in
      var bytes = bytes
      if place.isAtLineStart { bytes = bytes.withoutLeadingSpaces }
      if place.isAtLineEnd { bytes = bytes.withoutTrailingSpaces }
      add(bytes, place)
    }
  }

  /// Copies bytes, escaping or replacing those whose meaning requires it.
  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Place) {
    let lineStart = place.isAtLineStart ? MarkdownLineStart.sign(in: bytes, self.lineStart(place)) : nil
    let escapesBrackets = place.isInLink && MarkdownEscape.linksWithin(bytes)
    if output.isEmpty { output.reserveCapacity(bytes.count + 8) }
    var start = 0
    var index = 0
    while true {
      // All but a space that may end a line is an ASCII sign or control.
      if !marksSpaces { index = MarkdownSigns.sign(in: bytes, from: index) }
      guard index < bytes.count else { break }
      guard
        MarkdownSigns.isSpecial(bytes[index]) || index == lineStart
          || marksSpaces && bytes[index] == UInt8(ascii: " ")
          || dialect.mayMean(bytes[index])
      else {
        index += 1
        continue
      }
      if let end = address(bytes, index, place) {
        index = end
        continue
      }
      switch meaning(bytes, index, place, isLineStart: index == lineStart, escapesBrackets) {
      case .text
      where !dialect.mayMean(bytes[index])
        || !dialect.means(bytes, index, isBeforeLink: place.isBeforeBracket):
        break
      case .text, .escaped:
        output.append(contentsOf: bytes[start..<index])
        output.append(UInt8(ascii: "\\"))
        start = index
      case .replaced(let byte):
        output.append(contentsOf: bytes[start..<index])
        if let byte { output.append(byte) }
        start = index + 1
      }
      index += 1
    }
    output.append(contentsOf: bytes[start...])
  }

  /// What is known about the line that the piece begins.
  private func lineStart(_ place: Place) -> MarkdownLineStart {
    MarkdownLineStart(
      isFirst: isFirstLine, isWhole: place.isAtLineEnd, isItem: isItem && isFirstLine,
      isHeading: style == .heading, isCell: style == .cell, hasTagEnd: ahead.tagEnds > 0)
  }

  /// What a byte has to be written as: itself, escaped with a backslash, or replaced by
  /// another byte or by nothing.
  private enum Meaning { case text, escaped, replaced(UInt8?) }

  /// Decides about the byte at `index`, and counts it off the signs that are still to
  /// come.
  ///
  /// - Parameters:
  ///   - isLineStart: the byte would begin a block if it weren't escaped.
  ///   - escapesBrackets: brackets in the text of this link must be escaped.
  private mutating func meaning(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place, isLineStart: Bool,
    _ escapesBrackets: Bool
  ) -> Meaning {
    let byte = bytes[index]
    let next = index + 1 < bytes.count ? bytes[index + 1] : nil
    switch byte {
    case 0x20: return space(bytes, index)
    case 0x09: return .text
    case 0x0A, 0x0D: return .replaced(0x20)
    case 0..<0x20: return .replaced(nil)
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
      return ahead.endRun(bytes, index, place) || isLineStart ? .escaped : .text
    case UInt8(ascii: "`"):
      ahead.backticks -= 1
      return ahead.backticks > 0 || isLineStart ? .escaped : .text
    case UInt8(ascii: "["): return openBracket(bytes, index, place, isLineStart || escapesBrackets)
    case UInt8(ascii: "]"): return closeBracket(bytes, index, escapesBrackets)
    case UInt8(ascii: ">"):
      ahead.tagEnds -= 1
      return isLineStart ? .escaped : .text
    case _ where isLineStart: return .escaped
    case UInt8(ascii: "\\"):
      return next.map(MarkdownSigns.isPunctuation) ?? !place.endsParagraph ? .escaped : .text
    case UInt8(ascii: "<"): return opensTag(bytes, index, place) ? .escaped : .text
    case UInt8(ascii: "&"): return MarkdownEscape.isReference(bytes, index) ? .escaped : .text
    case UInt8(ascii: "|"): return style == .cell ? .escaped : .text
    case UInt8(ascii: "!"): return next == nil && place.isBeforeBracket ? .escaped : .text
    case UInt8(ascii: "("): return index == 0 && place.isAfterBracket ? .escaped : .text
    case UInt8(ascii: ":"):
      let endsLabel = index == 0 && place.isAfterBracket
      return endsLabel || startsAddress(bytes, index, place) ? .escaped : .text
    case UInt8(ascii: "."): return startsAddress(bytes, index, place) ? .escaped : .text
    case UInt8(ascii: "#"):
      return style == .heading && place.isAtLineEnd && MarkdownEscape.isClosing(bytes, index)
        ? .escaped : .text
    default: return .text
    }
  }

  /// Marks a single space between words as breakable. Several in a row stay together.
  private func space(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Meaning {
    guard marksSpaces, index > 0, index + 1 < bytes.count, bytes[index - 1] != UInt8(ascii: " "),
      bytes[index + 1] != UInt8(ascii: " ")
    else { return .text }
    return .replaced(MarkdownEscape.breakableSpace)
  }

  // MARK: Brackets

  /// Escapes `[` where it would refer to a note or begin a block, and counts the others.
  private mutating func openBracket(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place, _ isEscaped: Bool
  ) -> Meaning {
    let isNote = hasNotes && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "^")
    if isEscaped || isNote { return .escaped }
    if !place.isInLink { depth += 1 }
    return .text
  }

  /// Escapes `]` where a target behind it would make the brackets a link.
  private mutating func closeBracket(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ isEscaped: Bool
  ) -> Meaning {
    if isEscaped { return .escaped }
    guard depth > 0 else { return .text }
    depth -= 1
    return MarkdownEscape.isTarget(bytes[(index + 1)...]) ? .escaped : .text
  }

  // MARK: Tags and references

  /// Whether `<` might begin a tag, a comment or an address in angle brackets. Without a
  /// `>` to come it can't.
  private func opensTag(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place) -> Bool {
    guard ahead.tagEnds > 0 else { return false }
    let inside = bytes[(index + 1)...].prefix { $0 != UInt8(ascii: ">") }
    let word = inside.prefix { $0 > 0x20 && $0 != 0x3C }
    switch word.first {
    case UInt8(ascii: "!")?, UInt8(ascii: "?")?: return true
    // A tag, or an address between angle brackets.
    case UInt8(ascii: "/")?, (0x41...0x5A)?, (0x61...0x7A)?:
      return word.contains(0x40) || word.contains(0x3A) || MarkdownEscape.mayBeTag(inside)
    case nil: return inside.isEmpty && !place.isAtLineEnd && index + 1 == bytes.count
    default: return word.contains(0x40)
    }
  }

  // MARK: Addresses

  /// The index behind an address that GFM makes a link of, found by the sign at `index`.
  /// Nothing in it is escaped.
  ///
  /// Returns nil if there is none, or if signs behind it would have to be escaped: the
  /// backslash would become part of the address.
  private mutating func address(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place
  ) -> Int? {
    guard startsAddress(bytes, index, place),
      let end = MarkdownAddress.end(bytes, from: index, isAtEnd: place.endsWord)
    else { return nil }
    // An escape behind the address would become part of it.
    let behind = bytes[end...].prefix { $0 > 0x20 }
    guard behind.indices.allSatisfy({ isPlain(bytes, $0, place) }) else { return nil }
    ahead.pass(bytes[index..<end], place)
    return end
  }

  /// Whether a sign behind an address certainly needs no escape.
  private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "!"): true
    default: !MarkdownSigns.isSpecial(bytes[index])
    }
  }

  /// Whether the colon or full stop at `index` makes an address of the text around it.
  private func startsAddress(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place) -> Bool {
    // Within brackets cmark-gfm makes no links of addresses.
    guard depth == 0, !place.isInLink else { return false }
    return switch bytes[index] {
    case UInt8(ascii: ":"): MarkdownAddress.hasScheme(bytes, before: index)
    case UInt8(ascii: "."): MarkdownAddress.isWeb(bytes, before: index)
    default: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes without spaces and tabs at the beginning.
  fileprivate var withoutLeadingSpaces: Self {
    guard let first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") else { return self }
    return Self(rebasing: drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
  }

  /// The bytes without spaces and tabs at the end.
  fileprivate var withoutTrailingSpaces: Self {
    guard let last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") else { return self }
    guard let end = lastIndex(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }) else {
      return Self(rebasing: self[..<0])
    }
    return Self(rebasing: self[...end])
  }
}
