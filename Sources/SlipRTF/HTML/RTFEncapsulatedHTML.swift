internal import RTFSyntax
public import SlipBase

/// HTML that a mail program has put into RTF (MS-OXRTFEX): `\fromhtml1`, `{\*\htmltag …}`, `\htmlrtf`.
public enum RTFEncapsulatedHTML {
  /// The page as the sender wrote it, in UTF-8: markup, scripts and all. See `HTMLFilter` for one that is fit for
  /// publishing. Content types that the page declares are not changed.
  ///
  /// - Parameter diagnostics: faults of the RTF, with line and column.
  /// - Returns: nil where the file doesn't say that it has HTML, or has no markup.
  public static func recover(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), diagnostics: inout DiagnosticSink
  ) -> [UInt8]? {
    guard isDeclared(bytes) else { return nil }
    var interpreter = RTFInterpreter(bytes, limits: limits, sink: RTFHTMLSink())
    _ = interpreter.run()
    guard interpreter.sink.hasMarkup else { return nil }
    diagnostics.report(contentsOf: interpreter.faults.diagnostics.placed(in: bytes))
    return interpreter.sink.bytes
  }

  /// Whether `\fromhtml1` stands in the file's head, before any text and group.
  static func isDeclared(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = RTFProbe.start(of: bytes) else { return false }
    var tokenizer = Tokenizer(bytes)
    tokenizer.position = start + 1
    let effects = ControlWordTable.index.effects
    // The specification asks for ten.
    for _ in 0..<64 {
      guard let token = tokenizer.next(), token.kind == .controlWord else { return false }
      if effects[Int(token.word)].action == .documentFromHTML {
        return !token.hasParameter || token.parameter == 1
      }
    }
    return false
  }
}
