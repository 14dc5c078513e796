extension ValidationRule {
  /// The file that a source retains isn't listed.
  ///
  /// Its path follows from the digest and the format: `sources/9f/9f86….rtf`.
  public static let keptMissing = ValidationRule(
    code: "SBXF011", name: "KeptMissing", family: .payload, severity: .error,
    title: "What is retained of an imported file is missing",
    manual: RuleManual(
      finds: """
        A source with `kept` has no `kept-length`. Before version 7: no listed file in `sources/` has the extension of the source's format and the digest that `kept` names (or `sha256`, where `kept` is left out).
        """,
      matters: "The imported file can't be restored.",
      bad: #"<source … kept="9f86…">"#,
      good: #"<source … kept="9f86…" … kept-length="310">"#,
      fix: "Restore the file from a backup, or import it again."))
}

/// Compares sources with the listed files.
enum KeptMissing {
  /// Reports each source whose retained file isn't listed.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachWithoutRetainedFile { findings.report(.keptMissing, at: .tag($0)) }
  }
}
