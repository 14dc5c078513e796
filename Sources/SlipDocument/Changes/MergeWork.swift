/// Merges three documents. Recursion is as deep as blocks nest.
struct MergeWork {
  /// The documents in terms of common tables.
  let tables: MergeTables
  /// For each side the author of its tracked changes.
  let authors: [String]
  /// The side that counts where both changed a fact.
  let preferred: Int
  /// Whether a side may delete what the other one replaces: no conflict then.
  let isLenient: Bool
  /// For each side the notes whose text it changed.
  let changedNotes: [Set<Int>]
  /// What both sides changed, so far.
  var conflicts: [DocumentMerge.Conflict] = []

  /// Prepares a merge of two sides.
  init(
    _ base: Document, _ sides: [Document], _ authors: [String], preferred: Int, isLenient: Bool = false
  ) {
    let tables = MergeTables(base, sides[0], sides[1])
    self.tables = tables
    (self.authors, self.preferred, self.isLenient) = (authors, preferred, isLenient)
    changedNotes = [0, 1].map { side in
      Set(
        base.notes.indices.filter { index in
          tables.hasNote[side].contains(index)
            && BlockKey.content(of: base.notes[index].blocks)
              != BlockKey.content(of: tables.sides[side].notes[index].blocks)
        })
    }
  }

  /// The merged document.
  ///
  /// It adds to `conflicts`, so it is called once.
  mutating func document() -> Document {
    let (base, a, b) = (tables.base, tables.sides[0], tables.sides[1])
    var result = Document()
    result.head = head(base.head, a.head, b.head)
    (result.lists, result.resources) = (tables.lists, tables.resources)
    result.blocks = blocks(base.blocks, a.blocks, b.blocks)
    result.headersAndFooters = headers(base.headersAndFooters, a.headersAndFooters, b.headersAndFooters)
    result.notes = tables.notes
    for index in base.notes.indices { result.notes[index] = note(index) }
    keepNotes(in: &result)
    result.dropUnreferencedNotes()
    result.countNotes()
    return result
  }

  /// Refers, at the end of the text, to notes that a side wrote and whose place is gone.
  ///
  /// Each of them is a conflict: one side wrote what the other one's deletion would have removed.
  private mutating func keepNotes(in document: inout Document) {
    let there = document.referencedNotes
    for index in document.notes.indices where !there.contains(index) {
      let isNew = index >= tables.base.notes.count
      guard isNew || changedNotes[0].contains(index) || changedNotes[1].contains(index) else { continue }
      conflicts.append(.init(kind: .deletion, text: BlockKey.text(document.notes[index].blocks)))
      let reference: Inline = document.notes[index].isDeleted ? .deletedNote(index) : .noteReference(index)
      document.blocks.append(.paragraph(Paragraph(inlines: [reference])))
    }
  }

  /// A note that the base has.
  ///
  /// - Parameter index: Its index in the base. A side without the note counts as one that left it unchanged.
  private mutating func note(_ index: Int) -> MarginNote {
    let base = tables.base.notes[index]
    let a = tables.hasNote[0].contains(index) ? tables.sides[0].notes[index] : base
    let b = tables.hasNote[1].contains(index) ? tables.sides[1].notes[index] : base
    var (x, y, z) = (base, a, b)
    (x.blocks, y.blocks, z.blocks) = ([], [], [])
    var result = value(x, y, z, .fact, "note")
    result.blocks = blocks(base.blocks, a.blocks, b.blocks)
    return result
  }

  // MARK: Values

  /// The value that one side alone changed; where both did, the rule decides.
  ///
  /// - Parameters:
  ///   - base: The value before; nil where there was none.
  ///   - a: The value on the first side.
  ///   - b: The value on the second side.
  ///   - kind: What sort of conflict it is if both changed it.
  ///   - name: What the conflict is called; computed only if there is one.
  mutating func value<Value: Equatable>(
    _ base: Value?, _ a: Value, _ b: Value, _ kind: DocumentMerge.Conflict.Kind,
    _ name: @autoclosure () -> String
  ) -> Value {
    if a == b || b == base { return a }
    if a == base { return b }
    conflicts.append(.init(kind: kind, text: name()))
    return preferred == 0 ? a : b
  }

  /// Merges the facts of the documents one by one.
  ///
  /// - Returns: The merged facts; each that both sides changed is a conflict of its own.
  private mutating func head(_ base: DocumentHead, _ a: DocumentHead, _ b: DocumentHead) -> DocumentHead {
    var result = a
    /// Merges one fact, which conflicts call by this name.
    func merge<Value: Equatable>(_ path: WritableKeyPath<DocumentHead, Value>, _ name: String) {
      result[keyPath: path] = value(base[keyPath: path], a[keyPath: path], b[keyPath: path], .fact, name)
    }
    merge(\.info.title, "title")
    merge(\.info.subject, "subject")
    merge(\.info.author, "author")
    merge(\.info.manager, "manager")
    merge(\.info.company, "company")
    merge(\.info.category, "category")
    merge(\.info.comment, "comment")
    merge(\.info.keywords, "keywords")
    merge(\.info.created, "created")
    merge(\.info.modified, "modified")
    merge(\.info.userProperties, "properties")
    merge(\.defaultFont, "default font")
    merge(\.defaultLanguage, "default language")
    merge(\.page, "page")
    merge(\.footnoteNumbering, "numbering of footnotes")
    merge(\.endnoteNumbering, "numbering of endnotes")
    return result
  }

  /// Merges headers and footers, those of one kind with each other.
  ///
  /// A part that a side removed is gone only if nothing of its content stays.
  private mutating func headers(
    _ base: [HeaderOrFooter], _ a: [HeaderOrFooter], _ b: [HeaderOrFooter]
  ) -> [HeaderOrFooter] {
    if a == b || b == base { return a }
    if a == base { return b }
    var result: [HeaderOrFooter] = []
    for kind in HeaderOrFooter.Kind.allCases {
      let all = [base, a, b].map { parts in parts.filter { $0.kind == kind } }
      for index in 0..<(all.map(\.count).max() ?? 0) {
        let parts = all.map { $0.indices.contains(index) ? $0[index].blocks : nil }
        let merged = blocks(parts[0] ?? [], parts[1] ?? [], parts[2] ?? [])
        let isGone = parts[0] != nil && (parts[1] == nil || parts[2] == nil) && merged.isEmpty
        if !isGone { result.append(HeaderOrFooter(kind: kind, blocks: merged)) }
      }
    }
    return result
  }

  // MARK: Marks

  /// The change of a side.
  func revision(_ kind: Revision.Kind, _ side: Int) -> Revision {
    Revision(kind: kind, author: authors[side])
  }

  /// An inline as a tracked change. Where it is one already, it stays what it is, but a deletion of an insertion is both.
  ///
  /// - Parameters:
  ///   - inline: A run, a picture, a file or a line break to delete; others come back unchanged.
  ///   - kind: Whether the side inserts or deletes it.
  ///   - side: The index of the side.
  func marked(_ inline: Inline, _ kind: Revision.Kind, _ side: Int) -> Inline {
    /// Puts the change into a style, taking account of one that is there.
    func change(_ style: inout CharacterStyle) {
      if let before = style.revision {
        if kind == .insertion || before.kind == .deletion { return }
        style.revision = Revision(kind: .deletion, author: authors[side], insertion: before.credit)
      } else {
        style.revision = revision(kind, side)
      }
    }
    switch inline {
    case .run(var run):
      change(&run.style)
      return .run(run)
    case .picture(var picture):
      change(&picture.style)
      return .picture(picture)
    case .attachment(var file):
      change(&file.style)
      return .attachment(file)
    case .lineBreak:
      if kind == .insertion { return inline }
      var style = CharacterStyle()
      style.revision = revision(kind, side)
      return .run(Run("\u{2028}", style: style))
    default: return inline
    }
  }

  /// A block as a side's tracked change: its content, and the rows of a table.
  func marked(_ block: Block, _ kind: Revision.Kind, _ side: Int) -> MarkedBlock {
    var document = Document()
    document.blocks = [block]
    document.editInlines { $0.isReference && kind == .deletion ? [] : [marked($0, kind, side)] }
    guard case .table(var table) = document.blocks[0] else {
      return MarkedBlock(block: document.blocks[0], mark: mark(of: block, kind, side))
    }
    for row in table.rows.indices where table.rows[row].revision == nil {
      table.rows[row].revision = revision(kind, side)
    }
    return MarkedBlock(block: .table(table), mark: revision(kind, side))
  }

  /// The change of a paragraph's end: that of its words where they are tracked already.
  private func mark(of block: Block, _ kind: Revision.Kind, _ side: Int) -> Revision? {
    if case .break = block { return nil }
    return block.inlines.lazy.compactMap(\.revision).first { $0.kind == kind && $0.insertion == nil }
      ?? revision(kind, side)
  }
}

extension Document {
  /// The notes that the text refers to.
  var referencedNotes: Set<Int> {
    /// Collects the indices in references, those of deleted notes included.
    struct Finder: DocumentVisitor {
      /// The indices so far.
      var found: Set<Int> = []
      /// Notes the index if the inline refers to a note.
      mutating func visit(_ inline: Inline) {
        switch inline {
        case .noteReference(let index), .deletedNote(let index): found.insert(index)
        default: break
        }
      }
    }
    var finder = Finder()
    walk(&finder)
    return finder.found
  }

  /// Removes the notes that nothing refers to.
  ///
  /// The indices in the references that stay are adjusted.
  mutating func dropUnreferencedNotes() {
    let there = referencedNotes
    removeNotes { !there.contains($0) }
  }
}
