internal import SlipBase
/// A paragraph's text as Markdown that means just this text. Only what would mean something else is escaped.
///
/// Text comes in pieces in the order of the paragraph; what came before, and what signs are still to come, decides what a
/// sign means.
struct MarkdownEscape {
  /// Where a piece of text stands.
  struct Place {
    /// Nothing stands before it on its line.
    var isAtLineStart = false
    /// Nothing comes behind it on its line.
    var isAtLineEnd = false
    /// It follows `]`.
    var isAfterBracket = false
    /// `[` comes behind it.
    var isBeforeBracket = false
    var before = MarkdownCharacter.Class.space
    var after = MarkdownCharacter.Class.space
    /// What begins or ends right there.
    var marksBefore: MarkdownSegment.Marks = []
    var marksAfter: MarkdownSegment.Marks = []
    /// Nothing comes behind it at all.
    var endsParagraph = false
    /// White space comes behind it, but for signs of emphasis.
    var endsWord = true
    /// It lies within emphasis that these signs show.
    var signs: MarkdownSegment.Marks = []
    var isInLink = false
  }

  let style: MarkdownLineStyle
  /// Labels in brackets may refer to notes.
  var hasNotes = false
  /// The paragraph begins a list's item.
  var isItem = false
  /// Spaces at which the line may be broken are marked.
  var marksSpaces = false
  private var ahead = MarkdownSigns()
  private var isFirstLine = true
  /// Brackets that are open.
  private var depth = 0
  private(set) var output: [UInt8] = []

  init(style: MarkdownLineStyle, ahead: MarkdownSigns = MarkdownSigns()) {
    self.style = style
    self.ahead = ahead
  }

  /// A space that may become a line's end.
  static let breakableSpace: UInt8 = 0x1F

  /// What has been written since this was asked for last.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  mutating func lineBreak() { isFirstLine = false }

  /// Goes by what is emphasised.
  mutating func pass(_ marks: MarkdownSegment.Marks) { ahead.count(marks, by: -1) }

  /// Goes by a code span.
  mutating func pass(code: String) { ahead.backticks -= code.utf8.count { $0 == 0x60 } + 2 }

  // MARK: Text

  mutating func add(_ text: String, _ place: Place) {
    text.withContiguousBytes { bytes in
      var bytes = bytes
      if place.isAtLineStart { bytes = bytes.withoutLeadingSpaces }
      if place.isAtLineEnd { bytes = bytes.withoutTrailingSpaces }
      add(bytes, place)
    }
  }

  private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Place) {
    let lineStart = place.isAtLineStart ? MarkdownLineStart.sign(in: bytes, self.lineStart(place)) : nil
    let escapesBrackets = place.isInLink && MarkdownEscape.linksWithin(bytes)
    var start = 0
    var index = 0
    while index < bytes.count {
      guard MarkdownSigns.isSpecial(bytes[index]) || index == lineStart || marksSpaces && bytes[index] == 0x20
      else {
        index += 1
        continue
      }
      if let end = address(bytes, index, place) {
        index = end
        continue
      }
      switch meaning(bytes, index, place, isLineStart: index == lineStart, escapesBrackets) {
      case .text: break
      case .escaped:
        output.append(contentsOf: bytes[start..<index])
        output.append(0x5C)
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

  private func lineStart(_ place: Place) -> MarkdownLineStart {
    MarkdownLineStart(
      isFirst: isFirstLine, isWhole: place.isAtLineEnd, isItem: isItem && isFirstLine,
      isHeading: style == .heading, isCell: style == .cell, hasTagEnd: ahead.tagEnds > 0)
  }

  private enum Meaning { case text, escaped, replaced(UInt8?) }

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

  /// A single space between words.
  private func space(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Meaning {
    guard marksSpaces, index > 0, index + 1 < bytes.count, bytes[index - 1] != 0x20, bytes[index + 1] != 0x20
    else { return .text }
    return .replaced(MarkdownEscape.breakableSpace)
  }

  // MARK: Brackets

  private mutating func openBracket(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place, _ isEscaped: Bool
  ) -> Meaning {
    let isNote = hasNotes && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "^")
    if isEscaped || isNote { return .escaped }
    if !place.isInLink { depth += 1 }
    return .text
  }

  private mutating func closeBracket(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ isEscaped: Bool
  ) -> Meaning {
    if isEscaped { return .escaped }
    guard depth > 0 else { return .text }
    depth -= 1
    return MarkdownEscape.isTarget(bytes[(index + 1)...]) ? .escaped : .text
  }

  // MARK: Tags and references

  private func opensTag(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place) -> Bool {
    guard ahead.tagEnds > 0 else { return false }
    let inside = bytes[(index + 1)...].prefix { $0 != 0x3E }
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

  /// The end of an address that the sign at `index` makes a link of, in which nothing is escaped.
  private mutating func address(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place
  ) -> Int? {
    guard startsAddress(bytes, index, place),
      let end = MarkdownAddress.end(bytes, from: index, isAtEnd: place.endsWord)
    else { return nil }
    // An escape behind it would be part of it.
    let behind = bytes[end...].prefix { $0 > 0x20 }
    guard behind.indices.allSatisfy({ isPlain(bytes, $0, place) }) else { return nil }
    ahead.pass(bytes[index..<end], place)
    return end
  }

  /// Whether a sign at the end of a word needs no escape for sure.
  private func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: Place) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "!"): true
    default: !MarkdownSigns.isSpecial(bytes[index])
    }
  }

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
  fileprivate var withoutLeadingSpaces: Self {
    guard let first, first == 0x20 || first == 0x09 else { return self }
    return Self(rebasing: drop { $0 == 0x20 || $0 == 0x09 })
  }

  fileprivate var withoutTrailingSpaces: Self {
    guard let last, last == 0x20 || last == 0x09 else { return self }
    guard let end = lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return Self(rebasing: self[..<0]) }
    return Self(rebasing: self[...end])
  }
}
