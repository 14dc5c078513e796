public import SlipBase

/// A file isn't named by its digest.
public enum FileNameNotDigest: ValidationRule {
  public static let code = "SBXF014"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A file isn't named by its digest"
  public static let manual = RuleManual(
    finds: """
      The manifest lists a blob or what is kept of an imported file with another digest than the one in its path.
      """,
    matters: """
      Notes and sources refer to such files by their digest. This file is not the one that they mean.
      """,
    bad: """
      <file path="sources/9f/9f86….text" … sha256="e14d0d1f7095cdd3121e5f69073823764a77dd8bc4653dab30929d05bf4cebc8" …/>
      """,
    good: """
      <file path="sources/9f/9f86….text" … sha256="9f86…" …/>
      """,
    fix: """
      Get the file back from a backup, and list it with the digest in its path.
      """)
}
