/// What to do with the tracked changes of a document.
public enum TrackedChanges: String, Sendable, Hashable, CaseIterable {
  /// Resolves them as if all were accepted: insertions become text, deletions disappear.
  case accept
  /// Resolves them as if all were rejected: the text is what it was before the changes.
  case reject
  /// Retains them in formats that can express them. In other formats the text reads as if they were
  /// accepted.
  case keep
}

extension Document {
  /// Whether anything in the document is a tracked change.
  public var hasTrackedChanges: Bool {
    var finder = ChangeFinder()
    walk(&finder)
    return finder.hasFound
  }

  /// Whether a tracked change of a merge is still open.
  ///
  /// `DocumentMerge` names the author of a change and gives it no date. Word processors date what they record, so these two
  /// facts tell the changes of a merge from those that a person recorded.
  public var hasOpenMerge: Bool {
    var finder = ChangeFinder(ofMergesOnly: true)
    walk(&finder)
    return finder.hasFound
  }

  /// Resolves all tracked changes, by accepting or rejecting them.
  ///
  /// - A paragraph whose end disappears absorbs the next paragraph and keeps its own style.
  /// - An inserted row or cell disappears together with all that is in it. A deleted one disappears
  ///   only when all of its content was deleted, too.
  /// - A margin note appears and disappears with its reference, and the marks are counted anew.
  /// - List items are counted anew.
  public mutating func resolve(_ changes: TrackedChanges) {
    guard changes != .keep, hasTrackedChanges else { return }
    let decision = changes == .accept ? ChangeDecision.accept : .reject
    resolve { decision.removes($0, of: nil) ? .disappears : .stays }
  }

  /// Resolves tracked changes, each as a function says.
  mutating func resolve(_ fate: @escaping (Revision) -> ChangeFate) {
    if !lists.isEmpty {
      var recount = ListRecount(lists)
      editParagraphs { recount.note(&$0) }
    }
    defer {
      if !lists.isEmpty {
        var recount = ListRecount(lists)
        editParagraphs { recount.count(&$0) }
      }
    }
    let resolver = ChangeResolver(fate: fate, notes: notes)
    blocks = resolver.blocks(blocks)
    for index in notes.indices { notes[index].blocks = resolver.blocks(notes[index].blocks) }
    for index in headersAndFooters.indices {
      headersAndFooters[index].blocks = resolver.blocks(headersAndFooters[index].blocks)
    }
    var references = NoteReferences()
    walk(&references)
    let left = references.indices
    guard notes.indices.contains(where: { notes[$0].revision != nil || !left.contains($0) }) else { return }
    removeNotes { resolver.disappears(resolver.notes[$0].revision) || !left.contains($0) }
    for index in notes.indices { notes[index].revision = resolver.left(notes[index].revision) }
    countNotes()
  }
}

/// Finds out whether anything is a tracked change.
private struct ChangeFinder: DocumentVisitor {
  /// Whether only changes of merges count.
  var ofMergesOnly = false
  /// Whether a tracked change was found so far.
  var hasFound = false

  /// Looks at a change.
  private mutating func look(_ revision: Revision?) {
    guard let revision else { return }
    let isOfMerge = [revision.credit, revision.insertion].contains { $0?.author != nil && $0?.date == nil }
    if isOfMerge || !ofMergesOnly { hasFound = true }
  }

  /// Looks at the change of a margin note.
  mutating func enter(_ note: MarginNote) { look(note.revision) }

  /// Looks at the change of a paragraph's end.
  mutating func enter(_ paragraph: Paragraph) { look(paragraph.endRevision) }

  /// Looks at the change of a table row.
  mutating func enter(_ row: DocumentTableRow) { look(row.revision) }

  /// Looks at the change of a table cell.
  mutating func enter(_ cell: DocumentTableCell) { look(cell.revision) }

  /// Looks at the change of a run, a picture or a file.
  mutating func visit(_ inline: Inline) {
    switch inline {
    case .run(let run): look(run.style.revision)
    case .picture(let picture): look(picture.style.revision)
    case .attachment(let file): look(file.style.revision)
    default: break
    }
  }
}

/// Collects the notes that the text refers to.
private struct NoteReferences: DocumentVisitor {
  /// The indices of the notes so far; references that are deleted don't count.
  var indices: Set<Int> = []

  /// Notes the index if the inline refers to a note.
  mutating func visit(_ inline: Inline) {
    if case .noteReference(let index) = inline { indices.insert(index) }
  }
}

/// Resolves the tracked changes of blocks. It knows all notes, because references take their change
/// from the note.
private struct ChangeResolver {
  /// What becomes of a change.
  let fate: (Revision) -> ChangeFate
  /// The document's notes before any of them is removed.
  let notes: [MarginNote]

  /// Whether the part with this change disappears.
  func disappears(_ revision: Revision?) -> Bool {
    revision.map { fate($0) == .disappears } ?? false
  }

  /// A change that stays open; nil for one that is resolved.
  func left(_ revision: Revision?) -> Revision? { revision.flatMap { fate($0) == .open ? $0 : nil } }

  /// The blocks with their changes resolved. Recursion is as deep as tables and text boxes nest,
  /// which `Limits` bounds.
  func blocks(_ blocks: [Block]) -> [Block] {
    var result: [Block] = []
    // The paragraph whose end disappears. It may absorb very many others, so it grows in place.
    var open = Paragraph()
    var isOpen = false
    // Whether a reader of the final text sees something of it.
    var isSeen = false
    /// Completes the open paragraph, if there is one.
    func flush() {
      if isOpen { result.append(.paragraph(open)) }
      (open, isOpen, isSeen) = (Paragraph(), false, false)
    }
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        let resolved = self.paragraph(paragraph)
        if isOpen {
          // Nothing of the open paragraph is visible, so the next one decides about the style.
          if !isSeen { (open.style, open.listItem) = (resolved.style, resolved.listItem) }
          open.inlines += resolved.inlines
          open.textBoxes += resolved.textBoxes
        } else {
          (open, isOpen) = (resolved, true)
        }
        if !isSeen { isSeen = resolved.inlines.contains(where: \.isVisible) }
        if !disappears(paragraph.endRevision) { flush() }
      case .table(let table):
        flush()
        let resolved = self.table(table)
        if !resolved.rows.isEmpty || table.rows.isEmpty { result.append(.table(resolved)) }
      case .break(let kind):
        // As word processors do it, the paragraph continues behind the break.
        if isOpen { open.inlines.append(.break(kind)) } else { result.append(block) }
      }
    }
    flush()
    return result
  }

  /// The paragraph with the changes inside it resolved. Its end is up to the caller.
  private func paragraph(_ paragraph: Paragraph) -> Paragraph {
    var resolved = paragraph
    resolved.endRevision = left(paragraph.endRevision)
    resolved.inlines = paragraph.inlines.flatMap(inlines)
    for index in resolved.textBoxes.indices {
      resolved.textBoxes[index].blocks = blocks(resolved.textBoxes[index].blocks)
    }
    return resolved
  }

  /// The table without the rows and cells that disappear.
  ///
  /// A merged cell whose first part disappears begins with the next part that stays.
  private func table(_ table: DocumentTable) -> DocumentTable {
    var resolved = table
    resolved.rows = []
    // For each column, whether the row before lost a cell that began a vertical merge.
    var opened: [Bool] = []
    for var row in table.rows {
      for cell in row.cells.indices where row.cells[cell].verticalMerge == .continued {
        if opened.indices.contains(cell), opened[cell] { row.cells[cell].verticalMerge = .first }
      }
      for cell in row.cells.indices { row.cells[cell].blocks = blocks(row.cells[cell].blocks) }
      let isGone = disappears(row.revision, row.cells)
      let gone = row.cells.map { isGone || disappears($0.revision, [$0]) }
      opened = zip(row.cells, gone).map { $1 && $0.verticalMerge == .first }
      if isGone || !gone.isEmpty && !gone.contains(false) { continue }
      row.revision = left(row.revision)
      row.cells = self.cells(row.cells, without: gone)
      resolved.rows.append(row)
    }
    return resolved
  }

  /// Whether a row or cell disappears. A deleted one stays where something in it is not deleted.
  private func disappears(_ revision: Revision?, _ cells: [DocumentTableCell]) -> Bool {
    disappears(revision) && (revision?.kind == .insertion || cells.allSatisfy(\.isBlank))
  }

  /// The cells of a row that stay, with horizontal merges repaired.
  private func cells(_ cells: [DocumentTableCell], without gone: [Bool]) -> [DocumentTableCell] {
    var kept: [DocumentTableCell] = []
    // Whether the cell before disappeared and began a horizontal merge.
    var isOpened = false
    for (var cell, isGone) in zip(cells, gone) {
      if isOpened, cell.horizontalMerge == .continued { cell.horizontalMerge = .first }
      isOpened = isGone && cell.horizontalMerge == .first
      cell.revision = left(cell.revision)
      if !isGone { kept.append(cell) }
    }
    return kept
  }

  /// What becomes of one inline: nothing, or the inline without its change.
  private func inlines(_ inline: Inline) -> [Inline] {
    switch inline {
    case .run(var run):
      guard let revision = run.style.revision else { return [inline] }
      if disappears(revision) { return [] }
      run.style.revision = left(revision)
      guard run.style.revision == nil, revision.kind == .deletion, !run.style.isHidden else {
        return [.run(run)]
      }
      return ChangeResolver.lines(run)
    case .picture(var picture):
      if disappears(picture.style.revision) { return [] }
      picture.style.revision = left(picture.style.revision)
      return [.picture(picture)]
    case .attachment(var file):
      if disappears(file.style.revision) { return [] }
      file.style.revision = left(file.style.revision)
      return [.attachment(file)]
    case .noteReference(let index), .deletedNote(let index):
      guard notes.indices.contains(index) else { return [inline] }
      if left(notes[index].revision) != nil { return [inline] }
      return disappears(notes[index].revision) ? [] : [.noteReference(index)]
    default: return [inline]
    }
  }

  /// A deleted run that stays, with its line breaks as inlines again. While it was deleted, they
  /// were U+2028 in its text.
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
