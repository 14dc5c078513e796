internal import ImageCodec
internal import SlipBase
internal import SlipBundle
internal import SlipNotes

/// Repairs of attachments: thumbnails, and sizes of pictures. Like all derived facts, they are
/// only renewed from bytes that the manifest lists.
extension RepairWork {
  /// Measures pictures and renews thumbnails, for the attachments that wanted findings are
  /// about. Attachments whose bytes aren't the listed ones are left alone.
  mutating func repairPictures() throws(SlipError) {
    let pictures: [ValidationRule] = [.thumbnailMissing, .pictureSizeDiffers]
    let files: [ValidationRule] = [
      .thumbnailStale, .thumbnailTooLarge, .wrongLength, .wrongDigest, .missingFile,
    ]
    for attachment in box.attachments {
      let blob = PayloadPath.blob(attachment.id, attachment.fileExtension)
      let thumbnail = attachment.thumbnail.map { PayloadPath.thumbnail(attachment.id, $0.fileExtension) }
      let wantsBlob = pictures.contains { wants(blob, $0.code) }
      let wantsFile = thumbnail.map { path in files.contains { wants(path, $0.code) } } ?? false
      guard wantsBlob || wantsFile, let bytes = intact(blob, attachment.blob) else { continue }
      if wants(blob, ValidationRule.pictureSizeDiffers.code) { try measure(attachment, bytes) }
      if wantsFile || wants(blob, ValidationRule.thumbnailMissing.code) {
        try renewThumbnail(attachment, bytes)
      }
      recordRepairs(of: pictures, blob)
      if let thumbnail { recordRepairs(of: files, thumbnail) }
    }
  }

  /// Takes the size in pixels from the header of the picture.
  private mutating func measure(_ attachment: Attachment, _ bytes: [UInt8]) throws(SlipError) {
    guard let facts = bytes.withUnsafeBytes({ ImageProbe.probe($0) }) else { return }
    try box.update(attachment: attachment.id) { ($0.width, $0.height) = (facts.width, facts.height) }
  }

  /// Makes the thumbnail of a picture again. A picture that can't be decoded has none.
  mutating func renewThumbnail(_ attachment: Attachment, _ bytes: [UInt8]) throws(SlipError) {
    let limits = options.limits
    let made = try? bytes.withUnsafeBytes { try Thumbnail.make($0, limits: limits) }
    var thumbnail: Attachment.Thumbnail?
    if let made {
      let fact = try stage.write(PayloadPath.thumbnail(attachment.id, made.fileExtension), made.bytes)
      thumbnail = Attachment.Thumbnail(file: fact, fileExtension: made.fileExtension)
    }
    try box.update(attachment: attachment.id) { $0.thumbnail = thumbnail }
  }
}
