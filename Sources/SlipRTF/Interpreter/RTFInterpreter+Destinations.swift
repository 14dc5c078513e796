internal import RTFSyntax

/// Destinations: what the control word at the beginning of a group makes of the group
/// (RTF 1.9.1, "Destination Control Words").
///
/// In `{\fonttbl …}` text is names of fonts, in `{\footnote …}` a story of its own, and
/// in `{\*\generator …}` nothing at all. `destination` admits the word, `begin` opens
/// what it stands for, and `close` ends it at the group's brace.
///
/// What a destination means depends on where it stands: `\leveltext` counts in a list's
/// level only. In a place where it means nothing, it is skipped with its group. The same
/// holds in a note or header for what would change the rest of the document, such as a
/// font table (`isInOptionalStory`).
extension RTFInterpreter {
  /// Handles a control word that begins a destination.
  mutating func destination(_ effect: ControlEffect, _ token: Token) {
    switch effect.action {
    case .documentStart, .unicodeBranch: return
    case .transparent: return recordSubject(effect, token.offset)
    case .math: return beginMath(effect.value, token)
    default: break
    }
    if groups.count <= 1 && !isFirstInGroup(token.offset) {
      // As a destination it would swallow the rest of the document.
      return faults.note(.misplacedDestination, at: token.offset)
    }
    // This happens for every sink, whether it wants the destination or not.
    finishPendingText()
    if Sink.wantsInstructions, let kind = RTFInstruction.Kind(effect.action) {
      return beginInstruction(kind, token)
    }
    // In a picture's own group stand only properties and data.
    if isInPicture { return }
    // One group cannot close two things, so a second one gets a virtual group.
    if group.opening != .nothing && !pushVirtual() { return }
    if group.destination.isCapturing {
      insideCapture(effect)
    } else {
      begin(effect, token)
    }
  }

  /// Whether nothing but white space and `\*` stands between the open group's brace and
  /// an offset.
  func isFirstInGroup(_ offset: Int) -> Bool {
    guard !groups.isEmpty else { return false }
    var at = group.start + 1
    while at < offset {
      switch byte(at) {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      case 0x5C where at + 1 < offset && byte(at + 1) == 0x2A: at += 2
      default: return false
      }
    }
    return true
  }

  /// Handles a destination inside captured text. The results of fields and objects, and
  /// one branch of a `\upr`, are part of the text; all else is skipped.
  private mutating func insideCapture(_ effect: ControlEffect) {
    switch effect.action {
    case .fieldInstruction where group.destination == .fieldInstruction: beginNestedInstruction()
    case .formField: beginFormField(effect)
    case .fieldResult where fields.nestedEquation == groups.count: skipGroup()
    case .field, .fieldResult, .object, .objectResult, .shapePicture: break
    case .unicodeAlternative: unicodeAlternative()
    default: skipGroup()
    }
  }

  /// Opens a destination of the text: notes, fields, pictures, lists and so on.
  private mutating func begin(_ effect: ControlEffect, _ token: Token) {
    let isBody = group.destination == .body
    let hasProperties = group.destination == .shell || group.destination == .pictureProperties
    switch effect.action {
    case .fontTable where isBody && !isInOptionalStory: open(.fontTable, .fontTable)
    case .listTable where isBody && !isInOptionalStory: open(.listTable, .listTable)
    case .listOverrideTable where isBody && !isInOptionalStory: open(.overrideTable, .overrideTable)
    case .listEntry where group.destination == .listTable: beginList()
    case .listLevelEntry where holdsLevels: beginLevel()
    case .listLevelText where group.destination == .listLevel: openCapture(.levelText, .levelText)
    case .listLevelMarker where group.destination == .listLevel: openCapture(.levelText, .levelMarker)
    case .listOverrideEntry where group.destination == .overrideTable: beginOverride()
    case .listText where isBody, .bulletNumberText where isBody:
      endParagraphOfSection()
      openCapture(.capture, .listText)
    case .bulletDefinition where isBody: beginBullet()
    case .bulletTextBefore where group.destination == .bulletDefinition:
      openCapture(.capture, .bulletTextBefore)
    case .bulletTextAfter where group.destination == .bulletDefinition:
      openCapture(.capture, .bulletTextAfter)
    case .picture: beginPicture(token)
    case .shapePicture where isBody: group.opening = .shapePicture
    case .nonShapePicture where isBody: if isFirstInGroup(token.offset) { beginFallbackPicture() }
    case .object where isBody: beginObject()
    case .objectData where isBody: objectData(token)
    case .objectName where isBody && Sink.wantsFormatting: openCapture(.capture, .objectName)
    case .objectResult where isBody: beginObjectResult()
    case .pictureProperties where group.destination == .picture && Sink.wantsFormatting:
      group.setDestination(.pictureProperties)
    case .field where isBody: beginField()
    case .fieldInstruction where isBody && isFieldHere: openCapture(.fieldInstruction, .fieldInstruction)
    case .fieldResult where isBody: beginFieldResult()
    case .footnote where isBody, .annotation where isBody:
      beginNote(effect.action == .annotation, at: token.offset)
    case .annotationAuthor where isBody: openCapture(.capture, .annotationAuthor)
    case .annotationDate where isBody: openCapture(.capture, .annotationDate)
    case .header where isBody: beginHeader(effect.value)
    case .bookmarkStart where isBody: beginBookmark(.bookmarkStart)
    case .bookmarkEnd where isBody: beginBookmark(.bookmarkEnd)
    case .shape where isBody || group.destination == .shell: beginShape()
    case .shapeInstructions where group.destination == .shell: noteShape()
    case .shapeResult where group.destination == .shell: beginShapeResult()
    case .shapeText where isBody || group.destination == .shell: beginTextBox()
    case .shapeProperty where hasProperties: media.shapeProperty = []
    case .shapePropertyName where hasProperties: openCapture(.capture, .shapePropertyName)
    case .shapePropertyValue where hasProperties: beginShapeValue()
    case .drawing where isBody || group.destination == .shell: beginShape()
    case .drawingText where isBody || group.destination == .shell: beginTextBox()
    case .unicodeAlternative: unicodeAlternative()
    case .nestedTableProperties where isBody: beginNestedProperties()
    case .attachment where isBody: beginAttachment(token)
    case .helpMark: skipHelpMark()
    case .htmlTag where isBody && Sink.wantsHTML: beginHTML()
    case .mathProperties where isBody: mathProperties()
    default: beginHead(effect, token)
    }
  }

  /// Opens a destination of the document's head. Only sinks with formatting want these;
  /// all others are skipped.
  private mutating func beginHead(_ effect: ControlEffect, _ token: Token) {
    if effect.action == .skipped || effect.action == .formField { recordSubject(effect, token.offset) }
    guard Sink.wantsFormatting else { return skipGroup() }
    let isBody = group.destination == .body
    switch effect.action {
    case .colorTable where isBody: open(.colorTable, .colorTable)
    case .styleSheet where isBody: open(.styleSheet, .styleSheet)
    case .listName where group.destination == .listEntry: openCapture(.capture, .listName)
    case .revisionTable where isBody: openCapture(.revisionTable, .revisionTable)
    case .info where isBody: open(.info, .info)
    case .infoText where group.destination == .info && effect.value != 0:
      openCapture(.capture, .infoText)
      group.detail = UInt8(truncatingIfNeeded: effect.value)
    case .infoDate where group.destination == .info:
      open(.infoDate, .infoDate)
      group.detail = UInt8(truncatingIfNeeded: effect.value)
      head.date = RTFDate()
    case .userProperties where isBody: open(.userProperties, .nothing)
    case .propertyName where group.destination == .userProperties: openCapture(.capture, .propertyName)
    case .propertyValue where group.destination == .userProperties: openCapture(.capture, .propertyValue)
    default: skipGroup()
    }
  }

  /// Opens the name of a bookmark. In a note, it also starts the note: what follows can
  /// no longer change the note's kind.
  private mutating func beginBookmark(_ opening: RTFOpening) {
    if attention.contains(.note) { startNote() }
    if Sink.wantsFormatting { openCapture(.capture, opening) } else { skipGroup() }
  }

  /// Makes the open group a destination, which `close` will end.
  mutating func open(_ destination: RTFDestination, _ opening: RTFOpening) {
    finishPendingText()
    group.setDestination(destination)
    group.opening = opening
  }

  /// Makes the open group a destination whose text is captured.
  mutating func openCapture(_ destination: RTFDestination, _ opening: RTFOpening) {
    open(destination, opening)
    capture.removeAll(keepingCapacity: true)
    rawStart = 0
  }

  /// Ends what a group opened. The group's state is still in force; that of the group
  /// around it is restored afterwards.
  ///
  /// For most openings this means that captured text goes where it belongs.
  ///
  /// - Parameter offset: The offset of the closing brace.
  mutating func close(_ opening: RTFOpening, at offset: Int) {
    switch opening {
    case .nothing, .listTable, .info: break
    case .overrideTable: reportTables()
    case .fontTable: endFontTable()
    case .colorTable: reportTables()
    case .styleSheet: reportTables()
    case .listEntry: endList()
    case .listLevel: endLevel()
    case .levelText: endLevelText()
    case .levelMarker: head.levelMarker = capturedText
    case .listName: head.list.name = RTFList.name(capturedText)
    case .overrideEntry: endOverride()
    case .revisionTable: endRevisionTable()
    case .infoText: sink.information(Int32(group.detail), capturedText)
    case .infoDate: sink.information(Int32(group.detail), head.date)
    case .propertyName: head.propertyName = capturedText
    case .propertyValue: sink.userProperty(name: head.propertyName, value: capturedText)
    case .listText: endListText()
    case .bulletDefinition: endBullet()
    case .bulletTextBefore: head.bullet.before = bulletText()
    case .bulletTextAfter: head.bullet.after = bulletText()
    case .field: endField()
    case .fieldInstruction:
      endInstruction()
      if Sink.wantsInstructions { sendInstruction(at: offset) }
    case .strayInstruction: sendInstruction(at: offset)
    case .nestedInstruction: endNestedInstruction()
    case .fieldResult: break
    case .note: endNote()
    case .textBox: endTextBox()
    case .header: endHeader()
    case .annotationAuthor: annotationAuthor = capturedText
    case .annotationDate: annotationDate(Int32(capturedText) ?? 0)
    case .bookmarkStart: sink.bookmarkStart(capturedText)
    case .bookmarkEnd: sink.bookmarkEnd(capturedText)
    case .shapePropertyName: media.shapeProperty = capture
    case .shapePropertyValue:
      if media.shapeProperty == Array("wzTooltip".utf8) {
        head.picture.title = capturedText
      } else {
        head.picture.description = capturedText
      }
    case .object: endObject(at: group.start)
    case .shape: endShape(at: group.start)
    case .objectName:
      if let last = objectHere { head.objects[last].object.name = capturedText }
    case .shapePicture:
      endPicture()
      if media.endOfPicture > group.start { media.endOfPicture = offset &+ 1 }
    case .attachmentName: endAttachment(at: offset)
    case .nestedRow: if let row = head.outerRows.popLast() { story.row = row }
    case .htmlTag: endHTML()
    case .math: endMath()
    }
  }

  // MARK: Alternatives

  /// Handles `{\upr{ANSI}{\*\ud{Unicode}}}`: skips the first branch if there is a second
  /// one.
  private mutating func unicodeAlternative() {
    var ahead = tokenizer
    guard ahead.next()?.kind == .groupStart else { return }
    guard lookAhead > 0 else { return }
    let isClosed = ahead.passGroup(in: bytes, step: Self.pageStep)
    lookAhead -= ahead.position - tokenizer.position
    guard isClosed else { return }
    let behind = ahead.position
    guard ahead.next()?.kind == .groupStart, let star = ahead.next(), star.kind == .controlSymbol,
      star.parameter == 0x2A, let word = ahead.next(), effects[Int(word.word)].action == .unicodeBranch
    else { return }
    if Sink.wantsInstructions, holdsInstruction(tokenizer.position..<behind) { return readAlternative() }
    tokenizer.position = behind
  }

  // MARK: Nested tables

  /// Handles `{\*\nesttableprops …}`, which defines and ends a row of a nested table. The
  /// outer row's definition waits until it closes.
  private mutating func beginNestedProperties() {
    guard head.outerRows.count < Self.mostFrames else { return faults.note(.depthLimit, at: group.start) }
    head.outerRows.append(story.row)
    // Some writers put the cells themselves here, so the group stays in the body.
    group.opening = .nestedRow
  }
}
