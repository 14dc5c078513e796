internal import SlipBase
internal import SlipFormats

/// Checks one payload file. Runs on any thread.
struct PayloadCheck<Storage: BundleStorage> {
  private let job: PayloadJob
  private let storage: Storage
  private let options: ValidationOptions

  /// Larger files are digested in pieces, and their content isn't looked at.
  private static var largestLookedAt: Int { 1 << 30 }

  init(_ job: PayloadJob, _ storage: Storage, _ options: ValidationOptions) {
    self.job = job
    self.storage = storage
    self.options = options
  }

  func run() -> PayloadResult {
    var result = PayloadResult()
    do {
      if job.file.fact.length > Self.largestLookedAt {
        result.isFaulty = try storage.fact(of: job.file.path) != job.file.fact
        if result.isFaulty { reportFixity(&result) }
      } else {
        try storage.withBytes(of: job.file.path) { bytes in look(bytes, &result) }
      }
    } catch {
      result.isFaulty = true
      report(.unreadableFile, nil, &result)
    }
    return result
  }

  private func look(_ bytes: UnsafeRawBufferPointer, _ result: inout PayloadResult) {
    result.bytes = bytes.count
    guard FileFact(of: bytes) == job.file.fact else {
      result.isFaulty = true
      return reportFixity(&result)
    }
    var findings = FindingList()
    MediaTypeDiffers.check(listing: job.file, &findings)
    switch job.file.key {
    case .body: lookAtBody(bytes, &findings)
    case .blob:
      MediaTypeDiffers.check(bytes, job, &findings)
      PictureSizeDiffers.check(bytes, job, &findings)
      ThumbnailMissing.check(bytes, job, options.limits, &findings)
    case .thumbnail(let digest):
      ThumbnailTooLarge.check(bytes, job, &findings)
      if options.remakesThumbnails,
        let blob = job.attachment.map({ PayloadPath.blob(digest, $0.fileExtension) })
      {
        // A picture that can't be read is reported by itself.
        try? storage.withBytes(of: blob) {
          ThumbnailStale.check(bytes, blob: $0, job, options.limits, &findings)
        }
      }
    case .mirror, .kept: break
    }
    result.findings += findings.findings
  }

  private func lookAtBody(_ bytes: UnsafeRawBufferPointer, _ findings: inout FindingList) {
    guard let pictures = BodyCheck.run(bytes, job.file.path, options.limits, &findings) else { return }
    if options.listsPictures { BodyPictureUnlisted.check(pictures, job, &findings) }
    MirrorDiffers.check(bytes, job, storage, options.limits, &findings)
  }

  private func reportFixity(_ result: inout PayloadResult) {
    if case .body = job.file.key {
      report(.bodyEdited, BodyEdited.hint, &result)
    } else {
      report(.wrongDigest, nil, &result)
    }
  }

  private func report(_ rule: ValidationRule, _ hint: String?, _ result: inout PayloadResult) {
    var findings = FindingList()
    findings.report(rule, file: job.file.path, hint: hint)
    result.findings += findings.findings
  }
}

/// A payload file to be read, with what the manifest says of it.
struct PayloadJob: Sendable {
  var file: ManifestFile
  /// The mirror that is listed with a body.
  var mirror: ManifestFile?
  /// The attachments of a body's note.
  var pictures: [Digest] = []
  /// Of a blob or thumbnail.
  var attachment: ManifestIndex.AttachmentFacts?

  init(_ file: ManifestFile, _ index: ManifestIndex) {
    self.file = file
    switch file.key {
    case .body(let id): pictures = index.pictures[id] ?? []
    case .blob(let digest), .thumbnail(let digest): attachment = index.attachments[digest]
    case .mirror, .kept: break
    }
  }
}

/// What reading a payload file showed.
struct PayloadResult: Sendable {
  var findings: [Finding] = []
  var bytes = 0
  /// The file isn't what the manifest lists.
  var isFaulty = false
}
