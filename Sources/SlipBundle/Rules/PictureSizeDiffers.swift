internal import ImageCodec

extension ValidationRule {
  /// An attachment declares another size than the picture's header has.
  ///
  /// The message gives the picture's own. Attachments that declare no size are fine.
  public static let pictureSizeDiffers = ValidationRule(
    code: "SBXP002", name: "PictureSizeDiffers", family: .pictures, severity: .error,
    title: "A picture's size is not the listed one",
    repair: .safe("the numbers are taken from the picture"),
    manual: RuleManual(
      finds: """
        An attachment's `width` or `height` is not the one in the picture's header, in pixels as stored.
        """,
      matters: "Programs use these numbers to lay out pages.",
      bad: #"<attachment … width="12345" …/>"#,
      good: #"<attachment … width="9" …/> for a picture that is so wide"#,
      fix: "Correct the numbers."))
}

/// Reads the headers of pictures.
enum PictureSizeDiffers {
  /// Compares the size in a picture's header with the declared one. A header that can't be read is reported
  /// as `pictureBroken`.
  ///
  /// - Parameters:
  ///   - bytes: The attachment.
  ///   - job: The attachment's file and declared facts.
  ///   - findings: Takes the finding.
  static func check(_ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ findings: inout FindingList) {
    guard let attachment = job.attachment else { return }
    guard let facts = ImageProbe.probe(bytes) else {
      if ThumbnailMissing.strictTypes.contains(attachment.mediaType) {
        findings.report(.pictureBroken, file: job.file.path)
      }
      return
    }
    guard attachment.width != nil || attachment.height != nil else { return }
    if attachment.width != facts.width || attachment.height != facts.height {
      findings.report(.pictureSizeDiffers, "it is \(facts.width) × \(facts.height)", file: job.file.path)
    }
  }
}
