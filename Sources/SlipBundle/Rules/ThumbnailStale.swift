internal import SlipDocument
public import SlipBase
internal import ImageCodec

/// A thumbnail is not its picture's.
public enum ThumbnailStale: ValidationRule {
  public static let code = "SBXP004"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A thumbnail is not its picture's"
  public static let repair = RuleRepair.safe(
    "it is made anew from the picture, or taken out where none can be made")
  public static let manual = RuleManual(
    finds: """
      The thumbnail made anew is not the one in the bundle. Looked for only when it is asked for, because it takes long.
      """,
    matters: """
      It may show something else than the picture; or another version of the program made it.
      """,
    bad: """
      thumbnails/9f/9f86….jpg of another picture
      """,
    good: """
      thumbnails/9f/9f86….jpg as slipconv makes it
      """,
    fix: """
      Run `slipconv validate --fix`.
      """)
}

extension ThumbnailStale {
  static func check(
    _ bytes: UnsafeRawBufferPointer, blob: UnsafeRawBufferPointer, _ job: PayloadJob, _ limits: Limits,
    _ findings: inout FindingList
  ) {
    do throws(SlipError) {
      let thumbnail = try Thumbnail.make(blob, limits: limits)
      if !thumbnail.bytes.elementsEqual(bytes) { findings.report(ThumbnailStale.self, file: job.file.path) }
    } catch {
      findings.report(ThumbnailStale.self, "none can be made of the picture", file: job.file.path)
    }
  }
}
