internal import RTFSyntax
package import SlipCore

/// A picture in an RTF file whose data may be extracted.
package struct RTFFoundPicture {
  /// The form of the data.
  package enum Data {
    /// Hexadecimal digits.
    case hex
    /// The bytes behind `\bin`, at this range.
    case binary(Range<Int>)
  }

  /// Where the `{\pict…}` group begins.
  package var start: Int
  /// What a field replaces: the `{\pict…}` group, or the `{\*\shppict…}` group around it.
  package var range: Range<Int>
  /// From the first digit to the last byte that is not white space, or `\bin` with its bytes.
  package var dataRange: Range<Int>
  /// The form of the data.
  package var data: Data
  /// Whether the picture exists only for programs that don't know its better form (`\nonshppict`,
  /// `\shprslt`), so that it is never shown.
  package var isFallback: Bool
  /// Where the last of the `\nonshppict` groups ends that follow directly; nil when there are none.
  package var endOfFallback: Int?
  /// The picture in the first of these groups that has just one; at most one element.
  package var fallback: [RTFFoundPicture] = []
}

/// Finds the pictures of an RTF file, and decides which of them can be replaced by a field.
///
/// It walks over the groups of a file without interpreting it. Each group has a mode (`Mode`) that says
/// whether a field within it would be shown. A picture is `found` in running text and in fallbacks;
/// elsewhere it is `kept`:
///
/// - `{\*\shppict{\pict…}}{\nonshppict{\pict…}}` in text is one found picture, with its fallback;
/// - a picture in the text of a text box (`\shptxt`) is found, one in the properties of the shape is
///   kept;
/// - a picture that an object shows (`\result`) is found, as is one in a footnote or header;
/// - a picture in a list table, or in a destination that readers skip, is kept.
package struct RTFPictureFinder {
  /// A picture that must stay where it is.
  package struct Kept {
    /// Why a picture stays.
    package enum Reason {
      /// The picture is outside the running text, or in a group with others.
      case notInText
      /// Its data can't be restored exactly, or is cut off.
      case irregularData
    }
    /// Why the picture stays.
    package var reason: Reason
    /// Where its group begins.
    package var offset: Int
    /// Where its data is: the group from behind `\pict` to its closing brace, or a part of it.
    package var content: Range<Int>

    /// Describes a picture that stays.
    package init(reason: Reason, offset: Int, content: Range<Int>) {
      (self.reason, self.offset, self.content) = (reason, offset, content)
    }
  }

  /// What is known about an open group.
  private struct Frame: RTFGroupFrame {
    /// Where the group begins.
    var start: Int
    /// What a picture directly in the group counts as.
    var mode = Mode.text
    /// The mode of text within a shape, object or field that opens in this group.
    var outer = Mode.text
    /// The index of the frame of the `\shppict` group around it; -1 when there is none.
    var wrapper = -1
    /// Whether nothing has come since the opening brace, apart from `\*`.
    var isFresh = true
    /// Whether `\*` has come and its word has not.
    var hasStar = false
    /// Where the last picture directly in the group ends, with its `\shppict` group and fallbacks; 0
    /// when there is none.
    var endOfPicture = 0
    /// Where the data of an object begins; 0 for other groups.
    var objectData = 0
    /// Whether this is the `\nonshppict` group behind a picture.
    var isFallback = false
    /// Whether this is a `\upr` group, of whose branches only the one with `\ud` is text.
    var isAlternative = false

    /// The frame around the whole file.
    init(at offset: Int) { start = offset }

    /// The frame of a group that opens in another.
    init(in outer: inout Frame, at offset: Int) {
      outer.isFresh = false
      self.init(at: offset)
      (mode, self.outer, wrapper) = (outer.mode, outer.outer, outer.wrapper)
      if outer.isAlternative { (mode, self.outer) = (.closed, .closed) }
    }
  }

  /// What a picture in a group counts as.
  private enum Mode {
    /// Running text, also within fields, notes and text boxes: a field can replace the picture.
    case text
    /// A fallback that is never shown: the picture loses its data and gets no field.
    case fallback
    /// A place where no field can stand, such as a list table or a shape's property: the picture stays.
    case closed
  }

  /// The pictures that can be extracted, in the order of the file.
  package private(set) var found: [RTFFoundPicture] = []
  /// The pictures that stay where they are.
  package private(set) var kept: [Kept] = []
  /// The data of objects in the text: what stands behind `\objdata`.
  package private(set) var objects: [Range<Int>] = []
  /// Whether groups nest more deeply than the limit; then nothing is found.
  package var isTooDeep: Bool { walker.isTooDeep }
  /// The file.
  private let bytes: UnsafeRawBufferPointer
  /// The open groups.
  private var walker: RTFGroupWalker<Frame>
  /// The pictures within the open `\shppict` or `\nonshppict` group; such groups don't nest.
  private var wrapped: [RTFFoundPicture] = []
  /// Whether a `\nonshppict` group behind a picture is open.
  private var isInFallback = false
  /// Whether the open `\shppict` group contains more than pictures, which a field in its place would
  /// hide.
  private var wrapsMore = false

  /// Creates a finder. `rtfGroupDepth` limits how deeply groups may nest.
  package init(_ bytes: UnsafeRawBufferPointer, limits: Limits) {
    self.bytes = bytes
    walker = RTFGroupWalker(bytes, root: Frame(at: 0), deepest: limits.rtfGroupDepth)
  }

  /// Searches the whole file, in linear time.
  package mutating func run() {
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

  /// Takes a token within the group on top.
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

  /// Sets the mode of a group at its destination, or at an unknown word behind `\*`, which makes
  /// readers skip the group.
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
      // Without a picture before it, it is not a fallback, as some programs show it.
      walker.top.isFallback =
        walker.top.mode == .text && walker.top.wrapper < 0 && walker.top.isFresh && isBehindPicture
      isInFallback = isInFallback || walker.top.isFallback
      if walker.top.mode == .text { walker.top.mode = walker.top.isFallback ? .fallback : .closed }
      walker.top.outer = walker.top.mode
    case .shapeResult:
      if walker.top.outer != .closed { walker.top.mode = .fallback }
      walker.top.outer = walker.top.mode
    case .shape, .object, .drawing:
      // Whatever is drawn within a fallback is a fallback.
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

  /// Whether nothing but line ends lies between the group on top and the picture before it.
  private var isBehindPicture: Bool {
    guard !walker.isOutside, walker.outer.endOfPicture > 0 else { return false }
    let gap = bytes[walker.outer.endOfPicture..<walker.top.start]
    return gap.count <= 16 && gap.allSatisfy { $0 == 0x0A || $0 == 0x0D }
  }

  /// Ends the group that was on top.
  ///
  /// - Parameter end: behind its closing brace.
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

  /// Ends a `\shppict` group: its only picture is found with the whole group as its range.
  private mutating func closeWrapper(_ frame: Frame, _ end: Int) {
    // Fields must not overlap, so the pictures of a group that has several stay in the body.
    if wrapped.count == 1, !wrapsMore, var picture = wrapped.first {
      picture.range = frame.start..<end
      found.append(picture)
    } else {
      kept += wrapped.map { Kept(reason: .notInText, offset: $0.start, content: $0.dataRange) }
    }
    wrapped = []
    wrapsMore = false
  }

  /// Ends a `\nonshppict` group: its only picture belongs to the picture before it.
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

  /// Reads the group of a picture from behind `\pict` to its end.
  private mutating func picture() {
    let frame = walker.top
    // `\pict` outside all groups begins no picture.
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
      // When the file ends within the picture, its content is what is there.
      let end = isWhole ? position - 1 : position
      kept.append(Kept(reason: .irregularData, offset: frame.start, content: start..<end))
      return
    }
    guard let data = group.data else {
      // A picture without data is left alone, such as one whose data has been extracted already.
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
      // The frame of the picture's group is gone, so the one on top contains the picture.
      if frame.mode == .text { walker.top.endOfPicture = position }
    }
  }
}
