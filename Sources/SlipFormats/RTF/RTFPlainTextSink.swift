internal import RTFSyntax

/// Writes the plain-text mirror: see "The plain-text mirror" in `Schemas/README.md`.
struct RTFPlainTextSink: RTFTextSink {
  static var wantsFormatting: Bool { false }

  /// The story that is written.
  var text = RTFPlainTextWriter()
  /// Those that it interrupts, the body first.
  private var outer: [RTFPlainTextWriter] = []
  /// Footnotes, endnotes and annotations, each ending in LF.
  private var notes: [[UInt8]] = [[], [], []]

  /// Hands over the body's text so far; what is still open stays.
  ///
  /// - Parameter isInTable: whether what is open belongs to a table.
  mutating func drain(
    _ chunk: (UnsafeRawBufferPointer) throws -> Void, isAtEnd: Bool, isInTable: Bool = false
  ) rethrows {
    guard outer.isEmpty else { return }
    try text.drain(chunk, isAtEnd: isAtEnd, isInTable: isInTable)
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
    let isSeen = !attachment.isField || RTFAttachmentPath.isListed(attachment.path)
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
    outer.append(text)
    text = RTFPlainTextWriter()
  }

  mutating func noteEnd(_ note: RTFNote) {
    let body = RTFPlainTextSink.noteText(text.finish(), mark: note.isAutomatic ? "" : note.mark)
    text = outer.popLast() ?? RTFPlainTextWriter()
    let index = note.kind == .footnote ? 0 : note.kind == .endnote ? 1 : 2
    notes[index] += Array(note.mark.utf8) + [0x09] + body + [0x0A]
  }

  /// A note's text without the mark that the file repeats in it, and without white space before it.
  static func noteText(_ text: [UInt8], mark: String) -> ArraySlice<UInt8> {
    func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> { text.drop { $0 == 0x20 || $0 == 0x09 } }
    let text = trimmed(text[...])
    guard !mark.isEmpty, text.starts(with: mark.utf8) else { return text }
    return trimmed(text.dropFirst(mark.utf8.count))
  }

  mutating func textBoxStart() {
    outer.append(text)
    text = RTFPlainTextWriter()
  }

  mutating func textBoxEnd() {
    let box = text.finish()
    text = outer.popLast() ?? RTFPlainTextWriter()
    if !box.isEmpty { text.boxes.append(box) }
  }

  mutating func documentEnd() {
    text.endOfStory()
    for note in notes where !note.isEmpty { text.append(lines: note.dropLast()) }
  }
}
