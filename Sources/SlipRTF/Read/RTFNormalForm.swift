public import SlipDocument

/// The normal form of documents.
extension Document {
  /// The document that a reader gets from the canonical RTF of this one: the same text
  /// and meaning, said in one way only.
  ///
  /// In this form:
  ///
  /// - Adjacent runs of one style are one run.
  /// - Page, column and section breaks stand between paragraphs where they can.
  /// - Notes, lists and resources stand in the order of their first use, and unused ones
  ///   are gone.
  /// - What equals a default is not said.
  /// - What RTF cannot hold is left out: notes and text boxes within notes and text
  ///   boxes, and languages without a Windows identifier.
  ///
  /// So what `RTFReader` makes of the bytes of `RTFWriter.write(_:)` equals the normal
  /// form of the document that was written, and two documents with the same content can
  /// be compared by their normal forms. A document that `RTFReader` returns is in normal
  /// form already.
  public func normalized() -> Document {
    var former = RTFNormalForm(document: self)
    return former.form()
  }
}

/// Builds the normal form of a document, by a walk in the order in which a reader meets
/// things.
struct RTFNormalForm {
  /// The document as it is.
  private let source: Document
  /// Its normal form so far.
  private var result = Document()
  /// The resources that were used so far.
  private var resources = RTFResources()
  /// For the notes that were referred to, their new indices.
  private var noteIndexes: [Int: Int] = [:]
  /// For the lists that were used, their new indices.
  private var listIndexes: [Int: Int] = [:]
  /// Counts the marks of notes.
  private var marks = RTFNoteMarks()
  /// Gives styles their normal form.
  private var styles: RTFNormalStyles
  /// A paragraph whose end is deleted has begun the line that the next one continues: no
  /// marker can come any more.
  private var isBegun = false
  /// A list may have lost its only item.
  private var hasLostItem = false

  /// Prepares to normalize a document.
  init(document: Document) {
    source = document
    styles = RTFNormalStyles(defaultFont: RTFNormalStyles.defaultFont(document.defaultFont))
  }

  /// The normal form. If the walk drops a list's only item, the result is normalized once
  /// more, without that list.
  mutating func form() -> Document {
    result.defaultFont = styles.defaultFont
    result.defaultLanguage = source.defaultLanguage.flatMap(RTFLanguage.number).flatMap(RTFLanguage.tag)
    result.page = source.page?.bounded
    result.footnoteNumbering = RTFNormalStyles.numbering(source.footnoteNumbering)
    result.endnoteNumbering = RTFNormalStyles.numbering(source.endnoteNumbering)
    result.info = RTFNormalStyles.info(source.info)
    for part in source.headersAndFooters {
      let blocks = story(part.blocks, Place(allowsNotes: false))
      result.headersAndFooters.append(HeaderOrFooter(kind: part.kind, blocks: blocks))
    }
    result.blocks = blocks(source.blocks, Place())
    result.resources = resources.list
    return hasLostItem ? result.normalized() : result
  }

  /// What blocks may hold where they stand: notes and text boxes hold neither of the two,
  /// headers no notes. Text boxes in them become paragraphs, and notes text in brackets.
  private struct Place {
    /// Whether notes may be referred to.
    var allowsNotes = true
    /// Whether paragraphs may have text boxes.
    var allowsBoxes = true
    /// Whether the blocks are a cell's.
    var isCell = false
  }

  /// The normal form of a story of its own.
  private mutating func story(_ blocks: [Block], _ place: Place) -> [Block] {
    let outer = isBegun
    isBegun = false
    defer { isBegun = outer }
    return self.blocks(blocks, place)
  }

  /// Blocks without text boxes: what is in these stands behind their paragraphs. Boxes with nothing to read leave nothing.
  private static func withoutBoxes(_ blocks: [Block]) -> [Block] {
    blocks.flatMap { block -> [Block] in
      guard case .paragraph(var paragraph) = block, !paragraph.textBoxes.isEmpty else { return [block] }
      let boxes = paragraph.textBoxes.map { withoutBoxes($0.blocks) }
      paragraph.textBoxes = []
      return [.paragraph(paragraph)] + boxes.filter { !$0.allSatisfy(\.isBlank) }.joined()
    }
  }

  /// The normal form of blocks.
  private mutating func blocks(_ blocks: [Block], _ place: Place) -> [Block] {
    let blocks = place.allowsBoxes ? blocks : RTFNormalForm.withoutBoxes(blocks)
    var list = RTFBlockList(isCell: place.isCell, isBegun: isBegun, capacity: blocks.count)
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): list.add(self.paragraph(paragraph, place))
      case .table(let table):
        if table.hasCells { isBegun = list.endAtBreak() }
        list.add(self.table(table, place))
      case .break(let kind): list.add(kind)
      }
    }
    let finished = list.finished()
    hasLostItem = hasLostItem || list.hasLostItem
    return finished
  }

  /// The normal form of a table. Rows without cells are dropped. What a cell's width and
  /// tracked change cannot say in RTF is dropped as well; cells do not move, so a move is
  /// a plain change there.
  private mutating func table(_ table: DocumentTable, _ place: Place) -> DocumentTable {
    var cellPlace = place
    cellPlace.isCell = true
    var rows: [DocumentTableRow] = []
    for row in table.rows where !row.cells.isEmpty {
      var row = row
      row.revision = RTFNormalStyles.revision(row.revision)
      row.firstCellIsHeader = row.firstCellIsHeader && !row.isHeader
      for index in row.cells.indices {
        let cell = row.cells[index]
        row.cells[index].blocks = blocks(cell.blocks, cellPlace)
        isBegun = false
        row.cells[index].width = RTFRow.held(width: cell.width)
        if cell.borders != .grid { row.cells[index].borders = RTFNormalStyles.borders(ofCell: cell.borders) }
        row.cells[index].revision = RTFNormalStyles.revision(cell.revision)
        row.cells[index].revision?.isMove = false
      }
      rows.append(row)
    }
    return DocumentTable(rows: rows)
  }

  /// The normal form of a paragraph.
  ///
  /// Text boxes come first, as in the order of the events of RTF that was written. A
  /// paragraph that continues the line of another, or shows nothing at all, has no list
  /// marker.
  private mutating func paragraph(_ paragraph: Paragraph, _ place: Place) -> Paragraph {
    var result = paragraph
    result.style = RTFNormalStyles.paragraph(paragraph.style)
    result.endRevision = RTFNormalStyles.revision(paragraph.endRevision)
    result.textBoxes = paragraph.textBoxes.map {
      TextBox(blocks: story($0.blocks, Place(allowsNotes: false, allowsBoxes: false)))
    }
    var inlines = RTFInlineList()
    for inline in paragraph.inlines { add(inline, to: &inlines, place) }
    let normal = inlines.finished()
    // Most inlines are in normal form already. Then both documents share one array of them.
    if !RTFNormalForm.areSame(normal, paragraph.inlines) { result.inlines = normal }
    if let item = paragraph.listItem { result.listItem = listItem(item) }
    let isVisible = result.inlines.contains(where: \.isVisible)
    if isBegun || !isVisible && !result.endIsVisible { result.listItem?.marker = "" }
    isBegun = !result.endIsVisible && (isBegun || isVisible)
    if paragraph.style.headingLevel != nil, !RTFStyleDefaults.isBare(heading: paragraph),
      RTFStyleDefaults.isBare(heading: result)
    {
      RTFStyleDefaults.makePlain(heading: &result)
    }
    RTFStyleDefaults.strip(&result)
    return result
  }

  /// Whether inlines are equal, and their styles have the same storage. Writers recognise
  /// styles by their storage.
  private static func areSame(_ a: [Inline], _ b: [Inline]) -> Bool {
    a.count == b.count
      && zip(a, b).allSatisfy {
        if case (.run(let a), .run(let b)) = ($0, $1), !a.style.isIdentical(to: b.style) { return false }
        return $0 == $1
      }
  }

  /// The normal form of a list item; nil if there is no such list.
  private mutating func listItem(_ item: ListItem) -> ListItem? {
    guard source.lists.indices.contains(item.list) else { return nil }
    var item = item
    item.level = min(max(item.level, 0), RTFBuilder.listLevels - 1)
    item.marker = RTFNormalStyles.trimmed(item.marker)
    if let index = listIndexes[item.list] {
      item.list = index
    } else {
      listIndexes[item.list] = result.lists.count
      result.lists.append(RTFNormalStyles.list(source.lists[item.list]))
      item.list = result.lists.count - 1
    }
    return item
  }

  /// Adds the normal form of an inline. Some inlines have none, such as a picture without
  /// a resource.
  private mutating func add(_ inline: Inline, to inlines: inout RTFInlineList, _ place: Place) {
    switch inline {
    case .run(let run): inlines.add(run.text, styles.style(run.style))
    case .lineBreak: inlines.add(.lineBreak)
    case .picture(let picture):
      if let inline = self.inline(picture, isPicture: true) { inlines.add(inline) }
    case .attachment(let file):
      let style = RTFNormalStyles.fileStyle(file.style)
      let place = Picture(resource: file.resource, width: file.width, height: file.height, style: style)
      if let inline = self.inline(place, isPicture: false) { inlines.add(inline) }
    case .noteReference(let index), .deletedNote(let index):
      guard place.allowsNotes else { return addText(ofNote: index, to: &inlines) }
      guard let new = note(index) else { return }
      inlines.add(result.notes[new].isDeleted ? .deletedNote(new) : .noteReference(new))
    case .bookmarkStart(let name): inlines.add(.bookmarkStart(RTFNormalStyles.trimmed(name)))
    case .bookmarkEnd(let name): inlines.add(.bookmarkEnd(RTFNormalStyles.trimmed(name)))
    case .break: inlines.add(inline)
    }
  }

  /// Adds the text of a note, where no note may be, in brackets.
  private mutating func addText(ofNote index: Int, to inlines: inout RTFInlineList) {
    guard source.notes.indices.contains(index) else { return }
    let note = source.notes[index]
    let style = CharacterStyle().with { $0.revision = note.revision }
    inlines.add(note.bracketedText, styles.style(style))
  }

  /// The normal form of a picture, or of the place of a file.
  ///
  /// - Parameter isPicture: Whether a picture stands there.
  private mutating func inline(_ picture: Picture, isPicture: Bool) -> Inline? {
    guard source.resources.indices.contains(picture.resource) else { return nil }
    var picture = picture
    picture.style = styles.pictureStyle(picture.style)
    picture.width = RTFPicture.held(picture.width)
    picture.height = RTFPicture.held(picture.height)
    picture.description = RTFNormalStyles.name(picture.description)
    picture.title = isPicture ? RTFNormalStyles.name(picture.title) : nil
    var resource = source.resources[picture.resource]
    resource.name = RTFNormalStyles.name(resource.name)
    return resources.inline(picture, of: RTFHeldResource(resource, asPicture: isPicture))
  }

  /// The normal form of a note.
  ///
  /// - Returns: Its new index; nil if it was referred to before, as a second reference is
  ///   left out.
  private mutating func note(_ index: Int) -> Int? {
    guard source.notes.indices.contains(index), noteIndexes[index] == nil else { return nil }
    var note = source.notes[index]
    let new = result.notes.count
    noteIndexes[index] = new
    if !RTFNoteMarks.isOwn(note.mark) || note.kind == .annotation { note.isAutomatic = true }
    note.revision = RTFNormalStyles.revision(note.revision)
    note.mark = marks.mark(of: note)
    note.author = note.kind == .annotation ? RTFNormalStyles.name(note.author) : nil
    note.date = note.kind == .annotation ? RTFNormalStyles.packedDate(note.date) : nil
    result.notes.append(note)
    // As in RTF, a mark of the file's own is part of the text until the note has been read.
    let mark = note.isAutomatic ? "" : note.mark
    var blocks = story(
      RTFNoteText.marked(
        withoutMissingList(note.blocks, note.isDeleted), mark: mark, isDeleted: note.isDeleted),
      Place(allowsNotes: false, allowsBoxes: false))
    RTFNoteText.strip(&blocks, mark: mark, isDeleted: note.isDeleted)
    result.notes[new].blocks = blocks
    return new
  }

  /// The blocks of a note whose first paragraph loses its list item, if there is no such
  /// list.
  private func withoutMissingList(_ blocks: [Block], _ isDeleted: Bool) -> [Block] {
    guard let lead = RTFNoteText.lead(of: blocks, isDeleted), case .paragraph(var first) = blocks[lead],
      let item = first.listItem, !source.lists.indices.contains(item.list)
    else { return blocks }
    first.listItem = nil
    var blocks = blocks
    blocks[lead] = .paragraph(first)
    return blocks
  }
}

/// Counts automatic marks, as a reader of RTF does.
struct RTFNoteMarks {
  /// The numbers so far, for each kind of note.
  private var counter = NoteCounter()

  /// Whether a mark can be told from the text before a note: one to eight characters that
  /// a mark may have.
  static func isOwn(_ mark: String) -> Bool {
    (1...RTFNoteMark.maximumLength).contains(mark.unicodeScalars.count)
      && mark.unicodeScalars.allSatisfy(RTFNoteMark.canHold)
  }

  /// The mark of the next note. A deleted note with an automatic mark has none and is not
  /// counted.
  mutating func mark(of note: MarginNote) -> String {
    guard note.isAutomatic else { return RTFNormalStyles.trimmed(note.mark) }
    if note.isDeleted { return "" }
    return counter.next(note.kind)
  }
}

/// Tables in text and canonical RTF.
extension DocumentTable {
  /// Whether the table has a cell. Without any, it is no table in text and canonical RTF.
  var hasCells: Bool { rows.contains { !$0.cells.isEmpty } }
}
