internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// Writes the result of a migration, completely or not at all.
///
/// The kind of the target decides how: a single file is replaced atomically, a directory is
/// prepared as a `BundleStage`, a pack is written beside its place. In each case the complete
/// result is validated before it is put in place.
///
/// If the result has another path than the old bundle, the old one is retired last: renamed to
/// the name of the backup, or deleted. A run that is killed between these two steps leaves both
/// bundles; the next run recognizes the new one as finished, and retires the old one.
struct MigrationEmitter {
  /// What was written.
  struct Outcome {
    /// Digest and length of the manifest or single file that was written.
    var xml: FileFact
    /// The sum of the lengths of the files that it lists, in bytes.
    var payloadBytes: Int
    /// The path of the old bundle, where it was kept.
    var backup: String?
    /// What went wrong after the result was in place.
    var diagnostics: [Diagnostic] = []
  }

  /// What was asked for.
  let request: MigrationRequest
  /// The schema version of the result.
  let goal: SchemaVersion
  /// The bundle as it was.
  let source: MigrationSource
  /// Where the result goes.
  let target: MigrationTarget
  /// Keeps other writers away from a source whose place the result doesn't take; nil where none
  /// is needed.
  var hold: MigrationHold?

  /// Whether the old bundle is to be kept. With an output it isn't touched at all.
  private var keepsBackup: Bool { request.keepsBackup && request.output == nil }

  /// The name under which the old bundle is kept, such as `my.slipbox~v3`.
  var backupName: String {
    BundleLayout.backupName(
      MigrationTarget.name(of: source.location.path), version: source.version.number)
  }

  /// Throws where fewer bytes are free than the result needs. Where the system doesn't say how
  /// many are free, the migration is tried.
  func expectSpace(_ needed: Int) throws(SlipError) {
    guard let free = FileSystem.freeBytes(at: target.folder), free < needed else { return }
    throw SlipError(
      .cannotDo, code: MigrationCode.noSpace,
      "The result needs \(needed) bytes, and \(free) are free; nothing was changed.",
      at: SourceLocation(file: target.path))
  }

  // MARK: Results in memory

  /// Writes a document that stages made in memory, and retires the old bundle.
  func emit(_ document: VersionDocument) throws(SlipError) -> Outcome {
    let documents = try documents(of: document)
    let xml = MigrationEmitter.root(documents)
    var done = Committed()
    switch target.kind {
    case .singleFile: done.backup = try emitFile(document.xml)
    case .directory: done = try emitTree(document, documents)
    case .zip: try emitPack(document, documents)
    }
    if done.backup == nil {
      do throws(SlipError) { done.backup = try retire() } catch {
        done.note("the old bundle could not be taken away; \(leftBehind)", error, source.location.path)
      }
    }
    return Outcome(
      xml: xml, payloadBytes: document.length - document.xml.count, backup: done.backup,
      diagnostics: done.diagnostics
    )
  }

  /// What is left of the old bundle where it couldn't be taken away.
  private var leftBehind: String {
    let path = source.location.path
    do {
      if try FileSystem.status(path, followLinks: false) != nil {
        return "it stays as it was, and the same command takes it away"
      }
      let names = try TreeStage.leftovers(beside: path).joined(separator: ", ")
      return "what is left of it lies beside it under hidden names (\(names)) and may be deleted"
    } catch {
      return "what is left of it can't be listed, and lies there or beside it under hidden names"
    }
  }

  /// Writes a single file.
  ///
  /// - Returns: The path of the backup, where the file replaced the source.
  private func emitFile(_ bytes: [UInt8]) throws(SlipError) -> String? {
    if !target.isInPlace, try isFinished(bytes) { return nil }
    let file = try AtomicFile(target.path, existing: target.isInPlace ? .replace : .refuse)
    defer { file.abandon() }
    try expectSound(bytes)
    try slipErrors { try bytes.withUnsafeBytes { try file.write($0) } as Void }
    try expectSourceUnchanged()
    return try replace(file)
  }

  /// Writes a bundle directory. If an interrupted run has already written this very bundle,
  /// nothing is left to do.
  private func emitTree(
    _ document: VersionDocument, _ documents: [ManifestDocument]
  ) throws(SlipError) -> Committed {
    let stage = try BundleStage.begin(at: target.path)
    defer { stage.abandon() }
    if let old = stage.old, try !old.holdsNothing() {
      // An earlier run was interrupted after it wrote the new bundle and before it retired the old one.
      if try old.length(of: BundleLayout.manifestPath) != nil,
        try old.read(BundleLayout.manifestPath) == documents.last?.bytes
      {
        return Committed()
      }
      throw taken()
    }
    return try slipErrors {
      for piece in try pieces(document, documents) where !isOwn(piece.path) {
        try stage.write(piece.path, try piece.bytes())
      }
      return try stage.commit(
        keepingOldWith: nil, documents: documents,
        check: {
          try expectSound($0, notes: nil)
          try expectSourceUnchanged()
        }
      ).done
    }
  }

  /// Writes a pack.
  private func emitPack(
    _ document: VersionDocument, _ documents: [ManifestDocument]
  ) throws(SlipError) {
    if try FileSystem.status(target.path) != nil { throw taken() }
    let output = try SlipPack.write(try pieces(document, documents), to: target.path, existing: .refuse)
    defer { output.abandon() }
    try expectSound(
      ZipStorage(output.reader(), displayPath: target.path, limits: request.limits), notes: nil)
    try output.commit()
  }

  /// The files of a bundle, except `mimetype`.
  private func pieces(
    _ document: VersionDocument, _ documents: [ManifestDocument]
  ) throws(SlipError) -> [SlipPack.Piece] {
    var pieces = MigrationEmitter.ownPieces(documents)
    if case .made(let files) = document.payload {
      for (path, bytes) in files {
        pieces.append(
          SlipPack.Piece(path: path, length: bytes.count, bytes: { () throws(SlipError) in bytes }))
      }
    }
    return pieces
  }

  /// The documents of a manifest in memory, as a bundle has them: the root is the last one.
  private func documents(of document: VersionDocument) throws(SlipError) -> [ManifestDocument] {
    guard target.kind != .singleFile else {
      return [ManifestDocument(path: BundleLayout.manifestPath, bytes: document.xml)]
    }
    return try ManifestDocument.splitting(document.xml, version: goal.number, limits: request.limits)
  }

  /// Length and digest of the root.
  static func root(_ documents: [ManifestDocument]) -> FileFact { FileFact(of: documents.last?.bytes ?? []) }

  /// The files of the format itself for this manifest: attributes for Git, the manifest and its
  /// digest.
  static func ownPieces(_ documents: [ManifestDocument]) -> [SlipPack.Piece] {
    var files = [(BundleLayout.gitAttributesPath, BundleLayout.gitAttributes)]
    files += documents.map { ($0.path, $0.bytes) }
    let digest = BundleLayout.manifestDigest(hex: root(documents).digest.hex)
    files.append((BundleLayout.manifestDigestPath, digest))
    return files.map { path, bytes in
      SlipPack.Piece(path: path, length: bytes.count, bytes: { () throws(SlipError) in bytes })
    }
  }

  /// Whether the path is one of the format's own files, which `BundleStage` writes by itself.
  private func isOwn(_ path: String) -> Bool { [.own, .part].contains(PayloadShape(path: path)) }

  // MARK: Checks

  /// The error that something is at the path of the result.
  func taken() -> SlipError {
    SlipError(
      .cannotDo, code: MigrationCode.targetTaken,
      "The path of the result is taken; nothing was changed. `-o` names another one.",
      at: SourceLocation(file: target.path))
  }

  /// Whether an earlier run wrote this very file, and was interrupted before it could retire
  /// the old bundle.
  ///
  /// - Throws: `SlipError` where another file is there.
  private func isFinished(_ bytes: [UInt8]) throws(SlipError) -> Bool {
    guard let status = try FileSystem.status(target.path, followLinks: false) else { return false }
    guard status.kind == .file, status.length == bytes.count, try FileSystem.readFile(target.path) == bytes
    else { throw taken() }
    return true
  }

  /// Validates the complete result before it is put in place.
  ///
  /// - Parameter notes: The number of notes that it must have; nil: any.
  func expectSound(_ storage: some BundleStorage, notes: Int?) throws(SlipError) {
    var options = ValidationOptions()
    (options.limits, options.workers) = (request.limits, request.workers)
    let report = try Validator(storage: storage, options: options).run()
    try expectSound(report)
    if let notes, notes != report.notes { throw broken("the number of notes changed") }
  }

  /// Validates a single file.
  private func expectSound(_ bytes: [UInt8]) throws(SlipError) {
    try expectSound(SingleFileValidator.check(bytes, name: target.path, limits: request.limits))
  }

  /// Throws for the first error of a validation.
  private func expectSound(_ report: ValidationReport) throws(SlipError) {
    if let fault = report.diagnostics.first(where: { $0.severity == .error }) {
      throw broken("\(fault.location): \(fault.message) [\(fault.code)]")
    }
  }

  /// The error that the result is invalid, with the reason.
  private func broken(_ what: String) -> SlipError {
    SlipError(
      .cannotDo, code: MigrationCode.brokenResult,
      "The result of the migration is invalid (\(what)); nothing was changed.",
      at: SourceLocation(file: target.path))
  }

  /// Throws where another program has changed the source since it was read, because its changes
  /// would be lost.
  func expectSourceUnchanged() throws(SlipError) {
    guard try !source.isUnchanged() else { return }
    throw SlipError(
      .cannotDo, code: FileCode.changedMeanwhile,
      "Another program changed the bundle during the migration; nothing was changed. Try again.",
      at: SourceLocation(file: source.location.path))
  }

  /// Removes the old bundle, or gives it the name of the backup, once the new one is in place
  /// under another name.
  ///
  /// - Returns: The path of the backup.
  func retire() throws(SlipError) -> String? {
    guard request.output == nil, !target.isInPlace else { return nil }
    let hasRepository = try holdsVersionControl()
    if let hold {
      let path = try hold.retire(
        keeping: keepsBackup || hasRepository,
        suffix: BundleLayout.backupSuffix(version: source.version.number))
      return path.map { besideSource(MigrationTarget.name(of: $0)) }
    }
    let isUnchanged = try source.isUnchanged()
    if keepsBackup || !isUnchanged {
      return try FileSystem.rename(source.location.path, toUnused: backupName)
    }
    try FileSystem.remove(source.location.path)
    return nil
  }

  /// A name beside the source, in the form in which the user wrote the path.
  private func besideSource(_ name: String) -> String {
    PathText.split(PathText.withoutSlashes(source.location.path)).folder + name
  }

  /// Whether the old bundle contains a Git repository. Such a bundle is kept, whatever was
  /// asked for.
  private func holdsVersionControl() throws(SlipError) -> Bool {
    guard source.location.kind == .directory else { return false }
    return try FileSystem.status(source.location.path + "/.git") != nil
  }
}
