public import SlipBase

/// A file is of another type than is listed.
public enum MediaTypeDiffers: ValidationRule {
  public static let code = "SBXP006"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A file is of another type than is listed"
  public static let repair = RuleRepair.safe(
    "what is listed of a body, mirror, thumbnail or kept file is corrected; attachments can't be")
  public static let manual = RuleManual(
    finds: """
      The media type of an attachment is not the one that its content shows, or `file` and `attachment` elements name different ones, or its extension is another type's.
      """,
    matters: """
      Programs choose by the type what to do with a file; a wrong one can trick them.
      """,
    bad: """
      <attachment … type="image/gif" extension="png" …/>
      """,
    good: """
      <attachment … type="image/png" extension="png" …/>
      """,
    fix: """
      Correct the type and the extension.
      """)
}

extension MediaTypeDiffers {
  /// What isn't an attachment has the type that its path says.
  static func check(listing file: ManifestFile, _ findings: inout FindingList) {
    if case .blob = file.key { return }
    let suffix = file.path.utf8.lastIndex(of: 0x2E).map {
      String(file.path[file.path.utf8.index(after: $0)...])
    }
    let type = suffix.flatMap(MediaType.forFileExtension) ?? .binary
    if file.mediaType != type.name { findings.report(MediaTypeDiffers.self, "the listing", file: file.path) }
  }

  static func check(_ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ findings: inout FindingList) {
    guard let attachment = job.attachment else { return }
    let type = MediaType.sniff(bytes)
    guard
      attachment.mediaType != type.name || job.file.mediaType != attachment.mediaType
        || attachment.fileExtension != type.fileExtension
    else { return }
    findings.report(MediaTypeDiffers.self, "its content is \(type.name)", file: job.file.path)
  }
}
