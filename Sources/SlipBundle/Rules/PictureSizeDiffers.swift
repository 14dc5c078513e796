public import SlipBase
internal import ImageCodec

/// A picture has another size than is listed.
public enum PictureSizeDiffers: ValidationRule {
  public static let code = "SBXP002"
  public static let severity = Diagnostic.Severity.error
  public static let title = "A picture has another size than is listed"
  public static let repair = RuleRepair.safe("the picture's own numbers are taken")
  public static let manual = RuleManual(
    finds: """
      An attachment's `width` or `height` is not what the picture's header says, in pixels as stored.
      """,
    matters: """
      Programs lay pages out by these numbers.
      """,
    bad: """
      <attachment … width="12345" …/>
      """,
    good: """
      <attachment … width="9" …/> for a picture that is so wide
      """,
    fix: """
      Correct the numbers.
      """)
}

extension PictureSizeDiffers {
  static func check(_ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ findings: inout FindingList) {
    guard let attachment = job.attachment else { return }
    guard let facts = ImageProbe.probe(bytes) else {
      if ThumbnailMissing.strictTypes.contains(attachment.mediaType) {
        findings.report(PictureBroken.self, file: job.file.path)
      }
      return
    }
    guard attachment.width != nil || attachment.height != nil else { return }
    if attachment.width != facts.width || attachment.height != facts.height {
      findings.report(PictureSizeDiffers.self, "it is \(facts.width) × \(facts.height)", file: job.file.path)
    }
  }
}
