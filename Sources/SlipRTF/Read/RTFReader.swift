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

/// Tells RTF from other bytes.
public enum RTFProbe {
  /// So many bytes show it.
  public static let window = 4_096 + 5

  /// True for `{\rtf` at the start, or behind a UTF-8 byte order mark and white space.
  public static func isRTF(_ bytes: UnsafeRawBufferPointer) -> Bool { start(of: bytes) != nil }

  /// Where `{\rtf` stands.
  static func start(of bytes: UnsafeRawBufferPointer) -> Int? {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count, bytes[index] <= 0x20, index < 4_096 { index += 1 }
    guard bytes.count - index >= 5 else { return nil }
    return bytes[index..<(index + 5)].elementsEqual([0x7B, 0x5C, 0x72, 0x74, 0x66]) ? index : nil
  }
}
