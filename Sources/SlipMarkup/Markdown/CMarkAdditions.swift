#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

/// The extension of cmark-gfm that reads what a program adds, for one text.
///
/// cmark-gfm asks it about each of its signs where inlines are read (`MarkdownSign`), and about each line that begins no block
/// of Markdown's own (`MarkdownBlockSign`). What is found becomes nodes that may stand anywhere: code with a value, and
/// emphasis around inlines, which a number tells from those of Markdown (`CMarkTree.addition`).
final class CMarkAdditions {
  /// What the program adds.
  let additions: MarkdownAdditions
  /// The text, in which blocks look for their ends.
  var source: MarkdownSourceLines
  /// Whether the block of several lines that is open has had its closing signs.
  var isBlockDone = false
  /// The block whose inlines are read.
  private var text: MarkdownInlineText
  /// The rows that count, by their bytes.
  private let signs: [UInt8: [MarkdownSign]]
  /// The extensions of cmark-gfm. The first one has the signs that stand for brackets: emphasis looks through these at what is
  /// beside it.
  private var extensions: [OpaquePointer] = []

  /// The name by which cmark-gfm's tree knows it.
  private static let name = "slipbox"
  /// How many nodes the beginning of a note is looked for at its end.
  private static let longestNote = 4_096

  /// Prepares for a text.
  ///
  /// - Parameter source: The text with the signs that stand for others.
  init(_ source: [UInt8], _ additions: MarkdownAdditions) {
    self.additions = additions
    self.source = MarkdownSourceLines(source)
    text = MarkdownInlineText(UnsafeBufferPointer(start: nil, count: 0), additions, in: nil)
    signs = Dictionary(grouping: MarkdownSign.all.filter { additions.contains($0.addition) }, by: \.byte)
    let standIns = [MarkdownStandIn.bracket, MarkdownStandIn.exclamation]
    // Those of single tildes are strikethrough's.
    let others =
      signs.keys.filter { !standIns.contains($0) && $0 != UInt8(ascii: "~") } + [MarkdownStandIn.underline]
    for (bytes, looksThrough) in [(standIns, true), (others.sorted(), false)] {
      guard let made = cmark_syntax_extension_new(CMarkAdditions.name) else { continue }
      extensions.append(made)
      cmark_syntax_extension_set_emphasis(made, looksThrough ? 1 : 0)
      var list: UnsafeMutablePointer<cmark_llist>?
      for byte in bytes {
        list = cmark_llist_append(
          cmark_get_default_mem_allocator(), list, UnsafeMutableRawPointer(bitPattern: Int(byte)))
      }
      cmark_syntax_extension_set_special_inline_chars(made, list)
      cmark_syntax_extension_set_private(made, Unmanaged.passUnretained(self).toOpaque(), nil)
      cmark_syntax_extension_set_match_inline_func(made) { made, _, block, byte, inlines in
        guard let block, let inlines else { return nil }
        return CMarkAdditions.of(made)?.match(byte, in: block, inlines)
      }
      if looksThrough { continue }
      cmark_syntax_extension_set_inline_from_delim_func(made) { _, _, inlines, opener, closer in
        CMarkAdditions.wrap(inlines, opener, closer)
      }
      cmark_syntax_extension_set_open_block_func(made) { made, indented, parser, block, line, count in
        guard indented == 0, let parser, let block, let line else { return nil }
        let place = CMarkLine(parser: parser, line: UnsafeBufferPointer(start: line, count: Int(count)))
        return CMarkAdditions.of(made)?.open(in: block, place, made)
      }
      cmark_syntax_extension_set_match_block_func(made) { made, parser, line, count, block in
        guard let parser, let block, let line else { return 0 }
        let place = CMarkLine(parser: parser, line: UnsafeBufferPointer(start: line, count: Int(count)))
        return CMarkAdditions.of(made)?.goesOn(block, place) == true ? 1 : 0
      }
    }
  }

  /// The object that an extension of cmark-gfm belongs to.
  private static func of(_ made: OpaquePointer?) -> CMarkAdditions? {
    made.flatMap { cmark_syntax_extension_get_private($0) }.map {
      Unmanaged<CMarkAdditions>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// Adds the extensions to a parser, before those of GFM.
  func attach(to parser: OpaquePointer) {
    for made in extensions { cmark_parser_attach_syntax_extension(parser, made) }
  }

  /// Frees what cmark-gfm knows of this. Nodes of the tree refer to it, so the tree must be gone.
  deinit {
    for made in extensions { cmark_syntax_extension_free(cmark_get_default_mem_allocator(), made) }
  }

  // MARK: Inlines

  /// Reads what begins at the place where cmark-gfm is.
  ///
  /// - Returns: The node for it; nil for text.
  private func match(_ byte: UInt8, in block: CMarkNode, _ inlines: OpaquePointer) -> CMarkNode? {
    guard let rows = signs[byte] else { return nil }
    if text.block != block { text = MarkdownInlineText(CMarkAdditions.content(block), additions, in: block) }
    let place = Int(cmark_inline_parser_get_offset(inlines))
    guard place < text.bytes.count else { return nil }
    for row in rows {
      if let match = row.read(&text, place) { return node(for: match, at: place, in: block, inlines) }
    }
    return nil
  }

  /// The text of a block as cmark-gfm reads it: without white space at its end.
  private static func content(_ block: CMarkNode) -> UnsafeBufferPointer<UInt8> {
    guard let start = cmark_node_get_string_content(block) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    var count = 0
    while start[count] != 0 { count += 1 }
    while count > 0, HTMLByte.isSpace(UInt8(bitPattern: start[count - 1])) { count -= 1 }
    return UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
  }

  /// Makes the node for what was read, and moves cmark-gfm to its end.
  private func node(
    for match: MarkdownSign.Match, at start: Int, in block: CMarkNode, _ inlines: OpaquePointer
  ) -> CMarkNode? {
    switch match {
    case .value(let kind, let value, let end):
      cmark_inline_parser_set_offset(inlines, Int32(end))
      return CMarkAdditions.node(CMARK_NODE_CODE, kind, value)
    case .text(let end):
      cmark_inline_parser_set_offset(inlines, Int32(end))
      return CMarkAdditions.node(CMARK_NODE_TEXT, nil, text.string(start..<end))
    case .blockID(let id, let end):
      cmark_inline_parser_set_offset(inlines, Int32(end))
      var blanks = 0
      while text[start - 1 - blanks] == UInt8(ascii: " ") { blanks += 1 }
      cmark_node_unput(block, Int32(blanks))
      if text.beginsLine(start - blanks), let last = cmark_node_last_child(block),
        [.softBreak, .lineBreak].contains(CMarkTree.kind(last))
      {
        cmark_node_unlink(last)
        cmark_node_free(last)
      }
      return CMarkAdditions.node(CMARK_NODE_CODE, .blockID, id)
    case .pictureSize(let size, let end):
      cmark_inline_parser_set_offset(inlines, Int32(end))
      if let size, let picture = cmark_node_last_child(block) {
        cmark_node_append_child(picture, CMarkAdditions.node(CMARK_NODE_TEXT, nil, "|" + size))
      }
      return CMarkAdditions.node(CMARK_NODE_TEXT, nil, "")
    case .delimiter(let byte, let opens, let closes, let end):
      cmark_inline_parser_set_offset(inlines, Int32(end))
      let node = CMarkAdditions.node(CMARK_NODE_TEXT, nil, text.string(start..<end))
      cmark_inline_parser_push_delimiter(inlines, byte, opens ? 1 : 0, closes ? 1 : 0, node)
      return node
    case .note(let close):
      cmark_inline_parser_set_offset(inlines, Int32(start + 2))
      put(MarkdownStandIn.noteEnd, at: close)
      return CMarkAdditions.node(CMARK_NODE_CODE, .noteStart, "^[")
    case .noteEnd:
      cmark_inline_parser_set_offset(inlines, Int32(start + 1))
      return CMarkAdditions.node(CMARK_NODE_TEXT, nil, wrapNote(in: block) ? "" : "]")
    case .standsForItself(let count):
      for place in start..<min(start + count, text.bytes.count) {
        put(MarkdownStandIn.sign(text[place]), at: place)
      }
      return CMarkAdditions.node(CMARK_NODE_TEXT, nil, "")
    }
  }

  /// Changes a byte of the text that cmark-gfm reads, which is the block's own.
  private func put(_ byte: UInt8, at place: Int) {
    guard let start = text.bytes.baseAddress, text.bytes.indices.contains(place) else { return }
    UnsafeMutablePointer(mutating: start)[place] = byte
  }

  /// Makes a node.
  ///
  /// - Parameter kind: What it stands for; nil for text.
  private static func node(_ type: cmark_node_type, _ kind: MarkdownSign.Kind?, _ literal: String?)
    -> CMarkNode?
  {
    guard let node = cmark_node_new(type) else { return nil }
    if let literal { cmark_node_set_literal(node, literal) }
    if let kind { cmark_node_set_user_data(node, UnsafeMutableRawPointer(bitPattern: kind.rawValue)) }
    return node
  }

  /// Gathers what follows the beginning of a note, whose end is here.
  ///
  /// - Returns: False where it isn't beside it any more, such as within a link.
  private func wrapNote(in block: CMarkNode) -> Bool {
    var start = cmark_node_last_child(block)
    for _ in 0..<CMarkAdditions.longestNote {
      guard let node = start, CMarkTree.addition(node) != .noteStart else { break }
      start = cmark_node_previous(node)
    }
    guard let start, CMarkTree.addition(start) == .noteStart,
      let note = CMarkAdditions.node(CMARK_NODE_EMPH, .note, nil)
    else { return false }
    cmark_node_insert_before(start, note)
    while let next = cmark_node_next(start) { cmark_node_append_child(note, next) }
    cmark_node_unlink(start)
    cmark_node_free(start)
    return true
  }

  /// Makes a node of what stands between two delimiters, as the extension for strikethrough does.
  ///
  /// - Returns: The delimiter after the second one.
  private static func wrap(
    _ inlines: OpaquePointer?, _ opener: UnsafeMutablePointer<delimiter>?,
    _ closer: UnsafeMutablePointer<delimiter>?
  ) -> UnsafeMutablePointer<delimiter>? {
    guard let opener, let closer, let first = opener.pointee.inl_text, let last = closer.pointee.inl_text
    else {
      return nil
    }
    let after = closer.pointee.next
    if let mark = node(CMARK_NODE_EMPH, MarkdownSign.mark(opener.pointee.delim_char), nil) {
      cmark_node_insert_after(first, mark)
      while let next = cmark_node_next(mark), next != last { cmark_node_append_child(mark, next) }
      cmark_node_free(first)
      cmark_node_free(last)
    }
    var open: UnsafeMutablePointer<delimiter>? = closer
    while let delimiter = open {
      open = delimiter == opener ? nil : delimiter.pointee.previous
      cmark_inline_parser_remove_delimiter(inlines, delimiter)
    }
    return after
  }
}
