public import SlipBase
public import SlipDocument

/// Reads RTF into a document. Total: any bytes give a document.
public enum RTFReader {
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    var result = readText(bytes, limits: limits)
    let missing = result.document.missingFiles
    if missing > 0 { result.diagnostics.append(RTFDCode.missing(count: missing)) }
    return result
  }

  /// The same for a text whose files lie beside it.
  static func readText(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> ReadResult {
    let sink = RTFDocumentSink(input: bytes)
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: sink)
    var pages = PageWindow(bytes)
    while !interpreter.run(to: interpreter.tokenizer.position + PageWindow.step) {
      pages.move(to: interpreter.tokenizer.position)
    }
    var diagnostics = DiagnosticSink()
    diagnostics.report(contentsOf: interpreter.diagnostics(in: bytes))
    return ReadResult(
      document: interpreter.sink.document, diagnostics: diagnostics.diagnostics, isNormalForm: true)
  }
}

extension Document {
  /// Attachments that are names only, of files beside an RTFD's text. Those of a bundle are somewhere.
  fileprivate var missingFiles: Int {
    // Most documents have none.
    guard resources.contains(where: \.isName) else { return 0 }
    var finder = NameFinder(document: self)
    walk(&finder)
    return finder.count
  }

  private struct NameFinder: DocumentVisitor {
    let document: Document
    var count = 0
    mutating func visit(_ inline: Inline) {
      guard case .attachment(let file) = inline, document.resources.indices.contains(file.resource) else {
        return
      }
      if document.resources[file.resource].isName { count += 1 }
    }
  }
}

extension Resource {
  fileprivate var isName: Bool {
    guard case .file(let path) = content else { return false }
    return PayloadPath.attachment(fromBody: path) == nil
  }
}
