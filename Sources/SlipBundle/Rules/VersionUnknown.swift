internal import SlipBase

extension ValidationRule {
  /// The bundle has a schema version that this program doesn't know.
  ///
  /// Checks end here: most likely the version is newer.
  public static let versionUnknown = ValidationRule(
    code: VersionTable.unknown, name: "VersionUnknown", family: .version, severity: .error,
    title: "The manifest has an unknown schema version",
    manual: RuleManual(
      finds: """
        The attribute `version` names a version that this program does not know, most likely a newer one.
        """,
      matters: "Reading the manifest by older rules would lose what is new.",
      bad: #"<slipbox xmlns="urn:slipbox:manifest" version="99">"#,
      good: #"<slipbox xmlns="urn:slipbox:manifest" version="5">"#,
      fix: "Use a newer program."))
}

/// Finds out the schema version of a bundle; reports all findings about versions.
enum VersionUnknown {
  /// The version by whose rules a bundle is to be read; nil where there is none, which is reported.
  ///
  /// A manifest that isn't well-formed gets the current version (3 for a single file): reading it reports the
  /// fault, with its place.
  ///
  /// - Parameters:
  ///   - manifest: The manifest, or the single file of versions 1 to 3.
  ///   - isTree: Whether the container is a directory or pack.
  ///   - findings: Takes what is wrong with the version, and that it is an older one.
  static func check(
    _ manifest: UnsafeRawBufferPointer, isTree: Bool, _ findings: inout FindingList
  ) -> Int? {
    do throws(SlipError) {
      let version = try VersionTable.version(of: manifest)
      guard version.isTree == isTree else {
        findings.report(.versionContradicted, "its container is of another version", at: .offset(0))
        return nil
      }
      if version.number != VersionTable.current {
        findings.report(
          .versionOlder, "version \(version.number)", at: .offset(0),
          hint: "`slipconv migrate` converts it to version \(VersionTable.current)")
      }
      return version.number
    } catch {
      // Reading the whole manifest finds faults of form again, with their place.
      guard let rule = RuleTable.versionRule(error.code) else { return isTree ? VersionTable.current : 3 }
      findings.report(rule, at: .offset(0))
      return nil
    }
  }
}
