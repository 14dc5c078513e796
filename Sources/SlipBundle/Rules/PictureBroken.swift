public import SlipBase

/// A picture can't be read.
public enum PictureBroken: ValidationRule {
  public static let code = "SBXP001"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A picture can't be read"
  public static let manual = RuleManual(
    finds: """
      An attachment that the manifest calls a PNG or JPEG has a header that can't be read, or its data breaks off.
      """,
    matters: """
      It will show as a blank.
      """,
    bad: """
      attachments/9f/9f86….png: 20 bytes
      """,
    good: """
      attachments/9f/9f86….png: all of its bytes
      """,
    fix: """
      Get the file back from where it came from and import it again.
      """)
}
