/// Notes, text boxes, headers and footers: stories of their own inside the text.
///
/// A story interrupts another one, and begins with fresh paragraph formatting and outside
/// all tables. The only story that interrupts an interrupting one is a text box in a
/// header. Other notes and text boxes inside a note, text box or header are read as part
/// of it, and noted as `RTFFault.nestedNote`.
extension RTFInterpreter {
  /// Begins a story in the open group, and puts the story around it on the stack.
  private mutating func beginStory(_ opening: RTFOpening) {
    finishPendingText()
    if attention.contains(.note) { startNote() }
    attention.remove(.marker)
    group.opening = opening
    group.setDestination(.body)
    stories.append(story)
    story = RTFStory()
    group.isInTable = false
    group.tableDepth = 0
    group.list = 0
    group.bullet = 0
    if Sink.wantsFormatting { format.paragraph = RTFParagraphState() }
  }

  /// Ends the last paragraph of the story, and goes on with the story around it.
  private mutating func endStory() {
    finishPendingText()
    endParagraphOfStory()
    story = stories.popLast() ?? RTFStory()
    attention.remove(.marker)
    if !story.pendingMarker.isEmpty { attention.insert(.marker) }
    media.endOfPicture = -1
  }

  /// Saves what the story that begins must not change: see `RTFSuspendedState`. List
  /// items inside are counted on their own.
  private mutating func suspendOutside(isHeader: Bool) {
    outside = RTFSuspendedState(
      isHeader: isHeader, markers: markers, hasListText: head.hasListText, bullets: head.bullets,
      bulletBytes: head.bulletBytes, lastText: lastText, lastMark: lastMark, objects: head.objects,
      shapes: media.shapes, endOfPicture: media.endOfPicture)
    (markers, head.bullets, head.bulletBytes, head.objects) = (RTFListMarkers(), [], 0, [])
  }

  /// Puts back what `suspendOutside` saved.
  private mutating func resumeOutside() {
    guard let outside else { return }
    (markers, head.hasListText) = (outside.markers, outside.hasListText)
    (head.bullets, head.bulletBytes) = (outside.bullets, outside.bulletBytes)
    (lastText, lastMark, head.objects) = (outside.lastText, outside.lastMark, outside.objects)
    (media.shapes, media.endOfPicture) = (outside.shapes, outside.endOfPicture)
    self.outside = nil
  }

  /// Whether a header or note is open. A text-only reader may skip these, so nothing in
  /// them may change how the rest of the document is read.
  var isInOptionalStory: Bool { isInHeader || isInNote }

  /// Whether a note is open, here or around the story that is being read.
  private var isInNote: Bool { story.note != nil || stories.contains { $0.note != nil } }

  // MARK: Notes

  /// Handles `\footnote` and `\annotation`, where the note's reference stands. What kind
  /// of note it is, and its mark, is known only at its first text: see `startNote`.
  ///
  /// - Parameters:
  ///   - isAnnotation: Whether the word is `\annotation`.
  ///   - offset: The offset of the word.
  mutating func beginNote(_ isAnnotation: Bool, at offset: Int) {
    let (isDeleted, isHidden) = (group.isDeleted, group.isHidden && !isAnnotation)
    if isInNote || isInHeader || textBoxes > 0 {
      faults.note(.nestedNote, at: tokenizer.position)
      return
    }
    if (isDeleted || isHidden) && !Sink.wantsFormatting { return skipGroup() }
    finishPendingText()
    let mark = isAnnotation ? nil : isHidden ? "" : ownMark(before: offset, isDeleted: isDeleted)
    if isDeleted || isHidden { suspendOutside(isHeader: false) } else { beginAnchor() }
    let anchor = Sink.wantsFormatting ? format.character : RTFCharacterState()
    beginStory(.note)
    // Word hides the reference of an annotation, but not its text.
    group.isHidden = false
    group.suppression.remove(.hidden)
    if Sink.wantsFormatting { format.character.flags.remove(.hidden) }
    story.note = RTFNote(
      kind: isAnnotation ? .annotation : .footnote, mark: mark ?? "", isAutomatic: mark == nil,
      isLeftOut: isHidden, isDeleted: isDeleted, anchor: anchor,
      author: isAnnotation ? annotationAuthor : nil)
    annotationAuthor = nil
    attention.insert(.note)
  }

  /// The mark that the file itself writes for the note: the text in front of the note, in
  /// the group around it, without `\chftn`. In `{\super *{\footnote …}}` it is `*`.
  ///
  /// The text must be the last of its group and short, and the sink must confirm that the
  /// visible text ends in it: bytes alone don't say which characters they are, or whether
  /// they are visible.
  ///
  /// - Returns: nil if there is no such mark. The note's mark is then counted.
  private mutating func ownMark(before offset: Int, isDeleted: Bool) -> String? {
    guard groups.count > 2, let outer = groups.last, lastMark < lastText.lowerBound,
      lastText.lowerBound > outer.start, lastText.lowerBound < group.start,
      // A group between the mark and the note separates the two.
      !bytes[group.start + 1..<offset].contains(UInt8(ascii: "{"))
    else { return nil }
    var reader = RTFNoteMark(skipCount: outer.skipCount, isDeleted: isDeleted)
    let before = UnsafeRawBufferPointer(rebasing: bytes[outer.start + 1..<group.start])
    let mark = reader.read(before) {
      scalars[Int($0)]
    } symbol: {
      fontTable.symbol($0, font: fontInForce)
    }
    // The mark was decoded in the font in force. The text may have been in another one.
    return mark.flatMap { sink.ends(in: $0, isDeleted: isDeleted) ? $0 : nil }
  }

  /// Handles `\ftnalt`, which makes an endnote of a footnote.
  mutating func endnote() {
    if attention.contains(.note), group.destination == .body, story.note?.kind == .footnote {
      story.note?.kind = .endnote
    }
  }

  /// Handles `\chftn` and `\chatn`: the place where the note's automatic number is shown.
  mutating func noteMark(_ offset: Int) {
    guard group.destination == .body else { return }
    lastMark = offset
    if attention.contains(.note), story.note?.isLeftOut == false { story.note?.isAutomatic = true }
  }

  /// Sends the beginning of the note, now that its kind and mark are known. Automatic
  /// marks are counted here.
  mutating func startNote() {
    attention.remove(.note)
    guard var note = story.note else { return }
    if note.isAutomatic && !note.isDeleted {
      note.mark = noteCounter.next(note.kind)
    }
    story.note = note
    if Sink.wantsFormatting { sink.at(tokenizer.position) }
    sink.noteStart(note, format.character)
  }

  /// Makes the note's reference content of the paragraph that anchors it.
  private mutating func beginAnchor() {
    finishPendingText()
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    story.noteContent()
  }

  /// Ends the note.
  mutating func endNote() {
    if attention.contains(.note) { startNote() }
    let note = story.note
    endStory()
    if let note { sink.noteEnd(note) }
    resumeOutside()
  }

  /// Handles the date of an annotation.
  mutating func annotationDate(_ date: Int32) { story.note?.date = date }

  // MARK: Text boxes

  /// Handles `\shptxt` and `\dptxbxtext`: a text box, anchored where the text stands.
  mutating func beginTextBox() {
    if isLeftOut { return skipGroup() }
    if media.shapes.isShownObject {
      // Word 97 puts the object that the shape shows into its text box, with the same picture.
      losses.note(.objectBehindResult, at: tokenizer.position)
      return skipGroup()
    }
    if isInNote || textBoxes > 0 {
      faults.note(.nestedNote, at: tokenizer.position)
      group.setDestination(.body)
      endParagraphOfStory()
      return
    }
    beginStory(.textBox)
    textBoxes += 1
    media.shapes.noteContent()
    sink.textBoxStart()
  }

  /// Ends the text box, which is visible in the paragraph that anchors it.
  mutating func endTextBox() {
    endStory()
    textBoxes -= 1
    sink.textBoxEnd()
    story.noteTextBox()
  }

  // MARK: Headers and footers

  /// Whether a header or footer is open.
  var isInHeader: Bool { outside?.isHeader ?? false }

  /// Handles `\header`, `\footer` and their variants. Sinks without formatting skip them.
  ///
  /// - Parameter kind: `ControlValue.header` and its like.
  mutating func beginHeader(_ kind: Int32) {
    guard Sink.wantsFormatting else { return skipGroup() }
    if !stories.isEmpty {
      faults.note(.nestedNote, at: tokenizer.position)
      return skipGroup()
    }
    suspendOutside(isHeader: true)
    beginStory(.header)
    group.detail = UInt8(truncatingIfNeeded: kind)
    sink.headerStart(kind)
  }

  /// Ends the header or footer.
  mutating func endHeader() {
    let kind = Int32(group.detail)
    endStory()
    sink.headerEnd(kind)
    resumeOutside()
  }
}
