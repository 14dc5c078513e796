package import SlipBase
internal import SlipFormats
package import SlipRTF

/// Checks RTF that lies in no bundle, by the rules for bodies.
package enum RTFFileValidator {
  /// A file of RTF.
  ///
  /// - Throws: Where a temporary file can't be read back.
  package static func check(
    _ bytes: UnsafeRawBufferPointer, path: String, limits: Limits
  ) throws(SlipError) -> ValidationReport {
    var losses = DiagnosticSink()
    if RTFProbe.isRTF(bytes) {
      try slipErrors { try RTFPlainText.extract(bytes, limits: limits, diagnostics: &losses) { _ in } }
    }
    return result(bytes, path, losses.diagnostics, limits)
  }

  /// An RTFD package; `path` is that of its text.
  package static func check(
    _ contents: RTFDContents, path: String, limits: Limits
  ) -> ValidationReport {
    // Reading tells of the files that the text names, too.
    let losses = RTFDReader.read(contents.package, limits: limits).diagnostics
    var report = contents.textBytes.withUnsafeBytes { result($0, path, losses, limits) }
    report.files = contents.package.entries.count { $0.bytes != nil }
    return report
  }

  private static func result(
    _ bytes: UnsafeRawBufferPointer, _ path: String, _ losses: [Diagnostic], _ limits: Limits
  ) -> ValidationReport {
    var findings = FindingList()
    if let pictures = BodyCheck.run(bytes, path, limits, &findings) {
      // Where there is no bundle, its attachments are files like others.
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

/// Checks a bundle of version 1 to 3, which is one XML file: schema and references.
package enum SingleFileValidator {
  /// All that is wrong with it is in the report.
  package static func check(
    _ bytes: [UInt8], name: String, limits: Limits
  ) throws(SlipError) -> ValidationReport {
    try slipErrors { try bytes.withUnsafeBytes { try check($0, name: name, limits: limits) } }
  }

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
