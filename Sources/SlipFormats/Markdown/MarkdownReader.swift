internal import CCMarkGFM
public import SlipBase
internal import SlipDocument

/// Reads GitHub Flavored Markdown through cmark-gfm: tables, strikethrough, autolinks, task lists, footnotes.
///
/// HTML in the text is read by `HTMLReader`'s means. A YAML front matter gives title, author and keywords.
/// Total on any bytes.
public enum MarkdownReader {
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    var diagnostics = DiagnosticSink()
    // cmark counts in 32 bits, and needs some dozen bytes for each that it reads.
    let longest = min(limits.fileBytes, 256 << 20)
    if bytes.count > longest {
      diagnostics.report(
        Diagnostic(
          code: MarkupCode.tooLong, severity: .error,
          message: "The file is too long for Markdown; what lies beyond \(longest >> 20) MiB was left out.",
          location: SourceLocation(.byte(longest))))
    }
    let source = HTMLDecoder.decodeText(UnsafeRawBufferPointer(rebasing: bytes.prefix(longest)))
    let frontMatter = MarkdownFrontMatter(source)
    let body = source[frontMatter.end...]
    var converter = MarkdownTreeReader(limits: limits)
    CMarkTree.withTree(of: body) { converter.read($0) }
    converter.builder.withDocument { frontMatter.apply(to: &$0.info) }
    let document = converter.builder.finish()
    diagnostics.report(contentsOf: converter.diagnostics.diagnostics)
    return ReadResult(document: document, diagnostics: diagnostics.diagnostics)
  }
}
