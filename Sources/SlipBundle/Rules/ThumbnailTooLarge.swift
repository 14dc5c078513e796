internal import ImageCodec

extension ValidationRule {
  /// A thumbnail is larger than `ThumbnailTooLarge.longestSide`, or isn't a picture of the listed type.
  ///
  /// Only the header is read, so this is checked for every thumbnail, unlike `thumbnailStale`.
  public static let thumbnailTooLarge = ValidationRule(
    code: "SBXP005", name: "ThumbnailTooLarge", family: .pictures, severity: .warning,
    title: "A thumbnail is not a small picture",
    repair: .safe("it is made again from the picture, or removed where none can be made"),
    manual: RuleManual(
      finds: """
        A thumbnail has a side of more than 600 pixels, or is not a picture of the type that its name claims.
        """,
      matters: "Thumbnails are meant to load quickly.",
      bad: "thumbnails/9f/9f86….png of 4000 × 3000",
      good: "thumbnails/9f/9f86….jpg of 600 × 450",
      fix: "Run `slipconv validate --fix`."))
}

/// Reads the headers of thumbnails.
enum ThumbnailTooLarge {
  /// The longest side that a thumbnail may have, in pixels.
  static let longestSide = 600

  /// Checks size and type of a thumbnail: the type must be the listed one, and fit the extension that its
  /// attachment declares.
  static func check(_ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ findings: inout FindingList) {
    let facts = ImageProbe.probe(bytes)
    let isRight = facts.map {
      $0.width <= longestSide && $0.height <= longestSide && $0.mediaType.name == job.file.mediaType
        && $0.mediaType.fileExtension == job.attachment?.thumbnailExtension
    }
    if isRight != true { findings.report(.thumbnailTooLarge, file: job.file.path) }
  }
}
