/// What became of a sequence on one side.
struct MergeSide<Element> {
  /// For each element of the base what it is now; nil where it is gone.
  var kept: [Element?]
  /// What came before each element of the base, and behind the last.
  var inserted: [[Element]]

  /// Finds out what became of so many elements, by those that belong together.
  init(_ count: Int, _ new: [Element], _ pairs: [(old: Int, new: Int)]) {
    kept = Array(repeating: nil, count: count)
    inserted = Array(repeating: [], count: count + 1)
    var next = 0
    var gap = 0
    for pair in pairs {
      inserted[gap] += new[next..<pair.new]
      kept[pair.old] = new[pair.new]
      (next, gap) = (pair.new + 1, pair.old + 1)
    }
    inserted[gap] += new[next...]
  }
}

extension MergeWork {
  // MARK: Blocks

  /// Merges sequences of blocks.
  mutating func blocks(_ base: [Block], _ a: [Block], _ b: [Block]) -> [Block] {
    if a == b || b == base && !changesNotes(of: b, 1) { return a }
    if a == base && !changesNotes(of: a, 0) { return b }
    let keys = base.map { BlockKey($0) }
    let one = side(keys, a)
    let two = side(keys, b)
    var result: [Block] = []
    for gap in 0...base.count {
      result += insertions(one.inserted[gap], two.inserted[gap])
      guard gap < base.count else { break }
      switch (one.kept[gap], two.kept[gap]) {
      case (nil, nil): break
      case (let x?, let y?): result.append(block(base[gap], x, y))
      case (let x?, nil): result += survivor(base[gap], x, 0)
      case (nil, let y?): result += survivor(base[gap], y, 1)
      }
    }
    return result
  }

  /// What became of blocks on one side.
  private func side(_ keys: [BlockKey], _ new: [Block]) -> MergeSide<Block> {
    let pairs = BlockAlignment(keys, new.map { BlockKey($0) }).pairs
    return MergeSide(keys.count, new, pairs.map { ($0.old, $0.new) })
  }

  /// Blocks that came at one place on both sides: equal ones once, others as tracked changes, one side's behind the other's.
  private mutating func insertions(_ a: [Block], _ b: [Block]) -> [Block] {
    if a.isEmpty { return b }
    if b.isEmpty || a == b { return a }
    var interner = Interner()
    let match = SequenceMatch(
      a.map { interner.number(MergeWork.text($0)) }, b.map { interner.number(MergeWork.text($0)) },
      strategy: .shortest)
    var result: [Block] = []
    for step in SequenceMatch.steps(match.runs, old: a.count, new: b.count) {
      let isConflict = !step.old.isEmpty && !step.new.isEmpty
      if isConflict { conflicts.append(.init(kind: .text, text: MergeWork.text(a[step.old.lowerBound]))) }
      result += a[step.old].map { isConflict ? inserted($0, 0) : $0 }
      result += b[step.new].map { isConflict ? inserted($0, 1) : $0 }
      for pair in step.pairs {
        let (x, y) = (a[pair.old], b[pair.new])
        result.append(x == y ? x : block(nil, x, y))
      }
    }
    return result
  }

  /// The text by which blocks are compared.
  private static func text(_ block: Block) -> String { BlockKey(block).text }

  /// A block that both sides have.
  private mutating func block(_ base: Block?, _ a: Block, _ b: Block) -> Block {
    if a == b || b == base && !changesNotes(of: [b], 1) { return a }
    if a == base && !changesNotes(of: [a], 0) { return b }
    switch (a, b) {
    case (.paragraph(let a), .paragraph(let b)):
      if case .paragraph(let base)? = base { return .paragraph(paragraph(base, a, b)) }
      return .paragraph(paragraph(Paragraph(), a, b, hasBase: false))
    case (.table(let a), .table(let b)):
      if case .table(let base)? = base { return .table(DocumentTable(rows: rows(base.rows, a.rows, b.rows))) }
      return .table(DocumentTable(rows: rows([], a.rows, b.rows)))
    default: return preferred == 0 ? a : b
    }
  }

  /// What stays of a block that the other side deleted: nothing, unless this side changed its text.
  private mutating func survivor(_ base: Block, _ kept: Block, _ side: Int) -> [Block] {
    let hasNotes = changesNotes(of: [kept], side)
    if MergeWork.text(base) == MergeWork.text(kept), !hasNotes { return [] }
    conflicts.append(.init(kind: .deletion, text: MergeWork.text(kept)))
    guard case .paragraph(let old) = base, case .paragraph(var paragraph) = kept else { return [kept] }
    let (before, after) = (InlineTokens.tokens(of: old.inlines), InlineTokens.tokens(of: paragraph.inlines))
    var inlines: [Inline] = []
    for step in InlineComparison.steps(before, after) {
      inlines += after[step.new].map { marked($0, .insertion, side) }
      inlines += step.pairs.map { marked(after[$0.new], .deletion, 1 - side) }
    }
    paragraph.inlines = InlineTokens.joined(inlines)
    return [.paragraph(paragraph)]
  }

  /// Whether blocks refer to a note whose text a side changed. Then they are changed, too, though they look the same.
  private func changesNotes(of blocks: [Block], _ side: Int) -> Bool {
    if changedNotes[side].isEmpty { return false }
    /// Looks for references to some of the notes.
    struct Finder: DocumentVisitor {
      /// The indices of the notes to look for.
      let wanted: Set<Int>
      /// Whether a reference to one of them was found.
      var hasFound = false
      /// Compares the index if the inline refers to a note.
      mutating func visit(_ inline: Inline) {
        switch inline {
        case .noteReference(let index), .deletedNote(let index): if wanted.contains(index) { hasFound = true }
        default: break
        }
      }
    }
    var finder = Finder(wanted: changedNotes[side])
    Document.walk(blocks, &finder)
    return finder.hasFound
  }

  // MARK: Paragraphs

  /// Merges a paragraph that both sides have.
  private mutating func paragraph(
    _ base: Paragraph, _ a: Paragraph, _ b: Paragraph, hasBase: Bool = true
  ) -> Paragraph {
    var result = a
    let name = BlockKey.text([.paragraph(a)])
    let merge = StyleMerge(preferred: preferred)
    result.style.merge(base.style, b.style, merge)
    if merge.hasConflict { conflicts.append(.init(kind: .formatting, text: name)) }
    result.listItem = listItem(base.listItem, a.listItem, b.listItem, name)
    result.endRevision = value(base.endRevision, a.endRevision, b.endRevision, .formatting, name)
    result.inlines =
      hasBase
      ? inlines(base.inlines, a.inlines, b.inlines)
      : InlineTokens.joined(
        insertions(InlineTokens.tokens(of: a.inlines), InlineTokens.tokens(of: b.inlines)))
    result.textBoxes = boxes(base.textBoxes, a.textBoxes, b.textBoxes)
    return result
  }

  /// A place in a list. Markers are counted, so they are no conflict.
  ///
  /// - Returns: The merged place with a marker that a side changed; nil if the paragraph is no item anymore.
  private mutating func listItem(_ base: ListItem?, _ a: ListItem?, _ b: ListItem?, _ name: String)
    -> ListItem?
  {
    var items = [base, a, b]
    for index in items.indices { items[index]?.marker = "" }
    guard var merged = value(items[0], items[1], items[2], .formatting, name) else { return nil }
    merged.marker =
      [a?.marker, b?.marker].compactMap { $0 }.first { $0 != base?.marker } ?? base?.marker ?? ""
    return merged
  }

  /// Merges text boxes, the first with the first and so on; none is lost.
  private mutating func boxes(_ base: [TextBox], _ a: [TextBox], _ b: [TextBox]) -> [TextBox] {
    if a == b || b == base { return a }
    if a == base { return b }
    return (0..<max(a.count, b.count)).map { index in
      guard a.indices.contains(index) else { return b[index] }
      guard b.indices.contains(index) else { return a[index] }
      let before = base.indices.contains(index) ? base[index].blocks : []
      return TextBox(blocks: blocks(before, a[index].blocks, b[index].blocks))
    }
  }

  /// Merges the content of paragraphs word by word.
  private mutating func inlines(_ base: [Inline], _ a: [Inline], _ b: [Inline]) -> [Inline] {
    /// Whether inlines refer to a note whose text this side changed.
    func notes(_ side: Int, _ inlines: [Inline]) -> Bool {
      changesNotes(of: [.paragraph(Paragraph(inlines: inlines))], side)
    }
    if a == b || b == base && !notes(1, b) { return a }
    if a == base && !notes(0, a) { return b }
    let (old, x, y) = (InlineTokens.tokens(of: base), InlineTokens.tokens(of: a), InlineTokens.tokens(of: b))
    let (one, two) = (MergeWork.side(old, x), MergeWork.side(old, y))
    var result: [Inline] = []
    for gap in 0...old.count {
      let (left, right) = (one.inserted[gap], two.inserted[gap])
      let isConflict = !left.isEmpty && !right.isEmpty && left != right
      if isConflict {
        // The words that both replaced, so that a reader sees what the change was.
        var gone: [Inline] = []
        for index in old[gap...].indices where one.kept[index] == nil && two.kept[index] == nil {
          guard index - gap == gone.count else { break }
          gone.append(old[index])
        }
        result += gone.filter { !MergeWork.isReference($0) }.map { marked($0, .deletion, 0) }
      }
      result += insertions(
        left, right, isWithinDeletion: [MergeWork.isGone(two, gap), MergeWork.isGone(one, gap)])
      guard gap < old.count else { break }
      switch (one.kept[gap], two.kept[gap]) {
      case (nil, nil): break
      case (let x?, let y?): result.append(token(old[gap], x, y))
      case (let x?, nil): if isChangedNote(x, 0) { result.append(x) }
      case (nil, let y?): if isChangedNote(y, 1) { result.append(y) }
      }
    }
    return InlineTokens.joined(result)
  }

  /// Whether a place lies between words that a side deleted.
  ///
  /// - Parameters:
  ///   - side: What became of the words on that side.
  ///   - gap: The index of the word behind the place.
  private static func isGone(_ side: MergeSide<Inline>, _ gap: Int) -> Bool {
    gap > 0 && gap < side.kept.count && side.kept[gap - 1] == nil && side.kept[gap] == nil
  }

  /// Whether an inline refers to something, so that it must not be there twice.
  private static func isReference(_ inline: Inline) -> Bool {
    switch inline {
    case .run, .picture, .attachment, .lineBreak: false
    default: true
    }
  }

  /// What became of words on one side.
  private static func side(_ old: [Inline], _ new: [Inline]) -> MergeSide<Inline> {
    MergeSide(old.count, new, InlineComparison.steps(old, new).flatMap(\.pairs))
  }

  /// Whether an inline refers to a note that a side changed; then it stays, although the other deleted it.
  ///
  /// A conflict is noted for a reference that stays for this reason, unless the note was deleted before.
  private mutating func isChangedNote(_ inline: Inline, _ side: Int) -> Bool {
    guard changesNotes(of: [.paragraph(Paragraph(inlines: [inline]))], side) else { return false }
    guard case .noteReference(let index) = inline else { return true }
    conflicts.append(.init(kind: .deletion, text: BlockKey.text(tables.sides[side].notes[index].blocks)))
    return true
  }

  /// Words that came at one place on both sides.
  ///
  /// - Parameter isWithinDeletion: For each side, whether the other one deleted the text around the place.
  private mutating func insertions(
    _ a: [Inline], _ b: [Inline], isWithinDeletion: [Bool] = [false, false]
  ) -> [Inline] {
    if a == b { return a }
    if a.isEmpty || b.isEmpty {
      let side = a.isEmpty ? 1 : 0
      if !isWithinDeletion[side] { return a + b }
      conflicts.append(.init(kind: .deletion, text: (a + b).map(\.runText).joined()))
      return (a + b).map { marked($0, .insertion, side) }
    }
    var result: [Inline] = []
    for step in InlineComparison.steps(a, b) {
      let isConflict = !step.old.isEmpty && !step.new.isEmpty
      if isConflict { conflicts.append(.init(kind: .text, text: a[step.old].map(\.runText).joined())) }
      result += a[step.old].map { isConflict ? marked($0, .insertion, 0) : $0 }
      result += b[step.new].map { isConflict ? marked($0, .insertion, 1) : $0 }
      for pair in step.pairs { result.append(token(nil, a[pair.old], b[pair.new])) }
    }
    return result
  }

  /// A word that both sides have: its formatting is merged attribute by attribute.
  private mutating func token(_ base: Inline?, _ a: Inline, _ b: Inline) -> Inline {
    if a == b || b == base { return a }
    if a == base { return b }
    let name = a.runText
    switch (a, b) {
    case (.run(var x), .run(let y)):
      var before: CharacterStyle?
      if case .run(let run)? = base { before = run.style }
      let merge = StyleMerge(preferred: preferred)
      x.style.merge(before ?? CharacterStyle(), y.style, merge)
      if merge.hasConflict { conflicts.append(.init(kind: .formatting, text: name)) }
      return .run(x)
    default: return value(base, a, b, .formatting, name)
    }
  }

  // MARK: Tables

  /// Merges the rows of a table.
  ///
  /// Rows that came on both sides with the same text are there once.
  private mutating func rows(_ base: [DocumentTableRow], _ a: [DocumentTableRow], _ b: [DocumentTableRow])
    -> [DocumentTableRow]
  {
    if a == b || b == base && !changesNotes(of: [.table(DocumentTable(rows: b))], 1) { return a }
    if a == base && !changesNotes(of: [.table(DocumentTable(rows: a))], 0) { return b }
    let keys = base.map { BlockKey($0) }
    func side(_ new: [DocumentTableRow]) -> MergeSide<DocumentTableRow> {
      MergeSide(
        keys.count, new, BlockAlignment(keys, new.map { BlockKey($0) }).pairs.map { ($0.old, $0.new) })
    }
    let (one, two) = (side(a), side(b))
    var result: [DocumentTableRow] = []
    for gap in 0...base.count {
      let (left, right) = (one.inserted[gap], two.inserted[gap])
      result += left
      result += right.filter { row in !left.contains { BlockKey($0).text == BlockKey(row).text } }
      guard gap < base.count else { break }
      switch (one.kept[gap], two.kept[gap]) {
      case (nil, nil): break
      case (let x?, let y?): result += row(base[gap], x, y)
      case (let x?, nil): result += survivor(base[gap], x, 0)
      case (nil, let y?): result += survivor(base[gap], y, 1)
      }
    }
    return result
  }

  /// What stays of a row that the other side deleted: nothing, unless this side changed its text.
  ///
  /// - Returns: Nothing, or the row, deleted by the other side unless it has a tracked change already.
  private mutating func survivor(_ base: DocumentTableRow, _ kept: DocumentTableRow, _ side: Int)
    -> [DocumentTableRow]
  {
    let hasNotes = changesNotes(of: kept.cells.flatMap(\.blocks), side)
    if BlockKey(base).text == BlockKey(kept).text, !hasNotes { return [] }
    conflicts.append(.init(kind: .deletion, text: BlockKey(kept).text))
    var row = kept
    if row.revision == nil { row.revision = revision(.deletion, 1 - side) }
    return [row]
  }

  /// A row that both sides have. Where the numbers of cells differ, both rows stay.
  ///
  /// - Returns: The merged row, or first the one of the first side and then that of the second.
  private mutating func row(_ base: DocumentTableRow, _ a: DocumentTableRow, _ b: DocumentTableRow)
    -> [DocumentTableRow]
  {
    if a == b || b == base && !changesNotes(of: [.table(DocumentTable(rows: [b]))], 1) { return [a] }
    if a == base && !changesNotes(of: [.table(DocumentTable(rows: [a]))], 0) { return [b] }
    guard a.cells.count == base.cells.count, b.cells.count == base.cells.count else {
      conflicts.append(.init(kind: .text, text: BlockKey(a).text))
      return [a, b]
    }
    var facts = [base, a, b]
    for index in facts.indices { facts[index].cells = [] }
    var result = value(facts[0], facts[1], facts[2], .formatting, BlockKey(a).text)
    for index in base.cells.indices {
      var cells = [base.cells[index], a.cells[index], b.cells[index]]
      let content = blocks(cells[0].blocks, cells[1].blocks, cells[2].blocks)
      for index in cells.indices { cells[index].blocks = [] }
      var cell = value(cells[0], cells[1], cells[2], .formatting, BlockKey(a).text)
      cell.blocks = content
      result.cells.append(cell)
    }
    return [result]
  }
}
