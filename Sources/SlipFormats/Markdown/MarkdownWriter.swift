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
    var writer = MarkdownDocumentWriter(MarkdownContext(document, options))
    writer.write { _ in }
    return writer.lines.bytes
  }

  /// The same in pieces: memory holds a buffer of the file.
  ///
  /// - Throws: what `chunk` throws.
  public static func write(
    _ document: Document, options: WriteOptions = WriteOptions(),
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try PiecewiseOutput.run(chunk) { drain in
      var writer = MarkdownDocumentWriter(MarkdownContext(document, options))
      writer.write { $0.flush(drain) }
      writer.lines.flush(drain)
    }
  }
}

/// What the whole of a document is written by; all parts of a writer share it.
final class MarkdownContext: Sendable {
  /// Its tracked changes are accepted.
  let document: Document
  let options: WriteOptions
  let links: LinkPolicy
  /// Bookmarks that links of this document lead to; only those get an anchor.
  let linkedBookmarks: Set<String>

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

  func label(of note: Int) -> String {
    switch document.notes[note].kind {
    case .footnote: "\(note + 1)"
    case .endnote: "e\(note + 1)"
    case .annotation: "a\(note + 1)"
    }
  }
}

/// One document, or a slice of it, on its way out; extensions in this folder write its parts.
struct MarkdownDocumentWriter {
  let context: MarkdownContext
  var lines = MarkdownLineWriter()
  var roles = BlockRoles()

  var document: Document { context.document }
  var options: WriteOptions { context.options }

  init(_ context: MarkdownContext) { self.context = context }

  /// - Parameter flush: called when a part of the text is written.
  mutating func write(flush: (inout MarkdownLineWriter) -> Void) {
    if !options.isFragment, !options.frontMatter.isEmpty { frontMatter() }
    body(flush)
    notes()
  }

  /// A long body in slices, each of which begins and ends with nothing open.
  private mutating func body(_ flush: (inout MarkdownLineWriter) -> Void) {
    let context = context
    guard let slices = BodySlices.cut(context.document.blocks, where: Block.standsApart) else {
      return blocks(context.document.blocks[...])
    }
    BodySlices.write(slices) { slice in
      var writer = MarkdownDocumentWriter(context)
      writer.blocks(context.document.blocks[slice])
      return writer.lines
    } take: { _, slice in
      lines.append(slice)
      flush(&lines)
    }
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

  private mutating func notes() {
    for (index, note) in document.notes.enumerated() {
      lines.startBlock()
      lines.open(marker: "[^\(context.label(of: index))]: ", indent: 4)
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

extension Block {
  /// Whether one block ends all that is open and the next opens it anew: both are paragraphs that stand in nothing.
  @Sendable fileprivate static func standsApart(_ before: Block, _ after: Block) -> Bool {
    guard case .paragraph(let before) = before, case .paragraph(let after) = after else { return false }
    return [before, after].allSatisfy {
      $0.listItem == nil && $0.style.role == BlockRole() && $0.inlines.contains(where: \.isVisible)
    }
  }
}
