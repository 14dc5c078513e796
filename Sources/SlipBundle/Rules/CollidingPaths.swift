internal import SlipFiles
public import SlipBase

/// Two paths that some system takes for the same.
public enum CollidingPaths: ValidationRule {
  public static let code = ContainerFault.collidingPaths
  public static let severity = Diagnostic.Severity.error
  public static let title = "Two paths that some system takes for the same"
  public static let manual = RuleManual(
    finds: """
      A file's path differs from another one's in case or in the form of its accents only.
      """,
    matters: """
      On such a system one of the two overwrites the other.
      """,
    bad: """
      mimetype and MIMETYPE
      """,
    good: """
      mimetype
      """,
    fix: """
      Move the one that is not listed out of the bundle.
      """)
}

extension CollidingPaths {
  /// For files that are not listed; listed paths can't collide with each other. True when it was reported.
  static func check(
    _ path: String, _ index: ManifestIndex, _ keys: inout Set<String>, _ findings: inout FindingList
  ) -> Bool {
    let key = SafePath.collisionKey(path)
    let isOwnFile = PayloadShape(path: key) == .own || PayloadKey(path: key).map(index.owns) == true
    let isSecond = !keys.insert(key).inserted
    guard isSecond || (isOwnFile && key != path) else { return false }
    findings.report(CollidingPaths.self, file: path)
    return true
  }
}
