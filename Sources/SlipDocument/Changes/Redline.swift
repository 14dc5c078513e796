/// Makes one document of two, whose tracked changes turn the first into the second.
///
/// Rejecting all changes gives the text of the first document, accepting them gives the second one. Formatting that
/// changes without the text isn't tracked: it is that of the second document. Tracked changes that the documents
/// themselves have are accepted first.
///
/// Some things can't be tracked: page breaks, bookmarks and line breaks that come or go are as in the second document
/// (deleted line breaks do come back, and page breaks within a paragraph as line breaks); computed fields, such as page
/// numbers, that come or go are their last result as text; a paragraph between two tables leaves an empty one behind.
public enum Redline {
  /// Compares two documents.
  ///
  /// - Parameters:
  ///   - old: The document to begin with; its text that goes is a tracked deletion.
  ///   - new: The document as it is now; its text that comes is a tracked insertion.
  ///   - credit: Whose changes they are, and when they were made.
  public static func document(
    from old: Document, to new: Document, credit: Revision.Credit = Revision.Credit()
  ) -> Document {
    var (before, after) = (old, new)
    before.resolve(.accept)
    after.resolve(.accept)
    let changes = DocumentChanges(from: before, to: after)
    var work = RedlineWork(changes, credit)
    return work.document(before, after)
  }
}

/// Whether something goes or comes.
///
/// What both documents have carries no mark at all.
enum RedlineMark { case deleted, inserted }

/// Builds a redline.
private struct RedlineWork {
  /// The difference of the documents.
  let changes: DocumentChanges
  /// The tracked change of what comes.
  let insertion: Revision
  /// The tracked change of what goes.
  let deletion: Revision
  /// The notes of the redline so far.
  var notes: [MarginNote]
  /// The notes as the second document has them, for those that come at another place than they go.
  var newNotes: [MarginNote] = []

  /// Prepares a redline.
  init(_ changes: DocumentChanges, _ credit: Revision.Credit) {
    self.changes = changes
    insertion = Revision(kind: .insertion, author: credit.author, date: credit.date)
    deletion = Revision(kind: .deletion, author: credit.author, date: credit.date)
    notes = changes.tables.notes
  }

  /// The redline of two documents.
  mutating func document(_ old: Document, _ new: Document) -> Document {
    var result = Document()
    result.head = new.head
    newNotes = changes.tables.shared(new).notes
    (result.lists, result.resources) = (changes.tables.lists, changes.tables.resources)
    for change in changes.notes {
      if let facts = change.facts {
        let blocks = notes[change.note].blocks
        notes[change.note] = facts.after
        notes[change.note].blocks = blocks
      }
      notes[change.note].blocks = blocks(notes[change.note].blocks, change.blocks)
    }
    result.blocks = blocks(old.blocks, changes.blocks)
    result.headersAndFooters = headers(old.headersAndFooters, changes.headersAndFooters)
    result.notes = notes
    result.countNotes()
    return result
  }

  /// The tracked change of a mark.
  private func revision(_ mark: RedlineMark) -> Revision { mark == .deleted ? deletion : insertion }

  // MARK: Blocks

  /// Blocks of both documents, marked.
  private mutating func blocks(_ old: [Block], _ edits: [BlockEdit]) -> [Block] {
    if edits.isEmpty { return old }
    var marked: [MarkedBlock] = []
    for step in EditWalk(old, edits) {
      switch step {
      case .kept(let blocks): marked += blocks.map { MarkedBlock(block: $0) }
      case .deleted(let blocks): add(blocks, .deleted, to: &marked)
      case .inserted(let blocks): add(blocks, .inserted, to: &marked)
      case .updated(let blocks, let change): for block in blocks { update(block, change, in: &marked) }
      }
    }
    return RedlineEnds.blocks(marked)
  }

  /// Adds blocks that go or come. Breaks can't be marked: those that go are left out.
  private mutating func add(_ blocks: [Block], _ mark: RedlineMark, to list: inout [MarkedBlock]) {
    for block in self.marked(blocks, mark) {
      if case .break = block, mark == .deleted { continue }
      if case .break = block {
        list.append(MarkedBlock(block: block))
      } else {
        list.append(MarkedBlock(block: block, mark: revision(mark)))
      }
    }
  }

  /// Adds a block that changes.
  private mutating func update(_ old: Block, _ change: BlockChange, in list: inout [MarkedBlock]) {
    switch (old, change) {
    case (.paragraph(let old), .paragraph(let change)): update(old, change, in: &list)
    case (.table(let table), .table(let edits)):
      list.append(MarkedBlock(block: .table(DocumentTable(rows: rows(table.rows, edits)))))
    default: break
    }
  }

  /// Adds a paragraph that changes.
  private mutating func update(
    _ old: Paragraph, _ change: ParagraphChange, in list: inout [MarkedBlock]
  ) {
    var result = old
    if let style = change.style { result.style = style.after }
    if let item = change.listItem { result.listItem = item.after }
    result.inlines = inlines(old.inlines, change.inlines)
    result.textBoxes = []
    for step in EditWalk(old.textBoxes, change.textBoxes) {
      switch step {
      case .kept(let boxes): result.textBoxes += boxes
      case .deleted(let gone): result.textBoxes += gone.map { TextBox(blocks: wholly($0.blocks, .deleted)) }
      case .inserted(let new): result.textBoxes += new.map { TextBox(blocks: wholly($0.blocks, .inserted)) }
      case .updated(let boxes, let edits):
        result.textBoxes += boxes.map { TextBox(blocks: blocks($0.blocks, edits)) }
      }
    }
    list.append(MarkedBlock(block: .paragraph(result)))
  }

  /// Words of both documents, marked.
  ///
  /// - Parameters:
  ///   - old: The inlines of the first document.
  ///   - edits: How they change, in tokens. Formatting that changes isn't marked.
  private mutating func inlines(_ old: [Inline], _ edits: [InlineEdit]) -> [Inline] {
    if edits.isEmpty { return old }
    var result: [Inline] = []
    for step in EditWalk(inlines: old, edits) {
      switch step {
      case .kept(let tokens): result += tokens
      case .deleted(let gone): result += gone.flatMap { marked($0, .deleted) }
      case .inserted(let new): result += new.flatMap { marked($0, .inserted) }
      case .updated(_, let change): result += change.after
      }
    }
    return InlineTokens.joined(result)
  }

  // MARK: Tables

  /// Rows of both documents, marked.
  private mutating func rows(_ old: [DocumentTableRow], _ edits: [RowEdit]) -> [DocumentTableRow] {
    var result: [DocumentTableRow] = []
    for step in EditWalk(old, edits) {
      switch step {
      case .kept(let rows): result += rows
      case .deleted(let rows): for row in rows { result.append(marked(row, .deleted)) }
      case .inserted(let rows): for row in rows { result.append(marked(row, .inserted)) }
      case .updated(let rows, let change): for old in rows { result += row(old, change) }
      }
    }
    return result
  }

  /// A changed row. One that gets other cells is replaced as a whole, because not every program tracks single cells.
  ///
  /// - Returns: The row with its changes, or the old row deleted and the new one inserted.
  private mutating func row(_ old: DocumentTableRow, _ change: RowChange) -> [DocumentTableRow] {
    var result = change.facts?.after ?? old
    result.cells = []
    var new: [DocumentTableCell] = []
    var isReplaced = false
    for step in EditWalk(old.cells, change.cells) {
      switch step {
      case .kept(let cells):
        result.cells += cells
        new += cells
      case .deleted: isReplaced = true
      case .inserted(let cells):
        isReplaced = true
        new += cells
      case .updated(let cells, let change):
        for old in cells {
          var cell = change.facts?.after ?? old
          cell.blocks = blocks(old.blocks, change.blocks)
          result.cells.append(cell)
          cell.blocks = RedlineWork.applied(change.blocks, old.blocks)
          new.append(cell)
        }
      }
    }
    if !isReplaced { return [result] }
    var inserted = result
    inserted.cells = new
    return [marked(old, .deleted), marked(inserted, .inserted)]
  }

  /// Blocks with their changes made.
  ///
  /// - Returns: The new blocks; the old ones if the edits don't fit.
  private static func applied(_ edits: [BlockEdit], _ old: [Block]) -> [Block] {
    (try? EditApplication.blocks(old, edits)) ?? old
  }

  // MARK: Headers

  /// Headers and footers of both documents, marked.
  private mutating func headers(_ old: [HeaderOrFooter], _ edits: [HeaderEdit]) -> [HeaderOrFooter] {
    var result: [HeaderOrFooter] = []
    for step in EditWalk(old, edits) {
      switch step {
      case .kept(let parts): result += parts
      case .deleted(let parts):
        for part in parts { result.append(.init(kind: part.kind, blocks: wholly(part.blocks, .deleted))) }
      case .inserted(let parts):
        for part in parts { result.append(.init(kind: part.kind, blocks: wholly(part.blocks, .inserted))) }
      case .updated(let parts, let edits):
        for part in parts { result.append(.init(kind: part.kind, blocks: blocks(part.blocks, edits))) }
      }
    }
    return result
  }

  // MARK: Marks

  /// Blocks that go or come together with what holds them, as those of a cell do: their last end stays.
  private mutating func wholly(_ blocks: [Block], _ mark: RedlineMark) -> [Block] {
    RedlineEnds.blocks(marked(blocks, mark).map { MarkedBlock(block: $0, mark: revision(mark)) })
  }

  /// Blocks whose content is marked; the ends of paragraphs are not.
  private mutating func marked(_ blocks: [Block], _ mark: RedlineMark) -> [Block] {
    var result: [Block] = []
    for block in blocks {
      switch block {
      case .paragraph(var paragraph):
        var inlines: [Inline] = []
        for inline in paragraph.inlines { inlines += marked(inline, mark) }
        paragraph.inlines = inlines
        for box in paragraph.textBoxes.indices {
          paragraph.textBoxes[box].blocks = wholly(paragraph.textBoxes[box].blocks, mark)
        }
        result.append(.paragraph(paragraph))
      case .table(var table):
        for row in table.rows.indices { table.rows[row] = marked(table.rows[row], mark) }
        result.append(.table(table))
      case .break: result.append(block)
      }
    }
    return result
  }

  /// A row that goes or comes, with its content.
  private mutating func marked(_ row: DocumentTableRow, _ mark: RedlineMark) -> DocumentTableRow {
    var row = row
    row.revision = revision(mark)
    for cell in row.cells.indices { row.cells[cell].blocks = wholly(row.cells[cell].blocks, mark) }
    return row
  }

  /// An inline with its mark. What can't have one is dropped where it goes, and stays where it comes.
  private mutating func marked(_ inline: Inline, _ mark: RedlineMark) -> [Inline] {
    switch inline {
    case .run(var run):
      // Word processors don't track a computed field, only text.
      run.style.edit {
        $0.field = nil
        $0.revision = revision(mark)
      }
      return [.run(run)]
    case .picture(var picture):
      picture.style.revision = revision(mark)
      return [.picture(picture)]
    case .attachment(var file):
      file.style.revision = revision(mark)
      return [.attachment(file)]
    case .noteReference(let index), .deletedNote(let index):
      return note(index, mark).map { [$0] } ?? [inline]
    case .lineBreak, .break:
      if mark == .inserted { return [inline] }
      var style = CharacterStyle()
      style.revision = deletion
      return [.run(Run("\u{2028}", style: style))]
    case .bookmarkStart, .bookmarkEnd: return mark == .deleted ? [] : [inline]
    }
  }

  /// A reference that goes or comes. A note of both documents whose reference moves becomes two notes.
  ///
  /// - Returns: The reference to put into the text; nil if there is no such note.
  private mutating func note(_ index: Int, _ mark: RedlineMark) -> Inline? {
    guard changes.tables.notes.indices.contains(index) else { return nil }
    if mark == .deleted {
      notes[index] = changes.tables.notes[index]
      notes[index].revision = deletion
      return .deletedNote(index)
    }
    let isMoved = changes.tables.isOfFirst(note: index)
    if isMoved { notes.append(newNotes[index]) }
    let place = isMoved ? notes.count - 1 : index
    notes[place].revision = insertion
    return .noteReference(place)
  }
}
