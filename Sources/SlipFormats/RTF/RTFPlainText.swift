public import SlipBase

/// The plain text of RTF: the mirror of a note's body. What it is, to the byte, stands in `Schemas/README.md`
/// under "The plain-text mirror".
public enum RTFPlainText {
  /// Text is handed on when so many bytes of the file have been read.
  private static let step = 1 << 18

  /// The mirror of a whole file, UTF-8 without byte order mark, lines ended by LF, none behind the last.
  ///
  /// - Parameters:
  ///   - bytes: any bytes; what isn't RTF is read as well as it can be.
  ///   - limits: `rtfGroupDepth` and `tableDepth` count.
  ///   - diagnostics: what was dropped or repaired (codes `SBXR…`), with line and column.
  public static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), diagnostics: inout DiagnosticSink
  ) -> [UInt8] {
    // In pieces as well, so that both forms give the same for any input.
    var text: [UInt8] = []
    extract(bytes, limits: limits, diagnostics: &diagnostics) { text.append(contentsOf: $0) }
    return text
  }

  /// The same in pieces, with bounded memory: notes are held until the end, a table cell until its own, and
  /// up to 4 MiB of a paragraph.
  ///
  /// - Parameter chunk: gets each piece in turn; pieces may end inside a character. What it throws is passed on.
  public static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, diagnostics: inout DiagnosticSink,
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var reader = RTFInterpreter(bytes, limits: limits, sink: RTFPlainTextSink())
    var pages = PageWindow(bytes)
    while !reader.run(to: reader.tokenizer.position + RTFPlainText.step) {
      pages.move(to: reader.tokenizer.position)
      try reader.sink.drain(chunk, isAtEnd: false, isInTable: reader.group.tableDepth > 0)
    }
    try reader.sink.drain(chunk, isAtEnd: true)
    diagnostics.report(contentsOf: reader.diagnostics(in: bytes))
  }
}
