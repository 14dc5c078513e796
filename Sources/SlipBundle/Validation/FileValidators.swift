package import SlipBase
internal import SlipRTF
package import SlipRTFD

/// Checks RTF that is in no bundle, by the rules for bodies: `bodyNotRTF`, `bodyLossy`, `outsideReference`,
/// `embeddedProgram`.
package enum RTFFileValidator {
  /// Checks a file of RTF.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: Its name for messages.
  ///   - limits: Bounds for what is read.
  /// - Throws: `SlipError` where a temporary file can't be read back.
  package static func check(
    _ bytes: UnsafeRawBufferPointer, path: String, limits: Limits
  ) throws(SlipError) -> ValidationReport {
    var losses = DiagnosticSink()
    if RTFProbe.isRTF(bytes) {
      try slipErrors { try RTFPlainText.extract(bytes, limits: limits, diagnostics: &losses) { _ in } }
    }
    return result(bytes, path, losses.diagnostics, limits)
  }

  /// Checks an RTFD package.
  ///
  /// - Parameters:
  ///   - contents: The package.
  ///   - path: The path of its text, for messages.
  ///   - limits: Bounds for what is read.
  package static func check(
    _ contents: RTFDContents, path: String, limits: Limits
  ) -> ValidationReport {
    // Reading also reports files that the text names and the package doesn't have.
    let losses = RTFDReader.read(contents.package, limits: limits).diagnostics
    var report = contents.textBytes.withUnsafeBytes { result($0, path, losses, limits) }
    report.files = contents.package.entries.count { $0.bytes != nil }
    return report
  }

  /// The report: what the content shows, and what was lost in reading it.
  private static func result(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ losses: [Diagnostic], _ limits: Limits
  ) -> ValidationReport {
    var findings = FindingList()
    if let pictures = BodyCheck.run(bytes, path, limits, &findings) {
      // Without a bundle, a path into `attachments` is a path like any other.
      for picture in pictures {
        findings.report(
          .outsideReference, "another file", at: .file(path, .byte(picture.range.lowerBound)))
      }
      BodyLossy.report(losses, path, &findings)
    }
    let found = findings.diagnostics(manifest: nil, name: path) { $0 }.placed(in: bytes)
    var report = ValidationReport(diagnostics: found)
    (report.files, report.bytesRead) = (1, bytes.count)
    return report
  }
}

/// Checks a bundle of version 1 to 3, which is one XML file: schema, references, and that bodies are RTF.
package enum SingleFileValidator {
  /// Checks a file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: Its name for messages.
  ///   - limits: Bounds for its XML.
  /// - Throws: `SlipError` only for errors of the system; everything that is wrong with the file is in the
  ///   report.
  package static func check(
    _ bytes: [UInt8], name: String, limits: Limits
  ) throws(SlipError) -> ValidationReport {
    try slipErrors { try bytes.withUnsafeBytes { try check($0, name: name, limits: limits) } }
  }

  /// Checks a file that is mapped into memory.
  static func check(
    _ bytes: UnsafeRawBufferPointer, name: String, limits: Limits
  ) throws(SlipError) -> ValidationReport {
    var report = ValidationReport(diagnostics: [])
    var findings = FindingList()
    report.schemaVersion = VersionUnknown.check(bytes, isTree: false, &findings)
    if let version = report.schemaVersion.flatMap(VersionTable.named),
      let (_, notes) = try OldVersionCheck.run(bytes, version, limits, &findings)
    {
      report.notes = notes
    }
    report.bytesRead = bytes.count
    report.diagnostics = findings.diagnostics(manifest: bytes, name: name) { $0 }
    return report
  }
}
