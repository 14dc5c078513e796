/// Counts what `MarkdownCost` needs to know about a line of Markdown, byte by byte and
/// without its surroundings.
///
/// Several counters run side by side: for lists and quotations, emphasis, images, mail
/// addresses and table cells. None of them needs to look ahead or back by more than a
/// byte.
struct MarkdownLineScan {
  /// Bytes so far.
  private(set) var length = 0
  /// Whether nothing but white space and signs of quotations has been met.
  private(set) var isBlank = true
  /// The byte before the current one; a space at the beginning.
  private var before: UInt8 = 0x20

  /// Whether `=` and `^` mark text, too.
  private let hasMarks: Bool

  /// Begins a line.
  init(hasMarks: Bool = false) { self.hasMarks = hasMarks }

  /// Takes the next byte of the line, but not its end.
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

  /// What begins a list item, with text behind it. Only a bullet or the number 1 can
  /// interrupt a paragraph.
  enum Item {
    /// Nothing.
    case none
    /// A bullet.
    case bullet
    /// The number 1.
    case first
    /// Another number.
    case further
  }

  /// Columns before the first sign. Very large within a quotation, of which nothing
  /// certain is known.
  private(set) var indent = 0
  /// Lists and quotations that the line opens, at most, and quotations that it continues.
  private(set) var opened = 0
  /// Lists that the line continues, at most.
  private(set) var continuedContainers = 0
  /// The list item that the line begins.
  private(set) var item = Item.none

  /// What the byte before was, as long as the line can open lists and quotations.
  private enum Beginning {
    /// White space, a sign of a quotation, or the line's beginning: a container can open
    /// here.
    case space
    /// A bullet, which needs white space behind it.
    case bullet
    /// The digit 1.
    case one
    /// Any other digits.
    case number
    /// The sign behind a number, which needs white space behind it.
    case point
    /// Anything else: no container can open on this line any more.
    case end
  }
  /// The state of reading the beginning of the line.
  private var beginning = Beginning.space
  /// The first list marker, which begins an item if text follows it.
  private var marker = Item.none

  /// Takes a byte of the beginning of the line, where containers are opened.
  private mutating func begin(_ byte: UInt8) {
    if beginning == .space, byte > 0x20, item == .none { item = marker }
    switch (byte, beginning) {
    // The text of a list item is indented by two columns at least.
    case (0x20, .space), (0x09, .space):
      continuedContainers += byte == UInt8(ascii: "\t") ? 2 : 1
      if marker == .none { indent += byte == UInt8(ascii: "\t") ? 4 : 1 }
    case (0x20, .bullet), (0x09, .bullet), (0x20, .point), (0x09, .point):
      opened += 1
      beginning = .space
    case (0x3E, .space):
      opened += 1
      // The indent within a quotation isn't known here.
      if marker == .none { indent = .max / 2 }
    case (0x2A, .space), (0x2B, .space), (0x2D, .space):
      beginning = .bullet
      if marker == .none { marker = .bullet }
    case (0x30...0x39, .space), (0x30...0x39, .one), (0x30...0x39, .number):
      beginning = byte == UInt8(ascii: "1") && beginning == .space ? .one : .number
    case (0x29, .one), (0x2E, .one), (0x29, .number), (0x2E, .number):
      if marker == .none { marker = beginning == .one ? .first : .further }
      beginning = .point
    default:
      beginning = .end
    }
  }

  // MARK: Emphasis

  /// Runs of emphasis marks (`*`, `_` and `~`) on the line. Runs between white space
  /// don't count.
  var signs: Int { endedSigns + (sign != 0 && !isSignAfterSpace ? 1 : 0) }
  /// `]` signs, each of which may end a link or a reference.
  private(set) var brackets = 0
  /// The sum, over all `brackets`, of the emphasis marks before them on the line.
  private(set) var bracketsTimesSigns = 0

  /// Complete runs of emphasis marks.
  private var endedSigns = 0
  /// The sign of the open run; 0 without one.
  private var sign: UInt8 = 0
  /// Whether white space stands before the open run. With white space behind it as well,
  /// it can't be emphasis.
  private var isSignAfterSpace = false

  /// Counts runs of emphasis marks, and brackets.
  private mutating func emphasize(_ byte: UInt8) {
    if sign != 0, byte != sign {
      if !isSignAfterSpace || byte > 0x20 { endedSigns += 1 }
      sign = 0
    }
    switch byte {
    case 0x2A where sign == 0, 0x5F where sign == 0, 0x7E where sign == 0,
      0x3D where hasMarks && sign == 0, 0x5E where hasMarks && sign == 0:
      (sign, isSignAfterSpace) = (byte, before <= 0x20)
    case 0x5D:
      brackets += 1
      bracketsTimesSigns += endedSigns
    default: break
    }
  }

  // MARK: Images

  /// Beginnings of images (`![`) that may stay open: all except those with nothing but
  /// plain text up to a bracket.
  var openImages: Int { endedImages + (isInImage ? 1 : 0) }
  /// The sum, over all `brackets`, of the open images before them on the line.
  private(set) var bracketsTimesImages = 0

  /// Images that may stay open, except the last one.
  private var endedImages = 0
  /// Whether only plain text has followed the last `![`.
  private var isInImage = false

  /// Counts beginnings of images. A tag, an escape, code or another bracket may keep an
  /// image from ending.
  private mutating func image(_ byte: UInt8) {
    switch byte {
    case 0x5D:
      isInImage = false
      bracketsTimesImages += endedImages
    case 0x5B where before == UInt8(ascii: "!"):
      if isInImage { endedImages += 1 }
      isInImage = true
    case 0x3C, 0x5B, 0x5C, 0x60:
      if isInImage { endedImages += 1 }
      isInImage = false
    default: break
    }
  }

  // MARK: Mail addresses

  /// Bytes that cmark-gfm copies for mail addresses: for each one the rest of the line.
  var mailBytes: Int { mails * length - mailPlaces }

  /// cmark-gfm makes links of no more mail addresses than this in one text node.
  private static let mostMails = 1_001
  /// `@` signs with something before them.
  private var mails = 0
  /// The sum of their offsets in the line.
  private var mailPlaces = 0

  /// Counts signs that may belong to a mail address.
  private mutating func mail(_ byte: UInt8) {
    guard byte == UInt8(ascii: "@"), before > 0x20, mails < MarkdownLineScan.mostMails else { return }
    mails += 1
    mailPlaces += length
  }

  // MARK: Cells

  /// The number of cells if the line is a row of a table; at least 1.
  var cells: Int { max(pipes + 1 - (beginsWithPipe ? 1 : 0) - (endsWithPipe ? 1 : 0), 1) }
  /// Whether `|` is the first sign.
  private(set) var beginsWithPipe = false
  /// Whether a `|` stands behind an even number of backslashes. Such a pipe isn't
  /// escaped, but cmark-gfm may take it for an escaped one.
  private(set) var hasAmbiguousPipe = false
  /// Whether the line can be the one under a table's head, such as `| --- | :-: |`.
  var isRule: Bool { hasHyphen && (pipes > 0 || hasColon) && !hasOtherThanRule }

  /// `|` signs that are not escaped.
  private var pipes = 0
  /// Whether the last sign is such a `|`.
  private var endsWithPipe = false
  /// Whether an odd number of backslashes stands before the next byte.
  private var isEscaped = false
  /// Whether the line has a `-`.
  private var hasHyphen = false
  /// Whether the line has a `:`.
  private var hasColon = false
  /// Whether the line has a sign that the line under a table's head can't have.
  private var hasOtherThanRule = false

  /// Counts the separators of cells.
  private mutating func cell(_ byte: UInt8) {
    switch byte {
    case 0x09, 0x0B, 0x0C, 0x20:
      isEscaped = false
      return
    // A sign of a quotation that the line is in.
    case 0x3E where isBlank: return
    case 0x7C where !isEscaped:
      pipes += 1
      if before == UInt8(ascii: "\\") { hasAmbiguousPipe = true }
      if isBlank { beginsWithPipe = true } else { endsWithPipe = true }
      isBlank = false
      return
    case 0x2D: hasHyphen = true
    case 0x3A: hasColon = true
    default: hasOtherThanRule = true
    }
    isBlank = false
    endsWithPipe = false
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
  }
}
