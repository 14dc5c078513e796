/// Characters on their way to the sink, and what must come before the first of them.
///
/// Text in the body goes to the sink. Captured text goes to `capture`. Text that is left
/// out (hidden or deleted) still goes to a sink with formatting, but is no content of its
/// paragraph.
extension RTFInterpreter {
  /// Delivers printing ASCII.
  mutating func deliver(_ text: UnsafeRawBufferPointer) {
    if attention.contains(.surrogate) { finishSurrogate(tokenizer.position) }
    if group.destination == .body {
      if isLeftOut {
        if isUnwanted { return startNoteBeforeUnwantedText() }
        if beginLeftOut() { sink.text(text, format.character) }
        return
      }
      if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
      story.noteContent()
      sink.text(text, format.character)
    } else {
      appendToCapture(text)
    }
  }

  /// Delivers one character. C0 controls are handled here: TAB, line ends, and others
  /// that are dropped.
  mutating func deliver(_ scalar: UInt32, _ offset: Int) {
    if attention.contains(.surrogate) { finishSurrogate(offset) }
    guard group.destination == .body else { return deliver(captured: scalar) }
    if scalar < 0x20 { return control(scalar, offset) }
    if isUnwanted { return startNoteBeforeUnwantedText() }
    if isLeftOut {
      if beginLeftOut() { sink.character(scalar, format.character) }
      return
    }
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    story.noteContent()
    sink.character(scalar, format.character)
  }

  /// Delivers one character to the captured text.
  private mutating func deliver(captured scalar: UInt32) {
    if Sink.wantsInstructions && group.destination == .passed { return }
    if group.destination == .attachmentName { decodeRawName() }
    appendToCapture(scalar)
    rawStart = capture.count
  }

  /// Handles a C0 control that the text holds as `\'09`, `\u10` or the like.
  private mutating func control(_ scalar: UInt32, _ offset: Int) {
    switch scalar {
    case 0x09: tab()
    case 0x0A, 0x0D: lineEnd(scalar, offset)
    default: faults.note(.control, at: offset)
    }
  }

  /// Whether text here is hidden, deleted, or stands for encapsulated HTML.
  @inline(__always)
  var isLeftOut: Bool { !group.suppression.isDisjoint(with: [.hidden, .deleted, .suppressed]) }

  /// Handles a CR, an LF, or both as one, written as `\'0d\'0a` or by number. Word reads
  /// these as `\par`.
  private mutating func lineEnd(_ scalar: UInt32, _ offset: Int) {
    let isSecondHalf = scalar == 0x0A && offset == endOfCarriageReturn
    endOfCarriageReturn = scalar == 0x0D ? tokenizer.position : -1
    if !isSecondHalf { paragraph() }
  }

  /// Whether text here is left out, and the sink does not want such text.
  @inline(__always)
  var isUnwanted: Bool { !Sink.wantsFormatting && isLeftOut }

  /// Starts a note before text that the sink does not want.
  ///
  /// That text fixes the note's kind and mark, just as it does for a sink that wants it:
  /// so all sinks number notes in the same way.
  private mutating func startNoteBeforeUnwantedText() {
    if attention.contains(.note) { startNote() }
  }

  /// Prepares for hidden or deleted text that the sink does want. It is no content of the
  /// paragraph, so it writes no list marker.
  ///
  /// - Returns: True, always: the text is to be delivered.
  private mutating func beginLeftOut() -> Bool {
    if attention.contains(.note) { startNote() }
    story.hasLeftOut = true
    return true
  }

  /// Prepares for visible content: starts the note and writes the list marker.
  mutating func beginContent() {
    if attention.contains(.note) { startNote() }
    if attention.contains(.marker) { startListItem() }
    story.isParagraphStarted = true
  }

  /// Prepares for something that stands in the text as a character does, such as a TAB or
  /// a picture.
  ///
  /// - Returns: False if the sink must not get it.
  mutating func prepareContent() -> Bool {
    guard group.destination == .body else { return false }
    finishPendingText()
    if isUnwanted {
      startNoteBeforeUnwantedText()
      return false
    }
    if isLeftOut { return beginLeftOut() }
    beginContent()
    story.noteContent()
    return true
  }
}

/// Encapsulated HTML (MS-OXRTFEX, "Recognizing RTF Containing Encapsulation"): only for
/// sinks with `wantsHTML`.
extension RTFInterpreter {
  /// Handles `\htmlrtf`, which brackets text for readers without HTML. A brace restores
  /// it; `\plain` does not.
  mutating func suppress(_ isOn: Bool) {
    finishPendingText()
    group.suppression.set(.suppressed, isOn)
  }

  /// Handles `{\*\htmltag …}`, whose text is markup.
  mutating func beginHTML() {
    finishPendingText()
    group.opening = .htmlTag
    if !isLeftOut { sink.htmlStart() }
  }

  /// Ends the markup of an `\htmltag`.
  mutating func endHTML() {
    finishPendingText()
    sink.htmlEnd()
  }
}
