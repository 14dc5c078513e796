internal import RTFSyntax
internal import SlipBase
internal import SlipDocument

/// Builds a document from the events of `RTFInterpreter`: text, paragraphs, tables and stories.
struct RTFDocumentSink: RTFSink {
  static var wantsFormatting: Bool { true }

  private(set) var document = Document()
  var losses = RTFLosses()
  /// Where in the file the events come from.
  private var position = 0

  let input: UnsafeRawBufferPointer
  var resolver = RTFStyleResolver()
  var resources = RTFResources()
  var story = RTFDocumentStory()
  private var outerStories: [RTFDocumentStory] = []
  /// What each interrupting story is, so that its end is matched.
  private var noteIndexes: [Int?] = []
  private var noteMarks = RTFNoteMarks()
  private var lists = RTFListCollector()
  /// The document isn't in its normal form yet.
  private var isIrregular = false

  init(input: UnsafeRawBufferPointer) {
    self.input = input
  }

  var lossDiagnostics: [Diagnostic] { losses.diagnostics }

  mutating func at(_ offset: Int) { position = offset }

  mutating func lose(_ loss: RTFLoss) { losses.note(loss, at: position) }

  // MARK: Text

  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {
    story.inlines.add(utf8, resolver.style(style))
  }

  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState) {
    story.inlines.add(utf8, readable: readable, resolver.style(style))
  }

  @inline(__always)
  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState) {
    story.inlines.add(scalar, resolver.style(style))
  }

  mutating func tab(_ style: RTFCharacterState) {
    story.inlines.add(0x09, resolver.style(style))
  }

  mutating func lineBreak(_ style: RTFCharacterState) {
    story.inlines.addLineBreak(resolver.style(style))
  }

  mutating func breakHere(_ kind: Int32, depth: Int32) {
    story.add(BreakKind(value: kind), depth: Int(depth))
  }

  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) {
    if story.holdsBreak { settleListItem(paragraph) }
    story.endParagraphAtBreak(depth: Int(depth))
  }

  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {
    story.listItem = ListItem(
      list: Int(list), level: Int(level),
      marker: RTFNormalStyles.trimmed(String(decoding: marker, as: UTF8.self)))
  }

  // MARK: Paragraphs and tables

  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    settleListItem(paragraph)
    story.endParagraph(
      resolver.paragraph(paragraph), depth: Int(depth), endRevision: resolver.revision(style))
  }

  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) {
    settleListItem(paragraph)
    story.endParagraph(resolver.paragraph(paragraph), depth: Int(depth))
    story.endCell()
  }

  mutating func rowEnd(depth: Int32, _ row: RTFRow) {
    let resolver = resolver
    story.endRow(complete: { row.complete(&$0, resolver) }, isLast: row.isLast)
  }

  mutating func tablesEnd(depth: Int32) {
    story.closeTables(to: Int(depth))
  }

  mutating func tablesCutOff() {
    lose(.deepTable)
  }

  /// Gives the item its list in the document; a list paragraph without marker is one all the same.
  private mutating func settleListItem(_ paragraph: RTFParagraphState) {
    if story.listItem == nil, paragraph.list != 0, resolver.tables.list(paragraph.list) != nil {
      story.listItem = ListItem(list: Int(paragraph.list), level: Int(paragraph.listLevel), marker: "")
    }
    guard let item = story.listItem else { return }
    let losses = lists.settle(item, tables: resolver.tables, into: &document.lists)
    story.listItem = losses.item
    if losses.isSimplified { lose(.numbering) }
  }

  // MARK: Stories

  private mutating func interrupt() {
    outerStories.append(story)
    story = RTFDocumentStory()
    resolver.startStory()
  }

  /// Ends the story that interrupts another, and gives its blocks.
  private mutating func resume() -> [Block] {
    let blocks = story.finished()
    if story.hasLostItem { isIrregular = true }
    resolver.endField()
    if let outer = outerStories.popLast() { story = outer }
    return blocks
  }

  mutating func ends(in mark: String, isDeleted: Bool) -> Bool {
    story.inlines.ends(in: mark, isDeleted: isDeleted)
  }

  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {
    if note.isLeftOut {
      lose(.hiddenNote)
      noteIndexes.append(nil)
    } else {
      // The mark that the text shows is the reference's.
      if !note.isAutomatic { story.inlines.removeLast(note.mark, isDeleted: note.isDeleted) }
      let index = document.notes.count
      noteIndexes.append(index)
      document.notes.append(MarginNote(note, blocks: [], revision: resolver.revision(note.anchor)))
      // Its place may go, where a story ends in what isn't seen.
      if note.isDeleted { isIrregular = true }
      story.inlines.add(document.notes[index].isDeleted ? .deletedNote(index) : .noteReference(index))
    }
    interrupt()
  }

  mutating func noteEnd(_ note: RTFNote) {
    var blocks = resume()
    guard case let index?? = noteIndexes.popLast() else { return }
    RTFNoteText.strip(&blocks, mark: note.isAutomatic ? "" : note.mark, isDeleted: note.isDeleted)
    document.notes[index] = MarginNote(note, blocks: blocks, revision: document.notes[index].revision)
  }

  mutating func textBoxStart() {
    interrupt()
  }

  mutating func textBoxEnd() {
    let blocks = resume()
    story.textBoxes.append(TextBox(blocks: blocks))
    // A box counts before its paragraph's text, wherever it was anchored: that changes orders.
    isIrregular = true
  }

  mutating func headerStart(_ kind: Int32) {
    interrupt()
  }

  mutating func headerEnd(_ kind: Int32) {
    let blocks = resume()
    document.headersAndFooters.append(HeaderOrFooter(kind: HeaderOrFooter.Kind(value: kind), blocks: blocks))
  }

  // MARK: Fields and bookmarks

  mutating func fieldStart(_ field: RTFField) {
    var kept = RTFStyleResolver.Field()
    if let target = field.linkTarget {
      kept.link = RTFNormalStyles.link(Hyperlink(target: target, tip: field.linkTip))
    } else {
      kept.instruction = RTFNormalStyles.field(field.instruction)
      if kept.instruction == nil && !RTFReader.silentFields.contains(field.name) {
        lose(.spanningField)
      }
    }
    resolver.startField(kept)
  }

  mutating func fieldEnd() {
    resolver.endField()
  }

  mutating func bookmarkStart(_ name: String) {
    story.inlines.add(.bookmarkStart(RTFNormalStyles.trimmed(name)))
  }

  mutating func bookmarkEnd(_ name: String) {
    story.inlines.add(.bookmarkEnd(RTFNormalStyles.trimmed(name)))
  }

  // MARK: Head

  mutating func information(_ field: Int32, _ text: String) {
    document.info.set(field, RTFNormalStyles.name(text))
  }

  mutating func information(_ field: Int32, _ date: RTFDate) {
    let date = RTFNormalStyles.date(CalendarDate(date))
    if field == ControlValue.created { document.info.created = date }
    if field == ControlValue.modified { document.info.modified = date }
  }

  mutating func userProperty(name: String, value: String) {
    guard let name = RTFNormalStyles.name(name) else { return }
    document.info.userProperties.append(UserProperty(name: name, value: RTFNormalStyles.trimmed(value)))
  }

  mutating func tablesChanged(_ tables: RTFTables) {
    resolver.tablesChanged(tables)
  }

  mutating func documentEnd() {
    document.blocks = story.finished()
    document.resources = resources.list
    document.defaultFont = resolver.defaultFont
    document.defaultLanguage = resolver.defaultLanguage
    document.footnoteNumbering = resolver.footnoteNumbering
    document.endnoteNumbering = resolver.endnoteNumbering
    if isIrregular || story.hasLostItem { document = document.normalized() }
  }
}
