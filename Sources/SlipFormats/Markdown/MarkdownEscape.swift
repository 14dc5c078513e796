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

  /// Whether brackets in a link's text would be taken for the link's own, or make one themselves.
  private static func linksWithin(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var depth = 0
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "[") {
        depth += 1
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "^") { return true }
      } else if bytes[index] == UInt8(ascii: "]") {
        depth -= 1
        if depth < 0 || index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "(") { return true }
      }
    }
    return depth != 0
  }

  /// Whether what follows `]` may be a link's target; what stands behind the piece may end it.
  private static func isTarget(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.first == UInt8(ascii: "(") else { return false }
    let inside = bytes.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
    if inside.first == 0x3C { return true }
    let behind = inside.drop { $0 > 0x20 && $0 != 0x29 }.drop { $0 == 0x20 || $0 == 0x09 }
    guard let sign = behind.first else { return true }
    return sign == 0x29 || sign == 0x22 || sign == 0x27 || sign == 0x28
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

  /// Whether a name and attributes can consist of these bytes.
  private static func mayBeTag(_ inside: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    if inside.contains(UInt8(ascii: "=")) { return true }
    let name = inside.drop { $0 == 0x2F }.drop { isNameByte($0) }
    guard let end = name.first else { return true }
    return (end <= 0x20 || end == 0x2F)
      && name.allSatisfy {
        $0 <= 0x20 || $0 == 0x2F || $0 == 0x5F || $0 == 0x3A || $0 == 0x2E || isNameByte($0)
      }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    byte == 0x2D || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether `&` begins a character reference.
  private static func isReference(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    let rest = bytes[(index + 1)...]
    let name = rest.prefix { $0 != 0x3B && $0 > 0x20 }.prefix(40)
    guard name.endIndex < bytes.count else { return false }
    guard bytes[name.endIndex] == 0x3B else { return false }
    guard name.first == UInt8(ascii: "#") else {
      return HTMLEntityTable.shared.scalars(Array(name) + [0x3B]) != nil
    }
    let digits = name.dropFirst()
    return (1...8).contains(digits.count)
      && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
  }

  /// Whether `#` ends a row of them that would end a heading.
  private static func isClosing(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    guard index == bytes.count - 1 else { return false }
    let before = bytes[..<index].last { $0 != UInt8(ascii: "#") }
    return before == nil || before == 0x20 || before == 0x09
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

/// Descriptions, targets and titles.
extension MarkdownEscape {
  /// A picture's description between brackets.
  static func label(_ text: String, _ style: MarkdownLineStyle) -> [UInt8] {
    var place = Place(before: .punctuation, after: .punctuation)
    place.isInLink = true
    var signs = MarkdownSigns()
    signs.count(text, place)
    var escape = MarkdownEscape(style: style, ahead: signs)
    escape.add(text, place)
    return escape.takeOutput()
  }

  /// A link's target between parentheses.
  static func destination(_ target: String) -> [UInt8] {
    let needsBrackets = target.isEmpty || target.utf8.contains { $0 == 0x20 || $0 == 0x28 || $0 == 0x29 }
    var output: [UInt8] = needsBrackets ? [0x3C] : []
    for byte in target.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: continue
      case UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"): output.append(0x5C)
      case UInt8(ascii: "&") where MarkdownEscape.hasReference(target): output.append(0x5C)
      default: break
      }
      output.append(byte)
    }
    if needsBrackets { output.append(0x3E) }
    return output
  }

  private static func hasReference(_ target: String) -> Bool { target.utf8.contains(0x3B) }

  /// A link's title between quotes, with the space before it.
  static func title(_ text: String) -> [UInt8] {
    var output: [UInt8] = [0x20, 0x22]
    for byte in text.utf8 {
      switch byte {
      case 0..<0x20, 0x7F: output.append(0x20)
      // cmark takes the title up to the paragraph's last quotation mark that can end it: none may be in it.
      case UInt8(ascii: "\\"): output.append(contentsOf: "&#92;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"): output.append(contentsOf: [0x5C, byte])
      default: output.append(byte)
      }
    }
    output.append(0x22)
    return output
  }
}

/// What a line of inlines stands in.
enum MarkdownLineStyle {
  case paragraph
  /// One line; `#` at its end would vanish.
  case heading
  /// One line, between `|`.
  case cell
}
