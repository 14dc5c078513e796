internal import SlipCore

/// Estimates how much work a text makes for cmark-gfm 0.29 beyond the work that grows
/// with its length.
///
/// Some of cmark-gfm's algorithms are quadratic, so a few megabytes could keep it
/// busy for hours. This type counts the steps of those before the text is parsed, in one
/// pass:
///
/// - For each cell of a row it walks over the cells before it.
/// - Rows are filled up to the number of cells in the table's head.
/// - For each line that looks like the second line of a table it reads the paragraph so
///   far.
/// - For each bracket that closes at the end of an address it counts the brackets of the
///   address.
/// - For each bracket that ends a link it walks over the emphasis marks of the paragraph,
///   and over the images that are open.
/// - For each mail address it copies the rest of the line.
/// - For each use of a link definition it copies the definition.
/// - For each node it walks over all nodes around it.
///
/// Where the exact number can't be known without parsing, the estimate is too high, never
/// too low. One step takes cmark-gfm about 12 ns. `MarkdownReader` leaves out extensions
/// that would cost too much, or reads the whole text as plain text.
struct MarkdownCost {
  /// Steps over the cells of rows, and over the lines before a possible head.
  private var tableSteps = 0
  /// Cells that rows lack, which cmark-gfm adds.
  private var filledCells = 0
  /// Steps over the brackets of addresses.
  private var addressSteps = 0
  /// Steps that can't be avoided by leaving out an extension: those for nesting, emphasis
  /// and images.
  private var otherSteps = 0
  /// Bytes that are copied for mail addresses.
  private var mailBytes = 0
  /// Bytes that are copied for uses of link definitions.
  private var copiedBytes = 0
  /// The length of the text in bytes.
  private let length: Int
  /// Cells that rows may lack.
  private let mostFilled: Int

  /// The most lists and quotations within each other that a line could be in so far.
  private var deepest = 0
  // The following describe what came since the last blank line.

  /// Cells of the lines so far, if they are rows.
  private var cells = 0
  /// The line before this one.
  private var lineBefore = MarkdownLineScan()
  /// The most columns that a table can have here; 0 if none can have begun.
  private var columns = 0
  /// Whether this certainly is a table, each row of which is a paragraph of its own.
  private var isInTable = false
  /// Whether an item has begun.
  private var isInList = false
  /// Emphasis marks of the paragraph so far.
  private var signs = 0
  /// Images of the paragraph that may be open.
  private var images = 0
  /// Lists and quotations that the line before may stand in. The lines that follow may
  /// stand in them too.
  private var depth = 0

  /// Whether tables would take too much time or memory.
  var hasTooManyCells: Bool { tableSteps > longestWork || filledCells > mostFilled + length / 2 }

  /// Whether addresses in the text would take too much time or memory.
  var hasTooManyAddresses: Bool { addressSteps > longestWork || mailBytes > mostCopied }

  /// Whether the rest of the text would take too much time or memory, even without tables
  /// and addresses.
  var isTooMuch: Bool { otherSteps > longestWork || copiedBytes > mostCopied }

  /// The most steps allowed: in proportion to the length, with a base that any text may
  /// use (about 1.6 s).
  private var longestWork: Int { 1 << 27 + 256 * length }

  /// The most bytes that may be copied, on the same terms: 64 MiB and 64 times the
  /// length.
  private var mostCopied: Int { 1 << 26 + 64 * length }

  /// Counts the work on a text, in time proportional to its length.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - additions: What a program adds: some of it are marks like those of emphasis.
  ///   - limits: `repeatedCells` bounds the cells that rows lack.
  init(_ source: ArraySlice<UInt8>, _ additions: MarkdownAdditions = [], limits: Limits = Limits()) {
    (length, mostFilled) = (source.count, limits.repeatedCells)
    let hasMarks = !additions.isDisjoint(with: [.marks, .caretMarks])
    source.withUnsafeBufferPointer { bytes in
      var line = MarkdownLineScan(hasMarks: hasMarks)
      var wordStart = 0
      for (index, byte) in bytes.enumerated() {
        if byte <= 0x20 || byte == UInt8(ascii: "<") {
          addressSteps += MarkdownCost.steps(forAddress: bytes[wordStart..<index])
          wordStart = index + 1
        }
        if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          end(line)
          line = MarkdownLineScan(hasMarks: hasMarks)
        } else {
          line.add(byte)
        }
      }
      addressSteps += MarkdownCost.steps(forAddress: bytes[wordStart...])
      end(line)
      copiedBytes = MarkdownReferences(bytes).copied
    }
  }

  /// Adds the work on a line that is complete. A blank line ends the paragraph and all
  /// that counts for it. Lists and quotations may go on behind it, which `deepest` allows
  /// for.
  private mutating func end(_ line: MarkdownLineScan) {
    guard !line.isBlank else {
      (cells, columns, lineBefore, isInTable) = (0, 0, MarkdownLineScan(), false)
      (isInList, signs, images, depth) = (false, 0, 0, 0)
      return
    }
    let lineDepth = min(line.continuedContainers, deepest) + line.opened
    deepest = max(deepest, lineDepth)
    depth = max(depth, lineDepth)
    otherSteps += depth * line.length / 2
    mailBytes += line.mailBytes
    table(line)
    links(line)
    cells += line.cells
    lineBefore = line
  }

  /// Adds the work on a line as a row of a table or as the line under a table's head.
  private mutating func table(_ line: MarkdownLineScan) {
    let isTableLine = line.beginsWithPipe && line.indent == 0 && depth == 0
    if line.isRule {
      tableSteps += line.cells * line.cells
      // Under a line with the same number of cells it begins a table, or stands in one.
      let fits = line.cells == lineBefore.cells && !lineBefore.hasAmbiguousPipe
      if !fits { tableSteps += 16 * cells }
      if line.cells <= lineBefore.cells + 1 { columns = max(columns, line.cells) }
      if fits, isTableLine, lineBefore.beginsWithPipe { isInTable = true }
    } else if columns > 0 {
      tableSteps += line.cells * line.cells / 2
      filledCells += max(columns - line.cells, 0)
    }
    if !isTableLine { isInTable = false }
  }

  /// Adds the work on the brackets of a line. A row of a table and an item begin a
  /// paragraph of their own, so marks before them don't count.
  private mutating func links(_ line: MarkdownLineScan) {
    if isInTable || beginsItem(line) { (signs, images) = (0, 0) }
    otherSteps += 3 * (line.brackets * signs + line.bracketsTimesSigns)
    otherSteps += line.brackets * images + line.bracketsTimesImages
    signs += line.signs
    images += line.openImages
  }

  /// Whether a line certainly begins a list item, and with it a paragraph. Only lines are
  /// counted of which this is sure; otherwise the paragraph is taken to go on, which
  /// costs more.
  private mutating func beginsItem(_ line: MarkdownLineScan) -> Bool {
    let begins =
      switch line.item {
      case .none: false
      case .bullet, .first: line.indent <= 3
      case .further: lineBefore.isBlank ? line.indent <= 3 : isInList && line.indent <= 1
      }
    if begins { isInList = true }
    return begins
  }

  /// Steps for a word if it is an address: its length for each closing bracket at its
  /// end. Reads from the end, and stops at the first byte that ends an address for
  /// certain.
  private static func steps(forAddress word: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var brackets = 0
    var isInEntity = false
    loop: for byte in word.reversed() {
      switch byte {
      case 0x29: brackets += 1
      case 0x3B: isInEntity = true
      case 0x26 where isInEntity: isInEntity = false
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: if !isInEntity { break loop }
      case 0x21, 0x22, 0x27, 0x2A, 0x2C, 0x2E, 0x3A, 0x3F, 0x5F, 0x7E: continue
      default: break loop
      }
    }
    return brackets * word.count / 32
  }
}
