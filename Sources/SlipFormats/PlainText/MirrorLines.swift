/// The lines of a plain-text mirror. A line end is written only when something follows it.
struct MirrorLines {
  private(set) var output: [UInt8] = []

  /// A line has ended; its LF is due when the next one begins.
  private var owesLineEnd = false
  /// A break has ended the line, and nothing has come since: a paragraph end adds no second LF.
  private var isAfterBreak = false
  /// Nothing has come so far, not even an empty paragraph.
  private var isAtStart = true
  /// Cells open; within them a line end or TAB is a space.
  private var cellDepth = 0
  private var outerStates: [(owesLineEnd: Bool, isAtStart: Bool)] = []
  /// The last paragraph's end is hidden: the next one goes on in its line.
  var runsOn = false

  private var lineEnd: UInt8 { cellDepth > 0 ? 0x20 : 0x0A }

  /// Something stands on this line, though it may have no width.
  mutating func startText() {
    if owesLineEnd {
      output.append(lineEnd)
      owesLineEnd = false
    }
    isAfterBreak = false
    isAtStart = false
  }

  mutating func text(_ text: String) {
    guard !text.isEmpty else { return }
    startText()
    if cellDepth == 0 {
      output.append(contentsOf: text.utf8)
    } else {
      for byte in text.utf8 { output.append(byte == 0x09 || byte == 0x0A ? 0x20 : byte) }
    }
  }

  mutating func lineBreak() {
    startText()
    output.append(lineEnd)
  }

  /// Between cells, and behind the marks of list items and notes.
  mutating func cellSeparator() {
    startText()
    output.append(cellDepth > 0 ? 0x20 : 0x09)
  }

  mutating func endParagraph() {
    runsOn = false
    if isAfterBreak {
      isAfterBreak = false
      return
    }
    startText()
    owesLineEnd = true
  }

  mutating func pageBreak() {
    if !owesLineEnd && !isAtStart { owesLineEnd = true }
    isAfterBreak = true
  }

  mutating func startCell() {
    outerStates.append((owesLineEnd, isAtStart))
    (owesLineEnd, isAtStart, isAfterBreak) = (false, true, false)
    cellDepth += 1
  }

  mutating func endCell() {
    guard let outer = outerStates.popLast() else { return }
    (owesLineEnd, isAtStart, isAfterBreak) = (outer.owesLineEnd, outer.isAtStart, false)
    cellDepth -= 1
  }
}
