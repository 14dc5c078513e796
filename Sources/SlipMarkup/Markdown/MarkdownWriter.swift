public import SlipDocument

/// Writes a document as GitHub Flavored Markdown (GFM 0.29).
///
/// A reader of GFM finds the same words, links and structure in it, whatever the text
/// contains: everything that would mean something else is escaped. Tables that a pipe
/// table can't hold, and lists of definitions, are written as HTML. What Markdown can't
/// express is left out: fonts, colours, alignment, empty paragraphs, headers and footers
/// of pages, and deleted text; `ExportFeatureTable` lists it all.
///
/// Mail addresses such as `a@b.example` are written as they are, although GFM makes links
/// of them.
public enum MarkdownWriter {
  /// Writes a document to memory: UTF-8, with lines ending in LF. The same document and
  /// options always give the same bytes.
  public static func write(_ document: Document, options: WriteOptions = WriteOptions()) -> [UInt8] {
    var writer = MarkdownDocumentWriter(MarkdownContext(document, options))
    writer.write { _ in }
    return writer.lines.bytes
  }

  /// Writes a document in pieces, with the same bytes. Memory holds one buffer of the
  /// file.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - options: What the file contains besides the text.
  ///   - chunk: takes the bytes, in order.
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

/// What all parts of a document share while it is written. A class, so that writers of
/// slices share one copy.
final class MarkdownContext: Sendable {
  /// The document, with its tracked changes accepted.
  let document: Document
  /// The options of the file.
  let options: WriteOptions
  /// Which links stay live.
  let links: LinkPolicy
  /// Bookmarks that links within the document lead to. Only these get an anchor.
  let linkedBookmarks: Set<String>

  /// Prepares a document for writing.
  init(_ document: Document, _ options: WriteOptions) {
    var document = document
    document.resolve(.accept)
    self.document = document
    self.options = options
    links = LinkPolicy(options)
    var collector = AnchorCollector()
    document.walk(&collector)
    linkedBookmarks = collector.names
  }

  /// The label of a note: `1` for a footnote, `e1` for an endnote and `a1` for an
  /// annotation.
  func label(of note: Int) -> String {
    switch document.notes[note].kind {
    case .footnote: "\(note + 1)"
    case .endnote: "e\(note + 1)"
    case .annotation: "a\(note + 1)"
    }
  }
}

/// Writes one document, or a slice of it. Extensions in this folder write its parts.
struct MarkdownDocumentWriter {
  /// What all parts share.
  let context: MarkdownContext
  /// The lines so far.
  var lines = MarkdownLineWriter()
  /// The roles of paragraphs by the names of their styles.
  var roles = BlockRoles()

  /// The document.
  var document: Document { context.document }
  /// The options of the file.
  var options: WriteOptions { context.options }

  /// Begins a document or a slice.
  init(_ context: MarkdownContext) { self.context = context }

  /// Writes front matter, body and notes.
  ///
  /// - Parameter flush: called whenever a part of the text is complete, and may take the
  ///   bytes away.
  mutating func write(flush: (inout MarkdownLineWriter) -> Void) {
    if !options.isFragment, !options.frontMatter.isEmpty { frontMatter() }
    body(flush)
    notes()
  }

  /// Writes the body. A long one is cut into slices, each of which begins and ends with
  /// nothing open, and which are written on several cores.
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

  /// Writes the lines of the front matter, without control characters.
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

  /// Writes the definitions of the notes behind the text, as `[^1]: ` and their blocks.
  /// Further lines of a note are indented by four spaces, as GFM requires.
  private mutating func notes() {
    for (index, note) in document.notes.enumerated() {
      lines.startBlock()
      lines.open(marker: "[^\(context.label(of: index))]: ", indent: 4)
      blocks(note.blocks[...])
      lines.close()
    }
  }
}

/// Collects the names of bookmarks that links within the document lead to.
private struct AnchorCollector: DocumentVisitor {
  /// The names, without `#`.
  var names: Set<String> = []

  /// Notes the target of a link to a bookmark.
  mutating func visit(_ inline: Inline) {
    guard case .run(let run) = inline, let target = run.style.link?.target,
      target.utf8.first == UInt8(ascii: "#")
    else {
      return
    }
    names.insert(String(target.dropFirst()))
  }
}

extension Block {
  /// Whether the body may be cut between two blocks, because nothing is open there: both
  /// are visible paragraphs outside of lists and quotations.
  @Sendable fileprivate static func standsApart(_ before: Block, _ after: Block) -> Bool {
    guard case .paragraph(let before) = before, case .paragraph(let after) = after else { return false }
    return [before, after].allSatisfy {
      $0.listItem == nil && $0.style.role == BlockRole() && $0.inlines.contains(where: \.isVisible)
    }
  }
}
