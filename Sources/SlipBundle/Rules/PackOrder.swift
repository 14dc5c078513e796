internal import SlipDocument
public import SlipBase

/// A pack does not begin with `mimetype`.
public enum PackOrder: ValidationRule {
  public static let code = "SBXC104"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A pack does not begin with `mimetype`"
  public static let repair = RuleRepair.safe("the bundle is packed anew")
  public static let manual = RuleManual(
    finds: """
      The first entry of a packed bundle is not `mimetype`, stored as it is, without an extra field, at the very beginning.
      """,
    matters: """
      Programs and servers tell the format by its first bytes.
      """,
    bad: """
      zip -r Notes.slippack .
      """,
    good: """
      slipconv pack Notes.slipbox
      """,
    fix: """
      Run `slipconv validate --fix`, or `slipconv unpack` and `slipconv pack`.
      """)
}
