internal import SlipCore

/// What sinks need not implement: they then want no HTML and no instructions, report no
/// losses, and get single characters as text.
extension RTFSink {
  static var wantsHTML: Bool { false }
  static var wantsInstructions: Bool { false }
  mutating func instruction(_ instruction: RTFInstruction) {}
  var lossDiagnostics: [Diagnostic] { [] }
  mutating func at(_ offset: Int) {}
  mutating func sectionEnd(_ paragraph: RTFParagraphState) {}
  mutating func htmlStart() {}
  mutating func htmlEnd() {}

  mutating func attachmentPlaceholder(at offset: Int, skipCount: Int) {}

  @inline(__always)
  mutating func text(_ utf8: UnsafeRawBufferPointer, readable: Int, _ style: RTFCharacterState) {
    text(utf8, style)
  }

  mutating func character(_ scalar: UInt32, _ style: RTFCharacterState) {
    var packed = RTFEncoding.utf8(scalar)
    withUnsafeBytes(of: &packed.bytes) { text(UnsafeRawBufferPointer(rebasing: $0[..<packed.count]), style) }
  }
}

/// Events that are sent with formatting only, and so never reach a sink for text.
extension RTFSink where Self: RTFTextSink {
  mutating func tablesCutOff() {}
  mutating func headerStart(_ kind: Int32) {}
  mutating func headerEnd(_ kind: Int32) {}
  mutating func fieldStart(_ field: RTFField) {}
  mutating func fieldEnd() {}
  mutating func bookmarkStart(_ name: String) {}
  mutating func bookmarkEnd(_ name: String) {}
  mutating func information(_ field: Int32, _ text: String) {}
  mutating func information(_ field: Int32, _ date: RTFDate) {}
  mutating func userProperty(name: String, value: String) {}
  mutating func tablesChanged(_ tables: RTFTables) {}
}

/// A sink for text: its `wantsFormatting` is false.
protocol RTFTextSink: RTFSink {}

/// A sink that needs a few events and ignores all others.
///
/// A sink that makes text or a document must not conform to it: if a new event is added
/// to `RTFSink`, the compiler must ask for it there.
protocol RTFPartialSink: RTFSink {}

/// Ignores each event that the sink does not implement.
extension RTFPartialSink {
  mutating func text(_ utf8: UnsafeRawBufferPointer, _ style: RTFCharacterState) {}
  mutating func tab(_ style: RTFCharacterState) {}
  mutating func lineBreak(_ style: RTFCharacterState) {}
  mutating func breakHere(_ kind: Int32, depth: Int32) {}
  mutating func paragraphEndAtBreak(_ paragraph: RTFParagraphState, depth: Int32) {}
  mutating func paragraphEnd(_ paragraph: RTFParagraphState, depth: Int32, _ style: RTFCharacterState) {}
  mutating func listMarker(_ marker: UnsafeRawBufferPointer, list: Int32, level: Int32) {}
  mutating func cellEnd(depth: Int32, _ paragraph: RTFParagraphState) {}
  mutating func rowEnd(depth: Int32, _ row: RTFRow) {}
  mutating func tablesEnd(depth: Int32) {}
  mutating func tablesCutOff() {}
  mutating func picture(_ picture: RTFPicture, _ style: RTFCharacterState) {}
  mutating func object(_ object: RTFObject, _ style: RTFCharacterState) {}
  mutating func ends(in mark: String, isDeleted: Bool) -> Bool { true }
  mutating func noteStart(_ note: RTFNote, _ style: RTFCharacterState) {}
  mutating func noteEnd(_ note: RTFNote) {}
  mutating func textBoxStart() {}
  mutating func textBoxEnd() {}
  mutating func headerStart(_ kind: Int32) {}
  mutating func headerEnd(_ kind: Int32) {}
  mutating func bookmarkStart(_ name: String) {}
  mutating func bookmarkEnd(_ name: String) {}
  mutating func information(_ field: Int32, _ text: String) {}
  mutating func information(_ field: Int32, _ date: RTFDate) {}
  mutating func userProperty(name: String, value: String) {}
  mutating func tablesChanged(_ tables: RTFTables) {}
  mutating func documentEnd() {}
  mutating func attachment(_ attachment: RTFAttachment, _ style: RTFCharacterState) {}
  mutating func fieldStart(_ field: RTFField) {}
  mutating func fieldEnd() {}
}
