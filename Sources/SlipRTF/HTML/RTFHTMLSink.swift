internal import RTFSyntax

/// Collects the HTML that RTF encapsulates. Text between the tags is escaped; lines end in LF.
struct RTFHTMLSink: RTFPartialSink {
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
}
