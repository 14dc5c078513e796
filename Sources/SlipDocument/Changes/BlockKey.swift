/// What blocks are recognized by: their text, without formatting, list markers and the content of margin notes.
package struct BlockKey: Sendable {
  /// What sort of block it is; blocks of different sorts are never paired.
  package enum Sort: Sendable, Equatable { case paragraph, table, `break` }

  /// What sort of block it is.
  package let sort: Sort
  /// The text; equal texts of one sort are the same block.
  package let text: String
  /// The hashes of the words, sorted. Words that say little, such as white space, are left out.
  package let words: [UInt64]

  /// The most words that are looked at to compare a block.
  ///
  /// Words beyond them have no effect on likeness, but still on whether texts are equal.
  private static let mostWords = 4_096

  /// The key of a block.
  ///
  /// - Parameter block: A paragraph or a table with all that is in it, or a break, whose text is its kind.
  package init(_ block: Block) {
    switch block {
    case .paragraph: self.init(.paragraph, BlockKey.text([block]))
    case .table: self.init(.table, BlockKey.text([block]))
    case .break(let kind): self.init(.break, kind.rawValue)
    }
  }

  /// The key of what a block was before its tracked changes; of a block that came with them, what it is.
  init(before block: Block) {
    var document = Document()
    document.blocks = [block]
    if case .paragraph(var paragraph) = block {
      paragraph.endRevision = nil
      document.blocks = [.paragraph(paragraph)]
    }
    guard document.hasTrackedChanges else {
      self.init(block)
      return
    }
    document.resolve(.reject)
    let before = document.blocks.first.map { BlockKey($0) }
    let isNew = before?.text.unicodeScalars.allSatisfy { $0.value < 0x20 } ?? true
    self = isNew ? BlockKey(block) : before ?? BlockKey(block)
  }

  /// The key of a table's row.
  package init(_ row: DocumentTableRow) {
    self.init(.table, row.cells.map { BlockKey.text($0.blocks) }.joined(separator: "\u{7}"))
  }

  /// The key of a table's cell, or of another sequence of blocks.
  package init(_ blocks: [Block]) { self.init(.table, BlockKey.text(blocks)) }

  /// The key of a margin note.
  ///
  /// - Parameter note: The note; notes of different kinds never have equal texts.
  package init(_ note: MarginNote) {
    self.init(.paragraph, "\u{0}\(note.kind.rawValue)\u{7}\(BlockKey.text(note.blocks))")
  }

  /// Hashes the words of a text.
  ///
  /// - Parameters:
  ///   - sort: What sort of block it is.
  ///   - text: The text; words that have no byte above 0x2F (`/`) are not hashed.
  private init(_ sort: Sort, _ text: String) {
    (self.sort, self.text) = (sort, text)
    var words: [UInt64] = []
    for word in InlineTokens.words(of: text) {
      guard word.utf8.contains(where: { $0 > 0x2F }) else { continue }
      words.append(BlockKey.hash(word))
      if words.count == BlockKey.mostWords { break }
    }
    self.words = words.sorted()
  }

  /// FNV-1a: the same in every process, so that results don't depend on chance.
  ///
  /// - Returns: The 64-bit hash of the word's UTF-8 bytes.
  private static func hash(_ word: String) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  /// The text of blocks: what a reader sees and what is hidden or deleted, with marks for everything else.
  ///
  /// - Returns: The text with control characters for the ends of paragraphs, cells and rows.
  package static func text(_ blocks: [Block]) -> String {
    var collector = TextCollector()
    Document.walk(blocks, &collector)
    return collector.text
  }

  /// The text of blocks, in which each picture and file has the number of its resource.
  ///
  /// What differs here isn't the same to a reader, so a deletion by the other side would lose something.
  static func content(of blocks: [Block]) -> String {
    var collector = TextCollector(namesResources: true)
    Document.walk(blocks, &collector)
    return collector.text
  }

  /// How alike two blocks are, from 0 to 1: the share of words that both have (Dice's coefficient).
  ///
  /// - Returns: 0 for different sorts; where a block has no words, 1 for equal texts and 0 for others.
  package func likeness(to other: BlockKey) -> Double {
    guard sort == other.sort else { return 0 }
    if words.isEmpty || other.words.isEmpty { return text == other.text ? 1 : 0 }
    var (i, j, common) = (0, 0, 0)
    while i < words.count, j < other.words.count {
      if words[i] == other.words[j] {
        (i, j, common) = (i + 1, j + 1, common + 1)
      } else if words[i] < other.words[j] {
        i += 1
      } else {
        j += 1
      }
    }
    return Double(2 * common) / Double(words.count + other.words.count)
  }

  /// The least of the words' hashes, mixed by a number: likely the same for blocks that are alike.
  ///
  /// - Parameter seed: The number to mix with; another one gives an independent sketch.
  package func sketch(_ seed: UInt64) -> UInt64 {
    var least = UInt64.max
    for word in words {
      var value = (word ^ seed) &* 0x9E37_79B9_7F4A_7C15
      value = (value ^ (value >> 29)) &* 0xBF58_476D_1CE4_E5B9
      least = min(least, value ^ (value >> 32))
    }
    return least
  }

  /// Collects the text of blocks.
  private struct TextCollector: DocumentVisitor {
    /// Whether pictures and files are told from each other.
    var namesResources = false
    /// What was collected so far, with a control character for each boundary.
    var text = ""

    /// Adds the text of an inline, or a mark for what has none. Bookmarks leave no trace.
    mutating func visit(_ inline: Inline) {
      switch inline {
      case .run(let run): text += run.text
      case .lineBreak: text += "\n"
      case .picture(let picture): show(picture.resource)
      case .attachment(let file): show(file.resource)
      case .noteReference, .deletedNote: text += "\u{1}"
      case .bookmarkStart, .bookmarkEnd: break
      case .break(let kind): text += "\u{2}" + kind.rawValue
      }
    }

    /// Adds the mark of a picture or file.
    private mutating func show(_ resource: Int) {
      text += namesResources ? "\u{FFFC}\(resource)\u{6}" : "\u{FFFC}"
    }

    /// Marks the end of a paragraph with U+0003.
    mutating func leave(_ paragraph: Paragraph) { text += "\u{3}" }
    /// Marks a break with U+0002 and its kind.
    mutating func visit(_ kind: BreakKind) { text += "\u{2}" + kind.rawValue }
    /// Marks the end of a cell with U+0004.
    mutating func leave(_ cell: DocumentTableCell) { text += "\u{4}" }
    /// Marks the end of a row with U+0005.
    mutating func leave(_ row: DocumentTableRow) { text += "\u{5}" }
  }
}
