internal import SlipDocument
public import SlipBase

/// A pack has entries whose lengths stand behind their data.
public enum PackDescriptors: ValidationRule {
  public static let code = "SBXC106"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A pack has entries whose lengths stand behind their data"
  public static let repair = RuleRepair.safe("the bundle is packed anew")
  public static let manual = RuleManual(
    finds: """
      Entries of a packed bundle have data descriptors, as ZIP files have that were written as a stream.
      """,
    matters: """
      Programs that read the pack from its beginning can't tell where a stored file ends.
      """,
    bad: """
      zip -r - . | cat > Notes.slippack
      """,
    good: """
      slipconv pack Notes.slipbox
      """,
    fix: """
      Run `slipconv validate --fix`, or `slipconv unpack` and `slipconv pack`.
      """)
}
