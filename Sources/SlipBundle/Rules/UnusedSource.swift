public import SlipBase

/// A source has no note.
public enum UnusedSource: ValidationRule {
  public static let code = "SBXI008"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A source has no note"
  public static let repair = RuleRepair.unsafe("the source and its file are taken out")
  public static let manual = RuleManual(
    finds: """
      No note says that it came from a source.
      """,
    matters: """
      A source goes with its last note. This one was left behind and keeps its file.
      """,
    bad: """
      <source key="z" …/> without <note … source="z"…>
      """,
    good: """
      <note … source="Notes/a.rtf"/>
      """,
    fix: """
      Refer to it, or take the `source` element, its `file` element and the file out.
      """)
}

extension UnusedSource {
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachUnused { findings.report(UnusedSource.self, at: .tag($0)) }
  }
}
