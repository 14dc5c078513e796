internal import SlipBase
internal import SlipFiles

extension ValidationRule {
  /// A file's path equals another one's after case folding and normalisation.
  ///
  /// Examples: `MIMETYPE` beside `mimetype`; `é` as one scalar beside `e` and U+0301.
  public static let collidingPaths = ValidationRule(
    code: ContainerCode.collidingPaths, name: "CollidingPaths", family: .paths, severity: .error,
    title: "Two paths that are the same on some systems",
    manual: RuleManual(
      finds: "A file's path differs from another one only in case or in the form of its accents.",
      matters: "On a system that ignores this, one of the two overwrites the other.",
      bad: "mimetype and MIMETYPE",
      good: "mimetype",
      fix: "Move the one that is not listed out of the bundle."))
}

/// Compares paths as a file system that ignores case and normalisation would.
enum CollidingPaths {
  /// Checks an unlisted file. Listed paths can't collide with each other, as they are all in lower case.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - index: The manifest's entities, whose files must not be hidden by this one.
  ///   - keys: The keys of the unlisted files so far; the new one is added.
  ///   - findings: Takes the finding.
  /// - Returns: Whether there was one.
  static func check(
    _ path: String, _ index: ManifestIndex, _ keys: inout Set<String>, _ findings: inout FindingList
  ) -> Bool {
    let key = SafePath.collisionKey(path)
    let isOwnFile = PayloadShape(path: key) == .own || PayloadKey(path: key).map(index.owns) == true
    let isSecond = !keys.insert(key).inserted
    guard isSecond || (isOwnFile && key != path) else { return false }
    findings.report(.collidingPaths, file: path)
    return true
  }
}
