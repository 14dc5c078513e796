/// A footnote, an endnote or an annotation (RTF 1.9.1, "Footnotes" and "Comments (Annotations)").
public struct MarginNote: Sendable, Equatable {
  /// Where a note appears: at the foot of the page, at the end of the text, or as a comment in the
  /// margin.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case footnote, endnote, annotation }
  /// What sort of note it is.
  public var kind: Kind
  /// The mark that a reader sees: counted (`1`, `2`, `[A1]`) when automatic, otherwise the one in
  /// the file.
  public var mark: String
  /// Whether the mark is counted (`\chftn`) rather than chosen by the author.
  public var isAutomatic: Bool
  /// The text of the note.
  public var blocks: [Block]
  /// Who wrote an annotation (`\atnauthor`); nil when unknown.
  public var author: String?
  /// When an annotation was written; nil when unknown.
  public var date: CalendarDate?
  /// The tracked change that the reference is part of. Where it is a deletion, `Inline.deletedNote`
  /// refers to the note.
  public var revision: Revision?

  /// Whether a tracked change deletes the reference. Such notes are not counted.
  public var isDeleted: Bool { revision?.kind == .deletion }

  /// The text of the note in brackets, for places where a format has no notes.
  package var bracketedText: String {
    let lines = blocks.map { block in block.inlines.lazy.filter(\.isVisible).map(\.runText).joined() }
    return " [" + lines.filter { !$0.isEmpty }.joined(separator: " ") + "]"
  }

  /// Creates a note; by default one with an automatic mark.
  public init(
    kind: Kind, mark: String, isAutomatic: Bool = true, blocks: [Block], author: String? = nil,
    date: CalendarDate? = nil, revision: Revision? = nil
  ) {
    self.kind = kind
    self.mark = mark
    self.isAutomatic = isAutomatic
    self.blocks = blocks
    self.author = author
    self.date = date
    self.revision = revision
  }
}

extension Document {
  /// The document as a reader of the final text sees it: without the notes whose references are
  /// deleted.
  public func withoutDeletedNotes() -> Document {
    guard notes.contains(where: \.isDeleted) else { return self }
    var document = self
    document.removeNotes { notes[$0].isDeleted }
    return document
  }

  /// Removes notes and all references to them, and adjusts the indices in the references that stay.
  ///
  /// - Parameter goes: Whether to remove the note with this index.
  mutating func removeNotes(where goes: (Int) -> Bool) {
    var numbers: [Int?] = []
    var kept: [MarginNote] = []
    for (index, note) in notes.enumerated() {
      let isGone = goes(index)
      numbers.append(isGone ? nil : kept.count)
      if !isGone { kept.append(note) }
    }
    guard kept.count < notes.count else { return }
    notes = kept
    /// The new index of a note; nil for one that was removed.
    func number(_ index: Int) -> Int? { numbers.indices.contains(index) ? numbers[index] : nil }
    editInlines { inline in
      switch inline {
      case .noteReference(let index): number(index).map { [.noteReference($0)] } ?? []
      case .deletedNote(let index): number(index).map { [.deletedNote($0)] } ?? []
      default: [inline]
      }
    }
  }

  /// Numbers the automatic marks again, each kind from 1. Deleted notes are not counted.
  mutating func countNotes() {
    var counter = NoteCounter()
    for index in notes.indices where notes[index].isAutomatic && !notes[index].isDeleted {
      notes[index].mark = counter.next(notes[index].kind)
    }
  }
}

/// How footnotes or endnotes are numbered on pages (RTF 1.9.1, "Document Formatting Properties":
/// `\ftnnar`, `\aftnnrlc` …).
///
/// Only paged output uses it. `MarginNote.mark` and plain text always count 1, 2, 3.
public struct NoteNumbering: Sendable, Hashable {
  /// The form of the numbers.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    /// 1, 2, 3.
    case decimal
    /// a, b, c.
    case lowerLetter
    /// A, B, C.
    case upperLetter
    /// i, ii, iii.
    case lowerRoman
    /// I, II, III.
    case upperRoman
    /// `*`, `†`, `‡`, `§`, then each twice and so on.
    case symbols
  }

  /// The form of the numbers.
  public var style: Style
  /// The number of the first note.
  public var start: Int

  /// Creates a numbering; by default 1, 2, 3.
  public init(style: Style = .decimal, start: Int = 1) { (self.style, self.start) = (style, start) }
}

/// Counts notes for their automatic marks, each kind from 1.
public struct NoteCounter: Sendable {
  /// How many notes of each kind were counted so far.
  private var counts: [MarginNote.Kind: Int] = [:]

  /// Creates a counter that has counted nothing.
  public init() {}

  /// The mark of the next note: `1`, `2`, `3` for footnotes and endnotes, `[A1]` for annotations.
  public mutating func next(_ kind: MarginNote.Kind) -> String {
    let count = counts[kind, default: 0] + 1
    counts[kind] = count
    return kind == .annotation ? "[A\(count)]" : "\(count)"
  }
}
