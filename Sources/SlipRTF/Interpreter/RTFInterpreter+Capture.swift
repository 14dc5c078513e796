internal import RTFSyntax

/// Text of destinations that is no text of the document. It is bounded: no real name, marker or instruction is that long.
extension RTFInterpreter {
  /// Bytes of one such text.
  private var longestCapture: Int {
    switch group.destination {
    case .levelText, .fontTable, .styleSheet: 4_096
    default: 1 << 20
    }
  }

  /// Bytes of the instructions of all fields that are open, and what an array takes besides its elements.
  private static var mostInstructions: Int { (1 << 20) + arrayBytes }
  static var arrayBytes: Int { 48 }

  /// What was captured, without white space at its ends.
  var capturedText: String { String(decoding: RTFInterpreter.trimmed(capture), as: UTF8.self) }

  static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }

  mutating func keep(_ bytes: UnsafeRawBufferPointer) {
    let room = longestCapture - capture.count
    if bytes.count <= room { return capture.append(contentsOf: bytes) }
    capture.append(contentsOf: bytes.prefix(max(0, room)))
    cutCapture(isEnd: bytes.contains(0x3B))
  }

  mutating func keep(_ scalar: UInt32) {
    guard capture.count < longestCapture else { return cutCapture(isEnd: scalar == 0x3B) }
    RTFEncoding.append(scalar, to: &capture)
  }

  /// - Parameter isEnd: whether a semicolon is cut off, which ends a name in a table.
  private mutating func cutCapture(isEnd: Bool) {
    faults.note(.captureLimit, at: tokenizer.position)
    guard isEnd, capture.last != 0x3B else { return }
    if group.destination == .fontTable || group.destination == .styleSheet { capture.append(0x3B) }
  }

  /// A field's instruction is held until the field ends.
  mutating func endInstruction() {
    guard let last = fields.indices.last else { return }
    forgetInstruction(of: fields[last])
    fields[last].instruction = []
    if capture.isEmpty { return }
    let bytes = capture.count + RTFInterpreter.arrayBytes
    guard instructionBytes + bytes <= RTFInterpreter.mostInstructions else {
      return faults.note(.captureLimit, at: group.start)
    }
    // Without the room that others have needed.
    fields[last].instruction = Array(capture[...])
    instructionBytes += bytes
  }

  mutating func forgetInstruction(of field: RTFFieldFrame) {
    if !field.instruction.isEmpty { instructionBytes -= field.instruction.count + RTFInterpreter.arrayBytes }
  }
}
