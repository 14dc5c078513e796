internal import SlipBase

/// Compares what lies in the tree with what the manifest lists; both come in bytewise order of the path.
///
/// Files that are there as listed go on to `PayloadCheck` in batches.
struct TreeCheck<Storage: BundleStorage> {
  private let storage: Storage
  private let index: ManifestIndex
  private let options: ValidationOptions
  private var rows: ManifestFiles
  private var row: ManifestFile?
  private var batch: [PayloadJob] = []
  private var batchBytes = 0
  private var collisionKeys: Set<String> = []
  private(set) var findings = FindingList()
  private(set) var bytesRead = 0
  /// Files with findings: what hangs on them isn't judged.
  private(set) var faulty: Set<PayloadKey> = []
  private var hasMimetype = false

  private static var batchFiles: Int { 512 }
  private static var batchLimit: Int { 256 << 20 }

  init(
    _ storage: Storage, _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void,
    _ index: ManifestIndex,
    _ options: ValidationOptions
  ) {
    self.storage = storage
    self.index = index
    self.options = options
    rows = ManifestFiles(manifest, index.files, done: done)
  }

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

  private mutating func advance() throws(SlipError) {
    row = try rows.next()
  }

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
          .wrongLength, "\(entry.length) bytes, listed are \(file.fact.length)", file: file.path)
      }
      return
    }
    guard !options.isQuick else { return }
    add(file)
  }

  private mutating func takeUnlisted(_ entry: StorageEntry) throws(SlipError) {
    switch entry.path {
    case BundleLayout.mimetypePath:
      hasMimetype = true
      try MimetypeDiffers.check(storage, entry, &findings)
    case BundleLayout.manifestPath, BundleLayout.manifestDigestPath: break
    default:
      if UnsafePath.check(file: entry.path, &findings) { return }
      if CollidingPaths.check(entry.path, index, &collisionKeys, &findings) { return }
      findings.report(.unlistedFile, file: entry.path)
    }
  }

  private mutating func reportMissing(_ file: ManifestFile) {
    faulty.insert(file.key)
    findings.report(.missingFile, file: file.path)
  }

  // MARK: Batches

  private mutating func add(_ file: ManifestFile) {
    if case .mirror(let id) = file.key, let last = batch.indices.last, batch[last].file.key == .body(id) {
      // The mirror stands right behind its body.
      batch[last].mirror = file
    }
    if batch.count >= Self.batchFiles || batchBytes >= Self.batchLimit { flush() }
    batch.append(PayloadJob(file, index))
    batchBytes += file.fact.length
  }

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
