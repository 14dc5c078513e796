public import SlipBase

/// An imported file has the name of another one's folder.
public enum SourceInSource: ValidationRule {
  public static let code = "SBXI009"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "An imported file has the name of another one's folder"
  public static let manual = RuleManual(
    finds: """
      The path of a source is a folder in the path of another one that was imported from the same place.
      """,
    matters: """
      A file system can't hold both. `slipconv export --original` writes the first under another name, `a (2)` for `a`.
      """,
    bad: """
      <source … path="look.rtf" …/> and <source … path="look.rtf/1" …>
      """,
    good: """
      <source … path="look.rtf" …/> and <source … path="look/1.rtf" …/>
      """,
    fix: """
      Nothing needs to be done. A file that gave way to a folder gives this finding until its note is deleted.
      """)
}

extension SourceInSource {
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.sources.forEachFolder { findings.report(SourceInSource.self, at: .tag($0)) }
  }
}
