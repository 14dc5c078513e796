internal import RTFSyntax

/// Embedded objects (RTF 1.9.1, "Objects"): `{\object … {\*\objdata …}{\result …}}`.
///
/// The result is text like any other, usually a picture. An object whose result shows something
/// is sent behind it, hidden; one whose result shows nothing takes its place.
extension RTFInterpreter {
  /// Handles `\object`.
  mutating func beginObject() {
    finishPendingText()
    guard head.objects.count < Self.mostFrames else { return faults.note(.depthLimit, at: group.start) }
    group.opening = .object
    head.objects.append(RTFObjectFrame(depth: stories.count))
  }

  /// The object that is open in this story, as an index into `head.objects`. What stands
  /// in a note or text box inside an object is no part of it.
  var objectHere: Int? {
    head.objects.indices.last.flatMap { head.objects[$0].depth == stories.count ? $0 : nil }
  }

  /// Handles `\objdata`: records where the data stands, and skips it.
  mutating func objectData(_ token: Token) {
    guard let isClosed = passGroup() else { return }
    if let last = objectHere {
      head.objects[last].object.range = token.end..<(isClosed ? tokenizer.position - 1 : tokenizer.position)
    }
    if isClosed { closeGroup(tokenizer.position - 1) }
  }

  /// Handles `\result`: watches whether it shows something.
  mutating func beginObjectResult() {
    guard let last = objectHere, !head.objects[last].hasResult else { return }
    head.objects[last].hasResult = true
    head.objects[last].hadContent = story.beginResult()
    head.objects[last].hadLeftOut = story.hasLeftOut
    story.hasLeftOut = false
  }

  /// Ends an object. It is sent if it has data. One that has neither data nor a result that shows something is noted as
  /// a loss.
  ///
  /// - Parameter offset: The offset of the object's opening brace.
  mutating func endObject(at offset: Int) {
    guard let frame = head.objects.popLast() else { return }
    // Where the object is hidden or deleted, its result is, too, and counts all the same.
    let isShown = frame.hasResult && (story.hasContent || isLeftOut && story.hasLeftOut)
    if frame.hasResult {
      story.endResult(frame.hadContent)
      story.hasLeftOut = story.hasLeftOut || frame.hadLeftOut
    }
    guard !frame.object.range.isEmpty else {
      if !isShown && !isUnwanted { losses.note(.emptyObject, at: offset) }
      return
    }
    if isShown { return shownObject(frame.object, at: offset) }
    if Sink.wantsFormatting { sink.at(offset) }
    if prepareContent() { sink.object(frame.object, format.character) }
  }

  /// Sends an object whose result stands in the text: as a hidden one, so that the result stands for it. A sink for text
  /// needs no more than the result.
  private mutating func shownObject(_ object: RTFObject, at offset: Int) {
    guard Sink.wantsFormatting, group.destination == .body, !isUnwanted else { return }
    finishPendingText()
    sink.at(offset)
    var (object, style) = (object, format.character)
    object.isShown = true
    style.flags.insert(.hidden)
    sink.object(object, style)
  }
}
