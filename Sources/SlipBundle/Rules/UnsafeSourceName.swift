internal import SlipBase
internal import XMLSyntax

extension ValidationRule {
  /// A source's path, or one in its package, isn't safe to write: `.git/config`, `desktop.ini`, `../a`.
  ///
  /// `OutgoingName` decides; export uses it, too, and writes such files under another name.
  public static let unsafeSourceName = ValidationRule(
    code: OutgoingName.code, name: "UnsafeSourceName", family: .paths, severity: .warning,
    title: "An imported file has a name that is unsafe to write out",
    manual: RuleManual(
      finds: """
        A source's path, or the path of a file in an imported package, has a name that programs act upon by themselves: a hidden one such as `.git` or `.envrc`, in any form that some file system takes for it, or one such as `desktop.ini`. Or the path leads upwards, is too deep or has control characters.
        """,
      matters: """
        `git status` runs programs that `.git/config` names, and editors and shells have similar files. So `slipconv export` writes such files under other names, `_.git` for `.git`.
        """,
      bad: #"<source … path=".git/config" …/>"#,
      good: #"<source … path="Work/a.rtf" …/>"#,
      fix: "Find out where the bundle comes from. If you made the file yourself, change the `path`."))
}

/// Checks the paths of sources.
enum UnsafeSourceName {
  /// Reports a path that export would change.
  ///
  /// - Parameters:
  ///   - path: The attribute's value, escaped as in the manifest.
  ///   - element: The `source` element.
  ///   - findings: Takes the finding.
  static func check(_ path: UnsafeRawBufferPointer, _ element: XMLElement, _ findings: inout FindingList) {
    let path = XMLEscapedText.unescape(path)
    if OutgoingName.harmless(path: path) != path {
      findings.report(.unsafeSourceName, at: .tag(element.tagEnd))
    }
  }
}
