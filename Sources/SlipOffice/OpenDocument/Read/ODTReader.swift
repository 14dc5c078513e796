public import SlipBase
public import SlipDocument
internal import XMLSyntax

/// Reads OpenDocument texts (ODF 1.0 to 1.4): `.odt`, `.ott`, and flat ones in one XML file, `.fodt`.
///
/// Reading is total: whatever is missing or damaged becomes a finding. What is no OpenDocument text at all, or is encrypted,
/// `readSound` refuses.
public enum ODTReader {
  /// Whether bytes are an OpenDocument text in a ZIP file.
  public static func isODT(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let type = MediaType.sniff(bytes)
    if type == .odt { return true }
    // Templates have a type of their own, which the first entry says.
    return bytes.count > 90 && bytes.starts(with: [0x50, 0x4B, 3, 4])
      && String(decoding: bytes[30..<90], as: UTF8.self).hasPrefix(
        "mimetypeapplication/vnd.oasis.opendocument.text")
  }

  /// Whether bytes look like a flat OpenDocument text: XML whose root is `office:document`, of the type of texts.
  public static func isFlat(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let head = String(decoding: bytes.prefix(8_192), as: UTF8.self)
    guard head.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).hasPrefix("<") else { return false }
    return head.contains("<office:document") && head.contains("opendocument.text")
  }

  /// Reads a document.
  ///
  /// - Returns: The document; an empty one with an error for bytes that `readSound` refuses.
  public static func read(_ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()) -> ReadResult {
    do throws(SlipError) { return try readSound(bytes, limits: limits) } catch {
      let finding = Diagnostic(
        code: error.code ?? OfficeCode.notWord, severity: .error, message: error.message,
        location: error.location ?? SourceLocation())
      return ReadResult(document: Document(), diagnostics: [finding])
    }
  }

  /// Reads a document, unless it is none, or encrypted.
  ///
  /// - Throws: `SlipError` for bytes that are no OpenDocument text.
  public static func readSound(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) throws(SlipError) -> ReadResult {
    let reading = try ODTReading(bytes, limits: limits)
    reading.read()
    return ReadResult(document: reading.document, diagnostics: reading.findings.diagnostics)
  }
}
