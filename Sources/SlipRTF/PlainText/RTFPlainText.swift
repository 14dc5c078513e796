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
    read(bytes, limits, &diagnostics, RTFPlainTextSink()) { text.append(contentsOf: $0) }
    return text
  }

  /// The same in pieces, with bounded memory: notes, which come last, a long table cell and a long text box wait in
  /// temporary files (`TMPDIR`, else `/tmp`), of which nothing stays. Where no such file can be made or written, they are
  /// held in memory. Of a paragraph outside tables up to 4 MiB are held.
  ///
  /// - Parameter chunk: gets each piece in turn; pieces may end inside a character. What it throws is passed on.
  /// - Throws: `SlipError` as well, when a temporary file can't be read back.
  public static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, diagnostics: inout DiagnosticSink,
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try extract(bytes, limits: limits, diagnostics: &diagnostics, spill: RTFPlainTextSpill(), chunk: chunk)
  }

  static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, diagnostics: inout DiagnosticSink,
    spill: RTFPlainTextSpill, step: Int = step, chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try read(bytes, limits, &diagnostics, RTFPlainTextSink(spill), step: step) { piece in
      if let failure = spill.failure { throw failure }
      try chunk(piece)
    }
    if let failure = spill.failure { throw failure }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ limits: Limits, _ diagnostics: inout DiagnosticSink,
    _ sink: RTFPlainTextSink, step: Int = step, _ chunk: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    var reader = RTFInterpreter(bytes, limits: limits, sink: sink)
    var pages = PageWindow(bytes, step: PageWindow.smallStep)
    while !reader.run(to: reader.tokenizer.position + step) {
      pages.move(to: reader.tokenizer.position)
      try reader.sink.drain(chunk, isInTable: reader.group.tableDepth > 0)
    }
    try reader.sink.finish(chunk)
    diagnostics.report(contentsOf: reader.diagnostics(in: bytes))
  }
}
