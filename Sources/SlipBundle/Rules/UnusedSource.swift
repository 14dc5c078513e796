internal import SlipBase

extension ValidationRule {
  /// No note names a source as where it came from.
  ///
  /// A warning: it takes up space, and harms nothing else.
  public static let unusedSource = ValidationRule(
    code: "SBXI008", name: "UnusedSource", family: .references, severity: .warning,
    title: "A source has no note",
    repair: .unsafe("the source and its file are taken out"),
    manual: RuleManual(
      finds: "No note says that it came from a source.",
      matters: "A source goes with its last note. This one was left behind and keeps its file.",
      bad: #"<source key="z" …/> without <note … source="z"…>"#,
      good: #"<note … source="Notes/a.rtf"/>"#,
      fix: "Refer to it, or take the `source` element, its `file` element and the file out."))
}

/// Looks at which sources were named by notes.
enum UnusedSource {
  /// Reports each source that no note names.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachUnused { findings.report(.unusedSource, at: .tag($0)) }
  }
}
