internal import ImageCodec
internal import SlipBase

extension ValidationRule {
  /// A picture of which a thumbnail can be made has none.
  ///
  /// PNG, JPEG, GIF, TIFF, WebP and bitmaps have thumbnails; metafiles and others don't.
  public static let thumbnailMissing = ValidationRule(
    code: "SBXP003", name: "ThumbnailMissing", family: .pictures, severity: .warning,
    title: "A picture has no thumbnail",
    repair: .safe("one is made from the picture"),
    manual: RuleManual(
      finds: """
        An attachment is a PNG, JPEG, GIF, TIFF, WebP or bitmap of which a thumbnail can be made, and the manifest lists
        none.
        """,
      matters: "Without thumbnails, lists of pictures are slow or show nothing.",
      bad: """
        <attachment sha256="9f86…" type="image/png" …/> without thumbnails/9f/9f86….png
        """,
      good: #"<attachment sha256="9f86…" type="image/png" … thumbnail="png"/>"#,
      fix: "Run `slipconv validate --fix`."))
}

/// Tries to make the thumbnails that attachments don't have.
enum ThumbnailMissing {
  /// Types of which every decoder can read all forms, so that one that fails is damaged rather than uncommon.
  static let strictTypes: Set<String> = ["image/png", "image/jpeg"]

  /// Reports a picture without a thumbnail, if one can be made.
  ///
  /// Making one decodes the picture, so this also finds PNG and JPEG whose data break off. That none can be
  /// made of a huge or uncommon picture is not the bundle's fault.
  static func check(
    _ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ limits: Limits, _ findings: inout FindingList
  ) {
    guard let attachment = job.attachment, attachment.thumbnailExtension == nil,
      let type = MediaType.named(attachment.mediaType), Thumbnail.types.contains(type),
      ImageProbe.probe(bytes) != nil
    else { return }
    // No thumbnail can be made of a broken, huge or uncommon picture; the bundle isn't wrong then.
    do throws(SlipError) {
      _ = try Thumbnail.make(bytes, limits: limits)
      findings.report(.thumbnailMissing, file: job.file.path)
    } catch {
      guard strictTypes.contains(attachment.mediaType) else { return }
      if error.code == PictureFault.brokenData.rawValue || error.code == PictureFault.truncated.rawValue {
        findings.report(.pictureBroken, file: job.file.path)
      }
    }
  }
}
