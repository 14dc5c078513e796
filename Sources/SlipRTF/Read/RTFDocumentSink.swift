internal import RTFSyntax
internal import SlipCore
internal import SlipDocument

/// Builds a document from the events of `RTFInterpreter`.
///
/// The text of paragraphs is collected in `story`, which also holds the tables that are
/// open. A note, text box or header interrupts the story, and the outer one waits. Styles
/// come from `resolver`. The document is in normal form at the end (see `RTFNormalForm`):
/// nearly all of it is built that way, and what isn't sets `isIrregular`.
struct RTFDocumentSink: RTFSink {
  /// A document needs formatting.
  static var wantsFormatting: Bool { true }

  /// The document so far. Its blocks and resources come at the end.
  private(set) var document = Document()
  /// What the document cannot hold.
  var losses = RTFLosses()
  /// Where in the file the events come from.
  private var position = 0

  /// The whole file, for the data of pictures.
  let input: UnsafeRawBufferPointer
  /// Gives styles for formatting states.
  var resolver = RTFStyleResolver()
  /// The resources so far.
  var resources = RTFResources()
  /// The story that is being built.
  var story = RTFDocumentStory()
  /// The stories that it interrupts, the body first.
  private var outerStories: [RTFDocumentStory] = []
  /// For each open note, its index in the document; nil for a note that is left out.
  private var noteIndexes: [Int?] = []
  /// Gives the file's lists their places in the document.
  private(set) var lists = RTFListCollector()
  /// The document isn't in its normal form yet.
  private var isIrregular = false

  /// Creates a sink for a file.
  init(input: UnsafeRawBufferPointer) {
    self.input = input
  }

  /// A field or link may refer to a bookmark.
  private var hasReferences = false

  /// Whether a note, text box or header interrupts the body.
  var isInterrupted: Bool { !outerStories.isEmpty }

  /// The losses; the places are byte offsets.
  var lossDiagnostics: [Diagnostic] { losses.diagnostics }

  /// Remembers the position, for losses.
  mutating func at(_ offset: Int) { position = offset }

  /// Notes a loss at the position of the events.
  mutating func lose(_ loss: RTFLoss) { losses.note(loss, at: position) }

  // MARK: Text

  /// The style of text. Whether the text states the usual size is noted, because a style leaves it out.
  @inline(__always)
  private mutating func textStyle(_ state: RTFCharacterState) -> CharacterStyle {
    if state.size == RTFNormalStyles.usualSize { story.statesUsualSize = true }
    return resolver.style(state)
  }

  /// Adds text to the paragraph.
  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {
    story.inlines.add(utf8, textStyle(style))
  }

  /// Adds text to the paragraph, in copies of fixed width where that is possible.
  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState) {
    story.inlines.add(utf8, readable: readable, textStyle(style))
  }

  /// Adds a character to the paragraph.
  @inline(__always)
  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState) {
    story.inlines.add(scalar, textStyle(style))
  }

  /// Adds a TAB to the paragraph.
  mutating func tab(_ style: RTFCharacterState) {
    story.inlines.add(0x09, resolver.style(style))
  }

  /// Adds a line break to the paragraph.
  mutating func lineBreak(_ style: RTFCharacterState) {
    story.inlines.addLineBreak(resolver.style(style))
  }

  /// Adds a page, column or section break.
  mutating func breakHere(_ kind: Int32, depth: Int32) {
    story.add(BreakKind(value: kind), depth: Int(depth))
  }

  /// Remembers what the paragraph is that a section's end ends.
  mutating func sectionEnd(_ paragraph: RTFParagraphState) {
    story.comingSection = RTFDocumentStory.SectionEnd(
      style: resolver.paragraph(paragraph), styleHasLook: resolver.styleHasLook(paragraph),
      listItem: listItem(of: paragraph))
  }

  /// Ends the paragraph at its last break. What has come since then begins another one,
  /// in a deeper table.
  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) {
    if story.holdsBreak { resolveListItem(paragraph) }
    story.endParagraphAtBreak(depth: Int(depth))
  }

  /// Makes the paragraph a list item.
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {
    story.listItem = ListItem(
      list: Int(list), level: Int(level),
      marker: RTFNormalStyles.trimmed(String(decoding: marker, as: UTF8.self)))
  }

  // MARK: Paragraphs and tables

  /// Ends the paragraph, which gets its style now: RTF has it at the paragraph's end.
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    resolveListItem(paragraph)
    story.endParagraph(
      resolver.paragraph(paragraph), depth: Int(depth), endRevision: resolver.revision(style),
      styleHasLook: resolver.styleHasLook(paragraph))
  }

  /// Ends a cell, and its last paragraph.
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) {
    resolveListItem(paragraph)
    story.endParagraph(
      resolver.paragraph(paragraph), depth: Int(depth), styleHasLook: resolver.styleHasLook(paragraph))
    story.endCell()
  }

  /// Ends a row. Its cells get what the row's definition says about them: widths, merges,
  /// shading, tracked changes.
  mutating func rowEnd(depth: Int32, _ row: RTFRow) {
    let resolver = resolver
    story.endRow(complete: { row.complete(&$0, isFirst: $1, resolver) }, isLast: row.isLast)
  }

  /// Closes tables.
  mutating func tablesEnd(depth: Int32) {
    story.closeTables(to: Int(depth))
  }

  /// Notes that a table was nested too deeply.
  mutating func tablesCutOff() {
    lose(.deepTable)
  }

  /// Gives the list item its list in the document. A paragraph of a list is an item even
  /// if it shows no marker.
  private mutating func resolveListItem(_ paragraph: RTFParagraphState) {
    story.listItem = listItem(of: paragraph)
  }

  /// What the coming paragraph is in a list, with a list of the document; nil if it is in none.
  private mutating func listItem(of paragraph: RTFParagraphState) -> ListItem? {
    var item = story.listItem
    if item == nil, paragraph.list != 0, resolver.tables.list(paragraph.list) != nil {
      item = ListItem(list: Int(paragraph.list), level: Int(paragraph.listLevel), marker: "")
    }
    guard let item else { return nil }
    let resolved = lists.resolve(item, tables: resolver.tables, into: &document.lists)
    if resolved.isSimplified { lose(.numbering) }
    return resolved.item
  }

  // MARK: Stories

  /// Begins a story that interrupts another.
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

  /// Whether the paragraph's visible or deleted text ends in a note's mark.
  mutating func ends(in mark: String, isDeleted: Bool) -> Bool {
    story.inlines.ends(in: mark, isDeleted: isDeleted)
  }

  /// Begins a note, whose reference replaces the mark that the text shows.
  ///
  /// The note is added to the document at once, without text, so that its index is known.
  /// A hidden note is left out: its story is read and then dropped.
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {
    if note.isLeftOut {
      lose(.hiddenNote)
      noteIndexes.append(nil)
    } else {
      // The mark in the text becomes the reference.
      if !note.isAutomatic { story.inlines.removeLast(note.mark, isDeleted: note.isDeleted) }
      let index = document.notes.count
      noteIndexes.append(index)
      document.notes.append(MarginNote(note, blocks: [], revision: resolver.revision(note.anchor)))
      // A story that ends in invisible text may lose the place of a deleted note.
      if note.isDeleted { isIrregular = true }
      story.inlines.add(document.notes[index].isDeleted ? .deletedNote(index) : .noteReference(index))
    }
    interrupt()
  }

  /// Ends a note, and removes the mark that its text repeats.
  mutating func noteEnd(_ note: RTFNote) {
    var blocks = resume()
    guard case let index?? = noteIndexes.popLast() else { return }
    RTFNoteText.strip(&blocks, mark: note.isAutomatic ? "" : note.mark, isDeleted: note.isDeleted)
    document.notes[index] = MarginNote(note, blocks: blocks, revision: document.notes[index].revision)
  }

  /// Begins a text box.
  mutating func textBoxStart() {
    interrupt()
  }

  /// Ends a text box, which belongs to the paragraph that anchors it.
  mutating func textBoxEnd() {
    let blocks = resume()
    story.textBoxes.append(TextBox(blocks: blocks))
    // The normal form visits a box before its paragraph's text, wherever it was anchored. So notes and
    // lists in it may come in another order there.
    isIrregular = true
  }

  /// Begins a header or footer.
  mutating func headerStart(_ kind: Int32) {
    interrupt()
  }

  /// Ends a header or footer.
  mutating func headerEnd(_ kind: Int32) {
    let blocks = resume()
    document.headersAndFooters.append(HeaderOrFooter(kind: HeaderOrFooter.Kind(value: kind), blocks: blocks))
  }

  // MARK: Fields and bookmarks

  /// Begins the result of a field. A link is an attribute of the text inside; so is the
  /// instruction of a field that a document holds.
  mutating func fieldStart(_ field: RTFField) {
    var kept = RTFStyleResolver.Field()
    if let target = field.linkTarget {
      if target.hasPrefix("#") { hasReferences = true }
      kept.link = RTFNormalStyles.link(Hyperlink(target: target, tip: field.linkTip))
    } else {
      kept.instruction = RTFNormalStyles.field(field.instruction)
      if field.bookmark != nil { hasReferences = true }
      if kept.instruction == nil && !RTFReader.silentFields.contains(field.name) {
        lose(.spanningField)
      }
    }
    resolver.startField(kept)
  }

  /// Ends the result of a field.
  mutating func fieldEnd() {
    resolver.endField()
  }

  /// Adds the beginning of a bookmark to the paragraph.
  mutating func bookmarkStart(_ name: String) {
    story.inlines.add(.bookmarkStart(RTFNormalStyles.trimmed(name)))
  }

  /// Adds the end of a bookmark to the paragraph.
  mutating func bookmarkEnd(_ name: String) {
    story.inlines.add(.bookmarkEnd(RTFNormalStyles.trimmed(name)))
  }

  // MARK: Head

  /// Stores a text of the information group.
  mutating func information(_ field: Int32, _ text: String) {
    document.info.set(field, RTFNormalStyles.name(text))
  }

  /// Stores the date of creation or of the last change. Invalid dates are dropped.
  mutating func information(_ field: Int32, _ date: RTFDate) {
    let date = RTFNormalStyles.date(CalendarDate(date))
    if field == ControlValue.created { document.info.created = date }
    if field == ControlValue.modified { document.info.modified = date }
  }

  /// Stores a user property, unless its name is empty.
  mutating func userProperty(name: String, value: String) {
    guard let name = RTFNormalStyles.name(name) else { return }
    document.info.userProperties.append(UserProperty(name: name, value: RTFNormalStyles.trimmed(value)))
  }

  /// Passes the head's tables on to the resolver. Lists are looked up when an item needs
  /// one.
  mutating func tablesChanged(_ tables: RTFTables) {
    resolver.tablesChanged(tables)
  }

  /// Completes the document.
  mutating func documentEnd() {
    document.blocks = story.finished()
    document.resources = resources.list
    document.defaultFont = resolver.defaultFont
    document.defaultLanguage = resolver.defaultLanguage
    document.page = resolver.page
    document.footnoteNumbering = resolver.footnoteNumbering
    document.endnoteNumbering = resolver.endnoteNumbering
    if hasReferences { document.spellReferences() }
    if isIrregular || story.hasLostItem { document = document.normalized() }
  }
}
