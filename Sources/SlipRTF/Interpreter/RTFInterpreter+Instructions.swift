internal import RTFSyntax

/// An instruction that is being read, and the captured text that it interrupts.
struct RTFOpenInstruction {
  /// Where the instruction stands; its text follows at its end.
  var instruction: RTFInstruction
  /// `RTFInterpreter.capture` as it was before.
  var capture: [UInt8]
  /// `RTFInterpreter.rawStart` as it was before.
  var rawStart: Int
}

/// The instructions of all fields and the classes of all objects, for a sink with
/// `wantsInstructions`.
///
/// Those of fields in the text are read on the way. In groups that are skipped, others
/// are searched for, so that no field is missed however it is wrapped. The text that the
/// sink gets is the same with and without this.
extension RTFInterpreter {
  /// Begins an instruction or a class, wherever it stands.
  mutating func beginInstruction(_ kind: RTFInstruction.Kind, _ token: Token) {
    let isFirst = group.opening == .nothing && isFirstInGroup(token.offset)
    guard group.opening == .nothing || pushVirtual() else { return }
    let isOfField = kind == .field && group.destination == .body && isFieldHere
    let instruction = RTFInstruction(
      kind: kind, offset: token.offset, group: (isFirst ? group.start : token.offset)..<token.end,
      content: token.end..<token.end, isWhole: flatDepth == 0)
    fields.openInstructions.append(
      RTFOpenInstruction(instruction: instruction, capture: capture, rawStart: rawStart))
    capture = []
    openCapture(.fieldInstruction, isOfField ? .fieldInstruction : .strayInstruction)
  }

  /// Sends the instruction that ends, and restores the text that it interrupted.
  ///
  /// - Parameter offset: The offset of the closing brace, or the end of the file.
  mutating func sendInstruction(at offset: Int) {
    guard var open = fields.openInstructions.popLast() else { return }
    open.instruction.text = capture
    open.instruction.content = open.instruction.content.lowerBound..<offset
    let isGroup = byte(open.instruction.group.lowerBound) == 0x7B
    open.instruction.group =
      open.instruction.group.lowerBound..<min(isGroup ? offset + 1 : offset, bytes.count)
    if offset >= bytes.count { open.instruction.isWhole = false }
    (capture, rawStart) = (open.capture, open.rawStart)
    sink.instruction(open.instruction)
  }

  /// Skips the rest of the group, unless it holds instructions that the sink wants.
  ///
  /// - Returns: Whether the closing brace was found; nil if nothing was skipped, because
  ///   there are instructions to read.
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
    readForInstructions()
    return nil
  }

  /// Whether a part of the file may hold instructions: it has `\fldinst` or `\objclass`
  /// somewhere. Control words cannot be spelled in any other way, so a search of the
  /// bytes finds them all.
  func holdsInstruction(_ range: Range<Int>) -> Bool {
    let part = UnsafeRawBufferPointer(rebasing: bytes[range])
    return RTFByteSearch.holds("\\fldinst", in: part) || RTFByteSearch.holds("\\objclass", in: part)
  }

  /// Reads the group for the instructions in it alone.
  private mutating func readForInstructions() {
    group.isPassed = true
    group.setDestination(.passed)
  }

  /// Reads the first branch of a `\upr` that has a second one, for the instructions in it
  /// alone.
  mutating func readAlternative() {
    guard let brace = tokenizer.next() else { return }
    openGroup(brace.offset)
    if flatDepth == 0 { readForInstructions() }
  }

  /// Handles a word in a group that is read for instructions alone: only what the text of
  /// an instruction depends on has an effect.
  mutating func wordInPassedGroup(_ effect: ControlEffect, _ token: Token) {
    switch effect.action {
    case .unicode, .unicodeSkip, .font, .associatedFont, .runType, .characterReset: perform(effect, token)
    case .fieldInstruction, .objectClass: destination(effect, token)
    default: break
    }
  }
}
