internal import SlipDocument

/// The blocks of a story or cell while they are collected.
///
/// A page, column or section break at the edge of a paragraph becomes a block between
/// paragraphs, so that one text has one form. Inside cells there are no such blocks, and
/// a break stays in its paragraph. A paragraph whose end is a tracked deletion is open:
/// the text goes on in the next paragraph.
///
/// Moving a break never changes the text: see `RTFPlainTextWriter.breakHere`.
struct RTFBlockList {
  /// The blocks so far.
  private(set) var blocks: [Block] = []
  /// Whether these are the blocks of a cell.
  let isCell: Bool
  /// Whether an open paragraph that has something visible precedes the list.
  let isBegun: Bool
  /// A list item was dropped that may have been the only one of its list.
  private(set) var hasLostItem = false

  /// Creates an empty list.
  ///
  /// - Parameter capacity: How many blocks are likely to come. Room for them is reserved
  ///   at once.
  init(isCell: Bool, isBegun: Bool = false, capacity: Int = 0) {
    self.isCell = isCell
    self.isBegun = isBegun
    if capacity > 0 { blocks.reserveCapacity(capacity) }
  }

  /// Adds a table, unless it has no rows.
  mutating func add(_ table: DocumentTable) {
    guard !table.rows.isEmpty else { return }
    blocks.append(.table(table))
  }

  /// Adds blocks one by one, so that breaks are moved where they belong.
  mutating func add(contentsOf others: [Block]) {
    for other in others {
      switch other {
      case .paragraph(let paragraph): add(paragraph)
      case .table(let table): add(table)
      case .break(let kind): add(kind)
      }
    }
  }

  /// Adds a break that no paragraph holds. In a cell, it gets a paragraph of its own.
  mutating func add(_ kind: BreakKind) {
    if isCell {
      add(Paragraph(inlines: [.break(kind)]))
    } else {
      blocks.append(.break(kind))
    }
  }

  /// Adds a paragraph. Breaks at its edges become blocks before and behind it.
  mutating func add(_ paragraph: Paragraph) {
    guard !isCell, paragraph.inlines.contains(where: \.isBreak) else {
      return blocks.append(.paragraph(paragraph))
    }
    var paragraph = paragraph
    addLeadingBreaks(&paragraph)
    let trailing = takeTrailingBreak(&paragraph)
    blocks.append(.paragraph(paragraph))
    if let trailing { blocks.append(.break(trailing)) }
  }

  /// Moves the breaks before anything visible in a paragraph to before the paragraph.
  ///
  /// Invisible inlines stay, and runs of one style that become neighbours are joined. For
  /// `\page\b x\par` the blocks are a page break and a paragraph.
  private mutating func addLeadingBreaks(_ paragraph: inout Paragraph) {
    let visible = paragraph.inlines.firstIndex(where: \.isVisible) ?? paragraph.inlines.endIndex
    var kept: [Inline] = []
    for inline in paragraph.inlines[..<visible] {
      if case .break(let kind) = inline {
        blocks.append(.break(kind))
      } else if case .run(let run) = inline, case .run(var last)? = kept.last, last.style == run.style {
        last.text += run.text
        kept[kept.count - 1] = .run(last)
      } else {
        kept.append(inline)
      }
    }
    paragraph.inlines.replaceSubrange(..<visible, with: kept)
  }

  /// Removes a single break behind all that is visible: together with it, the paragraph's
  /// end adds nothing to the text. Not so if the paragraph has text boxes, which come
  /// between the two.
  private func takeTrailingBreak(_ paragraph: inout Paragraph) -> BreakKind? {
    guard paragraph.textBoxes.isEmpty, paragraph.endIsVisible,
      case .break(let kind)? = paragraph.inlines.last,
      paragraph.inlines.dropLast().last(where: { $0.isVisible || $0.isBreak }).map({ !$0.isBreak }) ?? false
    else { return nil }
    paragraph.inlines.removeLast()
    return kind
  }

  /// Adds what a story holds behind its last paragraph. Invisible text goes to the
  /// paragraph before it, and breaks stand behind that.
  mutating func addRemainder(_ inlines: [Inline]) {
    let rest = inlines.filter { !$0.isBreak }
    if !rest.isEmpty, case .paragraph(var last)? = blocks.last {
      last.inlines += rest
      blocks[blocks.count - 1] = .paragraph(last)
    } else if !rest.isEmpty, blocks.isEmpty {
      blocks.append(.paragraph(Paragraph(inlines: rest)))
    }
    for case .break(let kind) in inlines { add(kind) }
  }

  /// Ends the open paragraph at its last break, if something visible stands before that:
  /// what follows lies in a table.
  ///
  /// - Returns: Whether something visible behind the break is left open.
  mutating func endAtBreak() -> Bool {
    guard let index = openBreak() else { return isOpen(blocks[...]) }
    if case .paragraph(let paragraph) = blocks[index] {
      split(paragraph, at: index)
    } else {
      blocks.insert(.paragraph(Paragraph()), at: index + 1)
    }
    return isOpen(blocks[...])
  }

  /// Whether `endAtBreak` would end anything.
  var hasOpenBreak: Bool { openBreak() != nil }

  /// The index of the block that is, or holds, the last break of the open paragraph, if
  /// something visible of that paragraph stands before the break.
  private func openBreak() -> Int? {
    for index in blocks.indices.reversed() {
      switch blocks[index] {
      case .table: return nil
      case .break: return isOpen(blocks[..<index]) ? index : nil
      case .paragraph(let paragraph):
        if paragraph.endIsVisible { return nil }
        guard let last = paragraph.inlines.lastIndex(where: \.isBreak) else { continue }
        let isBehind = paragraph.inlines[..<last].contains(where: \.isVisible) || isOpen(blocks[..<index])
        return isBehind ? index : nil
      }
    }
    return nil
  }

  /// Splits a paragraph behind its last break.
  private mutating func split(_ paragraph: Paragraph, at index: Int) {
    guard let last = paragraph.inlines.lastIndex(where: \.isBreak) else { return }
    var (first, second) = (paragraph, paragraph)
    first.inlines.removeSubrange((last + 1)...)
    (first.textBoxes, first.endRevision) = ([], nil)
    second.inlines.removeSubrange(...last)
    second.listItem = nil
    RTFStyleDefaults.strip(&first)
    RTFStyleDefaults.strip(&second)
    let following = blocks[(index + 1)...]
    blocks.removeSubrange(index...)
    add(first)
    blocks.append(.paragraph(second))
    blocks += following
  }

  /// Takes the text boxes of the open paragraph, and puts them before others.
  ///
  /// - Returns: Whether the open paragraph may have begun before this list.
  mutating func takeOpenBoxes(_ boxes: inout [TextBox]) -> Bool {
    for index in blocks.indices.reversed() {
      switch blocks[index] {
      case .table: return false
      case .break: continue
      case .paragraph(var paragraph):
        if paragraph.endIsVisible { return false }
        if paragraph.textBoxes.isEmpty { continue }
        boxes.insert(contentsOf: paragraph.textBoxes, at: 0)
        paragraph.textBoxes = []
        blocks[index] = .paragraph(paragraph)
      }
    }
    return true
  }

  /// Ends the open paragraph: at the latest, the story's end ends it.
  ///
  /// If the last block is a paragraph with an end, the open one ends there; if that
  /// paragraph is empty otherwise, it loses its style and list item. If the last block is
  /// anything else, an empty paragraph is added.
  private mutating func endRunningOn() {
    var last: Paragraph?
    if case .paragraph(let paragraph)? = blocks.last, paragraph.endIsVisible { last = paragraph }
    guard isOpen(blocks.dropLast(last == nil ? 0 : 1), byBoxes: true) else { return }
    guard let last else { return blocks.append(.paragraph(Paragraph())) }
    if last.inlines.isEmpty && last.textBoxes.isEmpty && (last.listItem?.marker ?? "").isEmpty {
      hasLostItem = last.listItem != nil
      blocks[blocks.count - 1] = .paragraph(Paragraph())
    }
  }

  /// Whether blocks end in an open paragraph that has something visible, or text boxes if
  /// those count. Breaks do not end it.
  private func isOpen(_ blocks: ArraySlice<Block>, byBoxes: Bool = false) -> Bool {
    for block in blocks.reversed() {
      switch block {
      case .paragraph(let paragraph):
        if paragraph.endIsVisible { return false }
        if byBoxes && !paragraph.textBoxes.isEmpty || paragraph.inlines.contains(where: \.isVisible) {
          return true
        }
      case .break: continue
      case .table: return false
      }
    }
    return isBegun
  }

  /// The blocks. In a cell, the last paragraph ends with the cell, and so there is one in
  /// each.
  mutating func finished() -> [Block] {
    if isCell {
      if case .paragraph(var last)? = blocks.last {
        last.endRevision = nil
        blocks[blocks.count - 1] = .paragraph(last)
      } else {
        blocks.append(.paragraph(Paragraph()))
      }
    } else {
      endRunningOn()
    }
    return blocks
  }
}

/// Breaks among inlines.
extension Inline {
  /// Whether this is a page, column or section break.
  fileprivate var isBreak: Bool { if case .break = self { true } else { false } }
}
