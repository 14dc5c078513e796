public import SlipDocument

/// Writes the text that a reader of a document sees: the plain-text mirror that `Schemas/README.md` defines.
///
/// For every RTF file `x`, `PlainTextWriter.write(RTFReader.read(x).document)` are the bytes of
/// `RTFPlainText.extract(x)`.
public enum PlainTextWriter {
  /// UTF-8 without BOM; lines end in LF, except the last one.
  public static func write(_ document: Document) -> [UInt8] {
    var writer = MirrorWriter(document: document)
    writer.write()
    return writer.lines.output
  }
}

/// Walks a document in the mirror's order.
private struct MirrorWriter {
  let document: Document
  var lines = MirrorLines()
  private var waitingBoxes: [TextBox] = []
  private var notes: [MarginNote.Kind: [MarginNote]] = [:]

  init(document: Document) {
    self.document = document
  }

  mutating func write() {
    blocks(document.blocks)
    endScope()
    // Notes may refer to notes: a list grows while it is written.
    for kind in MarginNote.Kind.allCases {
      var index = 0
      while index < notes[kind, default: []].count {
        note(notes[kind, default: []][index])
        index += 1
      }
    }
  }

  private mutating func note(_ note: MarginNote) {
    lines.text(note.mark)
    lines.cellSeparator()
    blocks(note.blocks)
    endScope()
    lines.endParagraph()
  }

  private mutating func blocks(_ blocks: [Block]) {
    for block in blocks {
      switch block {
      case .paragraph(let paragraph): self.paragraph(paragraph)
      case .table(let table): for row in table.rows { self.row(row) }
      case .break: lines.pageBreak()
      }
    }
  }

  private mutating func row(_ row: TableRow) {
    endScope()
    for (index, cell) in row.cells.enumerated() {
      if index == 0 { lines.startText() } else { lines.cellSeparator() }
      guard cell.horizontalMerge != .continued, cell.verticalMerge != .continued else { continue }
      lines.startCell()
      blocks(cell.blocks)
      endScope()
      lines.endCell()
    }
    lines.endParagraph()
  }

  private mutating func paragraph(_ paragraph: Paragraph) {
    if let item = paragraph.listItem, !item.marker.isEmpty, !lines.runsOn {
      lines.text(item.marker)
      lines.cellSeparator()
    }
    for inline in paragraph.inlines { self.inline(inline) }
    waitingBoxes += paragraph.textBoxes
    if paragraph.endIsVisible {
      lines.endParagraph()
      boxes()
    } else {
      lines.runsOn = true
    }
  }

  /// Text boxes whose paragraph has ended.
  private mutating func boxes() {
    let boxes = waitingBoxes
    waitingBoxes = []
    for box in boxes {
      blocks(box.blocks)
      endScope()
    }
  }

  /// A hidden paragraph end can't reach beyond the cell, box or note it stands in.
  private mutating func endScope() {
    if lines.runsOn { lines.endParagraph() }
    boxes()
  }

  private mutating func inline(_ inline: Inline) {
    switch inline {
    case .run(let run): if run.style.isVisible { lines.text(run.text) }
    case .lineBreak: lines.lineBreak()
    case .picture(let picture): if picture.style.isVisible { lines.text("\u{FFFC}") }
    case .attachment: lines.text("\u{FFFC}")
    case .noteReference(let index):
      guard document.notes.indices.contains(index) else { return }
      let note = document.notes[index]
      lines.text(note.mark)
      notes[note.kind, default: []].append(note)
    case .bookmarkStart, .bookmarkEnd: break
    case .break: lines.pageBreak()
    }
  }
}
