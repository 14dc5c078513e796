internal import SlipBase
/// Signs of a paragraph's text that only mean something together with others: how many are still to come.
struct MarkdownSigns {
  var backticks = 0
  /// `>`, which may end a tag.
  var tagEnds = 0
  private var stars = 0
  private var underscores = 0
  private var tildes = 0
  /// Some of them stand alone.
  private var hasSingleTildes = false

  init() {}

  /// Counts the signs in a piece of text. Signs of emphasis are counted by their runs that may close.
  mutating func count(_ text: String, _ place: MarkdownEscape.Place) {
    text.withContiguousBytes { bytes in
      var index = 0
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
        index += 1
      }
    }
  }

  private mutating func change(_ sign: UInt8, _ number: Int) {
    switch sign {
    case UInt8(ascii: "*"): stars += number
    case UInt8(ascii: "_"): underscores += number
    default: tildes += number
    }
  }

  /// Counts what is emphasised: a sign of that may close what text before it opens, unless white space stands before it.
  mutating func count(_ marks: MarkdownSegment.Marks, by number: Int) {
    if marks.isDisjoint(with: .delimited) { return }
    for sign in "*_~".utf8 where marks.isShown(by: sign) { change(sign, number) }
  }

  private func closers(_ sign: UInt8) -> Int {
    switch sign {
    case UInt8(ascii: "*"): stars
    case UInt8(ascii: "_"): underscores
    default: tildes
    }
  }

  /// Goes by a sign of emphasis; whether it has to be escaped.
  mutating func endRun(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int, _ place: MarkdownEscape.Place
  ) -> Bool {
    let run = MarkdownRun(bytes, index, place)
    if run.mayClose { change(bytes[index], -1) }
    // Right beside a delimiter it would be part of that.
    let isFirst = run.range.lowerBound == 0 && place.marksBefore.isShown(by: bytes[index])
    let isLast = run.range.upperBound == bytes.count && place.marksAfter.isShown(by: bytes[index])
    if isFirst || isLast { return true }
    if place.signs.isShown(by: bytes[index]) { return run.mayOpen || run.mayClose }
    // What is left of two tildes can't be closed by two.
    let isPair = bytes[index] == UInt8(ascii: "~") && run.range.count == 2
    if isPair, index > run.range.lowerBound, !hasSingleTildes { return false }
    let inRun = run.mayClose ? run.range.upperBound - 1 - index : 0
    return run.mayOpen && closers(bytes[index]) > inRun
  }

  /// Goes by text that is kept as it is.
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

  /// Whether the byte may have to be written in another way.
  @inline(__always)
  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low &>> UInt64(byte) : high &>> UInt64(byte &- 64)) & 1 != 0
  }

  /// Controls and `!#&(*.:<>`.
  private static var low: UInt64 { 0x5400_454A_FFFF_FFFF }
  /// ``[\]_`|~``.
  private static var high: UInt64 { 0x5000_0001_B800_0000 }

  static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}

extension MarkdownSegment.Marks {
  /// Whether these may be written with that sign.
  fileprivate func isShown(by sign: UInt8) -> Bool {
    switch sign {
    case UInt8(ascii: "*"): !isDisjoint(with: [.strong, .emphasis])
    case UInt8(ascii: "_"): contains(.emphasis)
    // cmark-gfm looks through these at what stands beside other signs.
    default: !isDisjoint(with: .delimited)
    }
  }
}

/// A run of one sign of emphasis in text.
struct MarkdownRun {
  let range: Range<Int>
  /// Whether some reader may take it for the beginning of emphasis.
  let mayOpen: Bool
  let mayClose: Bool

  /// - Parameter index: somewhere in the run.
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
    // Beside another sign of emphasis readers differ in what they look at.
    let isBesideSign =
      (start > 0 && MarkdownRun.isSign(bytes[start - 1]))
      || (end < bytes.count && MarkdownRun.isSign(bytes[end]))
    mayOpen = isBesideSign || MarkdownFlanking.mayOpen(sign, before, after)
    mayClose = isBesideSign || MarkdownFlanking.mayClose(sign, before, after)
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }
}
