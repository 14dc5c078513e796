internal import SlipFiles

extension ValidationRule {
  /// A path that some file system can't hold, or takes for something else.
  ///
  /// The message says what is wrong with it: `aux.txt`, `a:b`, a trailing dot.
  public static let unsafePath = ValidationRule(
    code: ContainerCode.unsafePath, name: "UnsafePath", family: .paths, severity: .error,
    title: "A path that some systems can't hold",
    manual: RuleManual(
      finds: """
        A file or folder in the tree has a name that some system refuses or takes for something else: with a character such as `:`, a device name such as `aux`, a dot or space at the end, and so on.
        """,
      matters: "The bundle can't be copied to such a system completely.",
      bad: "notes/aux.txt",
      good: "notes/0b/0b2a….txt",
      fix: "Move the file out of the bundle, or give it another name."))
}

/// Checks paths in the tree; listed paths have a grammar that is safe everywhere.
enum UnsafePath {
  /// Checks the path of a file.
  ///
  /// - Returns: Whether it is unsafe, which is reported.
  static func check(file path: String, _ findings: inout FindingList) -> Bool {
    guard let fault = SafePath.fault(in: path) else { return false }
    findings.report(.unsafePath, "it \(fault.explanation)", file: path)
    return true
  }

  /// Checks the path of a directory, unless it is one of the bundle's own.
  static func check(directory path: String, _ findings: inout FindingList) {
    if !PayloadShape.isFolder(path) { _ = check(file: path, &findings) }
  }
}
