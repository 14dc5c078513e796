internal import RTFSyntax
internal import SlipBase

/// What a scan knows about an open group.
protocol RTFGroupFrame {
  /// - Parameters:
  ///   - outer: the group around; it may be told that something came in it.
  ///   - offset: of the brace.
  init(in outer: inout Self, at offset: Int)
}

/// Walks over the tokens and groups of a document, up to the brace that ends it as it does for the interpreter: for scans that look at structure and read no text. Text that says what
/// something is, such as a field's instruction, is read by the interpreter (`RTFInstruction.read`).
struct RTFGroupWalker<Frame: RTFGroupFrame> {
  enum Step {
    /// `frames` has the new group on top.
    case opened
    /// The group that was on top, and the brace.
    case closed(Frame, Token)
    case token(Token)
  }

  /// Where the next step begins.
  var tokenizer: Tokenizer
  /// The open groups; the first is the file around them all.
  private(set) var frames: [Frame]
  /// Groups nest deeper than the limit: the walk is over.
  private(set) var isTooDeep = false
  /// The outermost group has ended, or a brace closed nothing. What follows is no part of the document.
  private var hasEnded = false
  private let deepest: Int

  init(_ bytes: UnsafeRawBufferPointer, root: Frame, deepest: Int) {
    tokenizer = Tokenizer(bytes)
    frames = [root]
    self.deepest = deepest
  }

  /// The group that is open.
  var top: Frame {
    get { frames[frames.count - 1] }
    _modify { yield &frames[frames.count - 1] }
  }

  /// The group around it; itself outside all groups.
  var outer: Frame {
    get { frames[max(0, frames.count - 2)] }
    _modify { yield &frames[max(0, frames.count - 2)] }
  }

  /// Outside all groups.
  var isOutside: Bool { frames.count == 1 }

  /// Nil at the end of the document.
  mutating func next() -> Step? {
    guard !isTooDeep, !hasEnded, let token = tokenizer.next() else { return nil }
    switch token.kind {
    case .groupStart:
      guard frames.count <= deepest else {
        isTooDeep = true
        return nil
      }
      let frame = Frame(in: &top, at: token.offset)
      frames.append(frame)
      return .opened
    case .groupEnd: return pop().map { .closed($0, token) } ?? .token(token)
    default: return .token(token)
    }
  }

  /// Leaves the group on top, whose end the tokenizer has been moved behind.
  @discardableResult
  mutating func pop() -> Frame? {
    defer { hasEnded = isOutside }
    return isOutside ? nil : frames.removeLast()
  }
}

extension Tokenizer {
  /// `skipGroup` for bytes that may be mapped: what was passed over is no part of the memory.
  ///
  /// - Parameter step: how much of it is, in bytes.
  /// - Returns: false when the input ends before the brace.
  mutating func passGroup(in bytes: UnsafeRawBufferPointer, step: Int) -> Bool {
    var depth = 1
    if skipGroups(&depth, to: position + step) { return true }
    return position < bytes.count && passFar(&depth, in: bytes, step)
  }

  @inline(never)
  private mutating func passFar(_ depth: inout Int, in bytes: UnsafeRawBufferPointer, _ step: Int) -> Bool {
    var pages = PageWindow(bytes, from: position, step: step)
    while position < bytes.count {
      if skipGroups(&depth, to: position + step) { return true }
      pages.move(to: position)
    }
    return false
  }
}
