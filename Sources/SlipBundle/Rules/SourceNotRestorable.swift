public import SlipBase

/// An imported original can't be given back.
public enum SourceNotRestorable: ValidationRule {
  public static let code = "SBXF010"
  public static let severity = Diagnostic.Severity.error
  public static let title = "An imported original can't be given back"
  public static let manual = RuleManual(
    finds: """
      Putting the lifted data back into what is kept of an imported file does not give the file's digest and length; or the file was a package, and what comes out is not a package's stream. `slipconv export --original` puts it together by the same code.
      """,
    matters: """
      `slipconv export --original` promises every imported file byte for byte. This one can't be given.
      """,
    bad: """
      <lifted … encoding="HEX"…/>
      """,
    good: """
      <lifted … encoding="hex"…/>
      """,
    fix: """
      Get the manifest back from a backup, or import the file again.
      """)
}
