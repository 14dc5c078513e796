extension ValidationRule {
  /// No note names a source as where it came from.
  ///
  /// A warning: it takes up space, and harms nothing else.
  public static let unusedSource = ValidationRule(
    code: "SBXI008", name: "UnusedSource", family: .references, severity: .warning,
    title: "A source has no note",
    repair: .unsafe("the source and its file are removed"),
    manual: RuleManual(
      finds: "No note says that it came from a source.",
      matters: "A source is removed with its last note. This one was left behind, with its file.",
      bad: #"<source key="z" …/> without <note … source="z"…>"#,
      good: #"<note … source="Notes/a.rtf"/>"#,
      fix: "Refer to it, or remove the `source` element, its `file` element and the file."))
}

/// Looks at which sources were named by notes.
enum UnusedSource {
  /// Reports each source that no note names.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachUnused { findings.report(.unusedSource, at: .tag($0)) }
  }
}
