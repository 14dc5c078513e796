#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

/// A sign at the beginning of a line whose partner stands on a later one: `$$` around a formula, `%%` around a comment.
///
/// Nothing between them has a meaning. The block is one of code to cmark-gfm, with a number that tells what it is.
struct MarkdownBlockSign {
  /// The sign, at the beginning and at the end.
  let sign: StaticString
  /// What must be read for it to have a meaning.
  let addition: MarkdownAdditions
  /// What the block is.
  let kind: MarkdownSign.Kind
  /// Whether blank lines may stand in it.
  let holdsBlankLines: Bool

  /// All of them.
  static let all = [
    MarkdownBlockSign(sign: "$$", addition: .formulas, kind: .formula, holdsBlankLines: false),
    MarkdownBlockSign(sign: "%%", addition: .comments, kind: .comment, holdsBlankLines: true),
  ]

  /// Where the sign stands in a text; nil where it doesn't.
  func place(in text: some Collection<UInt8>) -> Int? {
    sign.withUTF8Buffer { sign in
      text.firstRange(of: sign).map { text.distance(from: text.startIndex, to: $0.lowerBound) }
    }
  }
}

/// The line that cmark-gfm reads, while it looks for blocks.
struct CMarkLine {
  /// The parser.
  let parser: OpaquePointer
  /// The whole line with its end.
  let line: UnsafeBufferPointer<UInt8>

  /// Where its text begins, after the signs of the blocks it is in and blanks.
  var start: Int { min(Int(cmark_parser_get_first_nonspace(parser)), line.count) }
  /// Its text without the line end.
  var text: Slice<UnsafeBufferPointer<UInt8>> {
    line[start...].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") && $0 != 0 }
  }

  /// Moves the parser within the line.
  func advance(to place: Int) {
    let count = place - Int(cmark_parser_get_offset(parser))
    line.withMemoryRebound(to: CChar.self) { line in
      guard count > 0, let start = line.baseAddress else { return }
      cmark_parser_advance_offset(parser, start, Int32(count), 0)
    }
  }

  /// Begins a block in another one or, where that can't hold it, after that.
  func add(_ type: cmark_node_type, to block: CMarkNode) -> CMarkNode? {
    cmark_parser_add_child(parser, block, type, Int32(start + 1))
  }
}

/// Blocks.
extension CMarkAdditions {
  /// Begins a block with a line that begins none of Markdown's own.
  ///
  /// - Parameters:
  ///   - block: The innermost block that the line is in.
  ///   - made: The extension of cmark-gfm that the block will belong to.
  /// - Returns: The new block; nil where none begins.
  func open(in block: CMarkNode, _ place: CMarkLine, _ made: OpaquePointer?) -> CMarkNode? {
    let text = place.text
    guard let first = text.first else { return nil }
    for row in MarkdownBlockSign.all
    where additions.contains(row.addition) && row.place(in: text.prefix(2)) == 0 {
      let line = Int(cmark_parser_get_line_number(place.parser))
      guard row.place(in: text.dropFirst(2)) == nil, source.hasEnd(row, after: line) else { continue }
      place.advance(to: place.start)
      let isBroken = CMarkTree.kind(block) == .paragraph && endLine(of: block)
      guard let node = place.add(CMARK_NODE_CODE_BLOCK, to: block) else { return nil }
      if isBroken { cmark_node_set_fence_info(node, CMarkTree.afterBreak) }
      cmark_node_set_syntax_extension(node, made)
      cmark_node_set_user_data(node, UnsafeMutableRawPointer(bitPattern: row.kind.rawValue))
      isBlockDone = false
      return node
    }
    let isAtEdge = place.line.first == first && first != UInt8(ascii: ">")
    let ends =
      switch CMarkTree.kind(block) {
      case .table: additions.contains(.shortTables) && !text.contains(UInt8(ascii: "|"))
      case .list: additions.contains(.shortBlocks) && isAtEdge
      case .paragraph: false
      default: additions.contains(.shortBlocks) && isAtEdge && CMarkTree.endsWithContainer(block)
      }
    return ends ? place.add(CMARK_NODE_PARAGRAPH, to: block) : nil
  }

  /// Takes the backslash away that makes the last line of a paragraph end in a line break: the block that follows goes on with
  /// the paragraph.
  ///
  /// - Returns: Whether the line ends in a break.
  private func endLine(of paragraph: CMarkNode) -> Bool {
    var content = Array(CMarkTree.string(cmark_node_get_string_content(paragraph)).utf8)
    while content.last == UInt8(ascii: "\n") || content.last == UInt8(ascii: "\r") { content.removeLast() }
    if content.suffix(2).elementsEqual([0x20, 0x20]) { return true }
    guard content.reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count % 2 == 1 else { return false }
    cmark_node_set_string_content(paragraph, String(decoding: content.dropLast(), as: UTF8.self) + "\n")
    return true
  }

  /// Whether a line belongs to a formula or comment of several lines. What follows the closing signs on their line is text
  /// outside of it.
  func goesOn(_ block: CMarkNode, _ place: CMarkLine) -> Bool {
    guard !isBlockDone, let row = MarkdownBlockSign.all.first(where: { $0.kind == CMarkTree.addition(block) })
    else {
      return false
    }
    let (start, text) = (place.start, place.text)
    if text.isEmpty, !row.holdsBlankLines { return false }
    place.advance(to: start)
    guard let close = row.place(in: text) else { return true }
    isBlockDone = true
    let rest = text.dropFirst(close + 2)
    if rest.allSatisfy(HTMLByte.isSpace) { return true }
    var content = CMarkTree.string(cmark_node_get_string_content(block))
    content += String(decoding: text.prefix(close + 2), as: UTF8.self)
    cmark_node_set_string_content(block, content)
    place.advance(to: start + close + 2)
    return false
  }
}

/// The lines of a text, in which a block looks for its end.
struct MarkdownSourceLines {
  /// The text.
  private let text: [UInt8]
  /// Where lines begin, in order; nil before they were looked for.
  private var starts: [Int]?
  /// For each sign, where a search began last, and where it found the sign: behind the text where there was none.
  private var searches: [MarkdownSign.Kind: (start: Int, found: Int)] = [:]

  /// Takes a text.
  init(_ text: [UInt8]) { self.text = text }

  /// Whether the sign stands on a later line, and before a blank line if the block holds none.
  ///
  /// - Parameter line: The number of the line, from 1.
  mutating func hasEnd(_ row: MarkdownBlockSign, after line: Int) -> Bool {
    let starts = self.starts ?? MarkdownSourceLines.starts(of: text)
    self.starts = starts
    guard line < starts.count else { return false }
    let start = starts[line]
    let last = searches[row.kind]
    let found: Int
    if let last, last.start <= start, start <= last.found {
      found = last.found
    } else {
      found = row.place(in: text[start...]).map { start + $0 } ?? text.count
      searches[row.kind] = (start, found)
    }
    guard found < text.count else { return false }
    return row.holdsBlankLines
      || text[start..<found].split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().allSatisfy {
        line in
        !line.allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ">") }
      }
  }

  /// Where the lines of a text begin, by cmark-gfm's line ends.
  private static func starts(of text: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in text.enumerated() {
      let isEnd =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r") && (index + 1 == text.count || text[index + 1] != UInt8(ascii: "\n"))
      if isEnd { starts.append(index + 1) }
    }
    return starts
  }
}
