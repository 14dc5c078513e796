internal import SlipCore

#if SLIP_MARKDOWN
  internal import CCMarkGFM
#else
  internal import CCMarkGFMNone
#endif

/// The lines of a Markdown text that are code between fences, by cmark-gfm.
///
/// Outlines of Logseq are lines, and these mean nothing there.
package struct MarkdownCodeLines: Sendable {
  /// The lines, counted from 0, in order and apart from each other.
  private var lines: [Range<Int>] = []

  /// Finds the lines of a text in UTF-8. Takes time in proportion to the text.
  package init(_ text: ArraySlice<UInt8>) {
    let hasFence = text.firstRange(of: "```".utf8) != nil || text.firstRange(of: "~~~".utf8) != nil
    guard hasFence, !MarkdownCost(text).isTooMuch else { return }
    let all = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    CMarkTree.withTree(of: text, extensions: []) { root in
      var node: CMarkNode? = cmark_node_first_child(root)
      while let current = node {
        if CMarkTree.kind(current) == .codeBlock, CMarkTree.isFenced(current) { add(current, all) }
        node = MarkdownCodeLines.next(after: current, below: root)
      }
    }
  }

  /// Whether a line is code or a fence.
  ///
  /// - Parameter line: The number of the line, from 0.
  package func contains(line: Int) -> Bool {
    let low = lines.partitionPoint { $0.upperBound <= line }
    return low < lines.count && lines[low].contains(line)
  }

  /// Adds the lines of a block. Where it ends, its text says: cmark-gfm's last line is one too many for code that its quotation or
  /// item ends.
  private mutating func add(_ block: CMarkNode, _ all: [ArraySlice<UInt8>]) {
    let start = Int(cmark_node_get_start_line(block)) - 1
    var end = start + CMarkTree.literal(block).count { $0 == UInt8(ascii: "\n") } + 1
    // The closing fence has no other sign on its line.
    if end < all.count, all[end].contains(where: { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }),
      all[end].allSatisfy({ "`~> \t\r".utf8.contains($0) })
    {
      end += 1
    }
    lines.append(start..<end)
  }

  /// The block that comes next in the text. Blocks that hold inlines have none in them.
  private static func next(after node: CMarkNode, below root: CMarkNode) -> CMarkNode? {
    switch CMarkTree.kind(node) {
    case .quotation, .list, .item, .noteDefinition:
      if let child = cmark_node_first_child(node) { return child }
    default: break
    }
    var node = node
    while node != root {
      if let next = cmark_node_next(node) { return next }
      guard let parent = cmark_node_parent(node) else { return nil }
      node = parent
    }
    return nil
  }
}
