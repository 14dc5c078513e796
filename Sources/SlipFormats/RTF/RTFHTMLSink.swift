internal import RTFSyntax

/// Collects the HTML that RTF encapsulates. Text between the tags is escaped; lines end in LF.
struct RTFHTMLSink: RTFTextSink {
  static var wantsFormatting: Bool { false }
  static var wantsHTML: Bool { true }

  private(set) var bytes: [UInt8] = []
  /// There is a tag.
  private(set) var hasMarkup = false
  private var isMarkup = false

  mutating func htmlStart() {
    isMarkup = true
    hasMarkup = true
  }

  mutating func htmlEnd() { isMarkup = false }

  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {
    if isMarkup { return bytes.append(contentsOf: utf8) }
    for byte in utf8 {
      switch byte {
      case 0x26: bytes.append(contentsOf: "&amp;".utf8)
      case 0x3C: bytes.append(contentsOf: "&lt;".utf8)
      case 0x3E: bytes.append(contentsOf: "&gt;".utf8)
      default: bytes.append(byte)
      }
    }
  }

  mutating func tab(_ style: RTFCharacterState) { bytes.append(0x09) }
  mutating func lineBreak(_ style: RTFCharacterState) { bytes.append(0x0A) }
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {
    bytes.append(0x0A)
  }

  // What has no place between HTML's tags.
  mutating func breakHere(_ kind: Int32, depth: Int32) {}
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {}
  mutating func cellEnd(depth: Int32, endsParagraph: Bool, _ paragraph: RTFParagraphState) {}
  mutating func tablesEnd(depth: Int32) {}
  mutating func rowEnd(depth: Int32, _ row: RTFRow) {}
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {}
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {}
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) {}
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {}
  mutating func noteEnd(_ note: RTFNote) {}
  mutating func textBoxStart() {}
  mutating func textBoxEnd() {}
  mutating func documentEnd() {}
}
