public import SlipDocument

/// Writes a document as GitHub Flavored Markdown (GFM 0.29).
///
/// What a GFM reader makes of it are the same words, links and structure, whatever the text contains. What
/// Markdown has no words for is left out: fonts, colours, alignment, empty paragraphs, page headers and footers,
/// deleted text. A table that no pipe table can hold is written as HTML. Addresses such as `a@b.example` are left
/// as they stand, though GFM makes links of them.
public enum MarkdownWriter {
  /// UTF-8, lines ending in LF; deterministic.
  public static func write(_ document: Document, options: WriteOptions = WriteOptions()) -> [UInt8] {
    var writer = MarkdownDocumentWriter(document, options)
    writer.write()
    return writer.lines.bytes
  }
}

/// One document on its way out; extensions in this folder write its parts.
struct MarkdownDocumentWriter {
  let document: Document
  let options: WriteOptions
  let links: LinkPolicy
  /// Bookmarks that links of this document lead to; only those get an anchor.
  let linkedBookmarks: Set<String>
  var lines = MarkdownLines()
  var roles = BlockRoles()

  init(_ document: Document, _ options: WriteOptions) {
    var document = document
    document.settle(.accept)
    self.document = document
    self.options = options
    links = LinkPolicy(options)
    var collector = AnchorCollector()
    document.walk(&collector)
    linkedBookmarks = collector.names
  }

  mutating func write() {
    if !options.isFragment, !options.frontMatter.isEmpty { frontMatter() }
    blocks(document.blocks[...])
    notes()
  }

  private mutating func frontMatter() {
    lines.line("---")
    for line in options.frontMatter {
      lines.line(
        String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" })))
    }
    lines.line("---")
    lines.endBlock()
  }

  // MARK: Notes

  func label(of index: Int) -> String {
    switch document.notes[index].kind {
    case .footnote: "\(index + 1)"
    case .endnote: "e\(index + 1)"
    case .annotation: "a\(index + 1)"
    }
  }

  private mutating func notes() {
    for (index, note) in document.notes.enumerated() {
      lines.startBlock()
      lines.open(marker: "[^\(label(of: index))]: ", indent: 4)
      blocks(note.blocks[...])
      lines.close()
    }
  }
}

/// Finds the anchors that links within a document lead to.
private struct AnchorCollector: DocumentVisitor {
  var names: Set<String> = []

  mutating func visit(_ inline: Inline) {
    guard case .run(let run) = inline, let target = run.style.link?.target, target.utf8.first == 0x23 else {
      return
    }
    names.insert(String(target.dropFirst()))
  }
}
