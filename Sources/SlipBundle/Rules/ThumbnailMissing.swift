internal import SlipDocument
public import SlipBase
internal import ImageCodec

/// A picture has no thumbnail.
public enum ThumbnailMissing: ValidationRule {
  public static let code = "SBXP003"
  public static let severity = Diagnostic.Severity.warning
  public static let title = "A picture has no thumbnail"
  public static let repair = RuleRepair.safe("one is made of the picture")
  public static let manual = RuleManual(
    finds: """
      An attachment is a PNG, JPEG, GIF, TIFF, WebP or bitmap of which a thumbnail can be made, and the manifest lists
      none.
      """,
    matters: """
      Lists of pictures are slow without, or show nothing.
      """,
    bad: """
      <attachment sha256="9f86…" type="image/png" …/> without <file path="thumbnails/9f/9f86….png" …/>
      """,
    good: """
      <attachment sha256="9f86…" type="image/png" … thumbnail="png"/>
      """,
    fix: """
      Run `slipconv validate --fix`.
      """)
}

extension ThumbnailMissing {
  /// Only of these damage is told from what is merely uncommon.
  static let strictTypes: Set<String> = ["image/png", "image/jpeg"]

  static func check(
    _ bytes: UnsafeRawBufferPointer, _ job: PayloadJob, _ limits: Limits, _ findings: inout FindingList
  ) {
    guard let attachment = job.attachment, attachment.thumbnailExtension == nil,
      let type = MediaType.named(attachment.mediaType), Thumbnail.types.contains(type),
      ImageProbe.probe(bytes) != nil
    else { return }
    // Of broken, huge or uncommon pictures none can be made: that is not the bundle's fault.
    do throws(SlipError) {
      _ = try Thumbnail.make(bytes, limits: limits)
      findings.report(ThumbnailMissing.self, file: job.file.path)
    } catch {
      guard strictTypes.contains(attachment.mediaType) else { return }
      if error.code == PictureFault.brokenData.rawValue || error.code == PictureFault.truncated.rawValue {
        findings.report(PictureBroken.self, file: job.file.path)
      }
    }
  }
}
