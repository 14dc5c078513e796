internal import SlipBase

extension ValidationRule {
  /// The file that a source retains isn't listed.
  ///
  /// Its path follows from the digest and the format: `sources/9f/9f86….rtf`.
  public static let keptMissing = ValidationRule(
    code: "SBXF011", name: "KeptMissing", family: .payload, severity: .error,
    title: "What is kept of an imported file is missing",
    manual: RuleManual(
      finds: """
        No listed file in `sources/` has the digest that `kept` (or, where that is left out, `sha256`) names, and the suffix of the source's format.
        """,
      matters: "The imported file can't be given back.",
      bad: #"<source … kept="9f86…"…> without <file path="sources/9f/9f86….rtf" …/>"#,
      good: #"<source … kept="9f86…"…> and <file path="sources/9f/9f86….rtf" …/>"#,
      fix: "Get the file back from a backup, or import it again."))
}

/// Compares sources with the listed files.
enum KeptMissing {
  /// Reports each source whose retained file isn't listed.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachNotKept { findings.report(.keptMissing, at: .tag($0)) }
  }
}
