internal import RTFSyntax
internal import SlipBase

/// Writes the plain-text mirror: see "The plain-text mirror" in `Schemas/README.md`.
struct RTFPlainTextSink: RTFTextSink {
  static var wantsFormatting: Bool { false }

  /// Nil where memory holds the whole text.
  private let spill: RTFPlainTextSpill?
  /// The story that is written.
  private var text: RTFPlainTextWriter
  /// Those that it interrupts, the body first.
  private var outer: [RTFPlainTextWriter] = []
  /// Footnotes, endnotes and annotations, each ending in LF.
  private var notes: [RTFTextBuffer]

  init(_ spill: RTFPlainTextSpill? = nil) {
    self.spill = spill
    text = RTFPlainTextWriter(RTFTextBuffer(most: spill?.body ?? .max, spill: spill))
    notes = (0..<3).map { _ in RTFTextBuffer(most: spill?.other ?? .max, spill: spill) }
  }

  /// Hands over the body's text so far; what is still open stays.
  ///
  /// - Parameter isInTable: whether what is open belongs to a table.
  mutating func drain(_ chunk: (UnsafeRawBufferPointer) throws -> Void, isInTable: Bool) rethrows {
    guard outer.isEmpty else { return }
    try text.drain(chunk, isInTable: isInTable)
  }

  /// Hands over the rest, after the last event: the body's, and the notes behind it.
  mutating func finish(_ chunk: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    for index in notes.indices where notes[index].total > 0 {
      text.endLine()
      try text.finish(chunk)
      try notes[index].drain(upTo: notes[index].total - 1, chunk)
    }
    try text.finish(chunk)
  }

  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) { text.write(utf8) }

  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState) {
    text.write(utf8, readable: readable)
  }

  @inline(__always)
  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState) { text.write(scalar) }

  mutating func tab(_ style: RTFCharacterState) { text.write(0x09) }

  mutating func lineBreak(_ style: RTFCharacterState) { text.write(0x0A) }

  mutating func breakHere(_ kind: Int32, depth: Int32) { text.breakHere() }

  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) {
    text.paragraphEndAtBreak(depth: Int(depth))
  }

  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    text.paragraphEnd(depth: Int(depth))
  }

  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {
    text.write(marker: marker)
  }

  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) { text.cellEnd(depth: Int(depth)) }

  mutating func rowEnd(depth: Int32, _ row: RTFRow) {
    text.rowEnd(depth: Int(depth), isDeleted: row.isDeleted)
  }

  mutating func tablesEnd(depth: Int32) { text.tablesEnd(depth: Int(depth)) }

  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) { text.write(0xFFFC) }

  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {
    // A field's file from outside the bundle is never opened, so nothing of it is seen.
    let isSeen = !attachment.isField || PayloadPath.attachment(fromBody: attachment.path) != nil
    if isSeen { text.write(0xFFFC) } else { text.writeNothing() }
  }

  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) { text.write(0xFFFC) }

  mutating func ends(in mark: String, isDeleted: Bool) -> Bool { text.ends(in: mark) }

  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {
    if note.isAutomatic {
      var mark = note.mark
      mark.withUTF8 { text.write(UnsafeRawBufferPointer($0)) }
    } else if note.mark.isEmpty {
      text.writeNothing()
    }
    beginStory()
  }

  mutating func noteEnd(_ note: RTFNote) {
    var story = endStory()
    story.endOfStory()
    let index = note.kind == .footnote ? 0 : note.kind == .endnote ? 1 : 2
    var line = notes[index]
    var mark = note.mark
    mark.withUTF8 { line.append(UnsafeRawBufferPointer($0)) }
    line.append(byte: 0x09)
    var lead = RTFNoteLead(note.isAutomatic ? "" : note.mark)
    story.finish { piece in lead.strip(piece) { line.append($0) } }
    lead.finish { line.append($0) }
    line.append(byte: 0x0A)
    notes[index] = line
  }

  mutating func textBoxStart() { beginStory() }

  mutating func textBoxEnd() {
    let box = endStory()
    text.append(box: box)
  }

  private mutating func beginStory() {
    outer.append(text)
    text = RTFPlainTextWriter(RTFTextBuffer(most: spill?.other ?? .max, spill: spill))
  }

  /// Gives the story that ended.
  private mutating func endStory() -> RTFPlainTextWriter {
    let story = text
    text = outer.popLast() ?? RTFPlainTextWriter()
    return story
  }

  mutating func documentEnd() { text.endOfStory() }
}
