internal import RTFSyntax

/// An instruction that is being read, and the text that it interrupts.
struct RTFOpenInstruction {
  var instruction: RTFInstruction
  var capture: [UInt8]
  var rawStart: Int
}

/// For a sink that wants the instructions of all fields: those of fields in the text are read on the way, and what is
/// passed over is read for others. The text is the same with and without that.
extension RTFInterpreter {
  /// Wherever it stands.
  mutating func beginInstruction(_ kind: RTFInstruction.Kind, _ token: Token) {
    let isFirst = group.opening == .nothing && isFirstInGroup(token.offset)
    guard group.opening == .nothing || pushVirtual() else { return }
    let isOfField = kind == .field && group.destination == .body && isFieldHere
    let instruction = RTFInstruction(
      kind: kind, offset: token.offset, group: (isFirst ? group.start : token.offset)..<token.end,
      content: token.end..<token.end, isWhole: flatDepth == 0)
    openInstructions.append(
      RTFOpenInstruction(instruction: instruction, capture: capture, rawStart: rawStart))
    capture = []
    openCapture(.fieldInstruction, isOfField ? .fieldInstruction : .strayInstruction)
  }

  mutating func tellInstruction(at offset: Int) {
    guard var open = openInstructions.popLast() else { return }
    open.instruction.text = capture
    open.instruction.content = open.instruction.content.lowerBound..<offset
    let isGroup = byte(open.instruction.group.lowerBound) == 0x7B
    open.instruction.group =
      open.instruction.group.lowerBound..<min(isGroup ? offset + 1 : offset, bytes.count)
    if offset >= bytes.count { open.instruction.isWhole = false }
    (capture, rawStart) = (open.capture, open.rawStart)
    sink.instruction(open.instruction)
  }

  /// Passes over the rest of the group.
  ///
  /// - Returns: whether the brace came; nil where nothing was passed over, as there are instructions to read.
  mutating func passGroup() -> Bool? {
    guard Sink.wantsInstructions else { return tokenizer.passGroup(in: bytes, step: Self.pageStep) }
    if !group.isPassed {
      var ahead = tokenizer
      let isClosed = ahead.passGroup(in: bytes, step: Self.pageStep)
      guard holdsInstruction(tokenizer.position..<ahead.position) else {
        tokenizer = ahead
        return isClosed
      }
    }
    enterPassed()
    return nil
  }

  func holdsInstruction(_ range: Range<Int>) -> Bool {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    return RTFByteSearch.holds("\\fldinst", in: part) || RTFByteSearch.holds("\\objclass", in: part)
  }

  private mutating func enterPassed() {
    group.isPassed = true
    group.setDestination(.passed)
  }

  /// The first branch of a `\upr` that has a second one.
  mutating func readAlternative() {
    guard let brace = tokenizer.next() else { return }
    openGroup(brace.offset)
    if flatDepth == 0 { enterPassed() }
  }

  /// What an instruction within depends on.
  mutating func passedWord(_ effect: ControlEffect, _ token: Token) {
    switch effect.action {
    case .unicode, .unicodeSkip, .font, .associatedFont, .runType, .characterReset: perform(effect, token)
    case .fieldInstruction, .objectClass: destination(effect, token)
    default: break
    }
  }
}
