internal import CScanShims
internal import SlipCore

/// Counts the signs of a paragraph that mean something only together with others: those
/// that are still to come.
///
/// A `*` needs no escape if no other one follows that could close it. The count begins
/// with all signs of the paragraph, and `MarkdownEscape` counts each one off as it goes
/// by. In `*a* b*` only the first star must be escaped: the others can't open emphasis, and
/// then there is nothing for them to close.
struct MarkdownSigns {
  /// Backticks in text, and those of code spans.
  var backticks = 0
  /// `>` signs, each of which may end a tag.
  var tagEnds = 0
  /// `*` signs that may close emphasis.
  private var stars = 0
  /// `_` signs that may close emphasis.
  private var underscores = 0
  /// `~` signs that may close strikethrough.
  private var tildes = 0
  /// Whether some runs are a single tilde, which GFM accepts as strikethrough too.
  private var hasSingleTildes = false

  /// Creates a count of zero.
  init() {}

  /// Counts the signs in a piece of text. Emphasis marks are counted if their run may
  /// close emphasis.
  mutating func count(_ text: String, _ place: MarkdownEscape.Place) {
    text.withContiguousBytes { bytes in
      var index = MarkdownSigns.sign(in: bytes, from: 0)
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "`"): backticks += 1
        case UInt8(ascii: ">"): tagEnds += 1
        case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
          let run = MarkdownRun(bytes, index, place)
          change(bytes[index], run.mayClose ? run.range.count : 0)
          if bytes[index] == UInt8(ascii: "~"), run.range.count == 1 { hasSingleTildes = true }
          index = run.range.upperBound - 1
        default: break
        }
        index = MarkdownSigns.sign(in: bytes, from: index + 1)
      }
    }
  }

  /// Changes the count for one kind of emphasis mark.
  private mutating func change(_ sign: UInt8, _ number: Int) {
    switch sign {
    case UInt8(ascii: "*"): stars += number
    case UInt8(ascii: "_"): underscores += number
    default: tildes += number
    }
  }

  /// Counts delimiters that will be written before a segment, which may close what text
  /// before it seems to open.
  ///
  /// - Parameter number: 1 to count them, -1 to count them off.
  mutating func count(_ marks: MarkdownSegment.Marks, by number: Int) {
    if marks.isDisjoint(with: .delimited) { return }
    for sign in "*_~".utf8 where marks.isShown(by: sign) { change(sign, number) }
  }

  /// How many signs of this kind that may close are still to come.
  private func closers(_ sign: UInt8) -> Int {
    switch sign {
    case UInt8(ascii: "*"): stars
    case UInt8(ascii: "_"): underscores
    default: tildes
    }
  }

  /// Counts off an emphasis mark in text, and returns whether it must be escaped.
  ///
  /// It must be if a delimiter of the same sign stands right beside it, if it stands in
  /// emphasis that this sign may show, or if it may open emphasis that a later sign may
  /// close.
  mutating func endRun(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: MarkdownEscape.Place
  ) -> Bool {
    let run = MarkdownRun(bytes, index, place)
    if run.mayClose { change(bytes[index], -1) }
    // A sign right beside a delimiter would be part of it.
    let isFirst = run.range.lowerBound == 0 && place.marksBefore.isShown(by: bytes[index])
    let isLast = run.range.upperBound == bytes.count && place.marksAfter.isShown(by: bytes[index])
    if isFirst || isLast { return true }
    if place.signs.isShown(by: bytes[index]) { return run.mayOpen || run.mayClose }
    // Once the first of two tildes is escaped, the other is a single one, which two can't close.
    let isPair = bytes[index] == UInt8(ascii: "~") && run.range.count == 2
    if isPair, index > run.range.lowerBound, !hasSingleTildes { return false }
    let inRun = run.mayClose ? run.range.upperBound - 1 - index : 0
    return run.mayOpen && closers(bytes[index]) > inRun
  }

  /// Counts off the signs of text that is written as it is, such as an address.
  mutating func pass(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, _ place: MarkdownEscape.Place) {
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "`"): backticks -= 1
      case UInt8(ascii: ">"): tagEnds -= 1
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        if MarkdownRun(bytes.base, index, place).mayClose { change(bytes[index], -1) }
      default: break
      }
    }
  }

  /// An index from `index` on before which no byte is an ASCII sign or control; the number of bytes where there is none.
  @inline(__always)
  static func sign(in bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var index = index
    while index &+ 16 <= bytes.count {
      let signs = slip_scan_signs(base + index)
      if signs != 0 { return index &+ signs.trailingZeroBitCount }
      index &+= 16
    }
    return index
  }

  /// Whether the byte may have to be written in another way. Looks the byte up in 128
  /// bits, because this is asked for every byte of a document.
  @inline(__always)
  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low &>> UInt64(byte) : high &>> UInt64(byte &- 64)) & 1 != 0
  }

  /// Bits for the bytes 0 to 63: control characters and `!#&(*.:<>`.
  private static var low: UInt64 { 0x5400_454A_FFFF_FFFF }
  /// Bits for the bytes 64 to 127: ``[\]_`|~``.
  private static var high: UInt64 { 0x5000_0001_B800_0000 }

  /// Whether the byte is ASCII punctuation, which a backslash can escape.
  static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}

/// How emphasis is shown.
extension MarkdownSegment.Marks {
  /// Whether some of these marks may be written with this sign.
  fileprivate func isShown(by sign: UInt8) -> Bool {
    switch sign {
    case UInt8(ascii: "*"): !isDisjoint(with: [.strong, .emphasis])
    case UInt8(ascii: "_"): contains(.emphasis)
    // cmark-gfm ignores tildes when it looks at what stands beside other signs.
    default: !isDisjoint(with: .delimited)
    }
  }
}

/// A run of one emphasis mark in text, such as `**`.
struct MarkdownRun {
  /// The run within its piece of text.
  let range: Range<Int>
  /// Whether some reader may take it for the beginning of emphasis.
  let mayOpen: Bool
  /// Whether some reader may take it for the end of emphasis.
  let mayClose: Bool

  /// Finds the run around a sign, and looks at the characters on both sides.
  ///
  /// - Parameters:
  ///   - index: the index of any sign of the run.
  ///   - place: what stands beside the piece of text.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: MarkdownEscape.Place) {
    let sign = bytes[index]
    var (start, end) = (index, index + 1)
    while start > 0, bytes[start - 1] == sign { start -= 1 }
    while end < bytes.count, bytes[end] == sign { end += 1 }
    range = start..<end
    let before =
      start == 0 ? place.before : MarkdownCharacter.lastClass(bytes[max(0, start - 4)..<start]) ?? .other
    let after =
      end == bytes.count ? place.after : MarkdownCharacter.firstClass(bytes[end...].prefix(4)) ?? .other
    // Readers differ in what they take into account beside another emphasis mark.
    let isBesideSign =
      (start > 0 && MarkdownRun.isSign(bytes[start - 1]))
      || (end < bytes.count && MarkdownRun.isSign(bytes[end]))
    mayOpen = isBesideSign || MarkdownFlanking.mayOpen(sign, before, after)
    mayClose = isBesideSign || MarkdownFlanking.mayClose(sign, before, after)
  }

  /// Whether the byte is `*`, `_` or `~`.
  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }
}
