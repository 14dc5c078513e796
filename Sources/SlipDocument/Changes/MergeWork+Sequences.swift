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

extension MergeSide where Element: Equatable {
  /// Moves what came as far to the front as the text stays the same, so that what both sides added stands at one place.
  ///
  /// `two new | three` and `two | new three` are one text, in which either the blank before the new word came or that behind it.
  func leftmost() -> MergeSide {
    var side = self
    for gap in side.inserted.indices where !side.inserted[gap].isEmpty {
      let added = side.inserted[gap]
      var count = 0
      while count < gap, side.inserted[gap - 1 - count].isEmpty,
        side.kept[gap - 1 - count] == added[added.count - 1 - count % added.count]
      { count += 1 }
      if count == 0 { continue }
      let all = side.kept[(gap - count)..<gap].compactMap(\.self) + added
      side.inserted[gap] = []
      side.inserted[gap - count] = Array(all.prefix(added.count))
      for (offset, element) in all.dropFirst(added.count).enumerated() {
        side.kept[gap - count + offset] = element
      }
    }
    return side
  }
}

extension Block {
  /// Whether it is a paragraph.
  fileprivate var isParagraph: Bool { if case .paragraph = self { true } else { false } }

  /// Whether it is a paragraph without anything in it.
  fileprivate var isEmptyParagraph: Bool {
    if case .paragraph(let paragraph) = self {
      paragraph.inlines.isEmpty && paragraph.textBoxes.isEmpty
    } else {
      false
    }
  }

  /// Whether it can be a tracked change; a break can't.
  fileprivate var isTracked: Bool { if case .break = self { false } else { true } }
}

extension MergeWork {
  // MARK: Blocks

  /// Merges sequences of blocks.
  mutating func blocks(_ base: [Block], _ a: [Block], _ b: [Block]) -> [Block] {
    if a == b || b == base && !changesNotes(of: b, 1) { return a }
    if a == base && !changesNotes(of: a, 0) { return b }
    let keys = base.map { BlockKey(before: $0) }
    let sides = [side(base, keys, a), side(base, keys, b)]
    var result: [MarkedBlock] = []
    for gap in 0...base.count {
      result += insertions(base, gap, sides)
      guard gap < base.count else { break }
      switch (sides[0].kept[gap], sides[1].kept[gap]) {
      case (nil, nil): break
      case (let x?, let y?): result.append(MarkedBlock(block: block(base[gap], x, y)))
      case (let x?, nil): result += survivor(base[gap], x, 0).map { MarkedBlock(block: $0) }
      case (nil, let y?): result += survivor(base[gap], y, 1).map { MarkedBlock(block: $0) }
      }
    }
    return result.contains { $0.mark != nil } ? RedlineEnds.blocks(result) : result.map(\.block)
  }

  /// What became of blocks on one side.
  ///
  /// Where as many paragraphs came as went, each stands for the one in whose place it is, however little they are alike.
  private func side(_ base: [Block], _ keys: [BlockKey], _ new: [Block]) -> MergeSide<Block> {
    let found = BlockAlignment(keys, new.map { BlockKey(before: $0) }).pairs.map { ($0.old, $0.new) }
    guard !isLenient else { return MergeSide(keys.count, new, found) }
    var pairs: [(old: Int, new: Int)] = []
    var (i, j) = (0, 0)
    for (old, next) in found + [(base.count, new.count)] {
      let count = old - i
      let isReplaced =
        count == next - j
        && (0..<count).allSatisfy { base[i + $0].isParagraph && new[j + $0].isParagraph }
      if isReplaced { pairs += (0..<count).map { (i + $0, j + $0) } }
      if old < base.count { pairs.append((old, next)) }
      (i, j) = (old + 1, next + 1)
    }
    return MergeSide(keys.count, new, pairs)
  }

  /// Blocks that came at one place on both sides: equal ones once, others as tracked changes, one side's behind the other's.
  ///
  /// Before them stand the blocks that both replaced, so that rejecting the changes brings them back.
  private mutating func insertions(
    _ base: [Block], _ gap: Int, _ sides: [MergeSide<Block>]
  ) -> [MarkedBlock] {
    let (a, b) = (sides[0].inserted[gap], sides[1].inserted[gap])
    if b.isEmpty || a == b { return a.map { MarkedBlock(block: $0) } }
    if a.isEmpty { return b.map { MarkedBlock(block: $0) } }
    // A text doesn't say where a body has empty paragraphs, so these are beside what an edit writes there.
    if isLenient, [a, b].contains(where: { $0.allSatisfy(\.isEmptyParagraph) }) {
      return (a + b).map { MarkedBlock(block: $0) }
    }
    var result: [MarkedBlock] = []
    var hasConflict = false
    let pairs = BlockAlignment(a.map { BlockKey(before: $0) }, b.map { BlockKey(before: $0) }).pairs
    var (i, j) = (0, 0)
    for (old, new) in pairs.map({ ($0.old, $0.new) }) + [(a.count, b.count)] {
      let isConflict = old > i && new > j
      if isConflict { conflicts.append(.init(kind: .text, text: MergeWork.text(a[i]))) }
      hasConflict = hasConflict || isConflict
      for (side, blocks) in [a[i..<old], b[j..<new]].enumerated() {
        result += blocks.map { isConflict ? marked($0, .insertion, side) : MarkedBlock(block: $0) }
      }
      if old < a.count {
        let (x, y) = (a[old], b[new])
        result.append(MarkedBlock(block: x == y ? x : block(nil, x, y)))
      }
      (i, j) = (old + 1, new + 1)
    }
    guard hasConflict else { return result }
    let gone = base[gap...].indices.prefix { sides[0].kept[$0] == nil && sides[1].kept[$0] == nil }
    return gone.filter { base[$0].isTracked }.map { marked(base[$0], .deletion, 0) } + result
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

  /// What stays of a block that the other side deleted: nothing, unless this side changed its text or its pictures.
  private mutating func survivor(_ base: Block, _ kept: Block, _ side: Int) -> [Block] {
    let hasNotes = changesNotes(of: [kept], side)
    // An edit of a text names pictures in another way than the body.
    let isSame =
      isLenient
      ? MergeWork.text(base) == MergeWork.text(kept)
      : BlockKey.content(of: [base]) == BlockKey.content(of: [kept])
    if isSame, !hasNotes { return [] }
    conflicts.append(.init(kind: .deletion, text: MergeWork.text(kept)))
    guard case .paragraph(let old) = base, case .paragraph(var paragraph) = kept else { return [kept] }
    let (before, after) = (InlineTokens.tokens(of: old.inlines), InlineTokens.tokens(of: paragraph.inlines))
    paragraph.inlines = InlineTokens.joined(survivors(before, after, side))
    return [.paragraph(paragraph)]
  }

  /// Whether blocks refer to a note whose text a side changed. Then they are changed, too, though they look the same.
  func changesNotes(of blocks: [Block], _ side: Int) -> Bool {
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
    result.endRevision = MergeWork.revision(base.endRevision, a.endRevision, b.endRevision)
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
      result += right.filter { row in
        !left.contains { MergeWork.content(of: $0) == MergeWork.content(of: row) }
      }
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

  /// What tells a row from others, besides its formatting.
  private static func content(of row: DocumentTableRow) -> [String] {
    row.cells.map { BlockKey.content(of: $0.blocks) }
  }

  /// What stays of a row that the other side deleted: nothing, unless this side changed its text or its pictures.
  ///
  /// - Returns: Nothing, or the row, deleted by the other side unless it has a tracked change already.
  private mutating func survivor(_ base: DocumentTableRow, _ kept: DocumentTableRow, _ side: Int)
    -> [DocumentTableRow]
  {
    let hasNotes = changesNotes(of: kept.cells.flatMap(\.blocks), side)
    if MergeWork.content(of: base) == MergeWork.content(of: kept), !hasNotes { return [] }
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
