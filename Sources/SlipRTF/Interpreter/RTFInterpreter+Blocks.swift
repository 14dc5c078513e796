internal import RTFSyntax

/// Paragraphs, breaks, cells and rows. What their ends mean is decided here, for every
/// sink.
///
/// RTF has no groups for paragraphs and tables: `\par`, `\cell` and `\row` only end them,
/// and their properties are those in force at the end. A row of two cells is
///
///     \trowd\cellx2000\cellx4000 \intbl One\cell Two\cell\row
///
/// `RTFOpenTables` holds the rules for where tables begin and end. A paragraph whose end
/// is a tracked deletion is not ended by it: its text goes on in the next paragraph
/// (`RTFStory.runsOn`).
extension RTFInterpreter {
  // MARK: Paragraphs

  /// Handles `\par` and what counts as one. In captured text it is a space.
  mutating func paragraph() {
    guard group.destination == .body else {
      if group.destination.isCapturing { appendToCapture(0x20) }
      return
    }
    finishPendingText()
    if Sink.wantsHTML && isLeftOut { return }
    if group.isDeleted { deletedParagraph() } else { endParagraph() }
  }

  /// Handles a `\par` that is a tracked deletion: the paragraph goes on in the next one.
  /// It may begin a table, but ends none.
  private mutating func deletedParagraph() {
    if attention.contains(.note) { startNote() }
    story.runsOn = true
    story.hasSectionEnd = false
    let depth = max(group.tableDepth, story.tables.depth)
    endAtBreak(before: depth)
    story.limitBreak(to: depth)
    story.tables.open(to: depth)
    guard Sink.wantsFormatting else { return }
    reportNewSets()
    sink.paragraphEnd(paragraphState, depth: depth, format.character)
  }

  /// Handles a visible end of a paragraph.
  private mutating func endParagraph() {
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    endParagraph(depth: story.tables.depth(of: group.tableDepth))
    afterParagraph()
  }

  /// Sends the end of a paragraph that lies in `depth` tables.
  private mutating func endParagraph(depth: Int32) {
    reportNewSets()
    endAtBreak(before: depth)
    if story.tables.depth != depth { setDepth(depth) }
    story.tables.noteBlock()
    sink.paragraphEnd(paragraphState, depth: depth, markOfEnd)
    story.endContent()
  }

  /// The formatting of a paragraph mark that really ends its paragraph, and so does not
  /// count as deleted.
  @inline(__always)
  private var markOfEnd: RTFCharacterState {
    guard group.isDeleted else { return format.character }
    var mark = format.character
    mark.flags.remove(.deleted)
    return mark
  }

  /// The paragraph formatting as the sink gets it. Without formatting, only tables and
  /// lists are filled in.
  @inline(__always)
  var paragraphState: RTFParagraphState {
    if Sink.wantsFormatting { return format.paragraph }
    var state = RTFParagraphState()
    state.tableDepth = group.tableDepth
    state.list = group.list
    state.listLevel = Int32(group.listLevel)
    return state
  }

  /// Closes and opens tables until `depth` of them are open.
  private mutating func setDepth(_ depth: Int32) {
    closeTables(to: depth)
    story.tables.open(to: depth)
  }

  /// Closes tables until at most `depth` of them are open, and tells the sink.
  private mutating func closeTables(to depth: Int32) {
    guard story.tables.depth > depth else { return }
    story.tables.close(to: depth)
    sink.tablesEnd(depth: depth)
  }

  /// Reports the position, and new sets of tab stops and borders. The sink must have
  /// these before the paragraph that refers to them.
  @inline(__always)
  private mutating func reportNewSets() {
    guard Sink.wantsFormatting else { return }
    sink.at(tokenizer.position)
    guard head.hasNewSets else { return }
    head.hasNewSets = false
    reportTables()
  }

  /// Prepares the story for the next paragraph, cell or row.
  private mutating func afterParagraph() {
    story.hasSectionEnd = false
    story.isParagraphStarted = false
    story.runsOn = false
    if group.list != 0 || group.bullet != 0 { attention.insert(.marker) }
  }

  /// Ends the paragraph that the end of its story cuts off, if it has something visible.
  mutating func endParagraphOfStory() {
    guard story.isOpen else { return }
    endParagraph(depth: story.tables.depth(of: group.tableDepth))
    story.isParagraphStarted = false
  }

  // MARK: Breaks

  /// Handles `\page`, `\column` and `\sect`, which `kind` tells apart.
  mutating func pageBreak(_ kind: Int32) {
    guard group.destination == .body else { return }
    finishPendingText()
    if attention.contains(.note) { startNote() }
    guard !isLeftOut else { return }
    let mayEnd = story.isOpen && !story.isBehindBreak && !story.runsOn && group.tableDepth == 0
    if kind == ControlValue.page && mayEnd {
      story.hasSectionEnd = true
      if Sink.wantsFormatting { story.paragraphAtBreak = format.paragraph }
    }
    if kind == ControlValue.section, !isInOptionalStory { head.hasEndedSection = true }
    if kind == ControlValue.section && story.isOpen && !story.runsOn && group.tableDepth == 0 {
      story.hasSectionEnd = true
      story.paragraphAtBreak = nil
      if Sink.wantsFormatting {
        reportNewSets()
        sink.sectionEnd(paragraphState)
      }
    }
    sink.breakHere(kind, depth: depthOfBreak())
  }

  /// How many tables a break at this place lies in.
  ///
  /// A break outside tables ends the tables that are open. One in a table ends none; but
  /// directly behind a break that lies outside, it lies outside, too.
  private mutating func depthOfBreak() -> Int32 {
    var depth = story.tables.depth(of: group.tableDepth)
    if depth == 0 { closeTables(to: 0) } else { depth = max(depth, story.tables.depth) }
    if story.isBehindBreak { depth = min(depth, story.breakDepth) } else { endAtBreak(before: depth) }
    if story.isOpen { story.noteBreak(depth: depth) }
    return depth
  }

  /// Ends the paragraph at its last break if something deeper than the break ends now:
  /// that cannot be of the same paragraph as what came before the break.
  ///
  /// This is decided as soon as something deeper ends, whether or not its table comes to
  /// have cells.
  @inline(__always)
  private mutating func endAtBreak(before depth: Int32) {
    if story.breakDepth < depth { endAtBreak() }
  }

  /// Sends the end of the paragraph at its last break.
  private mutating func endAtBreak() {
    let depth = story.breakDepth
    story.tables.open(to: depth)
    story.tables.noteBlock()
    sink.paragraphEndAtBreak(paragraphState, depth: depth)
    story.endAtBreak()
  }

  /// Ends the paragraph that a `\sect` or `\page` has ended, before a list item of its own.
  ///
  /// Elsewhere the break alone is enough: together with a `\par` beside it, the end of
  /// the paragraph would give a second line end.
  mutating func endParagraphOfSection() {
    guard story.hasSectionEnd, story.isBehindBreak, !isLeftOut else { return }
    finishPendingText()
    guard let paragraph = story.paragraphAtBreak else { return endParagraph() }
    let next = format.paragraph
    format.paragraph = paragraph
    endParagraph()
    format.paragraph = next
  }

  // MARK: Cells and rows

  /// Handles `\intbl` and `\itapN`. Depths past `Limits.tableDepth` are cut to it.
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

  /// Handles `\cell` (depth 1) and `\nestcell`.
  mutating func cell(depth: Int32) {
    guard group.destination == .body else { return }
    finishPendingText()
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    endCell(depth: min(depth, Int32(clamping: limits.tableDepth)))
    afterParagraph()
  }

  /// Sends the end of a cell. Where the limit allows no tables, the cell is a paragraph.
  private mutating func endCell(depth: Int32) {
    guard depth > 0 else { return endParagraph(depth: 0) }
    reportNewSets()
    endAtBreak(before: depth)
    setDepth(depth)
    story.tables.endCell(isMarkedInTable: group.tableDepth > 0)
    sink.cellEnd(depth: depth, paragraphState)
    story.endContent()
  }

  /// Handles `\row` (depth 1) and `\nestrow`. What came behind the row's last cell
  /// becomes a cell.
  mutating func row(depth: Int32) {
    guard group.destination == .body else { return }
    finishPendingText()
    let depth = min(depth, Int32(clamping: limits.tableDepth))
    closeTables(to: depth)
    if story.tables.depth == depth && story.tables.cells > 0 {
      // This acts as if a `\cell` stood before the end of the row.
      if story.isOpen || story.tables.hasUnfinishedCell { cell(depth: depth) }
      sink.rowEnd(depth: depth, finishedRow())
      story.tables.endRow(isLast: story.row.isLast)
    } else {
      endLooseRow(depth: depth)
    }
    afterParagraph()
  }

  /// The row's definition, complete with what its end says.
  private mutating func finishedRow() -> RTFRow {
    var row = story.row
    row.isDeleted = group.isDeleted || story.tables.cells <= row.deletedCells
    if Sink.wantsFormatting { row.mark = format.character }
    return row
  }

  /// Handles the end of a row in which no cell has ended. It is no row, and its
  /// paragraphs stay paragraphs.
  private mutating func endLooseRow(depth: Int32) {
    closeTables(to: depth - 1)
    if story.isOpen { endParagraph(depth: max(0, depth - 1)) }
  }
}
