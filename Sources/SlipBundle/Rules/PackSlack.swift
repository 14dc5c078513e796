internal import SlipDocument
public import SlipBase

/// A pack has bytes that belong to no file.
public enum PackSlack: ValidationRule {
  public static let code = "SBXC105"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A pack has bytes that belong to no file"
  public static let repair = RuleRepair.safe("the bundle is packed anew")
  public static let manual = RuleManual(
    finds: """
      There are bytes before, between or behind the entries of a packed bundle, or comments, of the whole or of entries.
      """,
    matters: """
      They can hide something: another program may see another content. The same bundle should give the same bytes.
      """,
    bad: """
      cat Notes.slippack more > Both.slippack
      """,
    good: """
      slipconv pack Notes.slipbox
      """,
    fix: """
      Run `slipconv validate --fix`, or `slipconv unpack` and `slipconv pack`.
      """)
}
