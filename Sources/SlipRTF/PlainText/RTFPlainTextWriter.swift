/// One story of the plain-text mirror: its bytes, and the separator that waits for what
/// follows it.
///
/// A separator is written only when something comes behind it, so that none stands at a
/// story's end. Until a cell ends, its paragraphs, and the cells of a table in it, are
/// written as they would be outside. Only the cell's end says that they are in a cell,
/// and then turns their line ends and TABs into spaces: a row is one line with a TAB
/// between cells, whatever its cells hold.
struct RTFPlainTextWriter {
  /// What stands between two pieces of text.
  private enum Separator {
    /// Nothing waits.
    case none
    /// The LF of a paragraph.
    case paragraph
    /// The LF of a page, column or section break. The end of a paragraph directly behind
    /// it gives no other LF.
    case pageBreak
    /// The TAB between two cells of the innermost row.
    case cell
    /// The LF of a row. It is not written if the cell in which the row's table lies ends
    /// directly behind it.
    case row
  }

  /// Where a line, cell or row begins, and what stood before it.
  private struct Start {
    /// The position of its first byte.
    var position = 0
    /// The value of `RTFPlainTextWriter.silent` there.
    var silent = 0
    /// The separator that was written before it.
    var separator = Separator.none
    /// The value of `RTFPlainTextWriter.rowDepth` that belongs to this separator.
    var rowDepth = 0
  }

  /// A row that has begun.
  private struct Row {
    /// Where the row begins.
    var start: Start
    /// Where its current cell begins. While a separator waits, where the last cell began.
    var cellStart: Int
    /// The position of the TAB before the cell; nil for the first cell.
    var tab: Int?
  }

  /// The text.
  private var bytes: RTFTextBuffer
  /// The separator that waits.
  private var pending = Separator.none
  /// How many tables the row ended in that waits for its LF.
  private var rowDepth = 0
  /// Where the text since the last paragraph, row or cell begins. If the next end is a
  /// cell's, this text is a cell.
  private var paragraphStart = Start()
  /// Where the text since the last break begins. It belongs to the paragraph if it lies
  /// behind `paragraphStart`.
  private var breakStart = Start()
  /// How many bytes so far do not count as visible in a deleted row: separators and
  /// markers of lists.
  private var silent = 0
  /// Something visible has come, though it may have no character.
  private var isBegun = false
  /// The rows that have begun, each inside the one before it.
  private var rows: [Row] = []
  /// The lines of the text boxes anchored in the paragraph.
  private var boxes: RTFTextBuffer?
  /// How many bytes of a paragraph outside tables are held at most.
  static let longestParagraph = 4 << 20

  /// Creates an empty story that writes into a buffer.
  init(_ bytes: RTFTextBuffer = RTFTextBuffer()) { self.bytes = bytes }

  // MARK: Text

  /// Writes text.
  ///
  /// - Parameter readable: How many bytes can be read from the first of the text.
  @inline(__always)
  mutating func write(_ text: UnsafeRawBufferPointer, readable: Int = 0) {
    if pending != .none { writeSeparator() }
    bytes.append(text, readable: readable)
  }

  /// Writes a character.
  @inline(__always)
  mutating func write(_ scalar: UInt32) {
    if pending != .none { writeSeparator() }
    bytes.append(scalar)
  }

  /// Writes something visible that has no character, such as a picture that is never
  /// fetched. The line has begun then.
  mutating func writeNothing() {
    writeSeparator()
    isBegun = true
  }

  /// Writes a list item's marker and its TAB.
  mutating func write(marker: UnsafeRawBufferPointer) {
    if pending != .none { writeSeparator() }
    bytes.append(marker)
    bytes.append(byte: 0x09)
    silent += marker.count + 1
  }

  /// Whether the paragraph so far ends in a text.
  func ends(in text: String) -> Bool { pending == .none && bytes.ends(in: text) }

  /// Writes the separator that waits.
  private mutating func writeSeparator() {
    guard pending != .none else { return }
    bytes.append(byte: pending == .cell ? 0x09 : 0x0A)
    silent += 1
    let start = Start(position: bytes.total, silent: silent, separator: pending, rowDepth: rowDepth)
    if pending == .pageBreak { breakStart = start } else { paragraphStart = start }
    if pending == .cell, let last = rows.indices.last {
      (rows[last].cellStart, rows[last].tab) = (bytes.total, bytes.total - 1)
    }
    pending = .none
  }

  // MARK: Paragraphs and breaks

  /// Ends a paragraph.
  ///
  /// - Parameter depth: How many tables it lies in: at least as many as rows are open.
  mutating func paragraphEnd(depth: Int) {
    if pending == .pageBreak { pending = .none } else { writeSeparator() }
    open(depth)
    pending = .paragraph
    writeBoxes()
  }

  /// Takes over the text of a text box that is anchored in the paragraph. It follows the
  /// paragraph.
  mutating func append(box: consuming RTFPlainTextWriter) {
    box.endOfStory()
    guard box.bytes.total > 0 else { return }
    guard var texts = boxes else { return boxes = box.bytes }
    texts.append(byte: 0x0A)
    box.bytes.drain(upTo: box.bytes.total) { texts.append($0) }
    boxes = texts
  }

  /// Writes the text boxes of the paragraph that ends, each on lines of its own.
  private mutating func writeBoxes() {
    guard var texts = boxes else { return }
    boxes = nil
    writeSeparator()
    texts.drain(upTo: texts.total) { bytes.append($0) }
    pending = .paragraph
  }

  /// Writes a page, column or section break. At the beginning of a line or cell, it is
  /// nothing.
  mutating func breakHere() {
    guard pending == .pageBreak || pending == .none && (isBegun || bytes.total > 0) else { return }
    writeSeparator()
    pending = .pageBreak
  }

  /// Ends the paragraph at its last break, if it has one. What has come since then begins
  /// another.
  ///
  /// - Parameter depth: How many tables the break lies in.
  mutating func paragraphEndAtBreak(depth: Int) {
    if pending == .pageBreak {
      open(depth)
      pending = .paragraph
    } else if pending == .none && breakStart.position > paragraphStart.position {
      open(depth)
      paragraphStart = breakStart
      paragraphStart.separator = .paragraph
    }
  }

  // MARK: Tables

  /// Begins rows, up to a depth, where the paragraph began.
  private mutating func open(_ depth: Int) {
    while rows.count < depth {
      rows.append(Row(start: paragraphStart, cellStart: paragraphStart.position))
    }
  }

  /// Ends a cell, and its last paragraph.
  mutating func cellEnd(depth: Int) {
    if pending == .row && rowDepth > depth { pending = .none } else { writeSeparator() }
    open(depth)
    if boxes != nil { pending = .paragraph }
    writeBoxes()
    if let row = rows.last { bytes.flatten(from: row.cellStart) }
    pending = .cell
  }

  /// Ends a row.
  ///
  /// - Parameter isDeleted: Whether the row vanishes, unless something in it is visible.
  mutating func rowEnd(depth: Int, isDeleted: Bool) {
    guard rows.count == depth, pending == .cell, let row = rows.popLast() else { return }
    pending = .row
    rowDepth = depth
    if isDeleted && bytes.total - row.start.position == silent - row.start.silent { takeBack(to: row.start) }
  }

  /// Removes all text from a place on, and the separator before it.
  private mutating func takeBack(to start: Start) {
    let hasSeparator = start.separator != .none
    bytes.truncate(to: start.position - (hasSeparator ? 1 : 0))
    silent = start.silent - (hasSeparator ? 1 : 0)
    pending = start.separator
    rowDepth = start.rowDepth
    (paragraphStart, breakStart) = (start, Start())
    isBegun = bytes.total > 0
    // Outer rows that began at the same place have yet to begin.
    while let last = rows.last, last.start.position == start.position { rows.removeLast() }
  }

  /// Ends rows deeper than `depth` behind their last cell: they have no end of their own,
  /// and a paragraph outside them is coming.
  mutating func tablesEnd(depth: Int) {
    while rows.count > depth, let row = rows.popLast() {
      if pending == .cell {
        pending = .row
        rowDepth = depth + 1
      } else if let tab = row.tab {
        bytes.replace(at: tab, with: 0x0A)
      }
    }
    rowDepth = min(rowDepth, depth + 1)
  }

  // MARK: End

  /// Ends the line, so that lines can follow the story: by `append(lines:)`, or by the
  /// caller.
  mutating func endLine() {
    writeSeparator()
    pending = .paragraph
  }

  /// Adds lines behind the story.
  mutating func append(lines: [UInt8]) {
    endLine()
    lines.withUnsafeBytes { bytes.append($0) }
  }

  /// Ends the story: its tables, and the text boxes of its last paragraph.
  mutating func endOfStory() {
    tablesEnd(depth: 0)
    if boxes != nil && bytes.total > 0 { pending = .paragraph }
    writeBoxes()
  }

  /// Hands over all that is left, after the last event.
  mutating func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try bytes.drain(upTo: bytes.total, body)
  }

  /// The whole story.
  mutating func finish() -> [UInt8] {
    endOfStory()
    var text: [UInt8] = []
    finish { text.append(contentsOf: $0) }
    return text
  }

  /// Hands over what can't change any more.
  ///
  /// - Parameter isInTable: Whether what is open belongs to a table.
  mutating func drain(_ body: (UnsafeRawBufferPointer) throws -> Void, isInTable: Bool) rethrows {
    // What has begun may still lose its TABs and LFs in a cell. The TAB before it may become an LF.
    // A row may be removed as a whole, with the separator before it.
    let start = rows.first?.start ?? paragraphStart
    let keep = max(0, start.position - 1)
    let isTooMuch = !isInTable && rows.isEmpty && bytes.total - keep > Self.longestParagraph
    try bytes.drain(upTo: isTooMuch ? bytes.total : keep, body)
  }
}
