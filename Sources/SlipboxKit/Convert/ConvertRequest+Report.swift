internal import SlipRTF
internal import SlipFiles
public import SlipBase
internal import SlipDocument
internal import SlipFormats

/// Reports of what a conversion would lose. The input is read and prepared exactly as for a
/// conversion, with tracked changes, links and structure, so that the report is about what
/// would be written.
extension ConvertRequest {
  /// What `run` would lose. Nothing is written; of `output` only the suffix is used.
  ///
  /// - Throws: `SlipError` where the input can't be read, or is a folder.
  public func report() throws(SlipError) -> LossReport {
    if input == "-" {
      let bytes = try FileSystem.readFile("/dev/stdin", limit: limits.fileBytes)
      return try slipErrors { try bytes.withUnsafeBytes { try report($0) } }
    }
    if try FileSystem.status(input)?.kind == .directory {
      return try slipErrors {
        guard try isPackage else {
          throw SlipError(
            .usage, code: KitCode.oneWayFormat,
            "A loss report covers one file; for a bundle use `slipconv export --report`.",
            at: SourceLocation(file: input))
        }
        return try reportPackage()
      }
    }
    let file = try MappedFile(input)
    return try slipErrors { try file.withBytes { try report($0) } }
  }

  /// What converting these bytes would lose. A page that is recovered from RTF has no losses of
  /// writing.
  private func report(_ bytes: UnsafeRawBufferPointer) throws -> LossReport {
    let source = try sourceFormat(bytes)
    let target = try targetFormat()
    if source.kind == .rtf, target.kind == .html, let page = try recoveredHTML(bytes, target) {
      return report(nil, target, located(page.diagnostics, in: bytes))
    }
    let result = try document(bytes, source, target, readsPictures: true)
    return report(result.document, target, located(result.diagnostics, in: bytes))
  }

  /// The report of one document.
  ///
  /// - Parameter document: The document; nil where the conversion doesn't go through one.
  func report(_ document: Document?, _ target: Format, _ diagnostics: [Diagnostic]) -> LossReport {
    var options = ExportLosses.Options()
    options.hasFilesBeside = placement(target) == .beside
    options.limits = limits
    var report = LossReport(target)
    report.add(
      input == "-" ? "<stdin>" : input,
      document.map { ExportLosses.of($0, as: target.kind, options: options) } ?? [], reading: diagnostics)
    return report
  }

  /// The HTML page that a mail in RTF encapsulates (MS-OXRTFEX), filtered for publishing; nil
  /// for other RTF.
  ///
  /// - Throws: `SlipError` where the page can't have what the request says.
  func recoveredHTML(
    _ bytes: UnsafeRawBufferPointer, _ target: Format
  ) throws(SlipError) -> (html: [UInt8], diagnostics: [Diagnostic])? {
    var diagnostics = DiagnosticSink()
    guard let html = RTFEncapsulatedHTML.recover(bytes, limits: limits, diagnostics: &diagnostics) else {
      return nil
    }
    var document = RTFReader.read(bytes, limits: limits).document
    let (options, findings) = try options(of: &document, target)
    diagnostics.report(contentsOf: findings)
    let filtered = HTMLFilter.filtered(html, document: document, options: options, diagnostics: &diagnostics)
    return (filtered, diagnostics.diagnostics)
  }
}
