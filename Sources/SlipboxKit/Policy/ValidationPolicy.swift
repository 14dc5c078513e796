internal import SlipBatch
public import SlipBase

/// What a project has decided about findings: severities of its own, and findings that it
/// accepts, with the reason.
public struct ValidationPolicy: Sendable {
  /// Findings that are accepted: those of some rules, in files that a pattern matches.
  public struct Ignore: Sendable {
    /// The codes of the rules.
    var codes: [String]
    /// The files that are meant; nil: all files.
    var glob: Glob?
    /// Why the finding is acceptable here.
    var reason: String
    /// Where the entry stands in the configuration, for the warning that it is no longer
    /// needed.
    var place: SourceLocation
  }

  /// The severities that replace those of the rules, by code.
  public var severities: [String: Diagnostic.Severity] = [:]
  /// The accepted findings. The first entry that fits a finding counts as used.
  public var ignores: [Ignore] = []
  /// The absolute path of the folder of the configuration, to which patterns are relative; nil:
  /// patterns match absolute paths.
  public var root: String?
  /// The absolute path to which relative paths of bundles refer.
  public var workingDirectory: String?

  /// A policy that changes nothing.
  public init() {}

  /// The index of the entry by which a finding is accepted; nil where there is none.
  ///
  /// - Parameter file: The file that the finding is about, as the report names it.
  func ignore(_ code: String, file: String) -> Int? {
    let path = subject(file)
    return ignores.firstIndex { $0.codes.contains(code) && ($0.glob?.matches(TextFolding.nfc(path)) ?? true) }
  }

  /// Whether the entry could ever accept a finding of this bundle. Only such entries are
  /// reported as unused.
  func concerns(_ ignore: Ignore, bundle: String) -> Bool {
    ignore.glob?.couldMatch(below: TextFolding.nfc(subject(bundle))) ?? true
  }

  /// A path as patterns see it: relative to the folder of the configuration where it is below
  /// it, else absolute.
  private func subject(_ path: String) -> String {
    let absolute = PathText.absolute(path, in: workingDirectory)
    guard let root else { return absolute }
    return PathText.relative(absolute, to: root)
  }
}
