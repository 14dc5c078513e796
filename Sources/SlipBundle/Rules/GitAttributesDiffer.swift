public import SlipBase

/// `.gitattributes` lets Git change files.
public enum GitAttributesDiffer: ValidationRule {
  public static let code = "SBXC107"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "`.gitattributes` lets Git change files"
  public static let manual = RuleManual(
    finds: """
      There is a `.gitattributes` in the bundle without the line `* -text`.
      """,
    matters: """
      Git may turn line ends into those of another system; then no digest fits any more.
      """,
    bad: """
      .gitattributes: *.txt text
      """,
    good: """
      .gitattributes: * -text
      """,
    fix: """
      Put the line `* -text` into it.
      """)
}

extension GitAttributesDiffer {
  private static let largest = 1 << 20

  /// Where there is no such file, Git may not be used at all.
  static func check(_ storage: some BundleStorage, _ findings: inout FindingList) throws(SlipError) {
    let path = BundleLayout.gitAttributesPath
    guard let length = try storage.length(of: path) else { return }
    let line = BundleLayout.gitAttributes.dropLast()
    let lines = length <= largest ? try storage.read(path).split(separator: 0x0A) : []
    if !lines.contains(line) { findings.report(GitAttributesDiffer.self, file: path) }
  }
}
