internal import SlipCore

/// Writes the plain-text mirror from the events of `RTFInterpreter`: see "The plain-text
/// mirror" in `Schemas/README.md`.
///
/// Each story is a `RTFPlainTextWriter`, which knows where lines, cells and rows end. The
/// sink adds what events mean for the text: U+FFFC for pictures, marks for notes, and the
/// order of stories.
struct RTFPlainTextSink: RTFTextSink {
  /// The text needs no formatting.
  static var wantsFormatting: Bool { false }

  /// Where text waits that memory is not to hold; nil if memory holds all.
  private let spill: RTFPlainTextSpill?
  /// The story that is written.
  private var text: RTFPlainTextWriter
  /// The stories that it interrupts, the body first.
  private var outer: [RTFPlainTextWriter] = []
  /// The lines of footnotes, endnotes and annotations, each ending in LF.
  private var notes: [RTFTextBuffer]

  /// Creates a sink.
  init(_ spill: RTFPlainTextSpill? = nil) {
    self.spill = spill
    text = RTFPlainTextWriter(RTFTextBuffer(most: spill?.body ?? .max, spill: spill))
    notes = (0..<3).map { _ in RTFTextBuffer(most: spill?.other ?? .max, spill: spill) }
  }

  /// Hands over the body's text so far. What may still change stays.
  ///
  /// - Parameter isInTable: Whether what is open belongs to a table.
  mutating func drain(_ chunk: (UnsafeRawBufferPointer) throws -> Void, isInTable: Bool) rethrows {
    guard outer.isEmpty else { return }
    try text.drain(chunk, isInTable: isInTable)
  }

  /// Hands over the rest after the last event: the body's, and the notes behind it.
  mutating func finish(_ chunk: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    for index in notes.indices where notes[index].total > 0 {
      text.endLine()
      try text.finish(chunk)
      try notes[index].drain(upTo: notes[index].total - 1, chunk)
    }
    try text.finish(chunk)
  }

  /// Writes text.
  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) { text.write(utf8) }

  /// Writes text, in copies of fixed width where that is possible.
  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState) {
    text.write(utf8, readable: readable)
  }

  /// Writes a character.
  @inline(__always)
  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState) { text.write(scalar) }

  /// Writes a TAB.
  mutating func tab(_ style: RTFCharacterState) { text.write(0x09) }

  /// Writes an LF.
  mutating func lineBreak(_ style: RTFCharacterState) { text.write(0x0A) }

  /// Writes the end of a line, if the line has begun.
  mutating func breakHere(_ kind: Int32, depth: Int32) { text.breakHere() }

  /// Ends the paragraph at its last break.
  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) {
    text.paragraphEndAtBreak(depth: Int(depth))
  }

  /// Ends the paragraph.
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    text.paragraphEnd(depth: Int(depth))
  }

  /// Writes a list item's marker and a TAB.
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {
    text.write(marker: marker)
  }

  /// Ends a cell.
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) { text.cellEnd(depth: Int(depth)) }

  /// Ends a row, which vanishes if it is deleted and nothing in it is visible.
  mutating func rowEnd(depth: Int32, _ row: RTFRow) {
    text.rowEnd(depth: Int(depth), isDeleted: row.isDeleted)
  }

  /// Ends tables.
  mutating func tablesEnd(depth: Int32) { text.tablesEnd(depth: Int(depth)) }

  /// Writes U+FFFC, the character for an object in the text.
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) { text.write(0xFFFC) }

  /// Writes U+FFFC for a file that is shown.
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {
    // A field's file from outside the bundle is never opened, so nothing of it is seen.
    let isSeen = !attachment.isField || PayloadPath.attachment(fromBody: attachment.path) != nil
    if isSeen { text.write(0xFFFC) } else { text.writeNothing() }
  }

  /// Writes U+FFFC for an object.
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) { text.write(0xFFFC) }

  /// Whether the paragraph so far ends in a note's mark.
  mutating func ends(in mark: String, isDeleted: Bool) -> Bool { text.ends(in: mark) }

  /// Writes an automatic mark, and begins the note's story. A mark of the file's own is
  /// in the text already.
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {
    if note.isAutomatic {
      var mark = note.mark
      mark.withUTF8 { text.write(UnsafeRawBufferPointer($0)) }
    } else if note.mark.isEmpty {
      text.writeNothing()
    }
    beginStory()
  }

  /// Ends the note's story, and adds its line: the mark, a TAB, and the text without the
  /// mark that it repeats.
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

  /// Begins the story of a text box.
  mutating func textBoxStart() { beginStory() }

  /// Ends it. Its lines follow the paragraph that anchors it.
  mutating func textBoxEnd() {
    let box = endStory()
    text.append(box: box)
  }

  /// Begins a story that interrupts another.
  private mutating func beginStory() {
    outer.append(text)
    text = RTFPlainTextWriter(RTFTextBuffer(most: spill?.other ?? .max, spill: spill))
  }

  /// Gives the story that ended, and goes on with the one around it.
  private mutating func endStory() -> RTFPlainTextWriter {
    let story = text
    text = outer.popLast() ?? RTFPlainTextWriter()
    return story
  }

  /// Ends the body.
  mutating func documentEnd() { text.endOfStory() }
}
