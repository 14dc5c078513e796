/// What can be told of a line of Markdown without its surroundings, byte by byte.
struct MarkdownLineScan {
  private(set) var length = 0
  private(set) var isBlank = true
  private var before: UInt8 = 0x20

  mutating func add(_ byte: UInt8) {
    length += 1
    if beginning != .end { begin(byte) }
    emphasize(byte)
    image(byte)
    mail(byte)
    cell(byte)
    before = byte
  }

  // MARK: Lists and quotations

  /// What begins an item: a bullet, the number 1 or another one, each with text behind it.
  enum Item { case none, bullet, first, further }

  /// Columns before the first sign.
  private(set) var indent = 0
  /// Lists and quotations that the line opens, at most, and quotations that it goes on in.
  private(set) var opened = 0
  /// Lists that it goes on in, at most.
  private(set) var continuedContainers = 0
  private(set) var item = Item.none

  /// What the byte before was, as long as lists and quotations are opened.
  private enum Beginning { case space, bullet, one, number, point, end }
  private var beginning = Beginning.space
  private var marker = Item.none

  private mutating func begin(_ byte: UInt8) {
    if beginning == .space, byte > 0x20, item == .none { item = marker }
    switch (byte, beginning) {
    // A list's text stands two columns in.
    case (0x20, .space), (0x09, .space):
      continuedContainers += byte == 0x09 ? 2 : 1
      if marker == .none { indent += byte == 0x09 ? 4 : 1 }
    case (0x20, .bullet), (0x09, .bullet), (0x20, .point), (0x09, .point):
      opened += 1
      beginning = .space
    case (0x3E, .space):
      opened += 1
      // What stands in a quotation is not told here.
      if marker == .none { indent = .max / 2 }
    case (0x2A, .space), (0x2B, .space), (0x2D, .space):
      beginning = .bullet
      if marker == .none { marker = .bullet }
    case (0x30...0x39, .space), (0x30...0x39, .one), (0x30...0x39, .number):
      beginning = byte == 0x31 && beginning == .space ? .one : .number
    case (0x29, .one), (0x2E, .one), (0x29, .number), (0x2E, .number):
      if marker == .none { marker = beginning == .one ? .first : .further }
      beginning = .point
    default:
      beginning = .end
    }
  }

  // MARK: Emphasis

  /// Runs of `*`, `_` and `~` that stand by text.
  var signs: Int { endedSigns + (sign != 0 && !isSignAfterSpace ? 1 : 0) }
  /// Those that may end links and references.
  private(set) var brackets = 0
  /// For each of `brackets`, the signs before it.
  private(set) var bracketsTimesSigns = 0

  private var endedSigns = 0
  private var sign: UInt8 = 0
  private var isSignAfterSpace = false

  private mutating func emphasize(_ byte: UInt8) {
    if sign != 0, byte != sign {
      if !isSignAfterSpace || byte > 0x20 { endedSigns += 1 }
      sign = 0
    }
    switch byte {
    case 0x2A, 0x5F,
      0x7E where sign == 0:
      (sign, isSignAfterSpace) = (byte, before <= 0x20)
    case 0x5D:
      brackets += 1
      bracketsTimesSigns += endedSigns
    default: break
    }
  }

  // MARK: Images

  /// Beginnings of images (`![`) that may stay open: all but those with nothing but plain text up to a bracket.
  var openImages: Int { endedImages + (isInImage ? 1 : 0) }
  /// For each of `brackets`, the open images before it.
  private(set) var bracketsTimesImages = 0

  private var endedImages = 0
  private var isInImage = false

  private mutating func image(_ byte: UInt8) {
    switch byte {
    case 0x5D:
      isInImage = false
      bracketsTimesImages += endedImages
    case 0x5B where before == 0x21:
      if isInImage { endedImages += 1 }
      isInImage = true
    case 0x3C, 0x5B, 0x5C, 0x60:
      if isInImage { endedImages += 1 }
      isInImage = false
    default: break
    }
  }

  // MARK: Addresses of mail

  /// Bytes that the splitting off of such addresses copies: for each the rest of the line.
  var mailBytes: Int { mails * length - mailPlaces }

  /// cmark-gfm splits off no more from one text.
  private static let mostMails = 1_001
  private var mails = 0
  /// Their places, added.
  private var mailPlaces = 0

  private mutating func mail(_ byte: UInt8) {
    guard byte == 0x40, before > 0x20, mails < MarkdownLineScan.mostMails else { return }
    mails += 1
    mailPlaces += length
  }

  // MARK: Cells

  /// A table's cells, if it is a row.
  var cells: Int { max(pipes + 1 - (beginsWithPipe ? 1 : 0) - (endsWithPipe ? 1 : 0), 1) }
  private(set) var beginsWithPipe = false
  /// Whether a `|` stands behind an even number of backslashes, which cmark-gfm may take for an escaped one.
  private(set) var hasAmbiguousPipe = false
  /// Whether it can be the line under a table's head.
  var isRule: Bool { hasHyphen && (pipes > 0 || hasColon) && !hasOtherThanRule }

  private var pipes = 0
  private var endsWithPipe = false
  private var isEscaped = false
  private var hasHyphen = false
  private var hasColon = false
  private var hasOtherThanRule = false

  private mutating func cell(_ byte: UInt8) {
    switch byte {
    case 0x09, 0x0B, 0x0C, 0x20:
      isEscaped = false
      return
    // Of the quotations that the line is in.
    case 0x3E where isBlank: return
    case 0x7C where !isEscaped:
      pipes += 1
      if before == 0x5C { hasAmbiguousPipe = true }
      if isBlank { beginsWithPipe = true } else { endsWithPipe = true }
      isBlank = false
      return
    case 0x2D: hasHyphen = true
    case 0x3A: hasColon = true
    default: hasOtherThanRule = true
    }
    isBlank = false
    endsWithPipe = false
    isEscaped = byte == 0x5C && !isEscaped
  }
}
