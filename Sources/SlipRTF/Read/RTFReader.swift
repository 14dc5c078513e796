public import SlipCore
public import SlipDocument

/// Reads RTF (1.9.1) into a document.
///
/// The reader is total: any bytes give a document and diagnostics. It takes time linear
/// in the input. Memory grows with the document, but not with pages of the input that
/// were read, if the bytes are mapped.
public enum RTFReader {
  /// Reads a whole file.
  ///
  ///     let result = RTFReader.read(bytes)
  ///     print(result.document.blocks.count, result.diagnostics)
  ///
  /// - Parameters:
  ///   - bytes: The file. What does not begin with `{\rtf` is read as well as possible,
  ///     and reported as SBXR001.
  ///   - limits: The reader uses `rtfGroupDepth` and `tableDepth`.
  /// - Returns: The document in normal form (see `Document.normalized()`), and what was
  ///   wrong with the file or could not be held. Attachments that are only names of files
  ///   beside the text are reported once, with their number.
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    var result = readText(bytes, limits: limits)
    let missing = result.document.missingFiles
    if missing > 0 { result.diagnostics.append(RTFDCode.missing(count: missing)) }
    return result
  }

  /// The same for a text whose files lie beside it, as in an RTFD package: names of files
  /// are not reported as missing.
  package static func readText(_ bytes: UnsafeRawBufferPointer, limits: Limits) -> ReadResult {
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

/// Files that a document only names.
extension Document {
  /// How many attachments are only names of files beside the text, as in an RTFD.
  /// Attachments of a bundle are not counted: the bundle has them.
  fileprivate var missingFiles: Int {
    // Most documents have none, and need no walk.
    guard resources.contains(where: \.isName) else { return 0 }
    var finder = NameFinder(document: self)
    walk(&finder)
    return finder.count
  }

  /// Counts such attachments.
  private struct NameFinder: DocumentVisitor {
    /// The document that is walked.
    let document: Document
    /// How many were found.
    var count = 0
    /// Looks at one inline.
    mutating func visit(_ inline: Inline) {
      guard case .attachment(let file) = inline, document.resources.indices.contains(file.resource) else {
        return
      }
      if document.resources[file.resource].isName { count += 1 }
    }
  }
}

/// Resources that are files.
extension Resource {
  /// Whether the resource is only the name of a file outside the bundle.
  fileprivate var isName: Bool {
    guard case .file(let path) = content else { return false }
    return PayloadPath.attachment(fromBody: path) == nil
  }
}

/// Tells RTF from other bytes.
public enum RTFProbe {
  /// How many bytes from the beginning of a file are enough for `isRTF`.
  public static let window = 4_096 + 5

  /// Whether `{\rtf` stands at the beginning, or behind a UTF-8 byte order mark and white
  /// space, within the first `window` bytes. Nothing behind these five bytes is looked
  /// at, so `{\rtfd` passes, too.
  public static func isRTF(_ bytes: UnsafeRawBufferPointer) -> Bool { start(of: bytes) != nil }

  /// The offset of `{\rtf`; nil if it isn't there.
  static func start(of bytes: UnsafeRawBufferPointer) -> Int? {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count, bytes[index] <= 0x20, index < 4_096 { index += 1 }
    guard bytes.count - index >= 5 else { return nil }
    return bytes[index..<(index + 5)].elementsEqual([0x7B, 0x5C, 0x72, 0x74, 0x66]) ? index : nil
  }
}
