internal import SlipBase

extension ValidationRule {
  /// A file has another media type than the manifest says, or another extension than that type has.
  ///
  /// The message says what its content is, or that only the `file` element is wrong.
  public static let mediaTypeDiffers = ValidationRule(
    code: "SBXP006", name: "MediaTypeDiffers", family: .pictures, severity: .error,
    title: "A file's type is not the listed one",
    repair: .safe(
      "the type of a body, mirror, thumbnail or retained file is corrected; that of an attachment is not"),
    manual: RuleManual(
      finds: """
        The media type of an attachment is not that of its content, its `file` and `attachment` elements name different types, or its extension belongs to another type.
        """,
      matters: "Programs decide by the type what to do with a file. A wrong type can trick them.",
      bad: #"<attachment … type="image/gif" extension="png" …/>"#,
      good: #"<attachment … type="image/png" extension="png" …/>"#,
      fix: "Correct the type and the extension."))
}

/// Compares media types with contents and with each other.
enum MediaTypeDiffers {
  /// Checks a `file` element.
  ///
  /// What isn't an attachment has the type that its extension says: `rtf` for bodies, `txt` for mirrors. The
  /// types of attachments are checked by content.
  static func check(listing file: ManifestFile, _ findings: inout FindingList) {
    if case .blob = file.key { return }
    let suffix = file.path.utf8.lastIndex(of: 0x2E).map {
      String(file.path[file.path.utf8.index(after: $0)...])
    }
    let type = suffix.flatMap(MediaType.forFileExtension) ?? .binary
    if file.mediaType != type.name { findings.report(.mediaTypeDiffers, "the listing", file: file.path) }
  }

  /// Checks an attachment: content, `attachment` element, `file` element and extension must name one type.
  ///
  /// The type of the content comes from `MediaType.sniff`, by which the importer chose it in the first place.
  static func check(_ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ findings: inout FindingList) {
    guard let attachment = job.attachment else { return }
    let type = MediaType.sniff(bytes)
    guard
      attachment.mediaType != type.name || job.file.mediaType != attachment.mediaType
        || attachment.fileExtension != type.fileExtension
    else { return }
    findings.report(.mediaTypeDiffers, "its content is \(type.name)", file: job.file.path)
  }
}
