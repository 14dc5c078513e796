public import SlipBase
internal import SlipDocument

/// Reads RTF into a document. Total: any bytes give a document.
public enum RTFReader {
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    let sink = RTFDocumentSink(input: bytes, limits: limits)
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: sink)
    var pages = PageWindow(bytes)
    while !interpreter.run() {
      interpreter.sink.goOn()
      pages.move(to: interpreter.tokenizer.position)
    }
    var diagnostics = DiagnosticSink()
    diagnostics.report(contentsOf: interpreter.faults.diagnostics(in: bytes))
    diagnostics.report(contentsOf: interpreter.sink.losses.diagnostics)
    return ReadResult(document: interpreter.sink.document, diagnostics: diagnostics.diagnostics, isNormalForm: true)
  }
}
