package import SlipBase

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
