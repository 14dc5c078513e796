/// A difference doesn't belong to the document it is applied to.
///
/// Nothing of the document was changed when it is thrown.
public struct ChangesDontFit: Error, Sendable, Equatable {
  /// Creates the error.
  public init() {}
}

extension DocumentChanges {
  /// The document that results.
  ///
  /// - Throws: `ChangesDontFit` where the document has other values than the difference changes.
  public func applied(to document: Document) throws(ChangesDontFit) -> Document {
    var result = document
    if let head {
      guard document.head == head.before else { throw ChangesDontFit() }
      result.head = head.after
    }
    (result.lists, result.resources, result.notes) = (tables.lists, tables.resources, tables.notes)
    result.blocks = try EditApplication.blocks(document.blocks, blocks)
    for change in notes {
      guard document.notes.indices.contains(change.note) else { throw ChangesDontFit() }
      var note = document.notes[change.note]
      let blocks = try EditApplication.blocks(note.blocks, change.blocks)
      note.blocks = []
      if let facts = change.facts { note = try EditApplication.value(note, facts) }
      note.blocks = blocks
      result.notes[change.note] = note
    }
    result.headersAndFooters = try EditApplication.sequence(document.headersAndFooters, headersAndFooters) {
      part, edits throws(ChangesDontFit) in
      HeaderOrFooter(kind: part.kind, blocks: try EditApplication.blocks(part.blocks, edits))
    }
    return tables.unshared(result)
  }
}

/// Applies edits to sequences. Recursion is as deep as blocks nest.
enum EditApplication {
  /// Replaces a value, which must be the one that the change begins with.
  ///
  /// - Throws: `ChangesDontFit` if it is another one.
  static func value<Value>(_ value: Value, _ change: ValueChange<Value>) throws(ChangesDontFit) -> Value {
    guard value == change.before else { throw ChangesDontFit() }
    return change.after
  }

  /// Applies edits to a sequence. What goes must be what the edits say.
  ///
  /// - Parameters:
  ///   - old: The sequence as it was.
  ///   - edits: What to do with it; empty edits leave it as it is.
  ///   - change: Applies the change of one element.
  ///
  /// - Throws: `ChangesDontFit` if other elements go, or if the edits cover fewer or more than there are.
  static func sequence<Element, Change>(
    _ old: [Element], _ edits: [SequenceEdit<Element, Change>],
    _ change: (Element, Change) throws(ChangesDontFit) -> Element
  ) throws(ChangesDontFit) -> [Element] {
    var result: [Element] = []
    var walk = EditWalk(old, edits, checksDeleted: true)
    while let step = walk.next() {
      switch step {
      case .kept(let elements): result += elements
      case .deleted: break
      case .inserted(let elements): result += elements
      case .updated(let elements, let update):
        for element in elements { result.append(try change(element, update)) }
      }
    }
    guard walk.fits else { throw ChangesDontFit() }
    return result
  }

  /// Applies edits to blocks.
  ///
  /// - Throws: `ChangesDontFit` if the blocks aren't those that the edits were made for.
  static func blocks(_ old: [Block], _ edits: [BlockEdit]) throws(ChangesDontFit) -> [Block] {
    try sequence(old, edits) { block, change throws(ChangesDontFit) in
      switch (block, change) {
      case (.paragraph(let paragraph), .paragraph(let change)):
        return .paragraph(try self.paragraph(paragraph, change))
      case (.table(let table), .table(let edits)):
        return .table(DocumentTable(rows: try rows(table.rows, edits)))
      default: throw ChangesDontFit()
      }
    }
  }

  /// Applies a change to a paragraph.
  ///
  /// - Throws: `ChangesDontFit` if the paragraph has other values than those that change.
  static func paragraph(_ old: Paragraph, _ change: ParagraphChange) throws(ChangesDontFit) -> Paragraph {
    var result = old
    if let style = change.style { result.style = try value(old.style, style) }
    if let item = change.listItem { result.listItem = try value(old.listItem, item) }
    if let revision = change.endRevision { result.endRevision = try value(old.endRevision, revision) }
    result.inlines = try inlines(old.inlines, change.inlines)
    result.textBoxes = try sequence(old.textBoxes, change.textBoxes) { box, edits throws(ChangesDontFit) in
      TextBox(blocks: try blocks(box.blocks, edits))
    }
    return result
  }

  /// Applies edits to the content of a paragraph, token by token.
  ///
  /// - Throws: `ChangesDontFit` if other tokens go or change, or if their number differs.
  static func inlines(_ old: [Inline], _ edits: [InlineEdit]) throws(ChangesDontFit) -> [Inline] {
    if edits.isEmpty { return old }
    var result: [Inline] = []
    var walk = EditWalk(inlines: old, edits, checksDeleted: true)
    while let step = walk.next() {
      switch step {
      case .kept(let tokens): result += tokens
      case .deleted: break
      case .inserted(let tokens): result += tokens
      case .updated(let tokens, let change):
        guard tokens.elementsEqual(change.before) else { throw ChangesDontFit() }
        result += change.after
      }
    }
    guard walk.fits else { throw ChangesDontFit() }
    return InlineTokens.joined(result)
  }

  /// Applies edits to the rows of a table.
  ///
  /// - Throws: `ChangesDontFit` if rows or cells aren't those that the edits were made for.
  static func rows(_ old: [DocumentTableRow], _ edits: [RowEdit]) throws(ChangesDontFit) -> [DocumentTableRow]
  {
    try sequence(old, edits) { row, change throws(ChangesDontFit) in
      var facts = row
      facts.cells = []
      if let changed = change.facts { facts = try value(facts, changed) }
      facts.cells = try sequence(row.cells, change.cells) { cell, change throws(ChangesDontFit) in
        var facts = cell
        facts.blocks = []
        if let changed = change.facts { facts = try value(facts, changed) }
        facts.blocks = try blocks(cell.blocks, change.blocks)
        return facts
      }
      return facts
    }
  }
}
