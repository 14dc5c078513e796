public import SlipBase

/// A note that is linked to does not exist.
public enum DanglingLink: ValidationRule {
  public static let code = "SBXL001"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A note that is linked to does not exist"
  public static let repair = RuleRepair.unsafe(
    "the link is taken out of the manifest; the body keeps its words")
  public static let manual = RuleManual(
    finds: """
      A `link` element names an id that no note has.
      """,
    matters: """
      Readers who follow the link get nowhere.
      """,
    bad: """
      <link to="0b2a…"/> without <note id="0b2a…" …>
      """,
    good: """
      <note id="0b2a…" title="Target"/> … <link to="0b2a…"/>
      """,
    fix: """
      Put the note back, or run `slipconv refresh`, which makes links anew from the bodies.
      """)
}

extension DanglingLink {
  /// Most links are settled while the manifest is read; these pointed forward.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    for link in index.forwardLinks where !index.notes.contains(link.to) {
      findings.report(DanglingLink.self, at: .tag(link.tagEnd))
    }
  }
}
