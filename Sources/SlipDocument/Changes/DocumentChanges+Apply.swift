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
    if edits.isEmpty { return old }
    var result: [Element] = []
    var rest = old[...]
    for edit in edits {
      switch edit {
      case .keep(let count):
        guard count <= rest.count else { throw ChangesDontFit() }
        result += rest.prefix(count)
        rest = rest.dropFirst(count)
      case .delete(let elements):
        guard rest.prefix(elements.count).elementsEqual(elements) else { throw ChangesDontFit() }
        rest = rest.dropFirst(elements.count)
      case .insert(let elements): result += elements
      case .update(let update):
        guard let first = rest.popFirst() else { throw ChangesDontFit() }
        result.append(try change(first, update))
      }
    }
    guard rest.isEmpty else { throw ChangesDontFit() }
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
    var rest = InlineTokens.tokens(of: old)[...]
    /// Removes tokens from those that are left, or throws where there are not as many.
    func take(_ count: Int) throws(ChangesDontFit) -> ArraySlice<Inline> {
      guard count <= rest.count else { throw ChangesDontFit() }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    for edit in edits {
      switch edit {
      case .keep(let count): result += try take(count)
      case .delete(let tokens):
        guard try take(tokens.count).elementsEqual(tokens) else { throw ChangesDontFit() }
      case .insert(let tokens): result += tokens
      case .update(let change):
        guard try take(change.before.count).elementsEqual(change.before) else { throw ChangesDontFit() }
        result += change.after
      }
    }
    guard rest.isEmpty else { throw ChangesDontFit() }
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
