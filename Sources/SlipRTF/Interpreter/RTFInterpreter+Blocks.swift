internal import RTFSyntax

/// Ends of paragraphs, cells and rows: what they mean is decided here, for every sink.
extension RTFInterpreter {
  // MARK: Paragraphs

  mutating func paragraph() {
    guard group.destination == .body else {
      if group.destination.isCapturing { keep(0x20) }
      return
    }
    settleText()
    if Sink.wantsHTML && isLeftOut { return }
    if group.isDeleted { deletedParagraph() } else { endParagraph() }
  }

  /// The paragraph goes on in the next one. It may begin a table, but ends none.
  private mutating func deletedParagraph() {
    if attention.contains(.note) { startNote() }
    story.runsOn = true
    story.hasSectionEnd = false
    let depth = max(group.tableDepth, story.tables.depth)
    endAtBreak(before: depth)
    story.limitBreak(to: depth)
    story.tables.open(to: depth)
    guard Sink.wantsFormatting else { return }
    tellTabs()
    sink.paragraphEnd(paragraphState, depth: depth, format.character)
  }

  private mutating func endParagraph() {
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    endParagraph(depth: story.tables.depth(of: group.tableDepth))
    afterParagraph()
  }

  private mutating func endParagraph(depth: Int32) {
    tellTabs()
    endAtBreak(before: depth)
    if story.tables.depth != depth { setDepth(depth) }
    story.tables.noteBlock()
    sink.paragraphEnd(paragraphState, depth: depth, markOfEnd)
    story.endContent()
  }

  /// What ends all the same is not deleted.
  @inline(__always)
  private var markOfEnd: RTFCharacterState {
    guard group.isDeleted else { return format.character }
    var mark = format.character
    mark.flags.remove(.deleted)
    return mark
  }

  /// The paragraph state as the sink gets it.
  @inline(__always)
  var paragraphState: RTFParagraphState {
    if Sink.wantsFormatting { return format.paragraph }
    var state = RTFParagraphState()
    state.tableDepth = group.tableDepth
    state.list = group.list
    state.listLevel = Int32(group.listLevel)
    return state
  }

  private mutating func setDepth(_ depth: Int32) {
    closeTables(to: depth)
    story.tables.open(to: depth)
  }

  private mutating func closeTables(to depth: Int32) {
    guard story.tables.depth > depth else { return }
    story.tables.close(to: depth)
    sink.tablesEnd(depth: depth)
  }

  /// The sink knows a paragraph's tab stops before the paragraph ends.
  @inline(__always)
  private mutating func tellTabs() {
    guard Sink.wantsFormatting else { return }
    sink.at(tokenizer.position)
    guard head.hasNewSets else { return }
    head.hasNewSets = false
    tellTables()
  }

  private mutating func afterParagraph() {
    story.hasSectionEnd = false
    story.isParagraphStarted = false
    story.runsOn = false
    if group.list != 0 || group.bullet != 0 { attention.insert(.marker) }
  }

  /// Ends a paragraph that the end of its story cuts off.
  mutating func endParagraphOfStory() {
    guard story.isOpen else { return }
    endParagraph(depth: story.tables.depth(of: group.tableDepth))
    story.isParagraphStarted = false
  }

  // MARK: Breaks

  mutating func pageBreak(_ kind: Int32) {
    guard group.destination == .body else { return }
    settleText()
    if attention.contains(.note) { startNote() }
    guard !isLeftOut else { return }
    sink.breakHere(kind, depth: depthOfBreak())
    if kind == ControlValue.section && story.isOpen && !story.runsOn && group.tableDepth == 0 {
      story.hasSectionEnd = true
    }
  }

  /// Outside tables a break ends those that are open. In a table it ends none, and is outside all the same right
  /// behind a break that is.
  private mutating func depthOfBreak() -> Int32 {
    var depth = story.tables.depth(of: group.tableDepth)
    if depth == 0 { closeTables(to: 0) } else { depth = max(depth, story.tables.depth) }
    if story.isBehindBreak { depth = min(depth, story.breakDepth) } else { endAtBreak(before: depth) }
    if story.isOpen { story.noteBreak(depth: depth) }
    return depth
  }

  /// What lies deeper than the paragraph's last break is no part of a paragraph with what came before that. This is
  /// settled as soon as something deeper ends, whether or not the table comes to anything.
  @inline(__always)
  private mutating func endAtBreak(before depth: Int32) {
    if story.breakDepth < depth { endAtBreak() }
  }

  private mutating func endAtBreak() {
    let depth = story.breakDepth
    story.tables.open(to: depth)
    story.tables.noteBlock()
    sink.paragraphEndAtBreak(paragraphState, depth: depth)
    story.endAtBreak()
  }

  /// `\sect` ends the paragraph too. That matters where a list item of its own follows; elsewhere the break says it
  /// all, and a `\par` beside it shall not give a second line end.
  mutating func endParagraphOfSection() {
    guard story.hasSectionEnd, story.isBehindBreak, !isLeftOut else { return }
    settleText()
    endParagraph()
  }

  // MARK: Cells and rows

  mutating func tableDepth(_ depth: Int32, isInTable: Bool) {
    let limit = Int32(clamping: limits.tableDepth)
    if Sink.wantsFormatting && depth > limit {
      sink.at(tokenizer.position)
      sink.tablesCutOff()
    }
    group.isInTable = isInTable
    group.tableDepth = min(max(depth, 0), limit)
    if Sink.wantsFormatting { format.paragraph.tableDepth = group.tableDepth }
  }

  mutating func cell(depth: Int32) {
    guard group.destination == .body else { return }
    settleText()
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    endCell(depth: min(depth, Int32(clamping: limits.tableDepth)))
    afterParagraph()
  }

  private mutating func endCell(depth: Int32) {
    guard depth > 0 else { return endParagraph(depth: 0) }
    tellTabs()
    endAtBreak(before: depth)
    setDepth(depth)
    story.tables.endCell(saysSo: group.tableDepth > 0)
    sink.cellEnd(depth: depth, paragraphState)
    story.endContent()
  }

  mutating func row(depth: Int32) {
    guard group.destination == .body else { return }
    settleText()
    let depth = min(depth, Int32(clamping: limits.tableDepth))
    closeTables(to: depth)
    if story.tables.depth == depth && story.tables.cells > 0 {
      // As if the cell's end came before it.
      if story.isOpen || story.tables.hasUnfinishedCell { cell(depth: depth) }
      sink.rowEnd(depth: depth, finishedRow())
      story.tables.endRow(isLast: story.row.isLast)
    } else {
      endLooseRow(depth: depth)
    }
    afterParagraph()
  }

  private mutating func finishedRow() -> RTFRow {
    var row = story.row
    row.isDeleted = group.isDeleted || story.tables.cells <= row.deletedCells
    if Sink.wantsFormatting { row.mark = format.character }
    return row
  }

  /// A row of which no cell has ended is none: its paragraphs are paragraphs.
  private mutating func endLooseRow(depth: Int32) {
    closeTables(to: depth - 1)
    if story.isOpen { endParagraph(depth: max(0, depth - 1)) }
  }
}
