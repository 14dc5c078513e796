/// What becomes of a document's tracked changes.
public enum TrackedChanges: String, Sendable, Hashable, CaseIterable {
  /// As if all were accepted: insertions are text, deletions are gone.
  case accept
  /// As if all were rejected: the text as it was before.
  case reject
  /// They stay changes, in formats that can hold them. Others read as if they were accepted.
  case keep
}

extension Document {
  /// Whether anything in it is a tracked change.
  public var hasTrackedChanges: Bool {
    var finder = ChangeFinder()
    walk(&finder)
    return finder.hasFound
  }

  /// Accepts or rejects all tracked changes. A paragraph whose end goes takes in the one behind it, and stays what it
  /// is. A row or cell that was inserted goes with all that is in it, one that was deleted where all in it was deleted, too.
  /// A note goes and comes with its reference.
  public mutating func settle(_ changes: TrackedChanges) {
    guard changes != .keep, hasTrackedChanges else { return }
    let settler = ChangeSettler(accepts: changes == .accept, notes: notes)
    blocks = settler.blocks(blocks)
    for index in notes.indices { notes[index].blocks = settler.blocks(notes[index].blocks) }
    for index in headersAndFooters.indices {
      headersAndFooters[index].blocks = settler.blocks(headersAndFooters[index].blocks)
    }
    var references = NoteReferences()
    walk(&references)
    let left = references.indices
    guard notes.indices.contains(where: { notes[$0].revision != nil || !left.contains($0) }) else { return }
    removeNotes { settler.goes(settler.notes[$0].revision) || !left.contains($0) }
    for index in notes.indices { notes[index].revision = nil }
    countNotes()
  }
}

private struct ChangeFinder: DocumentVisitor {
  var hasFound = false

  mutating func enter(_ note: MarginNote) { if note.revision != nil { hasFound = true } }

  mutating func enter(_ paragraph: Paragraph) { if paragraph.endRevision != nil { hasFound = true } }

  mutating func enter(_ row: TableRow) { if row.revision != nil { hasFound = true } }

  mutating func enter(_ cell: TableCell) { if cell.revision != nil { hasFound = true } }

  mutating func visit(_ inline: Inline) {
    switch inline {
    case .run(let run): if run.style.revision != nil { hasFound = true }
    case .picture(let picture): if picture.style.revision != nil { hasFound = true }
    case .attachment(let file): if file.style.revision != nil { hasFound = true }
    default: break
    }
  }
}

private struct NoteReferences: DocumentVisitor {
  var indices: Set<Int> = []

  mutating func visit(_ inline: Inline) {
    if case .noteReference(let index) = inline { indices.insert(index) }
  }
}

private struct ChangeSettler {
  let accepts: Bool
  let notes: [MarginNote]

  func goes(_ revision: Revision?) -> Bool {
    guard let revision else { return false }
    return revision.insertion != nil || revision.kind == (accepts ? .deletion : .insertion)
  }

  /// Recursion goes as deep as tables and text boxes nest, which `Limits` bounds.
  func blocks(_ blocks: [Block]) -> [Block] {
    var result: [Block] = []
    /// A paragraph whose end goes; it may take in very many.
    var open = Paragraph()
    var isOpen = false
    /// A reader of the final text sees something of it.
    var isSeen = false
    func flush() {
      if isOpen { result.append(.paragraph(open)) }
      (open, isOpen, isSeen) = (Paragraph(), false, false)
    }
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        let settled = self.paragraph(paragraph)
        if isOpen {
          // A paragraph of which nothing is seen is none.
          if !isSeen { (open.style, open.listItem) = (settled.style, settled.listItem) }
          open.inlines += settled.inlines
          open.textBoxes += settled.textBoxes
        } else {
          (open, isOpen) = (settled, true)
        }
        if !isSeen { isSeen = settled.inlines.contains(where: \.isVisible) }
        if !goes(paragraph.endRevision) { flush() }
      case .table(let table):
        flush()
        let settled = self.table(table)
        if !settled.rows.isEmpty || table.rows.isEmpty { result.append(.table(settled)) }
      case .break(let kind):
        // As writers have it: the paragraph goes on behind the break.
        if isOpen { open.inlines.append(.break(kind)) } else { result.append(block) }
      }
    }
    flush()
    return result
  }

  private func paragraph(_ paragraph: Paragraph) -> Paragraph {
    var settled = paragraph
    settled.endRevision = nil
    settled.inlines = paragraph.inlines.flatMap(inlines)
    for index in settled.textBoxes.indices {
      settled.textBoxes[index].blocks = blocks(settled.textBoxes[index].blocks)
    }
    return settled
  }

  private func table(_ table: Table) -> Table {
    var settled = table
    settled.rows = []
    /// Cells of the row before, gone, from which cells of this one went on downwards.
    var opened: [Bool] = []
    for var row in table.rows {
      for cell in row.cells.indices where row.cells[cell].verticalMerge == .continued {
        if opened.indices.contains(cell), opened[cell] { row.cells[cell].verticalMerge = .first }
      }
      for cell in row.cells.indices { row.cells[cell].blocks = blocks(row.cells[cell].blocks) }
      let isGone = goes(row.revision, row.cells)
      let gone = row.cells.map { isGone || goes($0.revision, [$0]) }
      opened = zip(row.cells, gone).map { $1 && $0.verticalMerge == .first }
      if isGone || !gone.isEmpty && !gone.contains(false) { continue }
      row.revision = nil
      row.cells = ChangeSettler.cells(row.cells, without: gone)
      settled.rows.append(row)
    }
    return settled
  }

  /// Whether cells go. What isn't deleted keeps a deleted one in its place.
  private func goes(_ revision: Revision?, _ cells: [TableCell]) -> Bool {
    goes(revision) && (!accepts || cells.allSatisfy(\.isBlank))
  }

  private static func cells(_ cells: [TableCell], without gone: [Bool]) -> [TableCell] {
    var kept: [TableCell] = []
    /// The cell before is gone, from which cells went on sideways.
    var isOpened = false
    for (var cell, isGone) in zip(cells, gone) {
      if isOpened, cell.horizontalMerge == .continued { cell.horizontalMerge = .first }
      isOpened = isGone && cell.horizontalMerge == .first
      cell.revision = nil
      if !isGone { kept.append(cell) }
    }
    return kept
  }

  private func inlines(_ inline: Inline) -> [Inline] {
    switch inline {
    case .run(var run):
      guard let revision = run.style.revision else { return [inline] }
      if goes(revision) { return [] }
      run.style.revision = nil
      return revision.kind == .deletion && !run.style.isHidden ? ChangeSettler.lines(run) : [.run(run)]
    case .picture(var picture):
      if goes(picture.style.revision) { return [] }
      picture.style.revision = nil
      return [.picture(picture)]
    case .attachment(var file):
      if goes(file.style.revision) { return [] }
      file.style.revision = nil
      return [.attachment(file)]
    case .noteReference(let index), .deletedNote(let index):
      guard notes.indices.contains(index) else { return [inline] }
      return goes(notes[index].revision) ? [] : [.noteReference(index)]
    default: return [inline]
    }
  }

  /// A line break that was deleted stood in the text.
  private static func lines(_ run: Run) -> [Inline] {
    var inlines: [Inline] = []
    for (index, part) in run.text.unicodeScalars.split(
      separator: "\u{2028}", omittingEmptySubsequences: false
    )
    .enumerated() {
      if index > 0 { inlines.append(.lineBreak) }
      if !part.isEmpty { inlines.append(.run(Run(String(part), style: run.style))) }
    }
    return inlines
  }
}
