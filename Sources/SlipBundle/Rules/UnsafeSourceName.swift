public import SlipBase
internal import XMLSyntax

/// An imported file has a name that programs act upon.
public enum UnsafeSourceName: ValidationRule {
  public static let code = OutgoingName.code
  public static let severity = Diagnostic.Severity.warning
  public static let title = "An imported file has a name that is unsafe to write out"
  public static let manual = RuleManual(
    finds: """
      A source's path, or the path of a file in an imported package, has a name that programs act upon by themselves – a hidden one such as `.git` or `.envrc`, in whatever form some file system takes for it, or one such as `desktop.ini` – or the path leads upwards, is too deep or has control characters.
      """,
    matters: """
      `git status` runs programs that `.git/config` names, and editors and shells do the like. So `slipconv export` writes such files under other names, `_.git` for `.git`.
      """,
    bad: """
      <source … path=".git/config" …/>
      """,
    good: """
      <source … path="Work/a.rtf" …/>
      """,
    fix: """
      Find out where the bundle comes from. If you made the file yourself, change the `path`.
      """)
}

extension UnsafeSourceName {
  static func check(_ path: UnsafeRawBufferPointer, _ element: XMLElement, _ findings: inout FindingList) {
    let path = XMLEscapedText.unescape(path)
    if OutgoingName.harmless(path: path) != path {
      findings.report(UnsafeSourceName.self, at: .tag(element.tagEnd))
    }
  }
}
