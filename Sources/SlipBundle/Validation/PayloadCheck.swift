internal import SlipBase

/// Checks one payload file: its digest, and by its kind what is in it. Runs on any thread.
///
/// Where the digest isn't the listed one, nothing else is checked: all other facts are about the listed
/// content.
struct PayloadCheck<Storage: BundleStorage> {
  /// The file.
  private let job: PayloadJob
  /// The bundle, for files that belong to this one: mirrors and pictures.
  private let storage: Storage
  /// What to check.
  private let options: ValidationOptions

  /// Larger files (1 GiB) are digested in pieces, and their content isn't checked.
  private static var largestChecked: Int { 1 << 30 }

  /// Prepares the check of a file.
  init(_ job: PayloadJob, _ storage: Storage, _ options: ValidationOptions) {
    self.job = job
    self.storage = storage
    self.options = options
  }

  /// Reads the file and checks it.
  func run() -> PayloadResult {
    var result = PayloadResult()
    do {
      if job.file.fact.length > Self.largestChecked {
        result.isFaulty = try storage.fact(of: job.file.path) != job.file.fact
        if result.isFaulty { reportFixity(&result) }
      } else {
        try storage.withBytes(of: job.file.path) { bytes in check(bytes, &result) }
      }
    } catch {
      result.isFaulty = true
      report(.unreadableFile, nil, &result)
    }
    return result
  }

  /// Checks the digest, and the content by the kind of file.
  ///
  /// Mirrors and retained files have no checks of their own: mirrors are compared with their bodies, retained
  /// files are put together by `SourceCheck`.
  private func check(_ bytes: UnsafeRawBufferPointer, _ result: inout PayloadResult) {
    result.bytes = bytes.count
    guard FileFact(of: bytes) == job.file.fact else {
      result.isFaulty = true
      return reportFixity(&result)
    }
    var findings = FindingList()
    MediaTypeDiffers.check(listing: job.file, &findings)
    switch job.file.key {
    case .body: checkBody(bytes, &findings)
    case .blob:
      MediaTypeDiffers.check(bytes, job, &findings)
      PictureSizeDiffers.check(bytes, job, &findings)
      ThumbnailMissing.check(bytes, job, options.limits, &findings)
    case .thumbnail(let digest):
      ThumbnailTooLarge.check(bytes, job, &findings)
      if options.remakesThumbnails,
        let blob = job.attachment.map({ PayloadPath.blob(digest, $0.fileExtension) })
      {
        // A picture that can't be read has a finding of its own.
        try? storage.withBytes(of: blob) {
          ThumbnailStale.check(bytes, blob: $0, job, options.limits, &findings)
        }
      }
    case .transaction(let number, _): TransactionBroken.check(bytes, number, job, options.limits, &findings)
    case .mirror, .kept, .replaced: break
    }
    result.findings += findings.findings
  }

  /// Checks a body and, against it, its mirror.
  ///
  /// Where it isn't RTF at all, that is the only finding.
  private func checkBody(_ bytes: UnsafeRawBufferPointer, _ findings: inout FindingList) {
    guard let pictures = BodyCheck.run(bytes, job.file.path, options.limits, &findings) else { return }
    if options.listsPictures { BodyPictureUnlisted.check(pictures, job, &findings) }
    MirrorDiffers.check(bytes, job, storage, options.limits, &findings)
  }

  /// Reports a digest that isn't the listed one.
  ///
  /// For a body that is an edit, which `slipconv refresh` adopts; for other files it is damage.
  private func reportFixity(_ result: inout PayloadResult) {
    if case .body = job.file.key {
      report(.bodyEdited, BodyEdited.hint, &result)
    } else {
      report(.wrongDigest, nil, &result)
    }
  }

  /// Reports a finding about the whole file.
  private func report(_ rule: ValidationRule, _ hint: String?, _ result: inout PayloadResult) {
    var findings = FindingList()
    findings.report(rule, file: job.file.path, hint: hint)
    result.findings += findings.findings
  }
}

/// A payload file that is to be read, with what the manifest says of it.
struct PayloadJob: Sendable {
  /// The file as it is listed.
  var file: ManifestFile
  /// For a body: its mirror, where that is listed, too.
  var mirror: ManifestFile?
  /// For a body: the attachments that its note refers to.
  var pictures: [Digest] = []
  /// For a blob or thumbnail: its attachment.
  var attachment: ManifestIndex.AttachmentFacts?
  /// For a transaction: the digests of those with the number before it; empty for the first.
  var previous: [Digest] = []

  /// Collects what the manifest says of a file.
  init(_ file: ManifestFile, _ index: ManifestIndex) {
    self.file = file
    switch file.key {
    case .body(let id): pictures = index.pictures[id] ?? []
    case .blob(let digest), .thumbnail(let digest): attachment = index.attachments[digest]
    case .transaction(let number, _): previous = index.history.transactions[number - 1] ?? []
    case .mirror, .kept, .replaced: break
    }
  }
}

/// What reading a payload file showed.
struct PayloadResult: Sendable {
  /// In the order in which they were found.
  var findings: [Finding] = []
  /// Bytes that were read.
  var bytes = 0
  /// Whether the file isn't what the manifest lists.
  var isFaulty = false
}
