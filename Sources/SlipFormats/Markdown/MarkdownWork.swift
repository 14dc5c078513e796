/// How much of cmark-gfm's (0.29) work on a text grows faster than the text, counted before it is parsed.
///
/// For each of a row's cells it walks over those before; it fills rows up to the head's cells; for each line that looks
/// like a table's second it reads the paragraph so far; for each bracket that closes at an address's end it counts the
/// address's brackets; and for each node it walks over all that it stands in. Where it can't be told, more is counted than
/// it does. A step takes it some 12 ns.
struct MarkdownWork {
  private var tableSteps = 0
  private var filledCells = 0
  private var linkSteps = 0
  private var depthSteps = 0
  private let length: Int

  /// Cells of the paragraph so far.
  private var paragraphCells = 0
  /// The most columns that a table here can have; 0 where none has begun.
  private var columns = 0
  private var lineBefore = Line()
  /// Lists and quotations that the line before may stand in: what comes without a blank line may stand in them, too.
  private var depth = 0

  /// Whether tables would take too long, or too much memory.
  var hasTooManyCells: Bool { tableSteps > longestWork || filledCells > 1 << 19 + length / 2 }

  /// Whether addresses in the text would take too long.
  var hasTooManyBrackets: Bool { linkSteps > longestWork }

  /// Whether lists and quotations nest so deep that what stands in them would take too long.
  var isTooDeep: Bool { depthSteps > longestWork }

  /// In proportion to the length, but for what any text may take.
  private var longestWork: Int { 1 << 27 + 256 * length }

  init(_ source: ArraySlice<UInt8>) {
    length = source.count
    source.withUnsafeBufferPointer { bytes in
      var line = Line()
      var wordStart = 0
      for (index, byte) in bytes.enumerated() {
        if byte <= 0x20 || byte == 0x3C {
          word(bytes[wordStart..<index])
          wordStart = index + 1
        }
        if byte == 0x0A || byte == 0x0D {
          end(line)
          line = Line()
        } else {
          line.add(byte)
        }
      }
      word(bytes[wordStart...])
      end(line)
    }
  }

  /// What tells the cells of a line.
  private struct Line {
    private var pipes = 0
    private var beginsWithPipe = false
    private var endsWithPipe = false
    private var isEscaped = false
    private var hasHyphen = false
    private var hasColon = false
    private var followsBackslash = false
    /// Whether a `|` stands behind an even number of backslashes, which cmark-gfm may take for an escaped one.
    private(set) var hasDoubtfulPipe = false
    private(set) var isBlank = true
    private var hasOtherThanRule = false
    private var beginning = Beginning.space
    /// Lists and quotations that its beginning opens or goes on in.
    private(set) var depth = 0
    private(set) var length = 0

    /// What the byte before was, as long as a line opens lists and quotations.
    private enum Beginning { case space, bullet, number, end }

    var cells: Int { max(pipes + 1 - (beginsWithPipe ? 1 : 0) - (endsWithPipe ? 1 : 0), 1) }

    /// Whether it can be the line under a table's head.
    var isRule: Bool { hasHyphen && (pipes > 0 || hasColon) && !hasOtherThanRule }

    mutating func add(_ byte: UInt8) {
      length += 1
      if beginning != .end { begin(byte) }
      switch byte {
      case 0x09, 0x0B, 0x0C, 0x20:
        (isEscaped, followsBackslash) = (false, false)
        return
      // Of the quotations that the line is in.
      case 0x3E where isBlank: return
      case 0x7C where !isEscaped:
        pipes += 1
        if followsBackslash { hasDoubtfulPipe = true }
        if isBlank { beginsWithPipe = true } else { endsWithPipe = true }
        (isBlank, followsBackslash) = (false, false)
        return
      case 0x2D: hasHyphen = true
      case 0x3A: hasColon = true
      default: hasOtherThanRule = true
      }
      isBlank = false
      endsWithPipe = false
      isEscaped = byte == 0x5C && !isEscaped
      followsBackslash = byte == 0x5C
    }

    private mutating func begin(_ byte: UInt8) {
      switch (byte, beginning) {
      // A list's text stands two columns in, or one sign and a space.
      case (0x20, .space), (0x20, .bullet), (0x3E, .space):
        depth += 1
        beginning = .space
      case (0x09, .space), (0x09, .bullet):
        depth += 2
        beginning = .space
      case (0x2A, .space), (0x2B, .space), (0x2D, .space), (0x29, .number), (0x2E, .number): beginning = .bullet
      case (0x30...0x39, .space), (0x30...0x39, .number): beginning = .number
      default: beginning = .end
      }
    }
  }

  private mutating func end(_ line: Line) {
    guard !line.isBlank else {
      (paragraphCells, columns, lineBefore, depth) = (0, 0, Line(), 0)
      return
    }
    depth = max(depth, line.depth)
    depthSteps += depth * line.length / 2
    let cells = line.cells
    if line.isRule {
      tableSteps += cells * cells
      // Under a line of as many cells it makes a table, or stands in one.
      if cells != lineBefore.cells || lineBefore.hasDoubtfulPipe { tableSteps += 16 * paragraphCells }
      if cells <= lineBefore.cells + 1 { columns = max(columns, cells) }
    } else if columns > 0 {
      tableSteps += cells * cells / 2
      filledCells += max(columns - cells, 0)
    }
    paragraphCells += cells
    lineBefore = line
  }

  private mutating func word(_ word: Slice<UnsafeBufferPointer<UInt8>>) {
    var closing = 0
    var isInEntity = false
    for byte in word.reversed() {
      switch byte {
      case 0x29: closing += 1
      case 0x3B: isInEntity = true
      case 0x26 where isInEntity: isInEntity = false
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        if !isInEntity { return links(closing, word.count) }
      case 0x21, 0x22, 0x27, 0x2A, 0x2C, 0x2E, 0x3A, 0x3F, 0x5F, 0x7E: continue
      default: return links(closing, word.count)
      }
    }
    links(closing, word.count)
  }

  private mutating func links(_ closing: Int, _ length: Int) { linkSteps += closing * length / 32 }
}
