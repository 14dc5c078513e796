extension ValidationRule {
  /// A note without a listed body or mirror, or an attachment without a listed blob or declared thumbnail. From
  /// version 7 on only the thumbnail is in question: its length and digest may be missing.
  ///
  /// The message says which of them.
  public static let payloadNotListed = ValidationRule(
    code: "SBXF008", name: "PayloadNotListed", family: .payload, severity: .error,
    title: "An entity's payload is not listed",
    repair: .unsafe("the file in the tree is listed as it is"),
    manual: RuleManual(
      finds: """
        The manifest has no length and digest for the thumbnail that an attachment declares. Before version 7: it lists no body or no mirror for a note, no blob for an attachment, or no thumbnail for an attachment that declares one.
        """,
      matters: "The bundle can't be opened, as only the manifest has the lengths and digests of files.",
      bad: #"<attachment … thumbnail="png" length="104"/>"#,
      good: #"<attachment … thumbnail="png" length="117" thumbnail-length="90" thumbnail-sha256="9f86…"/>"#,
      fix: "Restore the attributes, with the file's length and digest."))
}

/// Compares entities with the listed files.
enum PayloadNotListed {
  /// Reports each note without body or mirror, and each attachment without blob or the thumbnail that it
  /// declares.
  ///
  /// Where both body and mirror are missing, only the body is reported.
  static func check(_ index: ManifestIndex, _ findings: inout FindingList) {
    index.notes.forEachIncomplete { tagEnd, hasBody in
      findings.report(
        .payloadNotListed, hasBody ? "a note's mirror" : "a note's body", at: .tag(tagEnd))
    }
    for attachment in index.attachments.values {
      if !attachment.hasBlob {
        findings.report(.payloadNotListed, "an attachment's blob", at: .tag(attachment.tagEnd))
      } else if attachment.thumbnailExtension != nil, !attachment.hasThumbnail {
        findings.report(.payloadNotListed, "an attachment's thumbnail", at: .tag(attachment.tagEnd))
      }
    }
  }
}
