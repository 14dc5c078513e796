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
    if edits.isEmpty { return add(old, .same) }
    var next = 0
    for edit in edits {
      switch edit {
      case .keep(let count):
        add(Array(old[next..<(next + count)]), .same)
        next += count
      case .delete(let blocks):
        add(blocks, .deleted)
        next += blocks.count
      case .insert(let blocks): add(blocks, .inserted)
      case .update(let change):
        add(old[next], change)
        next += 1
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
      for (index, edit) in change.textBoxes.enumerated() {
        if case .update(let edits) = edit, paragraph.textBoxes.indices.contains(index) {
          add(paragraph.textBoxes[index].blocks, edits)
        } else if case .insert(let boxes) = edit {
          for box in boxes { add(box.blocks, .inserted) }
        } else if case .delete(let boxes) = edit {
          for box in boxes { add(box.blocks, .deleted) }
        }
      }
    case (.table(let table), .table(let edits)): add(table.rows, edits)
    default: break
    }
  }

  /// Adds the rows of a table that changes.
  private mutating func add(_ old: [DocumentTableRow], _ edits: [RowEdit]) {
    var next = 0
    for edit in edits {
      switch edit {
      case .keep(let count):
        for row in old[next..<(next + count)] { add(row, .same) }
        next += count
      case .delete(let rows):
        for row in rows { add(row, .deleted) }
        next += rows.count
      case .insert(let rows): for row in rows { add(row, .inserted) }
      case .update(let change):
        add(old[next], change)
        next += 1
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
    var next = 0
    for edit in change.cells {
      switch edit {
      case .keep(let count):
        for kept in old.cells[next..<(next + count)] { cell(kept.blocks, .same) }
        next += count
      case .delete(let cells):
        for gone in cells { cell(gone.blocks, .deleted) }
        next += cells.count
      case .insert(let cells): for new in cells { cell(new.blocks, .inserted) }
      case .update(let change):
        if !pieces.isEmpty { pieces.append(.init(text: " | ", mark: .same)) }
        var inner = ChangeLineBuilder(story: story, notes: notes)
        inner.add(old.cells[next].blocks, change.blocks)
        for (index, line) in inner.lines.enumerated() {
          let isReplaced = index > 0 && inner.lines[index - 1].kind == .deleted && line.kind == .inserted
          if index > 0, !isReplaced { pieces.append(.init(text: " / ", mark: .same)) }
          pieces += line.pieces
          formatting += line.formatting
        }
        next += 1
      }
    }
    if change.cells.isEmpty { for kept in old.cells { cell(kept.blocks, .same) } }
    line(pieces, formatting)
  }

  /// Adds headers and footers that change.
  ///
  /// - Parameters:
  ///   - old: The parts as the first document has them.
  ///   - edits: How they change; parts that stay give no lines.
  mutating func add(_ old: [HeaderOrFooter], _ edits: [HeaderEdit]) {
    var next = 0
    for edit in edits {
      switch edit {
      case .keep(let count): next += count
      case .delete(let parts):
        for part in parts {
          begin(part.kind.rawValue)
          add(part.blocks, .deleted)
        }
        next += parts.count
      case .insert(let parts):
        for part in parts {
          begin(part.kind.rawValue)
          add(part.blocks, .inserted)
        }
      case .update(let edits):
        begin(old[next].kind.rawValue)
        add(old[next].blocks, edits)
        next += 1
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
    let tokens = InlineTokens.tokens(of: old.inlines)
    var next = 0
    /// Adds tokens as one piece of text.
    func take(_ tokens: some Sequence<Inline>, _ mark: ChangeLine.Mark) {
      pieces.append(.init(text: tokens.map(text).joined(), mark: mark))
    }
    if change.inlines.isEmpty { take(tokens, .same) }
    for edit in change.inlines {
      switch edit {
      case .keep(let count):
        take(tokens[next..<(next + count)], .same)
        next += count
      case .delete(let gone):
        take(gone, .deleted)
        next += gone.count
      case .insert(let new): take(new, .inserted)
      case .update(let change):
        take(change.after, .formatted)
        for (before, after) in zip(InlineTokens.joined(change.before), InlineTokens.joined(change.after)) {
          compare(facts(before), facts(after), text(after))
        }
        next += change.before.count
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
