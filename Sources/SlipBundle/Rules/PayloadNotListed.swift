public import SlipBase

/// An entity's payload is not listed.
public enum PayloadNotListed: ValidationRule {
  public static let code = "SBXF008"
  public static let severity = Diagnostic.Severity.error
  public static let title = "An entity's payload is not listed"
  public static let repair = RuleRepair.unsafe("the file that lies there is listed as it is")
  public static let manual = RuleManual(
    finds: """
      The manifest lists no body or no mirror for a note, no blob for an attachment, or no thumbnail where an attachment says that there is one.
      """,
    matters: """
      The bundle can't be opened: the facts of a file are in the list alone.
      """,
    bad: """
      <note id="0b2a…" …/> without <file path="notes/0b/0b2a….txt" …/>
      """,
    good: """
      both, and `….txt`
      """,
    fix: """
      Put the `file` element back, with the file's length and digest.
      """)
}

extension PayloadNotListed {
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.notes.forEachIncomplete { tagEnd, hasBody in
      findings.report(
        PayloadNotListed.self, hasBody ? "a note's mirror" : "a note's body", at: .tag(tagEnd))
    }
    for attachment in index.attachments.values {
      if !attachment.hasBlob {
        findings.report(PayloadNotListed.self, "an attachment's blob", at: .tag(attachment.tagEnd))
      } else if attachment.thumbnailExtension != nil, !attachment.hasThumbnail {
        findings.report(PayloadNotListed.self, "an attachment's thumbnail", at: .tag(attachment.tagEnd))
      }
    }
  }
}
