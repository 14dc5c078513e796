internal import CCMarkGFM
public import SlipBase
public import SlipDocument

/// Reads GitHub Flavored Markdown through cmark-gfm: tables, strikethrough, autolinks, task lists, footnotes.
///
/// HTML in the text is read by `HTMLReader`'s means. A YAML front matter gives title, author and keywords.
/// Total on any bytes. What would take cmark-gfm much longer than the text's length asks for is read as text.
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
    var document = document(source[frontMatter.end...], limits, &diagnostics)
    frontMatter.apply(to: &document.info)
    return ReadResult(document: document, diagnostics: diagnostics.diagnostics)
  }

  private static func document(
    _ body: ArraySlice<UInt8>, _ limits: Limits, _ diagnostics: inout DiagnosticSink
  ) -> Document {
    let work = MarkdownCost(body)
    if work.isTooMuch {
      diagnostics.report(MarkupCode.tooMuchWorkFound)
      return body.withUnsafeBytes { PlainTextReader.read($0).document }
    }
    var converter = MarkdownTreeReader(limits: limits)
    CMarkTree.withTree(of: body, extensions: extensions(work, &diagnostics)) { converter.read($0) }
    diagnostics.report(contentsOf: converter.diagnostics.diagnostics)
    return converter.builder.finish()
  }

  /// All but those that would take cmark-gfm too long with this text.
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
