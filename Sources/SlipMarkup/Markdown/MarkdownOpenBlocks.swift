internal import SlipDocument

/// Blocks of HTML around Markdown, as in the files that introduce a program:
///
/// ```
/// <div align="center">
///
/// # Bees
///
/// </div>
/// ```
///
/// To cmark-gfm the tags are blocks of their own. What they say of the text between them, such as that it stands in the middle, applies
/// until the end tag comes, or the quotation or item ends that they stand in.
extension MarkdownTreeReader {
  /// A block of HTML that is open around Markdown.
  struct OpenBlock {
    /// Its name.
    var name: String
    /// The formatting outside of it.
    var outside: HTMLContext
  }

  /// The elements that may stand around Markdown.
  private static let names: Set<String> = [
    "div", "p", "center", "section", "article", "main", "header", "footer",
  ]
  /// The most that are open at once. Further ones are ignored.
  private static let mostBlocks = 64

  /// Opens the elements that a block of HTML begins and doesn't end, and closes those that it ends.
  mutating func readOpenBlocks(_ source: [UInt8]) {
    // Those of a document go on in the next one, into which a long text is cut.
    let first = surroundings.count > 1 ? surroundings.last?.blocks ?? 0 : 0
    var tokenizer = HTMLTokenizer(source)
    while let token = tokenizer.next() {
      switch token {
      case .start(let tag) where MarkdownTreeReader.names.contains(tag.name):
        guard openBlocks.count - first < MarkdownTreeReader.mostBlocks else { continue }
        // The end tag of a paragraph may be left out.
        if let last = openBlocks[first...].last, last.name == "p" { closeBlocks(from: openBlocks.count - 1) }
        openBlocks.append(OpenBlock(name: tag.name, outside: context))
        context.apply(tag)
      case .end(let name):
        if let index = openBlocks[first...].lastIndex(where: { $0.name == name }) { closeBlocks(from: index) }
      default: break
      }
    }
  }

  /// Closes blocks from the innermost one down to that at an index.
  private mutating func closeBlocks(from index: Int) {
    context = openBlocks[index].outside
    openBlocks.removeLast(openBlocks.count - index)
  }
}
