/// Three-way merge of documents that were made of one.
///
/// What one side alone changed is taken: paragraphs, rows, words, formatting, facts. Where both changed the same words, or
/// one side changed what the other deleted, both versions stay as tracked changes of two authors, so that no word of
/// either side is lost. Where both gave the same text different formatting, or a fact different values, a rule decides.
///
/// It makes no difference which side is ours, except for names of authors and what the rule decides.
public struct DocumentMerge: Sendable {
  /// Which side is taken where both changed a fact or formatting to different values.
  public enum Rule: Sendable, Hashable {
    /// Ours.
    case ours
    /// Theirs.
    case theirs
    /// Neither side for its own sake: always the same one, whichever is ours.
    case either
  }

  /// What both sides changed.
  public struct Conflict: Sendable, Hashable {
    /// What sort of thing both changed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Words: they are tracked changes now.
      case text
      /// One side deleted what the other changed: it is a tracked change now.
      case deletion
      /// Formatting; the rule decided.
      case formatting
      /// A fact, such as the title; the rule decided.
      case fact
    }
    /// What sort of thing both changed.
    public var kind: Kind
    /// The text that is concerned, or the name of the fact.
    public var text: String
  }

  /// Who is named as the author of tracked changes.
  public struct Names: Sendable, Hashable {
    /// The author on our side.
    public var ours: String
    /// The author on their side.
    public var theirs: String
    /// Creates names.
    public init(ours: String = "ours", theirs: String = "theirs") {
      (self.ours, self.theirs) = (ours, theirs)
    }
  }

  /// The merged document.
  public let document: Document
  /// What both sides changed, in the order of the document.
  public let conflicts: [Conflict]

  /// Merges what became of `base` on both sides.
  public init(
    base: Document, ours: Document, theirs: Document, rule: Rule = .either, names: Names = Names()
  ) {
    if ours == theirs || base == theirs {
      (document, conflicts) = (ours, [])
      return
    }
    if base == ours {
      (document, conflicts) = (theirs, [])
      return
    }
    // The sides in an order that doesn't depend on which is ours.
    let isSwapped = TreeDump.text(of: theirs) < TreeDump.text(of: ours)
    let sides = isSwapped ? [theirs, ours] : [ours, theirs]
    let authors = isSwapped ? [names.theirs, names.ours] : [names.ours, names.theirs]
    let preferred =
      switch rule {
      case .either: 0
      case .ours: isSwapped ? 1 : 0
      case .theirs: isSwapped ? 0 : 1
      }
    var work = MergeWork(base, sides, authors, preferred: preferred)
    document = work.document()
    conflicts = work.conflicts
  }
}

/// The tables of three documents put together.
struct MergeTables {
  /// What both sides were made of.
  let base: Document
  /// Both sides, with their lists, resources and notes in the common tables.
  let sides: [Document]
  /// The lists of all three.
  let lists: [ListDefinition]
  /// The pictures and files of all three.
  let resources: [Resource]
  /// The notes as they are on the first side that has them.
  let notes: [MarginNote]
  /// For each side the notes of the common table that it has.
  let hasNote: [Set<Int>]

  /// Puts the tables together; what both sides added is there once.
  init(_ base: Document, _ first: Document, _ second: Document) {
    self.base = base
    let (one, two) = (SharedTables(base, first), SharedTables(base, second))
    let a = one.shared(first)
    var b = two.shared(second)
    // What both sides added is there once.
    func joined<Value: Equatable>(_ count: Int, _ a: [Value], _ b: [Value]) -> (all: [Value], places: [Int]) {
      var all = a
      var places = Array(0..<count)
      var taken: Set<Int> = []
      for value in b[count...] {
        if let place = a.indices.dropFirst(count).first(where: { a[$0] == value && !taken.contains($0) }) {
          taken.insert(place)
          places.append(place)
        } else {
          all.append(value)
          places.append(all.count - 1)
        }
      }
      return (all, places)
    }
    let lists = joined(base.lists.count, a.lists, b.lists)
    let resources = joined(base.resources.count, a.resources, b.resources)
    let map = IndexMap(lists: lists.places, resources: resources.places, notes: [])
    for index in b.notes.indices { b.notes[index].blocks = map.blocks(b.notes[index].blocks) }
    var comparable = (a.notes, b.notes)
    for index in comparable.0.indices { comparable.0[index].mark = "" }
    for index in comparable.1.indices { comparable.1[index].mark = "" }
    let places = joined(base.notes.count, comparable.0, comparable.1).places
    var all = a.notes
    for (index, place) in places.enumerated() where place >= all.count { all.append(b.notes[index]) }
    let whole = IndexMap(lists: lists.places, resources: resources.places, notes: places)
    b.blocks = whole.blocks(b.blocks)
    for index in b.headersAndFooters.indices {
      b.headersAndFooters[index].blocks = whole.blocks(b.headersAndFooters[index].blocks)
    }
    var moved = all
    for (index, place) in places.enumerated() { moved[place] = b.notes[index] }
    b.notes = moved
    sides = [a, b]
    (self.lists, self.resources, notes) = (lists.all, resources.all, all)
    hasNote = [Set(one.noteIndices), Set(two.noteIndices.map { places[$0] })]
  }
}

/// Merges three documents. Recursion is as deep as blocks nest.
struct MergeWork {
  /// The documents in terms of common tables.
  let tables: MergeTables
  /// For each side the author of its tracked changes.
  let authors: [String]
  /// The side that counts where both changed a fact.
  let preferred: Int
  /// For each side the notes whose text it changed.
  let changedNotes: [Set<Int>]
  /// What both sides changed, so far.
  var conflicts: [DocumentMerge.Conflict] = []

  /// Prepares a merge of two sides.
  init(_ base: Document, _ sides: [Document], _ authors: [String], preferred: Int) {
    let tables = MergeTables(base, sides[0], sides[1])
    self.tables = tables
    (self.authors, self.preferred) = (authors, preferred)
    changedNotes = [0, 1].map { side in
      Set(
        base.notes.indices.filter { index in
          tables.hasNote[side].contains(index)
            && BlockKey.text(base.notes[index].blocks)
              != BlockKey.text(tables.sides[side].notes[index].blocks)
        })
    }
  }

  /// The merged document.
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
  private mutating func head(_ base: DocumentHead, _ a: DocumentHead, _ b: DocumentHead) -> DocumentHead {
    var result = a
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
    merge(\.footnoteNumbering, "numbering of footnotes")
    merge(\.endnoteNumbering, "numbering of endnotes")
    return result
  }

  /// Merges headers and footers, those of one kind with each other.
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
  func marked(_ inline: Inline, _ kind: Revision.Kind, _ side: Int) -> Inline {
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

  /// A block whose content is marked as a side's insertion.
  func inserted(_ block: Block, _ side: Int) -> Block {
    var document = Document()
    document.blocks = [block]
    document.editInlines { [marked($0, .insertion, side)] }
    return document.blocks[0]
  }
}

extension Document {
  /// The notes that the text refers to.
  var referencedNotes: Set<Int> {
    struct Finder: DocumentVisitor {
      var found: Set<Int> = []
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
  mutating func dropUnreferencedNotes() {
    let there = referencedNotes
    removeNotes { !there.contains($0) }
  }
}
