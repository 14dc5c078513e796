internal import SlipDocument

/// Blocks in the making: breaks at a paragraph's edges stand between paragraphs, except in cells.
///
/// What is moved where never changes the text: see `RTFPlainTextWriter.breakHere`.
struct RTFBlockList {
  private(set) var blocks: [Block] = []
  let isCell: Bool
  /// What comes before the list is a paragraph that has something visible, and whose end is deleted.
  let isBegun: Bool
  /// A list item went that may have been its list's only one.
  private(set) var hasLostItem = false

  /// - Parameter capacity: blocks that are likely to come, so that many need not be moved.
  init(isCell: Bool, isBegun: Bool = false, capacity: Int = 0) {
    self.isCell = isCell
    self.isBegun = isBegun
    if capacity > 0 { blocks.reserveCapacity(capacity) }
  }

  mutating func add(_ table: Table) {
    guard !table.rows.isEmpty else { return }
    blocks.append(.table(table))
  }

  mutating func add(contentsOf others: [Block]) {
    for other in others {
      switch other {
      case .paragraph(let paragraph): add(paragraph)
      case .table(let table): add(table)
      case .break(let kind): add(kind)
      }
    }
  }

  /// A break that no paragraph holds.
  mutating func add(_ kind: BreakKind) {
    if isCell {
      add(Paragraph(inlines: [.break(kind)]))
    } else {
      blocks.append(.break(kind))
    }
  }

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

  /// Breaks before anything visible stand before the paragraph.
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

  /// A single break behind what is seen: the paragraph's end adds nothing to it. A text box comes between the two.
  private func takeTrailingBreak(_ paragraph: inout Paragraph) -> BreakKind? {
    guard paragraph.textBoxes.isEmpty, paragraph.endIsVisible,
      case .break(let kind)? = paragraph.inlines.last,
      paragraph.inlines.dropLast().last(where: { $0.isVisible || $0.isBreak }).map({ !$0.isBreak }) ?? false
    else { return nil }
    paragraph.inlines.removeLast()
    return kind
  }

  /// Text that is neither ended nor visible goes to the paragraph before it. Breaks stand behind that.
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

  /// Ends the paragraph that deleted ends have left open at its last break, if that stands behind something visible:
  /// what is to follow lies in a table.
  ///
  /// - Returns: whether something visible is left open, behind the break.
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

  /// The block that is or holds the last break of a paragraph that is open, behind something visible of it.
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

  /// Makes a paragraph two, the first up to its last break.
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

  /// Takes the text boxes of the paragraph that deleted ends have left open, to stand before others.
  ///
  /// - Returns: whether it may have begun before this list.
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

  /// What was begun in a paragraph whose end is deleted ends in another, at the latest at the story's end.
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

  /// Whether blocks end in a paragraph that has something visible, or text boxes if they count, and whose end is deleted.
  /// Breaks end none.
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

  /// A cell ends with a paragraph, whose end is the cell's.
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

extension Inline {
  fileprivate var isBreak: Bool { if case .break = self { true } else { false } }
}
