public import SlipCore

/// The plain text of RTF: the mirror of a note's body, byte for byte as
/// `Schemas/README.md` defines it under "The plain-text mirror".
///
/// This is the short way from tokens to text, without a document in between. It is much
/// faster than that and needs little memory, which is why mirrors, validation and
/// `convert --to txt` use it. `{\rtf1 One\par Two\cell Three\cell\row}` gives `One`, LF,
/// `Two`, TAB, `Three`.
public enum RTFPlainText {
  /// How many bytes of the file are read before text is passed on.
  private static let step = 1 << 18

  /// The text of a whole file: UTF-8 without a byte order mark. Lines end in LF, except
  /// the last one.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes. What isn't RTF is read as well as possible.
  ///   - limits: The reader uses `rtfGroupDepth` and `tableDepth`.
  ///   - diagnostics: Gets what was dropped or repaired (codes `SBXR…`), with line and
  ///     column.
  public static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), diagnostics: inout DiagnosticSink
  ) -> [UInt8] {
    // The text is read in pieces here as well, so that both functions give the same for any input.
    var text: [UInt8] = []
    read(bytes, limits, &diagnostics, RTFPlainTextSink()) { text.append(contentsOf: $0) }
    return text
  }

  /// The same text in pieces, with bounded memory.
  ///
  /// Notes come last, and a long table cell or text box may still change as a whole, so
  /// these wait elsewhere, in temporary files for instance. Where no such file can be made
  /// or written, memory holds the text. Of a paragraph outside tables, memory holds up to
  /// 4 MiB.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - limits: The reader uses `rtfGroupDepth` and `tableDepth`.
  ///   - diagnostics: Gets what was dropped or repaired, with line and column.
  ///   - spool: Makes room for what has to wait; nil: memory holds it. The module `SlipRTFD` has a function of the same name that makes temporary
  ///     files.
  ///   - chunk: Gets each piece in turn. A piece may end inside a character.
  /// - Throws: What `chunk` throws, and `SlipError` if the text that waits can't be read
  ///   back.
  public static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, diagnostics: inout DiagnosticSink,
    spool: (() -> any RTFTextSpool)?, chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let spool else { return try read(bytes, limits, &diagnostics, RTFPlainTextSink(), chunk) }
    try extract(
      bytes, limits: limits, diagnostics: &diagnostics, spill: RTFPlainTextSpill(spool), chunk: chunk)
  }

  /// The same with given bounds of memory, for tests.
  ///
  /// - Parameters:
  ///   - spill: How much memory holds, and where other text waits.
  ///   - step: How many bytes of the file are read before text is passed on.
  package static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, diagnostics: inout DiagnosticSink,
    spill: RTFPlainTextSpill, step: Int = 1 << 18, chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try read(bytes, limits, &diagnostics, RTFPlainTextSink(spill), step: step) { piece in
      if let failure = spill.failure { throw failure }
      try chunk(piece)
    }
    if let failure = spill.failure { throw failure }
  }

  /// Drives the interpreter, and hands over the text so far after each step.
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
