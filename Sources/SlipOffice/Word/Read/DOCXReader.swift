public import SlipBase
public import SlipDocument

/// Reads Word documents (ECMA-376, transitional and strict): `.docx`, `.docm`, `.dotx` and `.dotm`.
///
/// Reading is total: whatever is missing or damaged becomes a finding. What is no Word document at all, or is encrypted,
/// `readSound` refuses.
public enum DOCXReader {
  /// Reads a part of another format (`altChunk`); nil for a format that isn't known.
  ///
  /// - Parameters: The bytes, and the media type in lower case.
  public typealias Import = (UnsafeRawBufferPointer, String) -> Document?

  /// Whether bytes look like a Word document: a ZIP file with the folders of one.
  public static func isDOCX(_ bytes: UnsafeRawBufferPointer) -> Bool { MediaType.sniff(bytes) == .docx }

  /// Reads a document.
  ///
  /// - Parameter importing: Reads parts of other formats.
  /// - Returns: The document; an empty one with an error for bytes that `readSound` refuses.
  public static func read(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), importing: Import? = nil
  ) -> ReadResult {
    do throws(SlipError) {
      return try readSound(bytes, limits: limits, importing: importing)
    } catch {
      let finding = Diagnostic(
        code: error.code ?? OfficeCode.notWord, severity: .error, message: error.message,
        location: error.location ?? SourceLocation())
      return ReadResult(document: Document(), diagnostics: [finding])
    }
  }

  /// Reads a document, unless it is none, or encrypted.
  ///
  /// - Parameter importing: Reads parts of other formats.
  /// - Throws: `SlipError` for bytes that are no Word document.
  public static func readSound(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits(), importing: Import? = nil
  ) throws(SlipError) -> ReadResult {
    var (package, main, findings) = try open(bytes, limits)
    let links = try package.relationships(of: "", &findings)
    if package.names.contains(where: { OfficePackage.key($0).hasSuffix("vbaproject.bin") }) {
      findings.note(.macros)
    }
    let reading = WordReading(package, main: main, findings: findings, limits: limits, importing: importing)
    WordProperties.read(package, links, into: &reading.document.info, &reading.findings)
    reading.read()
    return ReadResult(document: reading.document, diagnostics: reading.findings.diagnostics)
  }

  /// The properties of a document, without its text; none of what can't be read.
  public static func information(
    _ bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) -> DocumentInfo {
    var (info, findings) = (DocumentInfo(), OfficeFindings())
    do throws(SlipError) {
      let package = try OfficePackage(bytes, limits: limits)
      WordProperties.read(package, try package.relationships(of: "", &findings), into: &info, &findings)
    } catch {
      // What can't be opened says nothing of itself.
      return DocumentInfo()
    }
    return info
  }

  /// Opens the package and the main part.
  private static func open(
    _ bytes: UnsafeRawBufferPointer, _ limits: Limits
  ) throws(SlipError) -> (package: OfficePackage, main: WordPart, findings: OfficeFindings) {
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      guard MediaType.sniff(bytes) != .word else {
        throw SlipError(
          .badInput, code: OfficeCode.notWord,
          "This is a document of Word 97 to 2003; save it as .docx or RTF first.")
      }
      throw SlipError(
        .badInput, code: OfficeCode.encrypted,
        "The document is encrypted; save it without a password in a word processor first.")
    }
    let package = try OfficePackage(bytes, limits: limits)
    var findings = OfficeFindings()
    guard let name = try package.mainPart(&findings), let root = try package.tree(name, &findings)?.root
    else {
      throw SlipError(
        .badInput, code: OfficeCode.notWord, "This ZIP file is no Word document: it has no main part.")
    }
    guard root.name == "document" || root.child("body") != nil else {
      throw SlipError(
        .badInput, code: OfficeCode.notWord, "This is an office document of another kind than text.")
    }
    let links = try package.relationships(of: name, &findings)
    return (package, WordPart(name: name, root: root, relationships: links), findings)
  }
}
