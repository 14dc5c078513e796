internal import SlipBase

/// Compares the files in the tree with those that the manifest lists.
///
/// Both come in bytewise order of the path, so one pass over both is enough, and neither is held in memory.
/// Files that are there with the listed length go on to `PayloadCheck`, in batches that are spread over the
/// cores.
struct TreeCheck<Storage: BundleStorage> {
  /// The bundle whose tree is walked over.
  private let storage: Storage
  /// Entities of the manifest.
  private let index: ManifestIndex
  /// What to check, and how many cores to use.
  private let options: ValidationOptions
  /// The listed files, one after the other.
  private var rows: ManifestFiles
  /// The next listed file; nil at the end.
  private var row: ManifestFile?
  /// Files that are to be read.
  private var batch: [PayloadJob] = []
  /// The sum of their lengths.
  private var batchBytes = 0
  /// Paths of unlisted files so far, folded as by a file system that ignores case.
  private var collisionKeys: Set<String> = []
  /// What was found so far.
  private(set) var findings = FindingList()
  /// Bytes of payload that were read.
  private(set) var bytesRead = 0
  /// Files with findings. What depends on them isn't checked, as it would only repeat the same fault.
  private(set) var faulty: Set<PayloadKey> = []
  /// Whether `mimetype` was there.
  private var hasMimetype = false

  /// Files in a batch, at most.
  private static var batchFiles: Int { 512 }
  /// Bytes in a batch, about: 256 MiB.
  private static var batchLimit: Int { 256 << 20 }

  /// Prepares the check.
  ///
  /// - Parameters:
  ///   - storage: The bundle.
  ///   - manifest: Its manifest, which is read again for the listed files.
  ///   - done: Takes offsets up to which the manifest isn't needed any more.
  ///   - index: Its entities.
  ///   - options: What to check.
  init(
    _ storage: Storage, _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void,
    _ index: ManifestIndex,
    _ options: ValidationOptions
  ) {
    self.storage = storage
    self.index = index
    self.options = options
    rows = ManifestFiles(manifest, index, done: done)
  }

  /// Walks over the tree and the list.
  ///
  /// - Throws: `SlipError` where the tree can't be listed, or the manifest changed meanwhile.
  mutating func run() throws(SlipError) {
    try advance()
    do {
      try storage.forEachEntry { try take($0) }
    } catch let error as SlipError {
      throw error
    } catch {
      throw SlipError(.cannotDo, String(describing: error))
    }
    while let missing = row {
      reportMissing(missing)
      try advance()
    }
    flush()
    if !hasMimetype { findings.report(.mimetypeMissing, file: BundleLayout.mimetypePath) }
  }

  /// Goes to the next listed file.
  private mutating func advance() throws(SlipError) {
    row = try rows.next()
  }

  /// Takes an entry of the tree; listed files that should have come before it are missing.
  private mutating func take(_ entry: StorageEntry) throws(SlipError) {
    if entry.kind == .directory { return UnsafePath.check(directory: entry.path, &findings) }
    while let missing = row, missing.path.utf8.lexicographicallyPrecedes(entry.path.utf8) {
      reportMissing(missing)
      try advance()
    }
    let listed = row.flatMap { $0.path == entry.path ? $0 : nil }
    if listed != nil { try advance() }
    switch entry.kind {
    case .file:
      if let listed { takeListed(listed, entry) } else { try takeUnlisted(entry) }
    case .symlink: findings.report(.symbolicLink, file: entry.path)
    case .special: findings.report(.specialFile, file: entry.path)
    case .unreadableName: findings.report(.nameNotUnicode, file: entry.path)
    case .directory: break
    }
  }

  /// A file that is listed: its length is compared at once, its content in a batch.
  ///
  /// A body with another length was edited, which is another finding than for files that only this program
  /// writes.
  private mutating func takeListed(_ file: ManifestFile, _ entry: StorageEntry) {
    if FileTooLarge.check(entry, options.limits, &findings) {
      faulty.insert(file.key)
      return
    }
    if entry.length != file.fact.length {
      faulty.insert(file.key)
      if case .body = file.key {
        findings.report(.bodyEdited, file: file.path, hint: BodyEdited.hint)
      } else {
        findings.report(
          .wrongLength, "\(entry.length) bytes instead of \(file.fact.length)", file: file.path)
      }
      return
    }
    guard !options.isQuick else { return }
    add(file)
  }

  /// A file that isn't listed: one of the fixed files, or a finding.
  ///
  /// One fault is reported for each file: an unsafe path before a collision, a collision before an unlisted
  /// file.
  private mutating func takeUnlisted(_ entry: StorageEntry) throws(SlipError) {
    switch entry.path {
    case BundleLayout.mimetypePath:
      hasMimetype = true
      try MimetypeDiffers.check(storage, entry, &findings)
    case BundleLayout.manifestPath, BundleLayout.manifestDigestPath: break
    default:
      // Listed parts were read with the manifest.
      if let key = ManifestPart.key(path: entry.path), index.parts[key] != nil { return }
      if let copy = ConflictCopy(path: entry.path) {
        let rule: ValidationRule = copy.isArriving ? .fileArriving : .conflictCopy
        return findings.report(rule, "of \(copy.original)", file: entry.path)
      }
      if UnsafePath.check(file: entry.path, &findings) { return }
      if CollidingPaths.check(entry.path, index, &collisionKeys, &findings) { return }
      findings.report(.unlistedFile, file: entry.path)
    }
  }

  /// A listed file that isn't there.
  private mutating func reportMissing(_ file: ManifestFile) {
    faulty.insert(file.key)
    findings.report(.missingFile, file: file.path)
  }

  // MARK: Batches

  /// Puts a file into the batch, which is checked when it is large enough.
  ///
  /// A mirror is also noted at its body, which comes right before it: the two are compared when the body is
  /// read.
  private mutating func add(_ file: ManifestFile) {
    if case .mirror(let id) = file.key, let last = batch.indices.last, batch[last].file.key == .body(id) {
      // In bytewise order, the mirror (`.txt`) comes right after its body (`.rtf`).
      batch[last].mirror = file
    }
    if batch.count >= Self.batchFiles || batchBytes >= Self.batchLimit { flush() }
    batch.append(PayloadJob(file, index))
    batchBytes += file.fact.length
  }

  /// Checks the batch on all cores, and takes the results in the batch's order.
  private mutating func flush() {
    let jobs = batch
    batch = []
    batchBytes = 0
    let storage = storage
    let options = options
    let results = Parallel.map(count: jobs.count, workers: options.workers) { number in
      PayloadCheck(jobs[number], storage, options).run()
    }
    for (job, result) in zip(jobs, results) {
      findings.append(result.findings)
      bytesRead += result.bytes
      if result.isFaulty { faulty.insert(job.file.key) }
    }
  }
}
