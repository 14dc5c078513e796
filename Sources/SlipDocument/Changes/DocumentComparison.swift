/// Compares documents, and all that they consist of. Nothing here depends on how deep blocks nest, except the stack,
/// which `Limits` bounds.
struct DocumentComparison {
  /// How a sequence of blocks changes.
  ///
  /// - Parameters:
  ///   - old: The blocks of the first document.
  ///   - new: Those of the second one, with indices into the common tables.
  ///
  /// - Returns: The edits in order; empty where both are equal.
  func blocks(_ old: [Block], _ new: [Block]) -> [BlockEdit] {
    if old == new { return [] }
    let pairs = BlockAlignment(old.map { BlockKey($0) }, new.map { BlockKey($0) }).pairs
    return edits(old, new, pairs) { change($0, $1) }
  }

  /// How aligned sequences change; empty where they are equal.
  ///
  /// - Parameter change: Compares two elements that belong together and differ; nil where they can't be compared.
  func edits<Element, Change>(
    _ old: [Element], _ new: [Element], _ pairs: [BlockAlignment.Pair],
    _ change: (Element, Element) -> Change?
  ) -> [SequenceEdit<Element, Change>] {
    var list = EditList<Element, Change>()
    var (i, j) = (0, 0)
    for pair in pairs {
      list.delete(old[i..<pair.old])
      list.insert(new[j..<pair.new])
      if old[pair.old] == new[pair.new] {
        list.keep(1)
      } else if let change = change(old[pair.old], new[pair.new]) {
        list.update(change)
      } else {
        list.delete([old[pair.old]])
        list.insert([new[pair.new]])
      }
      (i, j) = (pair.old + 1, pair.new + 1)
    }
    list.delete(old[i...])
    list.insert(new[j...])
    return list.finished()
  }

  /// The change of one block into another of the same sort.
  ///
  /// - Returns: The change, or nil where one can't become the other, as a paragraph can't become a table.
  private func change(_ old: Block, _ new: Block) -> BlockChange? {
    switch (old, new) {
    case (.paragraph(let old), .paragraph(let new)): .paragraph(paragraph(old, new))
    case (.table(let old), .table(let new)): .table(rows(old.rows, new.rows))
    default: nil
    }
  }

  /// The change of one paragraph into another.
  private func paragraph(_ old: Paragraph, _ new: Paragraph) -> ParagraphChange {
    var change = ParagraphChange()
    change.style = ValueChange(from: old.style, to: new.style)
    change.listItem = ValueChange(from: old.listItem, to: new.listItem)
    change.endRevision = ValueChange(from: old.endRevision, to: new.endRevision)
    change.inlines = InlineComparison.edits(old.inlines, new.inlines)
    change.textBoxes = edits(
      old.textBoxes, new.textBoxes, DocumentComparison.inOrder(old.textBoxes.count, new.textBoxes.count)
    ) { blocks($0.blocks, $1.blocks) }
    return change
  }

  /// How the rows of a table change.
  private func rows(_ old: [DocumentTableRow], _ new: [DocumentTableRow]) -> [RowEdit] {
    let pairs = BlockAlignment(old.map { BlockKey($0) }, new.map { BlockKey($0) }).pairs
    return edits(old, new, pairs) { old, new in
      var (oldFacts, newFacts) = (old, new)
      (oldFacts.cells, newFacts.cells) = ([], [])
      return RowChange(
        facts: ValueChange(from: oldFacts, to: newFacts), cells: cells(old.cells, new.cells))
    }
  }

  /// Cells of rows that have as many belong together; else those that are alike do.
  private func cells(_ old: [DocumentTableCell], _ new: [DocumentTableCell]) -> [CellEdit] {
    let pairs =
      old.count == new.count
      ? DocumentComparison.inOrder(old.count, new.count)
      : BlockAlignment(old.map { BlockKey($0.blocks) }, new.map { BlockKey($0.blocks) }).pairs
    return edits(old, new, pairs) { old, new in
      var (oldFacts, newFacts) = (old, new)
      (oldFacts.blocks, newFacts.blocks) = ([], [])
      return CellChange(
        facts: ValueChange(from: oldFacts, to: newFacts), blocks: blocks(old.blocks, new.blocks))
    }
  }

  /// How the texts above and below the pages change. Those of one kind belong together.
  ///
  /// - Returns: The edits in order; empty where nothing differs.
  func headers(_ old: [HeaderOrFooter], _ new: [HeaderOrFooter]) -> [HeaderEdit] {
    var interner = Interner()
    let match = SequenceMatch(
      old.map { interner.number($0.kind.rawValue) }, new.map { interner.number($0.kind.rawValue) },
      strategy: .shortest)
    let pairs = SequenceMatch.steps(match.runs, old: old.count, new: new.count).flatMap(\.pairs)
      .map { BlockAlignment.Pair(old: $0.old, new: $0.new, isEqual: false) }
    return edits(old, new, pairs) { blocks($0.blocks, $1.blocks) }
  }

  /// How the notes that both documents have change.
  func notes(_ old: [MarginNote], _ new: Document, _ tables: SharedTables) -> [NoteChange] {
    var changes: [NoteChange] = []
    for place in tables.noteIndices.sorted() where place < old.count {
      var (before, after) = (old[place], new.notes[place])
      if before == after { continue }
      let blocks = blocks(before.blocks, after.blocks)
      (before.blocks, after.blocks) = ([], [])
      changes.append(NoteChange(note: place, facts: ValueChange(from: before, to: after), blocks: blocks))
    }
    return changes
  }

  /// The first with the first, the second with the second, and so on.
  private static func inOrder(_ old: Int, _ new: Int) -> [BlockAlignment.Pair] {
    (0..<min(old, new)).map { .init(old: $0, new: $0, isEqual: false) }
  }
}

extension DocumentChanges {
  /// Compares two documents.
  ///
  /// - Parameters:
  ///   - old: The document to begin with.
  ///   - new: The document that applying the difference to `old` gives.
  public init(from old: Document, to new: Document) {
    let tables = SharedTables(old, new)
    let shared = tables.shared(new)
    let comparison = DocumentComparison()
    self.tables = tables
    head = ValueChange(from: old.head, to: new.head)
    blocks = comparison.blocks(old.blocks, shared.blocks)
    notes = comparison.notes(old.notes, shared, tables)
    headersAndFooters = comparison.headers(old.headersAndFooters, shared.headersAndFooters)
  }
}

/// Collects edits; neighbours of one kind are joined.
struct EditList<Element: Sendable & Equatable, Change: Sendable & Equatable> {
  /// What is complete.
  private var edits: [SequenceEdit<Element, Change>] = []
  /// How many elements stay since then.
  private var kept = 0
  /// The elements that go since then.
  private var deleted: [Element] = []
  /// The elements that come since then.
  private var inserted: [Element] = []
  /// Whether anything but `keep` was added.
  private var isChanged = false

  /// Adds elements that stay.
  mutating func keep(_ count: Int) {
    if count == 0 { return }
    endChange()
    kept += count
  }

  /// Adds elements that go.
  mutating func delete(_ elements: some Sequence<Element>) { deleted += elements }

  /// Adds elements that come.
  mutating func insert(_ elements: some Sequence<Element>) { inserted += elements }

  /// Adds an element that changes.
  mutating func update(_ change: Change) {
    endChange()
    endKept()
    edits.append(.update(change))
    isChanged = true
  }

  /// Completes what stays.
  private mutating func endKept() {
    if kept > 0 { edits.append(.keep(kept)) }
    kept = 0
  }

  /// Completes what goes and comes.
  private mutating func endChange() {
    if deleted.isEmpty && inserted.isEmpty { return }
    endKept()
    if !deleted.isEmpty { edits.append(.delete(deleted)) }
    if !inserted.isEmpty { edits.append(.insert(inserted)) }
    (deleted, inserted, isChanged) = ([], [], true)
  }

  /// The edits; empty where nothing changes.
  mutating func finished() -> [SequenceEdit<Element, Change>] {
    endChange()
    endKept()
    return isChanged ? edits : []
  }
}
