public import SlipBase

/// An attachment is used by nobody.
public enum UnusedAttachment: ValidationRule {
  public static let code = "SBXI007"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "An attachment is used by nobody"
  public static let repair = RuleRepair.unsafe("the attachment and its files are taken out")
  public static let manual = RuleManual(
    finds: """
      No note and no source refers to an attachment.
      """,
    matters: """
      It takes room for nothing.
      """,
    bad: """
      <attachment sha256="9f86…" …/> without <attachment ref="9f86…" …/>
      """,
    good: """
      <note …><attachment ref="9f86…" name="a.png"/></note>
      """,
    fix: """
      Refer to it, or take the `attachment` element, the `file` elements of blob and thumbnail, and the files out.
      """)
}

extension UnusedAttachment {
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    for attachment in index.attachments.values where !attachment.isUsed {
      findings.report(UnusedAttachment.self, at: .tag(attachment.tagEnd))
    }
  }
}
