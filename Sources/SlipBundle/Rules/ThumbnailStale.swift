internal import ImageCodec
internal import SlipBase

extension ValidationRule {
  /// A thumbnail isn't, byte for byte, the one that this program makes of the picture.
  ///
  /// Checked only with `ValidationOptions.remakesThumbnails`: every picture has to be decoded.
  public static let thumbnailStale = ValidationRule(
    code: "SBXP004", name: "ThumbnailStale", family: .pictures, severity: .warning,
    title: "A thumbnail does not fit its picture",
    repair: .safe("it is made again from the picture, or removed where none can be made"),
    manual: RuleManual(
      finds: """
        The thumbnail is not the one that slipconv makes from the picture. This is checked only on request, because it takes long.
        """,
      matters: "It may show something other than the picture. Or another version of the program made it.",
      bad: "thumbnails/9f/9f86….jpg of another picture",
      good: "thumbnails/9f/9f86….jpg as slipconv makes it",
      fix: "Run `slipconv validate --fix`."))
}

/// Makes thumbnails again.
enum ThumbnailStale {
  /// Compares a thumbnail with the one that this program makes of the picture, byte for byte.
  ///
  /// - Parameters:
  ///   - bytes: The thumbnail.
  ///   - blob: The picture.
  ///   - job: The thumbnail's file.
  ///   - limits: Bounds for decoding.
  ///   - findings: Takes the finding.
  static func check(
    _ bytes: UnsafeRawBufferPointer, blob: UnsafeRawBufferPointer, _ job: PayloadJob, _ limits: Limits,
    _ findings: inout FindingList
  ) {
    do throws(SlipError) {
      let thumbnail = try Thumbnail.make(blob, limits: limits)
      if !thumbnail.bytes.elementsEqual(bytes) { findings.report(.thumbnailStale, file: job.file.path) }
    } catch {
      findings.report(.thumbnailStale, "none can be made from the picture", file: job.file.path)
    }
  }
}
