internal import RTFSyntax

/// Embedded objects: their result is shown, else they stand for themselves.
extension RTFInterpreter {
  mutating func beginObject() {
    settleText()
    guard head.objects.count < Self.mostFrames else { return faults.note(.depthLimit, at: group.start) }
    group.opening = .object
    head.objects.append(RTFObjectFrame(depth: stories.count))
  }

  /// The object that is open in this story: what stands in a note or text box inside an object is no part of it.
  var objectHere: Int? {
    head.objects.indices.last.flatMap { head.objects[$0].depth == stories.count ? $0 : nil }
  }

  mutating func objectData(_ token: Token) {
    guard let isClosed = passGroup() else { return }
    if let last = objectHere {
      head.objects[last].object.range = token.end..<(isClosed ? tokenizer.position - 1 : tokenizer.position)
    }
    if isClosed { closeGroup(tokenizer.position - 1) }
  }

  mutating func beginObjectResult() {
    guard let last = objectHere, !head.objects[last].hasResult else { return }
    head.objects[last].hasResult = true
    head.objects[last].hadContent = story.beginResult()
    head.objects[last].hadLeftOut = story.hasLeftOut
    story.hasLeftOut = false
  }

  /// An object without a result that shows something stands for itself.
  mutating func endObject(at offset: Int) {
    guard let frame = head.objects.popLast() else { return }
    // Of an object that is left out, what it shows is so, too.
    let isShown = frame.hasResult && (story.hasContent || isLeftOut && story.hasLeftOut)
    if frame.hasResult {
      story.endResult(frame.hadContent)
      story.hasLeftOut = story.hasLeftOut || frame.hadLeftOut
    }
    guard !isShown, !frame.object.range.isEmpty else {
      if !isMuted { losses.note(isShown ? .objectBehindResult : .emptyObject, at: offset) }
      return
    }
    if Sink.wantsFormatting { sink.at(offset) }
    if prepareContent() { sink.object(frame.object, format.character) }
  }
}
