extension ValidationRule {
  /// No note and no source refers to an attachment.
  ///
  /// A warning: it takes up space, and harms nothing else.
  public static let unusedAttachment = ValidationRule(
    code: "SBXI007", name: "UnusedAttachment", family: .references, severity: .warning,
    title: "An attachment is unused",
    repair: .unsafe("the attachment and its files are removed"),
    manual: RuleManual(
      finds: "No note and no source refers to an attachment.",
      matters: "It takes up space for nothing.",
      bad: #"<attachment sha256="9f86…" …/> without <attachment ref="9f86…" …/>"#,
      good: #"<note …><attachment ref="9f86…" name="a.png"/></note>"#,
      fix: """
        Refer to it, or remove the `attachment` element, the `file` elements of blob and thumbnail, and the files.
        """))
}

/// Looks at which attachments were referred to.
enum UnusedAttachment {
  /// Reports each attachment that neither a note nor a source refers to.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    for attachment in index.attachments.values where !attachment.isUsed {
      findings.report(.unusedAttachment, at: .tag(attachment.tagEnd))
    }
  }
}
