internal import SlipDocument
public import SlipBase

/// A note's body was edited elsewhere.
public enum BodyEdited: ValidationRule {
  public static let code = "SBXF007"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A note's body was edited elsewhere"
  public static let manual = RuleManual(
    finds: """
      The length or SHA-256 of a note's RTF body is not the one in the manifest.
      """,
    matters: """
      Most likely somebody edited the note with a word processor, which is welcome. Mirror, links, digests and date don't fit it yet.
      """,
    bad: """
      <file path="notes/0b/0b2a….rtf" length="13" …/> and notes/0b/0b2a….rtf: {\\rtf1 Plane}
      """,
    good: """
      the same after `slipconv refresh`
      """,
    fix: """
      Run `slipconv refresh`, which adopts the edit. If nobody edited it, get it back from a backup.
      """)
}

extension BodyEdited {
  static let hint = "`slipconv refresh` adopts edited bodies"
}
