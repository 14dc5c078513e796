internal import RTFSyntax

/// Notes, text boxes, headers: stories of their own inside the text.
extension RTFInterpreter {
  private mutating func beginStory(_ opening: RTFOpening) {
    settleText()
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

  private mutating func endStory() {
    settleText()
    endParagraphOfStory()
    story = stories.popLast() ?? RTFStory()
    attention.remove(.marker)
    if !story.pendingMarker.isEmpty { attention.insert(.marker) }
    endOfPicture = -1
  }

  /// List items inside are counted on their own.
  private mutating func keepOutside(isHeader: Bool) {
    outside = RTFSuspendedState(
      isHeader: isHeader, markers: markers, hasListText: head.hasListText, bullets: head.bullets,
      bulletBytes: head.bulletBytes, lastText: lastText, lastMark: lastMark, objects: head.objects,
      shapes: shapes, endOfPicture: endOfPicture)
    (markers, head.bullets, head.bulletBytes, head.objects) = (RTFListMarkers(), [], 0, [])
  }

  private mutating func restoreOutside() {
    guard let outside else { return }
    (markers, head.hasListText) = (outside.markers, outside.hasListText)
    (head.bullets, head.bulletBytes) = (outside.bullets, outside.bulletBytes)
    (lastText, lastMark, head.objects) = (outside.lastText, outside.lastMark, outside.objects)
    (shapes, endOfPicture) = (outside.shapes, outside.endOfPicture)
    self.outside = nil
  }

  /// In a header or note, which may be passed over: it says nothing of the document.
  var isAside: Bool { isInHeader || isInNote }

  private var isInNote: Bool { story.note != nil || stories.contains { $0.note != nil } }

  // MARK: Notes

  mutating func beginNote(_ isAnnotation: Bool, at offset: Int) {
    let (isDeleted, isHidden) = (group.isDeleted, group.isHidden && !isAnnotation)
    if isInNote || isInHeader || textBoxes > 0 {
      faults.note(.nestedNote, at: tokenizer.position)
      return
    }
    if (isDeleted || isHidden) && !Sink.wantsFormatting { return skipGroup() }
    settleText()
    let mark = isAnnotation ? nil : isHidden ? "" : ownMark(before: offset, isDeleted: isDeleted)
    if isDeleted || isHidden { keepOutside(isHeader: false) } else { beginAnchor() }
    let anchor = Sink.wantsFormatting ? format.character : RTFCharacterState()
    beginStory(.note)
    // Word hides the reference of an annotation, not its text.
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

  /// The mark that the file itself writes: the text in front of the note in a group of its own, without `\chftn`.
  private mutating func ownMark(before offset: Int, isDeleted: Bool) -> String? {
    guard groups.count > 2, let outer = groups.last, lastMark < lastText.lowerBound,
      lastText.lowerBound > outer.start, lastText.lowerBound < group.start,
      // What another group holds between the mark and the note parts them.
      !bytes[group.start + 1..<offset].contains(UInt8(ascii: "{"))
    else { return nil }
    var reader = RTFNoteMark(skipCount: outer.skipCount, isDeleted: isDeleted)
    let before = UnsafeRawBufferPointer(rebasing: bytes[outer.start + 1..<group.start])
    let mark = reader.read(before) {
      scalars[Int($0)]
    } symbol: {
      fontTable.symbol($0, font: fontInForce)
    }
    // It was read in the font in force, which may not be that of the text.
    return mark.flatMap { sink.ends(in: $0, isDeleted: isDeleted) ? $0 : nil }
  }

  mutating func endnote() {
    if attention.contains(.note), group.destination == .body, story.note?.kind == .footnote {
      story.note?.kind = .endnote
    }
  }

  /// `\chftn` or `\chatn`.
  mutating func noteMark(_ offset: Int) {
    guard group.destination == .body else { return }
    lastMark = offset
    if attention.contains(.note), story.note?.isLeftOut == false { story.note?.isAutomatic = true }
  }

  /// Tells the sink of the note, now that its kind and mark are known.
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

  /// The paragraph in which a note is anchored has content by it.
  private mutating func beginAnchor() {
    settleText()
    if !attention.isDisjoint(with: [.marker, .note]) { beginContent() }
    story.noteContent()
  }

  mutating func endNote() {
    if attention.contains(.note) { startNote() }
    let note = story.note
    endStory()
    if let note { sink.noteEnd(note) }
    restoreOutside()
  }

  mutating func annotationDate(_ date: Int32) { story.note?.date = date }

  // MARK: Text boxes

  mutating func beginTextBox() {
    if isLeftOut { return skipGroup() }
    if shapes.isShownObject {
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
    shapes.noteContent()
    sink.textBoxStart()
  }

  mutating func endTextBox() {
    endStory()
    textBoxes -= 1
    sink.textBoxEnd()
    story.noteTextBox()
  }

  // MARK: Headers and footers

  var isInHeader: Bool { outside?.isHeader ?? false }

  mutating func beginHeader(_ kind: Int32) {
    guard Sink.wantsFormatting else { return skipGroup() }
    if !stories.isEmpty {
      faults.note(.nestedNote, at: tokenizer.position)
      return skipGroup()
    }
    keepOutside(isHeader: true)
    beginStory(.header)
    group.detail = UInt8(truncatingIfNeeded: kind)
    sink.headerStart(kind)
  }

  mutating func endHeader() {
    let kind = Int32(group.detail)
    endStory()
    sink.headerEnd(kind)
    restoreOutside()
  }
}
