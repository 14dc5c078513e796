public import SlipBase

/// A file is larger than the limit.
public enum FileTooLarge: ValidationRule {
  public static let code = "SBXF013"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A file is larger than the limit"
  public static let manual = RuleManual(
    finds: """
      A listed file has more than 16 GiB.
      """,
    matters: """
      No note needs it, and reading it would take very long; it is not read.
      """,
    bad: """
      a disk image as an attachment
      """,
    good: """
      a file of less than 16 GiB
      """,
    fix: """
      Keep the file outside the bundle.
      """)
}

extension FileTooLarge {
  /// True when it was reported.
  static func check(_ entry: StorageEntry, _ limits: Limits, _ findings: inout FindingList) -> Bool {
    guard entry.length > limits.fileBytes else { return false }
    findings.report(FileTooLarge.self, "\(entry.length) bytes", file: entry.path)
    return true
  }
}
