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

  private struct Frame: RTFGroupFrame {
    var start: Int
    var mode = Mode.text
    /// The mode that text has within a shape, object or field that opens in this mode.
    var outer = Mode.text
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
    /// This is a `\upr` group: of its branches the one behind `\ud` is text.
    var isAlternative = false

    init(at offset: Int) { start = offset }

    init(in outer: inout Frame, at offset: Int) {
      outer.isFresh = false
      self.init(at: offset)
      (mode, self.outer, wrapper) = (outer.mode, outer.outer, outer.wrapper)
      if outer.isAlternative { (mode, self.outer) = (.closed, .closed) }
    }
  }

  private enum Mode { case text, fallback, closed }

  private(set) var found: [RTFFoundPicture] = []
  private(set) var kept: [Kept] = []
  /// The data of objects in the text: what stands behind `\objdata`.
  private(set) var objects: [Range<Int>] = []
  var isTooDeep: Bool { walker.isTooDeep }
  private let bytes: UnsafeRawBufferPointer
  private var walker: RTFGroupWalker<Frame>
  /// Pictures within the `\shppict` or `\nonshppict` group that is open; such groups don't nest.
  private var wrapped: [RTFFoundPicture] = []
  private var isInFallback = false
  /// The `\shppict` group that is open holds more than pictures, which a field in its place would hide.
  private var wrapsMore = false

  init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    walker = RTFGroupWalker(bytes, root: Frame(at: 0), deepest: limits.rtfGroupDepth)
  }

  mutating func run() {
    let effects = ControlWordTable.index.effects
    while let step = walker.next() {
      switch step {
      case .opened: break
      case .closed(let frame, let brace):
        close(frame, brace.end)
        walker.top.isFresh = false
      case .token(let token): take(token, effects[Int(token.word)])
      }
    }
    if isTooDeep { found = [] }
  }

  private mutating func take(_ token: Token, _ effect: ControlEffect) {
    switch token.kind {
    case .controlSymbol where token.parameter == 0x2A:
      walker.top.hasStar = true
      return
    case .controlWord where effect.action == .picture: picture()
    case .controlWord:
      if walker.top.wrapper >= 0 { wrapsMore = true }
      let isDestination = effect.kind == .destination
      if isDestination || walker.top.hasStar { enter(effect.action, isDestination) }
    case .controlSymbol, .hexByte, .text: if walker.top.wrapper >= 0 { wrapsMore = true }
    case .binary, .groupStart, .groupEnd: break
    }
    walker.top.isFresh = false
  }

  /// What a destination, or a word behind `\*`, means for the text of its group.
  private mutating func enter(_ action: ControlAction, _ isDestination: Bool) {
    let top = walker.frames.count - 1
    let hasStar = walker.top.hasStar
    walker.top.hasStar = false
    guard isDestination else {
      if hasStar && action == .unknown { (walker.top.mode, walker.top.outer) = (.closed, .closed) }
      return
    }
    switch action {
    case .documentStart, .transparent, .math, .footnote, .annotation, .header, .field: break
    case .unicodeAlternative: walker.top.isAlternative = true
    case .unicodeBranch where walker.outer.isAlternative:
      (walker.top.mode, walker.top.outer) = (walker.outer.mode, walker.outer.outer)
    case .shapePicture:
      if walker.top.mode == .text && walker.top.wrapper < 0 && walker.top.isFresh {
        walker.top.wrapper = top
      }
    case .nonShapePicture:
      // Alone it is no fallback: readers may show it.
      walker.top.isFallback =
        walker.top.mode == .text && walker.top.wrapper < 0 && walker.top.isFresh && isBehindPicture
      isInFallback = isInFallback || walker.top.isFallback
      if walker.top.mode == .text { walker.top.mode = walker.top.isFallback ? .fallback : .closed }
      walker.top.outer = walker.top.mode
    case .shapeResult:
      if walker.top.outer != .closed { walker.top.mode = .fallback }
      walker.top.outer = walker.top.mode
    case .shape, .object, .drawing:
      // All that a fallback draws is a fallback.
      if walker.top.mode == .fallback { break }
      if walker.top.mode == .text { walker.top.outer = .text }
      walker.top.mode = .closed
    case .shapeText, .drawingText, .objectResult, .fieldResult: walker.top.mode = walker.top.outer
    case .shapeInstructions: walker.top.mode = .closed
    case .objectData where walker.top.mode == .closed && walker.top.outer == .text:
      walker.top.objectData = walker.tokenizer.position
    default:
      walker.top.mode = .closed
      if action != .shapeProperty { walker.top.outer = .closed }
    }
  }

  /// Nothing but line ends lies between the group on top and the picture before it.
  private var isBehindPicture: Bool {
    guard !walker.isOutside, walker.outer.endOfPicture > 0 else { return false }
    let gap = bytes[walker.outer.endOfPicture..<walker.top.start]
    return gap.count <= 16 && gap.allSatisfy { $0 == 0x0A || $0 == 0x0D }
  }

  /// The group that was on top has ended.
  private mutating func close(_ frame: Frame, _ end: Int) {
    if frame.objectData > 0 { objects.append(frame.objectData..<(end - 1)) }
    if frame.wrapper == walker.frames.count {
      closeWrapper(frame, end)
      walker.top.endOfPicture = end
    } else if frame.isFallback {
      closeFallback(end, behind: walker.top.endOfPicture)
      walker.top.endOfPicture = end
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
    let frame = walker.top
    // Outside all groups there is no picture.
    guard !walker.isOutside else { return }
    let start = walker.tokenizer.position
    guard frame.mode != .closed, frame.isFresh else {
      if walker.tokenizer.skipGroup() {
        walker.pop()
        kept.append(
          Kept(reason: .notInText, offset: frame.start, content: start..<(walker.tokenizer.position - 1)))
      }
      return
    }
    var group = RTFPictureGroup(walker.tokenizer)
    let isWhole = group.read(bytes)
    walker.tokenizer = group.tokenizer
    let position = walker.tokenizer.position
    if isWhole { walker.pop() }
    guard isWhole, !group.isIrregular else {
      if frame.wrapper >= 0 { wrapsMore = true }
      // A file that ends in a picture has as much of it as there is.
      let end = isWhole ? position - 1 : position
      kept.append(Kept(reason: .irregularData, offset: frame.start, content: start..<end))
      return
    }
    guard let data = group.data else {
      // Data put back would go there.
      if frame.wrapper >= 0 { wrapsMore = true }
      return
    }
    let picture = RTFFoundPicture(
      start: frame.start, range: frame.start..<position, dataRange: group.dataRange, data: data,
      isFallback: frame.mode == .fallback)
    if frame.wrapper >= 0 && frame.mode == .text || isInFallback {
      wrapped.append(picture)
    } else {
      found.append(picture)
      // The brace has taken the group's frame away: the one on top holds the picture.
      if frame.mode == .text { walker.top.endOfPicture = position }
    }
  }
}
