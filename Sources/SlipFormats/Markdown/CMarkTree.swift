internal import CCMarkGFM
internal import Dispatch

/// A node of cmark-gfm's tree; valid within `CMarkTree.withTree` only.
typealias CMarkNode = OpaquePointer

/// cmark-gfm with GitHub's extensions.
enum CMarkTree {
  /// GitHub's extensions, by the names that cmark-gfm has for them.
  enum Extension: String, CaseIterable { case table, strikethrough, autolink, tasklist }

  /// Registered once in a process.
  private static let isReady: Void = cmark_gfm_core_extensions_ensure_registered()

  /// cmark-gfm notes the characters that extensions want in tables of the process while it parses, and takes them
  /// out when it has: two parsers at once lose each other's strikethrough and links. A `Mutex` would compare the thread's
  /// number, which fuzzers make inputs of.
  private static let parsing = DispatchQueue(label: "cmark-gfm")

  /// Parses `source` and hands over the root.
  static func withTree(
    of source: ArraySlice<UInt8>, extensions: [Extension], _ body: (CMarkNode) -> Void
  ) {
    guard let root = parsing.sync(execute: { parse(source, extensions) }) else { return }
    defer { cmark_node_free(root) }
    body(root)
  }

  private static func parse(_ source: ArraySlice<UInt8>, _ extensions: [Extension]) -> CMarkNode? {
    _ = isReady
    guard let parser = cmark_parser_new(CMARK_OPT_FOOTNOTES) else { return nil }
    defer { cmark_parser_free(parser) }
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

  static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  static func literal(_ node: CMarkNode) -> [UInt8] { Array(string(cmark_node_get_literal(node)).utf8) }

  enum Kind {
    case document, paragraph, heading, quotation, list, item, codeBlock, htmlBlock, thematicBreak
    case text, softBreak, lineBreak, code, htmlInline, emphasis, strong, struck, link, picture
    case noteReference, noteDefinition
    case table, tableHeader, tableRow, tableCell
    case unknown
  }

  static func kind(_ node: CMarkNode) -> Kind {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_DOCUMENT: .document
    case CMARK_NODE_PARAGRAPH: .paragraph
    case CMARK_NODE_HEADING: .heading
    case CMARK_NODE_BLOCK_QUOTE: .quotation
    case CMARK_NODE_LIST: .list
    case CMARK_NODE_ITEM: .item
    case CMARK_NODE_CODE_BLOCK: .codeBlock
    case CMARK_NODE_HTML_BLOCK: .htmlBlock
    case CMARK_NODE_THEMATIC_BREAK: .thematicBreak
    case CMARK_NODE_TEXT: .text
    case CMARK_NODE_SOFTBREAK: .softBreak
    case CMARK_NODE_LINEBREAK: .lineBreak
    case CMARK_NODE_CODE: .code
    case CMARK_NODE_HTML_INLINE: .htmlInline
    case CMARK_NODE_EMPH: .emphasis
    case CMARK_NODE_STRONG: .strong
    case CMARK_NODE_LINK: .link
    case CMARK_NODE_IMAGE: .picture
    case CMARK_NODE_FOOTNOTE_REFERENCE: .noteReference
    case CMARK_NODE_FOOTNOTE_DEFINITION: .noteDefinition
    default: extensionKind(node)
    }
  }

  /// Extensions give their nodes numbers only at run time: they are told by name.
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

  static func isTask(_ item: CMarkNode) -> Bool { string(cmark_node_get_type_string(item)) == "tasklist" }
}
