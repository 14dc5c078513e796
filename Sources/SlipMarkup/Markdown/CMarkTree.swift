internal import Dispatch

#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

/// A node of cmark-gfm's tree. Valid only inside the closure of `CMarkTree.withTree`,
/// which frees the tree when it returns.
typealias CMarkNode = OpaquePointer

/// Parses Markdown with cmark-gfm, GitHub's own parser, and reads the nodes of its tree.
///
/// The other files of this folder use nodes only through this type and cmark-gfm's
/// accessors.
enum CMarkTree {
  /// GitHub's extensions. The raw values are cmark-gfm's names for them.
  enum Extension: String, CaseIterable {
    /// Pipe tables (GFM 0.29, 4.10).
    case table
    /// `~~text~~` (GFM 0.29, 6.5).
    case strikethrough
    /// Addresses that become links by themselves (GFM 0.29, 6.9).
    case autolink
    /// List items with a check box (GFM 0.29, 5.3).
    case tasklist
  }

  /// Whether the program was built with cmark-gfm. Without it there are no trees.
  static var isAvailable: Bool {
    #if SLIP_MARKDOWN
      true
    #else
      false
    #endif
  }

  /// Registers the extensions with cmark-gfm, once in a process. Reading it does the
  /// work.
  private static let isReady: Void = cmark_gfm_core_extensions_ensure_registered()

  /// Allows one parser at a time.
  ///
  /// While cmark-gfm parses, it notes the characters that extensions look for in tables
  /// of the whole process, and takes them out afterwards. Two parsers at once would lose
  /// each other's strikethrough and links. This is a queue and not a `Mutex`, which would
  /// compare thread numbers: fuzzers take compared numbers for parts of the input.
  private static let parsing = DispatchQueue(label: "cmark-gfm")

  /// Parses Markdown and hands the root of the tree to a closure.
  ///
  /// Parsing itself runs on one thread at a time. Nothing is called if cmark-gfm can't
  /// get memory.
  ///
  /// - Parameters:
  ///   - source: UTF-8 text with LF line ends.
  ///   - extensions: the extensions to use; see `MarkdownCost` for why some may be left
  ///     out.
  ///   - additions: What a program adds. Where this isn't empty, the texts of nodes have signs that stand for others
  ///     (`MarkdownStandIn`).
  ///   - body: reads the tree.
  static func withTree(
    of source: ArraySlice<UInt8>, extensions: [Extension], additions: MarkdownAdditions = [],
    _ body: (CMarkNode) -> Void
  ) {
    var source = source
    var own: CMarkAdditions?
    if !additions.isEmpty {
      let text = MarkdownStandIn.text(source, additions)
      (source, own) = (text[...], CMarkAdditions(text, additions))
    }
    // Nodes refer to the extension.
    withExtendedLifetime(own) {
      guard let root = parsing.sync(execute: { parse(source, extensions, own) }) else { return }
      defer { cmark_node_free(root) }
      body(root)
    }
  }

  /// Parses with footnotes and the given extensions. The caller frees the root.
  private static func parse(
    _ source: ArraySlice<UInt8>, _ extensions: [Extension], _ own: CMarkAdditions?
  ) -> CMarkNode? {
    _ = isReady
    let isPlain = own.map { $0.additions.contains(.plainTildes) } ?? false
    let options = CMARK_OPT_FOOTNOTES | (isPlain ? CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE : 0)
    guard let parser = cmark_parser_new(options) else { return nil }
    defer { cmark_parser_free(parser) }
    own?.attach(to: parser)
    for name in extensions {
      if let found = cmark_find_syntax_extension(name.rawValue) {
        cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    source.withUnsafeBytes { bytes in
      cmark_parser_feed(parser, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
    }
    return cmark_parser_finish(parser)
  }

  /// Frees what stands in a node.
  static func removeChildren(of node: CMarkNode) {
    while let child = cmark_node_first_child(node) { cmark_node_free(child) }
  }

  /// A string of cmark-gfm's; empty for a null pointer.
  static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// What stands as the information of a formula or comment of several lines whose paragraph ended in a line break.
  static let afterBreak = "break"

  /// Whether a block goes on after a line break of the paragraph above it.
  static func isAfterBreak(_ block: CMarkNode) -> Bool {
    addition(block) != nil && string(cmark_node_get_fence_info(block)) == afterBreak
  }

  /// The text of a text, code or HTML node, in UTF-8.
  static func literal(_ node: CMarkNode) -> [UInt8] { Array(string(cmark_node_get_literal(node)).utf8) }

  /// The kinds of nodes that the reader distinguishes: first blocks, then inlines, then
  /// those of extensions.
  enum Kind: Equatable {
    /// What a program adds.
    case addition(MarkdownSign.Kind)

    /// The root of the tree.
    case document
    /// A paragraph. In a tight list its text follows the marker.
    case paragraph
    /// A heading, with `#` or underlined.
    case heading
    /// A block quote.
    case quotation
    /// A list of one kind, bulleted or numbered.
    case list
    /// An item of a list, with or without a check box.
    case item
    /// A block of code, fenced or indented.
    case codeBlock
    /// A block of HTML, which ends at a blank line.
    case htmlBlock
    /// A thematic break, such as `***`.
    case thematicBreak

    /// Text, with escapes and references resolved.
    case text
    /// A line end within a paragraph, which is a space.
    case softBreak
    /// A line break: a backslash, or two spaces, before a line end.
    case lineBreak
    /// A code span.
    case code
    /// A single tag within a paragraph.
    case htmlInline
    /// Emphasis, which is shown in italics.
    case emphasis
    /// Strong emphasis, which is shown in bold.
    case strong
    /// Text that is struck through.
    case struck
    /// A link of any form.
    case link
    /// An image. The nodes in it are its description.
    case picture

    /// A reference to a footnote. Its text is the number of the note.
    case noteReference
    /// The text of a footnote.
    case noteDefinition
    /// A pipe table.
    case table
    /// The first row of a table.
    case tableHeader
    /// Any other row of a table.
    case tableRow
    /// A cell of a table.
    case tableCell
    /// Any other node, which is ignored. Its children are read.
    case unknown
  }

  /// The kind of a node.
  static func kind(_ node: CMarkNode) -> Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_BLOCK_QUOTE: .quotation
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: addition(node).map(Kind.addition) ?? .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: addition(node).map(Kind.addition) ?? .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: addition(node).map(Kind.addition) ?? .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .picture
    case CMARK_NODE_FOOTNOTE_REFERENCE: .noteReference
    case CMARK_NODE_FOOTNOTE_DEFINITION: .noteDefinition
    default: extensionKind(node)
    }
  }

  /// The kind of an extension's node. Extensions get the numbers of their node types at
  /// run time, so they are recognised by name.
  private static func extensionKind(_ node: CMarkNode) -> Kind {
    switch string(cmark_node_get_type_string(node)) {
    case "table": .table
    case "table_header": .tableHeader
    case "table_row": .tableRow
    case "table_cell": .tableCell
    case "strikethrough": .struck
    case "tasklist": .item
    default: .unknown
    }
  }

  /// What a node stands for that a program adds; nil for nodes of Markdown.
  static func addition(_ node: CMarkNode) -> MarkdownSign.Kind? {
    MarkdownSign.Kind(rawValue: Int(bitPattern: cmark_node_get_user_data(node)))
  }

  /// Whether a node with a value is a block, and not an inline.
  static func isBlock(_ node: CMarkNode) -> Bool { cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK }

  /// Whether a paragraph begins a quotation.
  static func beginsQuotation(_ block: CMarkNode?) -> Bool { begins(block, .quotation) }

  /// Whether a paragraph begins an item of a list.
  static func beginsItem(_ block: CMarkNode?) -> Bool { begins(block, .item) }

  /// Whether a paragraph is the first block of one of this kind.
  private static func begins(_ block: CMarkNode?, _ kind: Kind) -> Bool {
    guard let block, self.kind(block) == .paragraph, let parent = cmark_node_parent(block) else {
      return false
    }
    return cmark_node_previous(block) == nil && self.kind(parent) == kind
  }

  /// Whether a picture is the last of the inlines so far.
  static func endsWithPicture(_ block: CMarkNode?) -> Bool {
    block.flatMap { cmark_node_last_child($0) }.map { kind($0) == .picture } ?? false
  }

  /// Whether a list or a quotation is the last of the blocks so far.
  static func endsWithContainer(_ block: CMarkNode) -> Bool {
    guard let last = cmark_node_last_child(block) else { return false }
    return [.list, .quotation].contains(kind(last))
  }

  /// Whether a block stands right below another one, without a blank line between them.
  static func isRightBelow(_ block: CMarkNode, _ other: CMarkNode) -> Bool {
    cmark_node_get_start_line(block) <= cmark_node_get_end_line(other) + 1
  }

  /// Whether a block of code stands between fences.
  static func isFenced(_ block: CMarkNode) -> Bool {
    var (length, offset, sign): (Int32, Int32, CChar) = (0, 0, 0)
    return cmark_node_get_fenced(block, &length, &offset, &sign) != 0
  }

  /// Whether a list item has a check box.
  static func isTask(_ item: CMarkNode) -> Bool { string(cmark_node_get_type_string(item)) == "tasklist" }
}
