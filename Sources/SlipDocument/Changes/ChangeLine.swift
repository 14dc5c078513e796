/// A line of a difference as people read it: a paragraph or a row of a table, with what goes and what comes in it.
public struct ChangeLine: Sendable, Equatable {
  /// What happens to the line.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Both documents have it.
    case same
    /// Only the first document has it.
    case deleted
    /// Only the second document has it.
    case inserted
    /// Words of it change.
    case changed
    /// Only its formatting changes.
    case formatted
  }

  /// What happens to a piece of text.
  public enum Mark: String, Sendable, Hashable, CaseIterable {
    /// Both documents have it.
    case same
    /// Only the first document has it.
    case deleted
    /// Only the second document has it.
    case inserted
    /// Both have it, in other formatting.
    case formatted
  }

  /// Text that is treated alike.
  public struct Piece: Sendable, Equatable {
    /// The text.
    public var text: String
    /// What happens to it.
    public var mark: Mark
  }

  /// Formatting that changes.
  public struct Formatting: Sendable, Equatable {
    /// The text that has the formatting; nil for that of the paragraph as a whole.
    public var text: String?
    /// What only the first document says, such as `bold` or `size=24`.
    public var before: [String]
    /// What only the second document says.
    public var after: [String]
  }

  /// Where the line stands: `body`, `footnote 2`, `header`.
  public var story: String
  /// What happens to it.
  public var kind: Kind
  /// Its number within the story of the first document, from 1; nil where it isn't there.
  public var oldNumber: Int?
  /// Its number within the story of the second document; nil where it isn't there.
  public var newNumber: Int?
  /// The text, in order.
  public var pieces: [Piece]
  /// Formatting that changes.
  public var formatting: [Formatting] = []

  /// The text in the first document.
  public var before: String { pieces.filter { $0.mark != .inserted }.map(\.text).joined() }
  /// The text in the second document.
  public var after: String { pieces.filter { $0.mark != .deleted }.map(\.text).joined() }
}

extension DocumentChanges {
  /// The difference line by line: the body first, then margin notes, headers and footers that change.
  ///
  /// - Parameter old: The first document.
  public func lines(from old: Document) -> [ChangeLine] {
    var builder = ChangeLineBuilder(story: "body", notes: tables.notes)
    builder.add(old.blocks, blocks)
    for change in notes where !change.isRenumbering {
      guard old.notes.indices.contains(change.note) else { continue }
      let note = old.notes[change.note]
      builder.begin("\(note.kind.rawValue) \(note.mark)")
      builder.add(note.blocks, change.blocks)
    }
    for index in tables.notes.indices where !tables.isOfFirst(note: index) {
      builder.begin("\(tables.notes[index].kind.rawValue) \(tables.notes[index].mark)")
      builder.add(tables.notes[index].blocks, .inserted)
    }
    for (index, note) in old.notes.enumerated() where !tables.isOfSecond(note: index) {
      builder.begin("\(note.kind.rawValue) \(note.mark)")
      builder.add(note.blocks, .deleted)
    }
    builder.add(old.headersAndFooters, headersAndFooters)
    return builder.lines
  }

  /// Whether text or facts of the document differ, and not only formatting or numbers that are counted.
  public var changesText: Bool {
    head?.before.info != head?.after.info || DocumentChanges.changesText(blocks)
      || tables.notes.indices.contains { !tables.isOfFirst(note: $0) || !tables.isOfSecond(note: $0) }
      || notes.contains { DocumentChanges.changesText($0.blocks) }
      || headersAndFooters.contains {
        switch $0 {
        case .keep: false
        case .delete, .insert: true
        case .update(let edits): DocumentChanges.changesText(edits)
        }
      }
  }

  /// Whether more than formatting and counted numbers changes in blocks.
  private static func changesText(_ edits: [BlockEdit]) -> Bool {
    edits.contains { edit in
      switch edit {
      case .keep: false
      case .delete, .insert: true
      case .update(.paragraph(let change)):
        change.inlines.contains {
          if case .delete = $0 { true } else if case .insert = $0 { true } else { false }
        }
          || change.textBoxes.contains {
            switch $0 {
            case .keep: false
            case .delete, .insert: true
            case .update(let edits): changesText(edits)
            }
          }
      case .update(.table(let rows)):
        rows.contains {
          switch $0 {
          case .keep: false
          case .delete, .insert: true
          case .update(let row):
            row.cells.contains {
              switch $0 {
              case .keep: false
              case .delete, .insert: true
              case .update(let cell): changesText(cell.blocks)
              }
            }
          }
        }
      }
    }
  }
}
