internal import SlipBatch
public import SlipBase

/// What a project has decided about findings: severities of its own, findings that it lives with, and why.
public struct ValidationPolicy: Sendable {
  public struct Ignore: Sendable {
    /// Codes of the rules.
    var codes: [String]
    var glob: Glob?
    /// Why the finding is no trouble here.
    var reason: String
    /// Where it stands in the configuration.
    var place: SourceLocation
  }

  /// By code.
  public var severities: [String: Diagnostic.Severity] = [:]
  public var ignores: [Ignore] = []
  /// Patterns are relative to it: the folder of the configuration. Absolute.
  public var root: String?
  /// Absolute; the paths of bundles are relative to it.
  public var workingDirectory: String?

  public init() {}

  /// The index of the row that says that a finding in this file is to be ignored.
  func ignore(_ code: String, file: String) -> Int? {
    let path = subject(file)
    return ignores.firstIndex { $0.codes.contains(code) && ($0.glob?.matches(TextFolding.nfc(path)) ?? true) }
  }

  /// Whether the row could ever say something about this bundle.
  func concerns(_ ignore: Ignore, bundle: String) -> Bool {
    ignore.glob?.couldMatch(below: TextFolding.nfc(subject(bundle))) ?? true
  }

  /// A path as patterns see it: relative to the configuration's folder where it lies below it.
  private func subject(_ path: String) -> String {
    let absolute = PathText.absolute(path, in: workingDirectory)
    guard let root else { return absolute }
    return PathText.relative(absolute, to: root)
  }
}
