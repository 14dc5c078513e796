internal import SlipBase
public import SlipDocument

/// Writes the text that a reader of a document sees: the plain-text mirror that `Schemas/README.md` defines.
///
/// For RTF `x`, `PlainTextWriter.write(RTFReader.read(x).document)` are the bytes of `RTFPlainText.extract(x)`:
/// both drive one `RTFPlainTextWriter`.
public enum PlainTextWriter {
  /// UTF-8 without BOM; lines end in LF, except the last one.
  public static func write(_ document: Document) -> [UInt8] {
    var writer = MirrorWriter(document: document)
    return writer.write()
  }
}

/// Replays a document as the events that RTF would give.
private struct MirrorWriter {
  private let document: Document
  /// The story that is written.
  private var text = RTFPlainTextWriter()
  /// A paragraph whose end is deleted has begun the line: the next one goes on in it, without a marker.
  private var isBegun = false
  /// Lines of each kind of note.
  private var notes: [MarginNote.Kind: [(index: Int, line: [UInt8])]] = [:]

  init(document: Document) {
    self.document = document
  }

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

  private mutating func write(_ string: String) {
    var string = string
    string.withUTF8 { if !$0.isEmpty { text.write(UnsafeRawBufferPointer($0)) } }
  }

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

  private mutating func row(_ row: TableRow, depth: Int) {
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

  private mutating func writeMarker(_ marker: inout String) {
    marker.withUTF8 { text.write(marker: UnsafeRawBufferPointer($0)) }
    marker = ""
  }

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

  /// A file from outside the bundle is never opened.
  private func isShown(_ picture: Picture) -> Bool {
    guard document.resources.indices.contains(picture.resource),
      case .file(let path) = document.resources[picture.resource].content
    else { return true }
    return PayloadPath.attachment(fromBody: path) != nil
  }

  /// A story of its own: a note's or a text box's.
  private mutating func story(_ blocks: [Block]) -> RTFPlainTextWriter {
    let outer = (text, isBegun)
    (text, isBegun) = (RTFPlainTextWriter(), false)
    self.blocks(blocks, depth: 0)
    defer { (text, isBegun) = outer }
    return text
  }

  private mutating func note(_ index: Int) {
    let note = document.notes[index]
    if note.mark.isEmpty { text.writeNothing() } else { write(note.mark) }
    let isStripped = note.isAutomatic || RTFNoteText.canStrip(note.blocks, isDeleted: note.isDeleted)
    var story = story(note.blocks)
    let text = RTFNoteLead.stripped(story.finish(), mark: isStripped ? "" : note.mark)
    notes[note.kind, default: []].append((index, Array(note.mark.utf8) + [0x09] + text))
  }
}
