internal import SlipCore

internal import CCMarkGFM

/// The lines of a Markdown text in which nothing has a meaning: blocks of code, and blocks of HTML that
/// are no comments.
///
/// Readers of what note programs add to Markdown ask here what cmark-gfm takes for code, so that both agree.
///
/// ```swift
/// let code = MarkdownVerbatimLines(text)
/// code.contains(line: 3)
/// ```
package struct MarkdownVerbatimLines: Sendable {
  /// The lines, counted from 0, in order and apart from each other.
  private var lines: [Range<Int>] = []

  /// Finds the lines of a text in UTF-8. Takes time in proportion to the text.
  ///
  /// - Parameter onlyFences: Whether only code between fences counts.
  package init(_ text: ArraySlice<UInt8>, onlyFences: Bool = false) {
    let hasFence = text.firstRange(of: "```".utf8) != nil || text.firstRange(of: "~~~".utf8) != nil
    guard hasFence || !onlyFences && MarkdownVerbatimLines.mayHaveMore(text), !MarkdownCost(text).isTooMuch
    else {
      return
    }
    let all = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    CMarkTree.withTree(of: text, extensions: []) { root in
      var node: CMarkNode? = cmark_node_first_child(root)
      while let current = node {
        switch CMarkTree.kind(current) {
        case .codeBlock:
          let isFenced = CMarkTree.isFenced(current)
          if isFenced || !onlyFences { add(current, isFenced: isFenced, all) }
        case .htmlBlock:
          // Text may follow a comment on its last line.
          let isComment = CMarkTree.literal(current).drop { $0 == 0x20 }.starts(with: "<!--".utf8)
          if !onlyFences, !isComment { add(current, isFenced: false, all) }
        default: break
        }
        node = MarkdownVerbatimLines.next(after: current, below: root)
      }
    }
  }

  /// Whether a line is code or HTML.
  ///
  /// - Parameter line: The number of the line, from 0.
  package func contains(line: Int) -> Bool {
    let low = lines.partitionPoint { $0.upperBound <= line }
    return low < lines.count && lines[low].contains(line)
  }

  /// Adds the lines of a block. Where it ends, its text says: cmark-gfm's last line is one too few for HTML, and one too many for
  /// code that its quotation or item ends.
  private mutating func add(_ block: CMarkNode, isFenced: Bool, _ all: [ArraySlice<UInt8>]) {
    let start = Int(cmark_node_get_start_line(block)) - 1
    let count = CMarkTree.literal(block).count { $0 == 0x0A }
    var end = start + (isFenced ? count + 1 : max(1, count))
    if isFenced {
      // The closing fence has no other sign on its line.
      if end < all.count, all[end].contains(where: { $0 == 0x60 || $0 == 0x7E }),
        all[end].allSatisfy({ "`~> \t\r".utf8.contains($0) })
      {
        end += 1
      }
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

  /// Whether a text has signs by which other code or HTML begins: a deep indent or a tag.
  private static func mayHaveMore(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains(0x09) || text.contains(0x3C) || text.firstRange(of: "    ".utf8) != nil
  }
}
