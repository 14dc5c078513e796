public import SlipBase
internal import SlipFiles
public import SlipRTF

extension Spool: RTFTextSpool {}

extension RTFPlainText {
  /// The plain text of RTF in pieces, with bounded memory: what has to wait waits in temporary files (in `TMPDIR`, or else
  /// `/tmp`), which are removed in any case.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - limits: The reader uses `rtfGroupDepth` and `tableDepth`.
  ///   - diagnostics: Gets what was dropped or repaired, with line and column.
  ///   - chunk: Gets each piece in turn. A piece may end inside a character.
  /// - Throws: What `chunk` throws, and `SlipError` if a temporary file can't be read back.
  public static func extract(
    _ bytes: UnsafeRawBufferPointer, limits: Limits, diagnostics: inout DiagnosticSink,
    chunk: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try extract(bytes, limits: limits, diagnostics: &diagnostics, spool: { Spool() }, chunk: chunk)
  }
}
