internal import RTFSyntax
internal import SlipBase

/// A picture in an RTF file whose data can be taken out.
struct RTFFoundPicture {
  enum Data {
    case hex
    /// The bytes behind `\bin`.
    case binary(Range<Int>)
  }

  /// Where the `{\pict…}` group begins.
  var start: Int
  /// What a field takes the place of: the `{\pict…}` group, or the `{\*\shppict…}` group around it.
  var range: Range<Int>
  /// From the first digit to the last byte that is no white space, or `\bin` with its bytes.
  var dataRange: Range<Int>
  var data: Data
  /// Only there for readers that don't know the picture's better form (`\nonshppict`, `\shprslt`): never shown.
  var isFallback: Bool
  /// Where the last of the `\nonshppict` groups ends that follow.
  var endOfFallback: Int?
  /// The picture in the first of them that has only one.
  var fallback: [RTFFoundPicture] = []
}

/// Finds the pictures of an RTF file, and tells of those that must stay where they are.
struct RTFPictureFinder {
  struct Kept {
    enum Reason { case notInText, irregularData }
    var reason: Reason
    var offset: Int
    /// Where its data is: the group from behind `\pict` to its brace, or a part of it.
    var content: Range<Int>
  }

  private struct Frame {
    var start: Int
    var mode: Mode
    /// The mode that text has within a shape, object or field that opens in this mode.
    var outer: Mode
    /// Index of the frame of the `\shppict` group around; -1 when there is none.
    var wrapper = -1
    /// Nothing has come since the brace.
    var isFresh = true
    var hasStar = false
    /// Where the last picture's group within this one ends, `\shppict` and fallbacks included; 0 when there is none.
    var endOfPicture = 0
    /// Where the data of an object begins; 0 for other groups.
    var objectData = 0
    /// This is the `\nonshppict` group behind a picture.
    var isFallback = false
  }

  private enum Mode { case text, fallback, closed }

  private(set) var found: [RTFFoundPicture] = []
  private(set) var kept: [Kept] = []
  /// The data of objects in the text: what stands behind `\objdata`.
  private(set) var objects: [Range<Int>] = []
  private(set) var isTooDeep = false
  private let bytes: UnsafeRawBufferPointer
  private let deepest: Int
  private var tokenizer: Tokenizer
  private var frames: [Frame] = []
  /// Pictures within the `\shppict` or `\nonshppict` group that is open; such groups don't nest.
  private var wrapped: [RTFFoundPicture] = []
  private var isInFallback = false
  /// The `\shppict` group that is open holds more than pictures, which a field in its place would hide.
  private var wrapsMore = false

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    deepest = limits.rtfGroupDepth
    tokenizer = Tokenizer(bytes)
  }

  mutating func run() {
    let actions = ControlWordTable.rows.map { ($0.action, $0.kind == .destination) }
    frames = [Frame(start: 0, mode: .text, outer: .text)]
    while let token = tokenizer.next() {
      switch token.kind {
      case .groupStart:
        guard frames.count <= deepest else {
          isTooDeep = true
          found = []
          return
        }
        let parent = frames[frames.count - 1]
        frames[frames.count - 1].isFresh = false
        frames.append(
          Frame(start: token.offset, mode: parent.mode, outer: parent.outer, wrapper: parent.wrapper))
        continue
      case .groupEnd: close(token.end)
      case .controlWord:
        let (action, isDestination) = actions[Int(token.word)]
        if action == .picture {
          picture()
          break
        }
        if frames[frames.count - 1].wrapper >= 0 { wrapsMore = true }
        if isDestination || frames[frames.count - 1].hasStar {
          enter(action, isDestination)
        }
      case .controlSymbol where token.parameter == 0x2A:
        frames[frames.count - 1].hasStar = true
        continue
      case .controlSymbol, .hexByte, .text: if frames[frames.count - 1].wrapper >= 0 { wrapsMore = true }
      case .binary: break
      }
      frames[frames.count - 1].isFresh = false
    }
    frames = []
  }

  /// What a destination, or a word behind `\*`, means for the text of its group.
  private mutating func enter(_ action: ControlAction, _ isDestination: Bool) {
    let top = frames.count - 1
    let hasStar = frames[top].hasStar
    frames[top].hasStar = false
    guard isDestination else {
      if hasStar && action == .unknown { (frames[top].mode, frames[top].outer) = (.closed, .closed) }
      return
    }
    switch action {
    case .documentStart, .transparent, .math, .footnote, .annotation, .header, .field: break
    case .shapePicture:
      if frames[top].mode == .text && frames[top].wrapper < 0 && frames[top].isFresh {
        frames[top].wrapper = top
      }
    case .nonShapePicture:
      // Alone it is no fallback: readers may show it.
      frames[top].isFallback =
        frames[top].mode == .text && frames[top].wrapper < 0 && frames[top].isFresh && isBehindPicture(top)
      isInFallback = isInFallback || frames[top].isFallback
      if frames[top].mode == .text { frames[top].mode = frames[top].isFallback ? .fallback : .closed }
      frames[top].outer = frames[top].mode
    case .shapeResult:
      if frames[top].outer != .closed { frames[top].mode = .fallback }
      frames[top].outer = frames[top].mode
    case .shape, .object, .drawing:
      // All that a fallback draws is a fallback.
      if frames[top].mode == .fallback { break }
      if frames[top].mode == .text { frames[top].outer = .text }
      frames[top].mode = .closed
    case .shapeText, .drawingText, .objectResult, .fieldResult: frames[top].mode = frames[top].outer
    case .shapeInstructions: frames[top].mode = .closed
    case .objectData where frames[top].mode == .closed && frames[top].outer == .text:
      frames[top].objectData = tokenizer.position
    default:
      frames[top].mode = .closed
      if action != .shapeProperty { frames[top].outer = .closed }
    }
  }

  /// Nothing but line ends lies between the group on top and the picture before it.
  private func isBehindPicture(_ top: Int) -> Bool {
    guard top > 0, frames[top - 1].endOfPicture > 0 else { return false }
    let gap = bytes[frames[top - 1].endOfPicture..<frames[top].start]
    return gap.count <= 16 && gap.allSatisfy { $0 == 0x0A || $0 == 0x0D }
  }

  /// Ends the group on top.
  private mutating func close(_ end: Int) {
    guard frames.count > 1 else { return }
    let index = frames.count - 1
    let frame = frames.removeLast()
    if frame.objectData > 0 { objects.append(frame.objectData..<(end - 1)) }
    if frame.wrapper == index {
      closeWrapper(frame, end)
      frames[index - 1].endOfPicture = end
    } else if frame.isFallback {
      closeFallback(end, behind: frames[index - 1].endOfPicture)
      frames[index - 1].endOfPicture = end
    }
  }

  private mutating func closeWrapper(_ frame: Frame, _ end: Int) {
    // Fields must not overlap, so a group of several pictures keeps them all.
    if wrapped.count == 1, !wrapsMore, var picture = wrapped.first {
      picture.range = frame.start..<end
      found.append(picture)
    } else {
      kept += wrapped.map { Kept(reason: .notInText, offset: $0.start, content: $0.dataRange) }
    }
    wrapped = []
    wrapsMore = false
  }

  private mutating func closeFallback(_ end: Int, behind picture: Int) {
    let fallback = wrapped.count == 1 ? wrapped : []
    if let last = found.indices.last,
      picture == found[last].endOfFallback ?? found[last].range.upperBound
    {
      found[last].endOfFallback = end
      if found[last].fallback.isEmpty { found[last].fallback = fallback }
    } else {
      found += fallback
    }
    wrapped = []
    isInFallback = false
  }

  /// Reads a picture's group from behind `\pict` to its end.
  private mutating func picture() {
    let frame = frames[frames.count - 1]
    // Outside all groups there is no picture.
    guard frames.count > 1 else { return }
    let start = tokenizer.position
    guard frame.mode != .closed, frame.isFresh else {
      if tokenizer.skipGroup() {
        if frames.count > 1 { frames.removeLast() }
        kept.append(Kept(reason: .notInText, offset: frame.start, content: start..<(tokenizer.position - 1)))
      }
      return
    }
    var group = RTFPictureGroup(tokenizer)
    let isWhole = group.read(bytes)
    tokenizer = group.tokenizer
    if isWhole { frames.removeLast() }
    guard isWhole, !group.isIrregular else {
      if frame.wrapper >= 0 { wrapsMore = true }
      // A file that ends in a picture has as much of it as there is.
      let end = isWhole ? tokenizer.position - 1 : tokenizer.position
      kept.append(Kept(reason: .irregularData, offset: frame.start, content: start..<end))
      return
    }
    guard let data = group.data else {
      // Data put back would go there.
      if frame.wrapper >= 0 { wrapsMore = true }
      return
    }
    let picture = RTFFoundPicture(
      start: frame.start, range: frame.start..<tokenizer.position, dataRange: group.dataRange, data: data,
      isFallback: frame.mode == .fallback)
    if frame.wrapper >= 0 && frame.mode == .text || isInFallback {
      wrapped.append(picture)
    } else {
      found.append(picture)
      // The brace has taken the group's frame away: the one on top holds the picture.
      if frame.mode == .text { frames[frames.count - 1].endOfPicture = tokenizer.position }
    }
  }
}
