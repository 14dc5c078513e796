public import SlipBase

/// The file `mimetype` is missing.
public enum MimetypeMissing: ValidationRule {
  public static let code = "SBXC102"
  public static let severity = Diagnostic.Severity.error
  public static let title = "The file `mimetype` is missing"
  public static let repair = RuleRepair.safe("it is written")
  public static let manual = RuleManual(
    finds: """
      There is no file `mimetype` at the top of the bundle.
      """,
    matters: """
      `file`, mail programs and servers tell a bundle by it; in a packed bundle it is the first entry.
      """,
    bad: """
      manifest.xml without mimetype
      """,
    good: """
      Notes.slipbox/mimetype
      Notes.slipbox/manifest.xml
      """,
    fix: """
      Write `application/vnd.slipbox` without a line end into `mimetype`, or let any command of slipconv save the bundle.
      """)
}
