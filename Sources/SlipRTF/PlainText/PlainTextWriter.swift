internal import SlipBase
public import SlipDocument

/// Writes the text that a reader of a document sees: the plain-text mirror that
/// `Schemas/README.md` defines.
///
/// The mirror of an RTF file is the same by both roads: the bytes that `write` gives for
/// `RTFReader.read(x).document` are those of `RTFPlainText.extract(x)`. Both drive one
/// `RTFPlainTextWriter`, and tests compare them.
public enum PlainTextWriter {
  /// The text of a document: UTF-8 without a byte order mark. Lines end in LF, except the
  /// last one, which has no end.
  ///
  /// Paragraphs, table rows and page breaks are lines; cells are separated by TABs;
  /// pictures are U+FFFC. Hidden text and tracked deletions are left out. Footnotes,
  /// endnotes and annotations follow the body, one a line, each behind its mark and a
  /// TAB.
  public static func write(_ document: Document) -> [UInt8] {
    var writer = MirrorWriter(document: document)
    return writer.write()
  }
}

/// Replays a document as the events that RTF would give.
private struct MirrorWriter {
  /// The document that is written.
  private let document: Document
  /// The story that is written.
  private var text = RTFPlainTextWriter()
  /// A paragraph whose end is deleted has begun the line: the next one continues it,
  /// without a marker.
  private var isBegun = false
  /// The lines of each kind of note, with the notes' indices in the document.
  private var notes: [MarginNote.Kind: [(index: Int, line: [UInt8])]] = [:]

  /// Prepares to write a document.
  init(document: Document) {
    self.document = document
  }

  /// Writes the body, then the notes by kind and index.
  mutating func write() -> [UInt8] {
    blocks(document.blocks, depth: 0)
    if isBegun { text.paragraphEnd(depth: 0) }
    text.endOfStory()
    for kind in MarginNote.Kind.allCases {
      let lines = notes[kind, default: []].sorted { $0.index < $1.index }
      for note in lines { text.append(lines: note.line) }
    }
    return text.finish()
  }

  /// Writes text.
  private mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { if !$0.isEmpty { text.write(UnsafeRawBufferPointer($0)) } }
  }

  /// Writes blocks that lie in `depth` tables.
  private mutating func blocks(_ blocks: [Block], depth: Int) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph):
        content(of: paragraph, depth: depth)
        if paragraph.endIsVisible { text.paragraphEnd(depth: depth) }
      case .table(let table):
        if table.hasCells { text.paragraphEndAtBreak(depth: depth) }
        for row in table.rows { self.row(row, depth: depth + 1) }
      case .break: text.breakHere()
      }
    }
  }

  /// Writes a row of a table.
  ///
  /// - Parameter depth: How many tables the row's cells lie in, from 1.
  private mutating func row(_ row: DocumentTableRow, depth: Int) {
    for cell in row.cells {
      var cellBlocks = cell.blocks
      // The last paragraph's end is the cell's.
      if case .paragraph(let last)? = cellBlocks.popLast() {
        blocks(cellBlocks, depth: depth)
        content(of: last, depth: depth)
      } else {
        blocks(cell.blocks, depth: depth)
      }
      isBegun = false
      text.cellEnd(depth: depth)
    }
    text.rowEnd(depth: depth, isDeleted: row.isDeleted)
  }

  /// Writes a paragraph without its end, and the text boxes anchored in it.
  private mutating func content(of paragraph: Paragraph, depth: Int) {
    // The marker comes with the first thing that is seen, or with the paragraph's end.
    var marker = isBegun ? "" : paragraph.listItem?.marker ?? ""
    for inline in paragraph.inlines {
      if !marker.isEmpty, inline.isVisible { writeMarker(&marker) }
      self.inline(inline, depth: depth)
    }
    if !marker.isEmpty, paragraph.endIsVisible { writeMarker(&marker) }
    isBegun = !paragraph.endIsVisible && (isBegun || paragraph.inlines.contains(where: \.isVisible))
    for box in paragraph.textBoxes {
      let box = story(box.blocks)
      text.append(box: box)
    }
  }

  /// Writes a list item's marker, once.
  private mutating func writeMarker(_ marker: inout String) {
    marker.withUTF8 { text.write(marker: UnsafeRawBufferPointer($0)) }
    marker = ""
  }

  /// Writes an inline.
  private mutating func inline(_ inline: Inline, depth: Int) {
    switch inline {
    case .run(let run): if run.style.isVisible { write(run.text) }
    case .lineBreak: text.write(0x0A)
    case .picture(let picture):
      if picture.style.isVisible { if isShown(picture) { text.write(0xFFFC) } else { text.writeNothing() } }
    case .attachment(let file): if file.style.isVisible { text.write(0xFFFC) }
    case .deletedNote: break
    case .noteReference(let index): if document.notes.indices.contains(index) { note(index) }
    case .bookmarkStart, .bookmarkEnd: break
    case .break: text.breakHere()
    }
  }

  /// Whether a picture has a character in the text. A file from outside the bundle is
  /// never opened, so it has none.
  private func isShown(_ picture: Picture) -> Bool {
    guard document.resources.indices.contains(picture.resource),
      case .file(let path) = document.resources[picture.resource].content
    else { return true }
    return PayloadPath.attachment(fromBody: path) != nil
  }

  /// Writes a story of its own: a note or a text box.
  private mutating func story(_ blocks: [Block]) -> RTFPlainTextWriter {
    let outer = (text, isBegun)
    (text, isBegun) = (RTFPlainTextWriter(), false)
    self.blocks(blocks, depth: 0)
    defer { (text, isBegun) = outer }
    return text
  }

  /// Writes the mark of a note where it is referred to, and keeps its line for the end.
  private mutating func note(_ index: Int) {
    let note = document.notes[index]
    if note.mark.isEmpty { text.writeNothing() } else { write(note.mark) }
    let isStripped = note.isAutomatic || RTFNoteText.canStrip(note.blocks, isDeleted: note.isDeleted)
    var story = story(note.blocks)
    let text = RTFNoteLead.stripped(story.finish(), mark: isStripped ? "" : note.mark)
    notes[note.kind, default: []].append((index, Array(note.mark.utf8) + [0x09] + text))
  }
}
