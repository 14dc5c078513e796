/// Captured text: text of destinations that are not part of the document's text, such as
/// `\fldinst`.
///
/// It is bounded, because no real name, marker or instruction is as long as the limits
/// here. What is cut off is noted as `RTFFault.captureLimit`.
extension RTFInterpreter {
  /// The most bytes of one captured text: 4 KiB for names and list patterns, otherwise 1
  /// MiB.
  private var longestCapture: Int {
    switch group.destination {
    case .levelText, .fontTable, .styleSheet: 4_096
    default: 1 << 20
    }
  }

  /// The most bytes that the instructions of all open fields may take, with `arrayBytes`
  /// for each.
  private static var mostInstructions: Int { (1 << 20) + arrayBytes }
  /// What an array takes besides its elements.
  static var arrayBytes: Int { 48 }

  /// The captured text without white space at its ends.
  var capturedText: String { String(decoding: RTFInterpreter.trimmed(capture), as: UTF8.self) }

  /// Removes spaces, TABs and line ends from both ends.
  static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return bytes[first...last]
  }

  /// Appends UTF-8 to the captured text, as far as there is room.
  mutating func appendToCapture(_ bytes: UnsafeRawBufferPointer) {
    let room = longestCapture - capture.count
    if bytes.count <= room { return capture.append(contentsOf: bytes) }
    capture.append(contentsOf: bytes.prefix(max(0, room)))
    cutCapture(isEnd: bytes.contains(0x3B))
  }

  /// Appends a character to the captured text, if there is room.
  mutating func appendToCapture(_ scalar: UInt32) {
    guard capture.count < longestCapture else { return cutCapture(isEnd: scalar == 0x3B) }
    RTFEncoding.append(scalar, to: &capture)
  }

  /// Notes that captured text was cut off. A semicolon that ends a name in a table is
  /// still written, so that the table's next entry begins where it should.
  ///
  /// - Parameter isEnd: Whether a semicolon was cut off.
  private mutating func cutCapture(isEnd: Bool) {
    faults.note(.captureLimit, at: tokenizer.position)
    guard isEnd, capture.last != 0x3B else { return }
    if group.destination == .fontTable || group.destination == .styleSheet { capture.append(0x3B) }
  }

  /// Stores the captured instruction in its field, which needs it until the field ends.
  mutating func endInstruction() {
    guard let last = fields.frames.indices.last else { return }
    forgetInstruction(of: fields.frames[last])
    fields.frames[last].instruction = []
    if capture.isEmpty { return }
    let bytes = capture.count + RTFInterpreter.arrayBytes
    guard fields.instructionBytes + bytes <= RTFInterpreter.mostInstructions else {
      return faults.note(.captureLimit, at: group.start)
    }
    // A copy has no spare room left over from longer captures.
    fields.frames[last].instruction = Array(capture[...])
    fields.instructionBytes += bytes
  }

  /// Stops counting the instruction of a field that has ended.
  mutating func forgetInstruction(of field: RTFFieldFrame) {
    if !field.instruction.isEmpty {
      fields.instructionBytes -= field.instruction.count + RTFInterpreter.arrayBytes
    }
  }
}
