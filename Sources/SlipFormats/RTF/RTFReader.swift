public import SlipBase
internal import SlipDocument

/// Reads RTF into a document. Total: any bytes give a document.
public enum RTFReader {
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    let sink = RTFDocumentSink(input: bytes, limits: limits)
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: sink)
    _ = interpreter.run()
    var diagnostics = DiagnosticSink()
    diagnostics.report(contentsOf: interpreter.diagnostics(in: bytes))
    return ReadResult(document: interpreter.sink.document, diagnostics: diagnostics.diagnostics)
  }
}
