public import SlipCore
public import SlipDocument

/// Reads GitHub Flavored Markdown with cmark-gfm: CommonMark with tables, strikethrough,
/// autolinks, task lists and footnotes (GFM 0.29).
///
/// What people write besides, whichever program they use, is read as well: links and pictures in
/// double brackets, callouts (`> [!note]`), `==marked==` text, `%%comments%%`, and front matter
/// between `+++` lines. A text without these signs is GFM and nothing else.
///
/// HTML in the text is read like a page by `HTMLReader`. A front matter gives title, author,
/// subject, keywords and language.
///
/// Reading is total: any bytes give a document. cmark-gfm needs quadratic time for some
/// texts. `MarkdownCost` finds these beforehand, and they are read without the extension
/// that causes it, or as plain text.
public enum MarkdownReader {
  /// The code of the finding that words between angle brackets are text.
  package static var wordsCode: String { MarkupCode.words }

  /// Reads Markdown. The encoding is that of a byte order mark, or what the bytes are
  /// (`TextEncoding.undeclared`).
  ///
  /// - Parameters:
  ///   - bytes: The file, any bytes.
  ///   - limits: at most `fileBytes`, and never more than 256 MiB, are read; the
  ///     rest is left out and reported. `tableDepth` bounds tables in HTML.
  /// - Returns: the document, and as diagnostics what was left out or read as text.
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    read(bytes, limits: limits, pictures: .relative, additions: .common, answers: .beside).result
  }

  /// Reads GitHub Flavored Markdown as GitHub does, without anything besides but front matter between `---` lines.
  ///
  /// - Parameters: As `read(_:limits:)`.
  public static func readGFM(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    read(bytes, limits: limits, pictures: .relative).result
  }

  /// Reads Markdown as a program writes it.
  ///
  /// - Parameters:
  ///   - pictures: which pictures become files, whose paths the caller looks up.
  ///   - additions: What the program adds to GFM.
  ///   - answers: What links lead to.
  /// - Returns: The document, and the tags in the text in order.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, pictures: PictureAddresses,
    additions: MarkdownAdditions = [],
    answers: MarkdownAnswers = MarkdownAnswers { .text($0.label ?? $0.target) }
  ) -> (result: ReadResult, tags: [String]) {
    var diagnostics = DiagnosticSink()
    // cmark counts in 32 bits, and needs dozens of bytes of memory for each byte of text.
    let longest = min(limits.fileBytes, 256 << 20)
    if bytes.count > longest {
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.tooLong, severity: .error,
          message:
            "The file is too long to be read as Markdown; the text beyond \(longest >> 20) MiB was left out.",
          location: SourceLocation(.byte(longest))))
    }
    let source = HTMLDecoder.text(
      UnsafeRawBufferPointer(rebasing: bytes.prefix(longest)), diagnostics: &diagnostics)
    // Whoever reads for a program has read its front matter.
    let frontMatter = MarkdownFrontMatter(source, readsTOML: additions == .common)
    let body = source[frontMatter.end...]
    let additions = additions == .common ? .common(in: body) : additions
    var reader = MarkdownTreeReader(
      limits: limits, pictures: pictures, additions: additions, answers: answers)
    var document = document(body, &reader, &diagnostics)
    frontMatter.apply(to: &document)
    return (ReadResult(document: document, diagnostics: diagnostics.diagnostics), reader.tags)
  }

  /// Reads the text behind the front matter: with cmark-gfm or, if that would take too
  /// long, as plain text.
  private static func document(
    _ body: ArraySlice<UInt8>, _ reader: inout MarkdownTreeReader, _ diagnostics: inout DiagnosticSink
  ) -> Document {
    let work = MarkdownCost(body, reader.additions, limits: reader.limits)
    let obstacle =
      !CMarkTree.isAvailable
      ? MarkupCode.noMarkdownFound : work.isTooMuch ? MarkupCode.tooMuchWorkFound : nil
    if let obstacle {
      diagnostics.report(obstacle)
      return body.withUnsafeBytes { PlainTextReader.read($0).document }
    }
    let extensions = extensions(work, &diagnostics)
    let fresh = reader
    reader.read(MarkdownFootnotes.keepingUnreferenced(body), extensions)
    if !reader.hiddenReferences.isEmpty {
      // cmark-gfm has left out what only a comment or the like refers to.
      let text = MarkdownFootnotes.keepingUnreferenced(body, hidden: reader.hiddenReferences)
      reader = fresh
      reader.read(text, extensions)
    }
    diagnostics.report(contentsOf: reader.diagnostics.diagnostics)
    var document = reader.builder.finish()
    document.bookmarkLinkedHeadings()
    document.findQuotedTasks()
    return document
  }

  /// All extensions except those that would take cmark-gfm too long with this text.
  /// Reports those.
  private static func extensions(
    _ work: MarkdownCost, _ diagnostics: inout DiagnosticSink
  ) -> [CMarkTree.Extension] {
    if work.hasTooManyCells { diagnostics.report(MarkupCode.tooManyCellsFound) }
    if work.hasTooManyAddresses { diagnostics.report(MarkupCode.tooManyAddressesFound) }
    return CMarkTree.Extension.allCases.filter {
      switch $0 {
      case .table: !work.hasTooManyCells
      case .autolink: !work.hasTooManyAddresses
      case .strikethrough, .tasklist: true
      }
    }
  }
}
