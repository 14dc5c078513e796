public import SlipBase
public import SlipDocument

/// Reads web pages: what `HTMLWriter` makes, and what else is found in the wild.
///
/// Total on any bytes, in time and memory linear in their number. Nothing is fetched; scripts, style sheets and
/// embedded programs are left out; unknown elements are transparent. Nesting beyond 512 elements is flattened, as
/// browsers do.
public enum HTMLReader {
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    var diagnostics = DiagnosticSink()
    let source = HTMLDecoder.decode(bytes, diagnostics: &diagnostics)
    var reader = HTMLPageReader(MarkupBuilder(), source: source, limits: limits)
    reader.read(source)
    let document = reader.builder.finish()
    diagnostics.report(contentsOf: reader.diagnostics.diagnostics)
    return ReadResult(document: document, diagnostics: diagnostics.diagnostics)
  }
}
