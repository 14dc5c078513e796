/// One story of the mirror: bytes, and the separators that wait for what follows them.
///
/// Separators are written when something comes behind them, so that none stands at a story's end.
struct RTFPlainTextWriter {
  private struct Pending: OptionSet {
    var rawValue: UInt8
    /// The LF of a paragraph or row.
    static let paragraph = Pending(rawValue: 1)
    /// The LF of a page, column or section break; taken back by a paragraph's beside it.
    static let pageBreak = Pending(rawValue: 2)
    /// The TAB between two cells.
    static let cell = Pending(rawValue: 4)
    /// The space that stands for the LF of a paragraph inside a cell.
    static let cellParagraph = Pending(rawValue: 8)
    static let cellBreak = Pending(rawValue: 16)
    /// The space that stands for the TAB between two cells of a nested table.
    static let nestedCell = Pending(rawValue: 32)
    /// The space that stands for the LF of a nested row; none when the outer cell ends behind it.
    static let nestedRow = Pending(rawValue: 64)
  }

  private var bytes = RTFPlainTextBuffer()
  private var pending: Pending = []
  /// Where the text since the last separator of paragraphs, rows or cells begins: what a `\cell` will end.
  private var cellStart = 0
  /// Cells of the row have ended, and the row hasn't.
  private var isInRow = false
  /// The row's cells say `\intbl`, so that a paragraph without it is no part of the row.
  private var rowSaysSo = false
  /// The last TAB between cells.
  private var lastCellTab: Int?
  /// Nothing has been written to this story, not even what was taken away since.
  private var isEmpty: Bool { bytes.total == 0 && pending.isEmpty }
  /// Spaces for the ends of paragraphs in a row of which no cell has ended.
  private var looseEnds: [Int] = []
  /// Text boxes anchored in the paragraph.
  var boxes: [[UInt8]] = []

  var count: Int { bytes.count }

  // MARK: Text

  @inline(__always)
  mutating func write(_ text: UnsafeRawBufferPointer) {
    if !pending.isEmpty { settle() }
    bytes.append(text)
  }

  @inline(__always)
  mutating func write(_ scalar: UInt32) {
    if !pending.isEmpty { settle() }
    bytes.append(scalar)
  }

  /// Writes the separators that wait.
  private mutating func settle() {
    let due = pending
    pending = []
    if !due.isDisjoint(with: [.paragraph, .pageBreak]) {
      bytes.append(byte: 0x0A)
      cellStart = bytes.total
    }
    if due.contains(.cell) {
      lastCellTab = bytes.total
      bytes.append(byte: 0x09)
      cellStart = bytes.total
    }
    if !due.isDisjoint(with: [.cellParagraph, .cellBreak]) {
      if !isInRow { looseEnds.append(bytes.total) }
      bytes.append(byte: 0x20)
    }
    if due.contains(.nestedCell) { bytes.append(byte: 0x20) }
    if due.contains(.nestedRow) { bytes.append(byte: 0x20) }
  }

  // MARK: Paragraphs and breaks

  mutating func paragraphEnd(isInTable: Bool) {
    if isInTable || isInRow && !rowSaysSo {
      if pending.contains(.cellBreak) { pending.remove(.cellBreak) } else { settle() }
      writeBoxes(isInCell: true)
      pending.insert(.cellParagraph)
      return
    }
    if isInRow { breakOffRow() }
    if pending.contains(.pageBreak) { pending.remove(.pageBreak) } else { settle() }
    endLooseParagraphs()
    pending.insert(.paragraph)
    writeBoxes(isInCell: false)
  }

  /// What said it was in a table was in none, as no cell has ended.
  private mutating func endLooseParagraphs() {
    for position in looseEnds { bytes.replace(at: position, with: 0x0A) }
    looseEnds = []
  }

  mutating func breakHere(isInTable: Bool) {
    guard pending.isDisjoint(with: [.paragraph, .cellParagraph]), !isEmpty else { return }
    settle()
    pending.insert(isInTable || isInRow && !rowSaysSo ? .cellBreak : .pageBreak)
  }

  /// A row without its end is ended by the first paragraph that isn't part of it.
  private mutating func breakOffRow() {
    isInRow = false
    if pending.contains(.cell) {
      pending = [.paragraph]
    } else if let tab = lastCellTab {
      bytes.replace(at: tab, with: 0x0A)
    }
    lastCellTab = nil
  }

  private mutating func writeBoxes(isInCell: Bool) {
    guard !boxes.isEmpty else { return }
    let texts = boxes
    boxes = []
    for text in texts {
      settle()
      if isInCell {
        bytes.append(byte: 0x20)
        text.withUnsafeBytes { bytes.append($0) }
      } else {
        text.withUnsafeBytes { bytes.append($0) }
        pending.insert(.paragraph)
      }
    }
  }

  // MARK: Cells and rows

  mutating func cellEnd(isInTable: Bool) {
    pending.remove(.nestedRow)
    settle()
    looseEnds = []
    writeBoxes(isInCell: true)
    bytes.flatten(from: cellStart)
    pending.insert(.cell)
    isInRow = true
    rowSaysSo = isInTable
  }

  mutating func rowEnd() {
    guard isInRow else { return endLooseRow() }
    pending.remove([.cell, .nestedRow, .cellParagraph, .cellBreak])
    writeBoxes(isInCell: true)
    bytes.flatten(from: cellStart)
    isInRow = false
    lastCellTab = nil
    pending.insert(.paragraph)
  }

  /// A row of which no cell has ended is none: its paragraphs are paragraphs.
  private mutating func endLooseRow() {
    guard bytes.total > cellStart || pending.contains(.cellParagraph) else { return }
    pending.remove([.nestedRow, .cellParagraph, .cellBreak])
    endLooseParagraphs()
    pending.insert(.paragraph)
    writeBoxes(isInCell: false)
  }

  mutating func nestedCellEnd() {
    settle()
    pending.insert(.nestedCell)
  }

  mutating func nestedRowEnd() {
    pending.remove([.nestedCell, .cellParagraph])
    pending.insert(.nestedRow)
  }

  // MARK: End

  /// Puts lines behind the story.
  mutating func append(lines: some Collection<UInt8>) {
    settle()
    Array(lines).withUnsafeBytes { bytes.append($0) }
    pending.insert(.paragraph)
  }

  mutating func endOfStory() {
    if isInRow { rowEnd() }
    endLooseParagraphs()
    if !boxes.isEmpty {
      if bytes.total > 0 { pending.insert(.paragraph) }
      writeBoxes(isInCell: false)
    }
  }

  mutating func finish() -> [UInt8] {
    endOfStory()
    return bytes.takeAll()
  }

  // MARK: Streaming

  /// Hands over what can't change any more.
  mutating func drain(
    _ body: (UnsafeRawBufferPointer) throws -> Void, isAtEnd: Bool, isInTable: Bool
  ) rethrows {
    // A cell that has begun may still lose its TABs and LFs; the TAB before it may become LF.
    let keep = isAtEnd ? bytes.total : min(lastCellTab ?? cellStart, cellStart)
    let mayBeCell = isInTable || isInRow || !looseEnds.isEmpty || pending.contains(.cellParagraph)
    let isTooMuch = !mayBeCell && bytes.total - keep > 4 << 20
    try bytes.drain(upTo: isTooMuch ? bytes.total : keep, body)
  }
}
