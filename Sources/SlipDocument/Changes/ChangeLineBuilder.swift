/// Builds the lines of a difference.
struct ChangeLineBuilder {
  /// The lines so far.
  private(set) var lines: [ChangeLine] = []
  /// Where the next line stands.
  private var story: String
  /// The notes that references name.
  private let notes: [MarginNote]
  /// The number of the last line of the first document.
  private var oldNumber = 0
  /// The number of the last line of the second document.
  private var newNumber = 0

  /// Begins with a story, whose lines are counted from 1.
  init(story: String, notes: [MarginNote]) { (self.story, self.notes) = (story, notes) }

  /// Begins another story, whose lines are counted from 1.
  ///
  /// - Parameter story: Where the lines stand from now on, such as `footnote 2` or `header`.
  mutating func begin(_ story: String) { (self.story, oldNumber, newNumber) = (story, 0, 0) }

  // MARK: Blocks

  /// Adds blocks and how they change.
  ///
  /// - Parameters:
  ///   - old: The blocks as the first document has them.
  ///   - edits: How they change; empty if they all stay.
  mutating func add(_ old: [Block], _ edits: [BlockEdit]) {
    for step in EditWalk(old, edits) {
      switch step {
      case .kept(let blocks): add(Array(blocks), .same)
      case .deleted(let blocks): add(blocks, .deleted)
      case .inserted(let blocks): add(blocks, .inserted)
      case .updated(let blocks, let change): for block in blocks { add(block, change) }
      }
    }
  }

  /// Adds blocks that stay, go or come as a whole.
  mutating func add(_ blocks: [Block], _ mark: ChangeLine.Mark) {
    for block in blocks {
      switch block {
      case .table(let table): for row in table.rows { add(row, mark) }
      default: line(mark, [ChangeLine.Piece(text: text(block), mark: mark)])
      }
    }
  }

  /// Adds a row that stays, goes or comes as a whole.
  private mutating func add(_ row: DocumentTableRow, _ mark: ChangeLine.Mark) {
    line(
      mark, [ChangeLine.Piece(text: row.cells.map { text($0.blocks) }.joined(separator: " | "), mark: mark)])
  }

  /// Adds a block that changes.
  private mutating func add(_ old: Block, _ change: BlockChange) {
    switch (old, change) {
    case (.paragraph(let paragraph), .paragraph(let change)):
      if change.isRenumbering { return add([old], .same) }
      let (pieces, formatting) = pieces(paragraph, change)
      line(pieces, formatting)
      for step in EditWalk(paragraph.textBoxes, change.textBoxes) {
        switch step {
        case .kept: break
        case .deleted(let boxes): for box in boxes { add(box.blocks, .deleted) }
        case .inserted(let boxes): for box in boxes { add(box.blocks, .inserted) }
        case .updated(let boxes, let edits): for box in boxes { add(box.blocks, edits) }
        }
      }
    case (.table(let table), .table(let edits)): add(table.rows, edits)
    default: break
    }
  }

  /// Adds the rows of a table that changes.
  private mutating func add(_ old: [DocumentTableRow], _ edits: [RowEdit]) {
    for step in EditWalk(old, edits) {
      switch step {
      case .kept(let rows): for row in rows { add(row, .same) }
      case .deleted(let rows): for row in rows { add(row, .deleted) }
      case .inserted(let rows): for row in rows { add(row, .inserted) }
      case .updated(let rows, let change): for row in rows { add(row, change) }
      }
    }
  }

  /// Adds a changed row: the pieces of its cells one after the other.
  ///
  /// - Parameters:
  ///   - old: The row as the first document has it.
  ///   - change: How it changes. Lines within a changed cell are separated by ` / `.
  private mutating func add(_ old: DocumentTableRow, _ change: RowChange) {
    var pieces: [ChangeLine.Piece] = []
    var formatting: [ChangeLine.Formatting] = []
    /// Adds the text of a cell that is treated alike as a whole, behind a separator unless it is the first.
    func cell(_ blocks: [Block], _ mark: ChangeLine.Mark) {
      if !pieces.isEmpty { pieces.append(.init(text: " | ", mark: mark)) }
      pieces.append(.init(text: text(blocks), mark: mark))
    }
    for step in EditWalk(old.cells, change.cells) {
      switch step {
      case .kept(let cells): for kept in cells { cell(kept.blocks, .same) }
      case .deleted(let cells): for gone in cells { cell(gone.blocks, .deleted) }
      case .inserted(let cells): for new in cells { cell(new.blocks, .inserted) }
      case .updated(let cells, let change):
        if !pieces.isEmpty { pieces.append(.init(text: " | ", mark: .same)) }
        var inner = ChangeLineBuilder(story: story, notes: notes)
        for cell in cells { inner.add(cell.blocks, change.blocks) }
        for (index, line) in inner.lines.enumerated() {
          let isReplaced = index > 0 && inner.lines[index - 1].kind == .deleted && line.kind == .inserted
          if index > 0, !isReplaced { pieces.append(.init(text: " / ", mark: .same)) }
          pieces += line.pieces
          formatting += line.formatting
        }
      }
    }
    line(pieces, formatting)
  }

  /// Adds headers and footers that change.
  ///
  /// - Parameters:
  ///   - old: The parts as the first document has them.
  ///   - edits: How they change; parts that stay give no lines.
  mutating func add(_ old: [HeaderOrFooter], _ edits: [HeaderEdit]) {
    for step in EditWalk(old, edits) {
      switch step {
      case .kept: break
      case .deleted(let parts):
        for part in parts {
          begin(part.kind.rawValue)
          add(part.blocks, .deleted)
        }
      case .inserted(let parts):
        for part in parts {
          begin(part.kind.rawValue)
          add(part.blocks, .inserted)
        }
      case .updated(let parts, let edits):
        for part in parts {
          begin(part.kind.rawValue)
          add(part.blocks, edits)
        }
      }
    }
  }

  // MARK: Lines

  /// Adds a line that is treated alike as a whole, and counts it.
  private mutating func line(_ mark: ChangeLine.Mark, _ pieces: [ChangeLine.Piece]) {
    var line = ChangeLine(story: story, kind: .same, pieces: pieces)
    if mark != .inserted {
      oldNumber += 1
      line.oldNumber = oldNumber
    }
    if mark != .deleted {
      newNumber += 1
      line.newNumber = newNumber
    }
    line.kind = mark == .deleted ? .deleted : mark == .inserted ? .inserted : .same
    lines.append(line)
  }

  /// Adds a line that changes.
  ///
  /// - Parameters:
  ///   - pieces: The text; the line counts as formatted only if none of it goes or comes.
  ///   - formatting: The formatting that changes.
  private mutating func line(_ pieces: [ChangeLine.Piece], _ formatting: [ChangeLine.Formatting]) {
    line(.same, ChangeLineBuilder.joined(pieces))
    let isChanged = pieces.contains { $0.mark == .deleted || $0.mark == .inserted }
    lines[lines.count - 1].kind = isChanged ? .changed : .formatted
    lines[lines.count - 1].formatting = formatting
  }

  /// Joins neighbouring pieces that are treated alike.
  ///
  /// - Returns: The same text in as few pieces as possible; empty ones are left out.
  private static func joined(_ pieces: [ChangeLine.Piece]) -> [ChangeLine.Piece] {
    var joined: [ChangeLine.Piece] = []
    for piece in pieces where !piece.text.isEmpty {
      if joined.last?.mark == piece.mark {
        joined[joined.count - 1].text += piece.text
      } else {
        joined.append(piece)
      }
    }
    return joined
  }

  // MARK: Text

  /// The text of a changed paragraph piece by piece, and what changes of its formatting.
  private func pieces(
    _ old: Paragraph, _ change: ParagraphChange
  ) -> ([ChangeLine.Piece], [ChangeLine.Formatting]) {
    var pieces: [ChangeLine.Piece] = []
    var formatting: [ChangeLine.Formatting] = []
    /// Adds a change of formatting without the facts that both have; no text means the whole paragraph.
    func compare(_ before: [String], _ after: [String], _ text: String?) {
      formatting.append(
        .init(
          text: text, before: before.filter { !after.contains($0) },
          after: after.filter { !before.contains($0) }))
    }
    if let style = change.style {
      compare(
        TreeDump.facts(of: style.before).compactMap { $0 }, TreeDump.facts(of: style.after).compactMap { $0 },
        nil)
    }
    if let item = change.listItem { compare(facts(item.before), facts(item.after), nil) }
    if change.endRevision != nil { compare([], ["tracked end"], nil) }
    let item = change.listItem?.after ?? old.listItem
    if let item, !item.marker.isEmpty { pieces.append(.init(text: item.marker + " ", mark: .same)) }
    /// Adds tokens as one piece of text.
    func take(_ tokens: some Sequence<Inline>, _ mark: ChangeLine.Mark) {
      pieces.append(.init(text: tokens.map(text).joined(), mark: mark))
    }
    for step in EditWalk(inlines: old.inlines, change.inlines) {
      switch step {
      case .kept(let tokens): take(tokens, .same)
      case .deleted(let gone): take(gone, .deleted)
      case .inserted(let new): take(new, .inserted)
      case .updated(_, let change):
        take(change.after, .formatted)
        for (before, after) in zip(InlineTokens.joined(change.before), InlineTokens.joined(change.after)) {
          compare(facts(before), facts(after), text(after))
        }
      }
    }
    return (pieces, formatting)
  }

  /// What a place in a list says, without its marker.
  private func facts(_ item: ListItem?) -> [String] {
    item.map { ["list \($0.list + 1)", "level \($0.level + 1)"] } ?? []
  }

  /// What the formatting of an inline says.
  private func facts(_ inline: Inline) -> [String] {
    switch inline {
    case .run(let run): TreeDump.facts(of: run.style).compactMap { $0 }
    case .picture(let picture):
      TreeDump.facts(of: picture.style).compactMap { $0 }
        + [
          picture.width.map { "width=\($0)" }, picture.height.map { "height=\($0)" },
          picture.description.map { "description=\($0)" },
        ].compactMap { $0 }
    case .attachment(let file):
      [file.width.map { "width=\($0)" }, file.height.map { "height=\($0)" }].compactMap { $0 }
    case .deletedNote: ["deleted"]
    default: []
    }
  }

  /// The text of blocks on one line.
  ///
  /// - Returns: The texts of the blocks, separated by ` / `.
  private func text(_ blocks: [Block]) -> String { blocks.map(text).joined(separator: " / ") }

  /// The text of a block on one line.
  private func text(_ block: Block) -> String {
    switch block {
    case .paragraph(let paragraph):
      let marker = paragraph.listItem.map { $0.marker.isEmpty ? "" : $0.marker + " " } ?? ""
      let boxes = paragraph.textBoxes.map { " [" + text($0.blocks) + "]" }.joined()
      return marker + paragraph.inlines.map(text).joined() + boxes
    case .table(let table):
      return table.rows.map { $0.cells.map { text($0.blocks) }.joined(separator: " | ") }.joined(
        separator: " / ")
    case .break(let kind): return "[\(kind.rawValue) break]"
    }
  }

  /// The text of an inline; pictures, notes and breaks are named in brackets.
  private func text(_ inline: Inline) -> String {
    switch inline {
    case .run(let run): run.text
    case .lineBreak: "\u{21B5}"
    case .picture(let picture): "[picture\(picture.description.map { ": " + $0 } ?? "")]"
    case .attachment: "[file]"
    case .noteReference(let index), .deletedNote(let index):
      notes.indices.contains(index) ? "[\(notes[index].kind.rawValue) \(notes[index].mark)]" : ""
    case .bookmarkStart(let name): "[bookmark \(name)]"
    case .bookmarkEnd: ""
    case .break(let kind): "[\(kind.rawValue) break]"
    }
  }
}
