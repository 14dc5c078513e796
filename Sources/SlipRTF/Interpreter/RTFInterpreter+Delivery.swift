internal import RTFSyntax

/// Characters on their way to the sink, and what comes before the first of them.
extension RTFInterpreter {
  /// Printing ASCII.
  mutating func deliver(_ text: UnsafeRawBufferPointer) {
    if attention.contains(.surrogate) { finishSurrogate(tokenizer.position) }
    if group.destination == .body {
      if isLeftOut {
        if isMuted { return startMutedNote() }
        if beginLeftOut() { sink.text(text, format.character) }
        return
      }
      if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
      story.noteContent()
      sink.text(text, format.character)
    } else {
      keep(text)
    }
  }

  /// One character; C0 controls are dealt with here.
  mutating func deliver(_ scalar: UInt32, _ offset: Int) {
    if attention.contains(.surrogate) { finishSurrogate(offset) }
    guard group.destination == .body else { return deliver(captured: scalar) }
    if scalar < 0x20 { return control(scalar, offset) }
    if isMuted { return startMutedNote() }
    if isLeftOut {
      if beginLeftOut() { sink.character(scalar, format.character) }
      return
    }
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    story.noteContent()
    sink.character(scalar, format.character)
  }

  private mutating func deliver(captured scalar: UInt32) {
    if Sink.wantsInstructions && group.destination == .passed { return }
    if group.destination == .attachmentName { settleName() }
    keep(scalar)
    rawStart = capture.count
  }

  private mutating func control(_ scalar: UInt32, _ offset: Int) {
    switch scalar {
    case 0x09: tab()
    case 0x0A, 0x0D: lineEnd(scalar, offset)
    default: faults.note(.control, at: offset)
    }
  }

  /// Hidden or deleted.
  @inline(__always)
  var isLeftOut: Bool { !group.suppression.isDisjoint(with: [.hidden, .deleted, .suppressed]) }

  /// CR, LF, or both as one, written as `\'0d\'0a` or by number: what Word takes for `\par`.
  private mutating func lineEnd(_ scalar: UInt32, _ offset: Int) {
    let isSecondHalf = scalar == 0x0A && offset == endOfCarriageReturn
    endOfCarriageReturn = scalar == 0x0D ? tokenizer.position : -1
    if !isSecondHalf { paragraph() }
  }

  /// Hidden or deleted, and the sink wants none of that.
  @inline(__always)
  var isMuted: Bool { !Sink.wantsFormatting && isLeftOut }

  /// Text that the sink doesn't want begins a note all the same: what comes after it can't change the note's kind.
  private mutating func startMutedNote() {
    if attention.contains(.note) { startNote() }
  }

  /// Before anything hidden or deleted that the sink wants all the same: it is no content of the paragraph.
  private mutating func beginLeftOut() -> Bool {
    if attention.contains(.note) { startNote() }
    story.hasLeftOut = true
    return true
  }

  /// Before anything visible of a story: starts the note, writes the list marker.
  mutating func beginContent() {
    if attention.contains(.note) { startNote() }
    if attention.contains(.marker) { startListItem() }
    story.isParagraphStarted = true
  }

  /// Before a thing that stands in the text. False when it isn't to be told to the sink.
  mutating func prepareContent() -> Bool {
    guard group.destination == .body else { return false }
    settleText()
    if isMuted {
      startMutedNote()
      return false
    }
    if isLeftOut { return beginLeftOut() }
    beginContent()
    story.noteContent()
    return true
  }
}

/// Encapsulated HTML (MS-OXRTFEX, "Recognizing RTF Containing Encapsulation"): only for sinks that want it.
extension RTFInterpreter {
  /// `\htmlrtf`: a brace restores it, `\plain` does not.
  mutating func suppress(_ isOn: Bool) {
    settleText()
    group.suppression.set(.suppressed, isOn)
  }

  /// `{\*\htmltag …}`: its text is markup.
  mutating func beginHTML() {
    settleText()
    group.opening = .htmlTag
    if !isLeftOut { sink.htmlStart() }
  }

  mutating func endHTML() {
    settleText()
    sink.htmlEnd()
  }
}
