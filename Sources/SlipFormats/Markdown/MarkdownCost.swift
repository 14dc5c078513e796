/// How much of cmark-gfm's (0.29) work on a text grows faster than the text, counted before it is parsed.
///
/// - For each of a row's cells it walks over those before.
/// - Rows are filled up to the head's cells.
/// - For each line that looks like a table's second it reads the paragraph so far.
/// - For each bracket that closes at an address's end it counts the address's brackets.
/// - For each bracket that ends a link it walks over the paragraph's signs of emphasis, and over the images that are open.
/// - For each address of mail it copies the rest of the line.
/// - For each use of a definition it copies that.
/// - For each node it walks over all that it stands in.
///
/// Where it can't be told, more is counted than it does. A step takes it some 12 ns.
struct MarkdownCost {
  private var tableSteps = 0
  private var filledCells = 0
  private var addressSteps = 0
  private var otherSteps = 0
  private var mailBytes = 0
  private var copiedBytes = 0
  private let length: Int

  /// The most lists and quotations that a line could be in so far.
  private var deepest = 0
  // Since the last blank line:
  private var cells = 0
  private var lineBefore = MarkdownLineScan()
  /// The most columns that a table here can have; 0 where none has begun.
  private var columns = 0
  private var isInTable = false
  private var isInList = false
  /// Signs of emphasis of the paragraph.
  private var signs = 0
  /// Its images that may be open.
  private var images = 0
  /// Lists and quotations that the line before may stand in; what follows may, too.
  private var depth = 0

  /// Whether tables would take too long, or too much memory.
  var hasTooManyCells: Bool { tableSteps > longestWork || filledCells > 1 << 19 + length / 2 }

  /// Whether addresses in the text would take too long, or too much memory.
  var hasTooManyAddresses: Bool { addressSteps > longestWork || mailBytes > mostCopied }

  /// Whether all would take too long, or too much memory, without tables and addresses, too.
  var isTooMuch: Bool { otherSteps > longestWork || copiedBytes > mostCopied }

  /// In proportion to the length, but for what any text may take.
  private var longestWork: Int { 1 << 27 + 256 * length }

  /// Bytes, on the same terms.
  private var mostCopied: Int { 1 << 26 + 64 * length }

  init(_ source: ArraySlice<UInt8>) {
    length = source.count
    source.withUnsafeBufferPointer { bytes in
      var line = MarkdownLineScan()
      var wordStart = 0
      for (index, byte) in bytes.enumerated() {
        if byte <= 0x20 || byte == 0x3C {
          addressSteps += MarkdownCost.steps(forAddress: bytes[wordStart..<index])
          wordStart = index + 1
        }
        if byte == 0x0A || byte == 0x0D {
          end(line)
          line = MarkdownLineScan()
        } else {
          line.add(byte)
        }
      }
      addressSteps += MarkdownCost.steps(forAddress: bytes[wordStart...])
      end(line)
      copiedBytes = MarkdownReferences(bytes).copied
    }
  }

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

  private mutating func table(_ line: MarkdownLineScan) {
    let isTableLine = line.beginsWithPipe && line.indent == 0 && depth == 0
    if line.isRule {
      tableSteps += line.cells * line.cells
      // Under a line of as many cells it makes a table, or stands in one.
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

  private mutating func links(_ line: MarkdownLineScan) {
    if isInTable || beginsItem(line) { (signs, images) = (0, 0) }
    otherSteps += 3 * (line.brackets * signs + line.bracketsTimesSigns)
    otherSteps += line.brackets * images + line.bracketsTimesImages
    signs += line.signs
    images += line.openImages
  }

  /// Whether a line begins a list's item for sure, and with it a paragraph.
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
