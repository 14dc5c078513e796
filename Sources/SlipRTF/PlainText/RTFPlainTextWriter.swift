/// One story of the mirror: bytes, and the separator that waits for what follows it.
///
/// A separator is written when something comes behind it, so that none stands at a story's end. Until a cell ends, its
/// paragraphs and the cells of a table in it are written as they would be outside: its end makes spaces of the line
/// ends and TABs.
struct RTFPlainTextWriter {
  private enum Separator {
    case none
    /// The LF of a paragraph.
    case paragraph
    /// The LF of a page, column or section break; a paragraph's end behind it gives no other.
    case pageBreak
    /// The TAB between two cells of the innermost row.
    case cell
    /// The LF of a row; none when the cell ends behind it that the row's table lies in.
    case row
  }

  /// Where a line, cell or row begins, and what came before it.
  private struct Start {
    var position = 0
    /// As `RTFPlainTextWriter.silent` was there.
    var silent = 0
    /// The separator that was written before it, and what belongs to that.
    var separator = Separator.none
    var rowDepth = 0
  }

  /// A row that has begun.
  private struct Row {
    var start: Start
    /// Where its cell begins, or began until the separator that waits is written.
    var cellStart: Int
    /// The TAB before the cell.
    var tab: Int?
  }

  private var bytes: RTFTextBuffer
  private var pending = Separator.none
  /// How many tables the row ended in that waits for its LF.
  private var rowDepth = 0
  /// Where the text began since the last paragraph, row or cell: what the next cell's end, if any, makes a cell.
  private var paragraphStart = Start()
  /// Where it began since the last break; of the paragraph, where it lies behind `paragraphStart`.
  private var breakStart = Start()
  /// Bytes so far that nobody sees in a deleted row: separators and markers of lists.
  private var silent = 0
  /// Something has come, though it may have no character.
  private var isBegun = false
  /// Rows that have begun, each inside the one before it.
  private var rows: [Row] = []
  /// Lines of text boxes anchored in the paragraph.
  private var boxes: RTFTextBuffer?
  /// Outside tables, no more of a paragraph is held.
  static let longestParagraph = 4 << 20

  init(_ bytes: RTFTextBuffer = RTFTextBuffer()) { self.bytes = bytes }

  // MARK: Text

  /// - Parameter readable: how many bytes can be read from the first of the text.
  @inline(__always)
  mutating func write(_ text: UnsafeRawBufferPointer, readable: Int = 0) {
    if pending != .none { settle() }
    bytes.append(text, readable: readable)
  }

  @inline(__always)
  mutating func write(_ scalar: UInt32) {
    if pending != .none { settle() }
    bytes.append(scalar)
  }

  /// What is seen in the line and has no character, such as a picture that is never fetched.
  mutating func writeNothing() {
    settle()
    isBegun = true
  }

  /// A list item's marker, with its TAB.
  mutating func write(marker: UnsafeRawBufferPointer) {
    if pending != .none { settle() }
    bytes.append(marker)
    bytes.append(byte: 0x09)
    silent += marker.count + 1
  }

  /// Whether the paragraph so far ends in a text.
  func ends(in text: String) -> Bool { pending == .none && bytes.ends(in: text) }

  /// Writes the separator that waits.
  private mutating func settle() {
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

  /// - Parameter depth: of the tables that it lies in, no less than of the rows that are open.
  mutating func paragraphEnd(depth: Int) {
    if pending == .pageBreak { pending = .none } else { settle() }
    open(depth)
    pending = .paragraph
    writeBoxes()
  }

  /// Takes over what a text box has that is anchored in the paragraph.
  mutating func append(box: consuming RTFPlainTextWriter) {
    box.endOfStory()
    guard box.bytes.total > 0 else { return }
    guard var texts = boxes else { return boxes = box.bytes }
    texts.append(byte: 0x0A)
    box.bytes.drain(upTo: box.bytes.total) { texts.append($0) }
    boxes = texts
  }

  private mutating func writeBoxes() {
    guard var texts = boxes else { return }
    boxes = nil
    settle()
    texts.drain(upTo: texts.total) { bytes.append($0) }
    pending = .paragraph
  }

  /// At the beginning of a line or cell, a break is nothing.
  mutating func breakHere() {
    guard pending == .pageBreak || pending == .none && (isBegun || bytes.total > 0) else { return }
    settle()
    pending = .pageBreak
  }

  /// The paragraph ended at its last break, if it has one: what has come since then begins another.
  ///
  /// - Parameter depth: of the tables that the break lies in.
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

  /// Rows begin, up to a depth, where the paragraph did.
  private mutating func open(_ depth: Int) {
    while rows.count < depth {
      rows.append(Row(start: paragraphStart, cellStart: paragraphStart.position))
    }
  }

  /// Ends a cell, and its last paragraph.
  mutating func cellEnd(depth: Int) {
    if pending == .row && rowDepth > depth { pending = .none } else { settle() }
    open(depth)
    if boxes != nil { pending = .paragraph }
    writeBoxes()
    if let row = rows.last { bytes.flatten(from: row.cellStart) }
    pending = .cell
  }

  /// - Parameter isDeleted: the row goes, unless something in it is seen.
  mutating func rowEnd(depth: Int, isDeleted: Bool) {
    guard rows.count == depth, pending == .cell, let row = rows.popLast() else { return }
    pending = .row
    rowDepth = depth
    if isDeleted && bytes.total - row.start.position == silent - row.start.silent { takeBack(to: row.start) }
  }

  /// As if nothing had come from there on, nor the separator before it.
  private mutating func takeBack(to start: Start) {
    let hasSeparator = start.separator != .none
    bytes.truncate(to: start.position - (hasSeparator ? 1 : 0))
    silent = start.silent - (hasSeparator ? 1 : 0)
    pending = start.separator
    rowDepth = start.rowDepth
    (paragraphStart, breakStart) = (start, Start())
    isBegun = bytes.total > 0
    // Rows around it that began with it have yet to begin.
    while let last = rows.last, last.start.position == start.position { rows.removeLast() }
  }

  /// Rows deeper than `depth` ended behind their last cell, before the paragraph that is coming.
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

  /// Lines are put behind the story: by `append(lines:)`, or by the caller.
  mutating func endLine() {
    settle()
    pending = .paragraph
  }

  mutating func append(lines: [UInt8]) {
    endLine()
    lines.withUnsafeBytes { bytes.append($0) }
  }

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
  /// - Parameter isInTable: whether what is open belongs to a table.
  mutating func drain(_ body: (UnsafeRawBufferPointer) throws -> Void, isInTable: Bool) rethrows {
    // What has begun may yet lose its TABs and LFs in a cell; the TAB before it may become LF.
    // A row may go as a whole, with the separator before it.
    let start = rows.first?.start ?? paragraphStart
    let keep = max(0, start.position - 1)
    let isTooMuch = !isInTable && rows.isEmpty && bytes.total - keep > Self.longestParagraph
    try bytes.drain(upTo: isTooMuch ? bytes.total : keep, body)
  }
}
