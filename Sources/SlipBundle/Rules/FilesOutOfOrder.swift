public import SlipBase

/// The listed files are not in order.
public enum FilesOutOfOrder: ValidationRule {
  public static let code = "SBXX006"
  public static let severity = Diagnostic.Severity.error
  public static let title = "The listed files are not in order"
  public static let repair = RuleRepair.safe("they are sorted, unless a path stands twice")
  public static let manual = RuleManual(
    finds: """
      A `file` element's path is not behind the one before it, bytewise; so it also finds a path that is listed twice.
      """,
    matters: """
      The order lets programs compare the list with the tree in one pass, and makes the same box the same bytes.
      """,
    bad: """
      <file path="notes/…"/><file path="attachments/…"/>
      """,
    good: """
      <file path="attachments/…"/><file path="notes/…"/>
      """,
    fix: """
      Sort the `file` elements by path as bytes; take double ones out.
      """)
}
