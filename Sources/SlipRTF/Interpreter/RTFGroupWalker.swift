internal import RTFSyntax
internal import SlipCore

/// What a scan knows about an open group.
protocol RTFGroupFrame {
  /// Creates the frame of a group that opens.
  ///
  /// - Parameters:
  ///   - outer: The group around it, which may record that something opened in it.
  ///   - offset: The offset of the brace.
  init(in outer: inout Self, at offset: Int)
}

/// Walks over the tokens and groups of a document, for scans that look at structure and
/// read no text.
///
/// It ends at the same brace as the interpreter does, so a scan sees neither more nor
/// less of the file. Text that says what something is, such as a field's instruction, is
/// read by the interpreter instead (`RTFInstruction.read`), because it can be spelled in
/// many ways.
struct RTFGroupWalker<Frame: RTFGroupFrame> {
  /// What the walk has met.
  enum Step {
    /// A group began, and is now on top of `frames`.
    case opened
    /// A group ended: its frame, and the token of its brace.
    case closed(Frame, Token)
    /// Anything but a brace.
    case token(Token)
  }

  /// The position in the file. A scan may move it, for instance over data that it has
  /// recognised.
  var tokenizer: Tokenizer
  /// The open groups. The first stands for the file around them all.
  private(set) var frames: [Frame]
  /// Whether the walk ended because groups nest deeper than the limit.
  private(set) var isTooDeep = false
  /// The outermost group has ended, or a brace closed nothing. What follows is no part of
  /// the document.
  private var hasEnded = false
  /// How many groups may be open.
  private let deepest: Int

  /// Creates a walker at the beginning of a file.
  ///
  /// - Parameters:
  ///   - root: The frame of the file itself.
  ///   - deepest: How many groups may be open.
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

  /// The group around the open one. Outside all groups, it is the same as `top`.
  var outer: Frame {
    get { frames[max(0, frames.count - 2)] }
    _modify { yield &frames[max(0, frames.count - 2)] }
  }

  /// Whether no group is open.
  var isOutside: Bool { frames.count == 1 }

  /// The next step of the walk; nil at the end of the document.
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

  /// Leaves the group on top. Call it after you have moved the tokenizer behind the
  /// group's end.
  ///
  /// - Returns: The frame of that group; nil outside all groups.
  @discardableResult
  mutating func pop() -> Frame? {
    defer { hasEnded = isOutside }
    return isOutside ? nil : frames.removeLast()
  }
}

/// Skipping large groups.
extension Tokenizer {
  /// Skips a group as `skipGroup` does, in a mapped file: pages that were skipped do not
  /// stay in memory.
  ///
  /// - Parameter step: How many bytes may stay in memory.
  /// - Returns: False if the input ends before the closing brace.
  mutating func passGroup(in bytes: UnsafeRawBufferPointer, step: Int) -> Bool {
    var depth = 1
    if skipGroups(&depth, to: position + step) { return true }
    return position < bytes.count && passFar(&depth, in: bytes, step)
  }

  /// The part of `passGroup` for groups longer than a step, kept out of line.
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
