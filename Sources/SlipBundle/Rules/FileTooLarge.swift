internal import SlipBase

extension ValidationRule {
  /// A listed file is larger than `Limits.fileBytes`; it isn't read.
  ///
  /// The message gives its length.
  public static let fileTooLarge = ValidationRule(
    code: "SBXF013", name: "FileTooLarge", family: .payload, severity: .error,
    title: "A file is larger than the limit",
    manual: RuleManual(
      finds: "A listed file has more than 16 GiB.",
      matters: "No note needs such a file, and reading it would take very long. It is not read.",
      bad: "a disk image as an attachment",
      good: "a file of less than 16 GiB",
      fix: "Keep the file outside the bundle."))
}

/// Checks lengths, before a file is read.
enum FileTooLarge {
  /// Checks a listed file.
  ///
  /// - Returns: Whether it is too large, which is reported.
  static func check(_ entry: StorageEntry, _ limits: Limits, _ findings: inout FindingList) -> Bool {
    guard entry.length > limits.fileBytes else { return false }
    findings.report(.fileTooLarge, "\(entry.length) bytes", file: entry.path)
    return true
  }
}
