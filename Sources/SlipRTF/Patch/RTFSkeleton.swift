internal import RTFSyntax

/// What remains of a part of a file when its text is taken out: the control words and braces that what follows depends
/// on.
///
/// In RTF formatting goes on until it is changed. When a paragraph is replaced, the formatting that it set must still be
/// in force behind it: `\pard\qc Title\par Text\par` centres both paragraphs.
enum RTFSkeleton {
  /// The offset behind the braces that directly follow a range and close groups that were opened in it.
  static func endOfGroups(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int {
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = range.lowerBound
    var depth = 0
    while tokenizer.position < range.upperBound, let token = tokenizer.next() {
      if token.kind == .groupStart { depth += 1 }
      if token.kind == .groupEnd { depth = max(0, depth - 1) }
    }
    var end = range.upperBound
    while depth > 0 {
      guard let token = tokenizer.next(), token.kind == .groupEnd else { break }
      end = tokenizer.position
      depth -= 1
    }
    return end
  }

  /// What must stay of a range that is replaced: what the document as a whole depends on, and what follows, if it does.
  static func of(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, end: Int) -> [UInt8] {
    var skeleton = Skeleton()
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = range.lowerBound
    while tokenizer.position < range.upperBound, let token = tokenizer.next() {
      skeleton.add(token, bytes)
    }
    let isFree = skeleton.isBalanced && isReset(bytes, from: range.upperBound, end: end)
    var bytes = skeleton.ofDocument + (isFree ? [] : skeleton.bytes)
    // A delimiter, so that what is put behind the last word doesn't become part of it.
    if let last = bytes.last, last != 0x20, last != 0x7B, last != 0x7D { bytes.append(0x20) }
    return bytes
  }

  /// Whether all formatting is set anew before anything else happens, or nothing follows at all.
  static func isReset(_ bytes: UnsafeRawBufferPointer, from start: Int, end: Int) -> Bool {
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = start
    var (paragraph, character) = (false, false)
    while tokenizer.position < end, let token = tokenizer.next() {
      guard token.kind == .controlWord else { return false }
      switch ControlWordTable.rows[Int(token.word)].action {
      case .paragraphReset: paragraph = true
      case .characterReset: character = true
      default: if ControlWordTable.rows[Int(token.word)].kind == .symbol { return false }
      }
      if paragraph && character { return true }
    }
    return true
  }

  /// Collects what stays, group by group. A group that is complete leaves nothing.
  private struct Skeleton {
    /// What stays of each open group, the outermost first.
    private var levels: [[UInt8]] = [[]]
    /// Words about the document as a whole, in whatever group they stand.
    private(set) var ofDocument: [UInt8] = []
    /// Whether a group was closed that the range didn't open.
    private var hasClosed = false

    var isBalanced: Bool { levels.count == 1 && !hasClosed }
    var bytes: [UInt8] { Array(levels.joined()) }

    /// Whether a word concerns the document as a whole: its pages, and how its notes are numbered.
    private static func isOfDocument(_ action: ControlAction) -> Bool {
      switch action {
      case .pageLength, .sectionPageLength, .landscape, .noteNumbering, .noteStart: true
      default: false
      }
    }

    mutating func add(_ token: Token, _ bytes: UnsafeRawBufferPointer) {
      switch token.kind {
      case .groupStart: levels.append([0x7B])
      case .groupEnd:
        if levels.count > 1 {
          levels.removeLast()
        } else {
          hasClosed = true
          levels[0].append(0x7D)
        }
      case .controlWord:
        let row = ControlWordTable.rows[Int(token.word)]
        if row.kind == .symbol || row.action == .unicode { return }
        if Skeleton.isOfDocument(row.action) { return ofDocument += bytes[token.offset..<token.end] }
        levels[levels.count - 1] += bytes[token.offset..<token.end]
      case .controlSymbol where token.parameter == 0x2A: levels[levels.count - 1] += [0x5C, 0x2A]
      default: break
      }
    }
  }
}
