/// What turns one sequence into another: stretches that stay, go, come or change, in order.
///
/// What goes stands before what comes in its place.
public enum SequenceEdit<Element: Sendable & Equatable, Change: Sendable & Equatable>: Sendable, Equatable {
  /// So many elements stay as they are.
  case keep(Int)
  /// These elements go.
  case delete([Element])
  /// These elements come.
  case insert([Element])
  /// One element changes; of inlines, as many tokens as the change has.
  case update(Change)
}

/// A value that is replaced as a whole.
public struct ValueChange<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The value as it was.
  public var before: Value
  /// The value as it is then.
  public var after: Value

  /// Creates a change; nil where both values are equal.
  public init?(from before: Value, to after: Value) {
    if before == after { return nil }
    (self.before, self.after) = (before, after)
  }
}

/// Other formatting of the same text, picture or reference.
public struct FormatChange: Sendable, Equatable {
  /// The tokens as they were, one inline for each.
  public var before: [Inline]
  /// The tokens as they are then, as many as before.
  public var after: [Inline]

  /// Creates a change of formatting.
  public init(before: [Inline], after: [Inline]) { (self.before, self.after) = (before, after) }
}

/// How a paragraph's content changes. Counts are in tokens: words, white space, single characters and other inlines.
public typealias InlineEdit = SequenceEdit<Inline, FormatChange>
/// How a sequence of blocks changes.
public typealias BlockEdit = SequenceEdit<Block, BlockChange>
/// How a table changes.
public typealias RowEdit = SequenceEdit<DocumentTableRow, RowChange>
/// How a row changes.
public typealias CellEdit = SequenceEdit<DocumentTableCell, CellChange>
/// How the text boxes of a paragraph change.
public typealias TextBoxEdit = SequenceEdit<TextBox, [BlockEdit]>
/// How headers and footers change.
public typealias HeaderEdit = SequenceEdit<HeaderOrFooter, [BlockEdit]>

/// The change of one block.
public enum BlockChange: Sendable, Equatable {
  /// A paragraph changes.
  case paragraph(ParagraphChange)
  /// A table changes.
  case table([RowEdit])
}

/// The change of one paragraph; what is nil or empty stays.
public struct ParagraphChange: Sendable, Equatable {
  /// The formatting of the paragraph as a whole.
  public var style: ValueChange<ParagraphStyle>?
  /// The place in a list. A change of the marker alone comes from items before this one.
  public var listItem: ValueChange<ListItem?>?
  /// The content.
  public var inlines: [InlineEdit] = []
  /// The text boxes.
  public var textBoxes: [TextBoxEdit] = []
  /// The tracked change of the paragraph's end.
  public var endRevision: ValueChange<Revision?>?

  /// Whether only numbers change that are counted: those of list items.
  public var isRenumbering: Bool {
    guard style == nil, inlines.isEmpty, textBoxes.isEmpty, endRevision == nil, let listItem,
      var before = listItem.before, let after = listItem.after
    else { return false }
    (before.marker, before.list) = (after.marker, after.list)
    return before == after
  }
}

/// The change of one row.
public struct RowChange: Sendable, Equatable {
  /// The row without its cells.
  public var facts: ValueChange<DocumentTableRow>?
  /// The cells.
  public var cells: [CellEdit]
}

/// The change of one cell.
public struct CellChange: Sendable, Equatable {
  /// The cell without its blocks.
  public var facts: ValueChange<DocumentTableCell>?
  /// The content.
  public var blocks: [BlockEdit]
}

/// The change of one margin note.
public struct NoteChange: Sendable, Equatable {
  /// The index of the note in the first document.
  public var note: Int
  /// The note without its blocks.
  public var facts: ValueChange<MarginNote>?
  /// The content.
  public var blocks: [BlockEdit]

  /// Whether only the mark changes, because it is counted.
  public var isRenumbering: Bool {
    guard blocks.isEmpty, let facts, facts.after.isAutomatic else { return false }
    var before = facts.before
    before.mark = facts.after.mark
    return before == facts.after
  }
}

/// The facts of a document that are neither text nor referred to by it.
public struct DocumentHead: Sendable, Equatable {
  /// Title, author and the like.
  public var info: DocumentInfo
  /// The font of text whose style names none.
  public var defaultFont: String?
  /// The language of text whose style names none.
  public var defaultLanguage: String?
  /// The size and the margins of the pages.
  public var page: PageSetup?
  /// How pages number the footnotes.
  public var footnoteNumbering: NoteNumbering
  /// How pages number the endnotes.
  public var endnoteNumbering: NoteNumbering
}

extension Document {
  /// The facts that are neither text nor referred to by it.
  public var head: DocumentHead {
    get {
      DocumentHead(
        info: info, defaultFont: defaultFont, defaultLanguage: defaultLanguage, page: page,
        footnoteNumbering: footnoteNumbering, endnoteNumbering: endnoteNumbering)
    }
    set {
      (info, defaultFont, defaultLanguage) = (newValue.info, newValue.defaultFont, newValue.defaultLanguage)
      page = newValue.page
      (footnoteNumbering, endnoteNumbering) = (newValue.footnoteNumbering, newValue.endnoteNumbering)
    }
  }
}

/// The difference of two documents as a value: what turns the one into the other.
///
///     let changes = DocumentChanges(from: old, to: new)
///     changes.isEmpty                    // nothing differs
///     try changes.applied(to: old)       // == new
///
/// Paragraphs are aligned by their text, paragraphs that are alike are compared by word, and words by formatting;
/// tables by row and cell; margin notes, text boxes, headers and footers by their blocks. Blocks, inlines and notes in a
/// difference refer to `tables`, which continue those of the first document.
///
/// The time is bounded whatever the documents: where finding the smallest difference would take too long, a greater one
/// is found.
public struct DocumentChanges: Sendable, Equatable {
  /// Facts that are neither text nor referred to by it.
  public var head: ValueChange<DocumentHead>?
  /// The body.
  public var blocks: [BlockEdit]
  /// Margin notes that both documents have.
  public var notes: [NoteChange]
  /// The texts above and below the pages.
  public var headersAndFooters: [HeaderEdit]
  /// What blocks refer to.
  public var tables: SharedTables

  /// Whether nothing differs.
  public var isEmpty: Bool {
    head == nil && blocks.isEmpty && notes.isEmpty && headersAndFooters.isEmpty && tables.isUnchanged
  }
}
