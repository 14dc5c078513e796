internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// Migrations between versions that are trees. The manifest streams from one form to the other, and
/// payload stays as it is, so memory doesn't grow with the bundle.
///
/// There are three kinds of target, and each reads the old manifest once: a directory in its
/// place, in which unchanged payload is carried over as another name of the same file; a
/// directory elsewhere, to which payload is copied; and a pack, into which entries are written
/// in order.
extension MigrationEmitter {
  /// Migrates the bundle, and adds losses and findings to the report.
  ///
  /// - Throws: `SlipError`; then nothing was changed.
  func stream(_ run: MigrationRun, _ report: inout MigrationReport) throws(SlipError) -> Outcome {
    switch target.kind {
    case .directory where target.isInPlace: return try streamInPlace(run, &report)
    case .directory: return try streamElsewhere(run, &report)
    default: return try streamPack(run, &report)
    }
  }

  /// Validates the source, and checks that nothing is lost against the caller's will.
  ///
  /// - Returns: The migration, ready to run.
  private func prepare(
    _ run: MigrationRun, _ report: inout MigrationReport
  ) throws(SlipError) -> ManifestMigration {
    report.diagnostics = try source.validate(request)
    let (losses, migration) = try run.streamLosses(source)
    try run.expectNoLoss(losses)
    report.losses = losses.map(MigrationPlan.Loss.init)
    return migration
  }

  /// Streams the manifest to the other version.
  ///
  /// - Parameters:
  ///   - migration: What `prepare` returned.
  ///   - onFile: Called with each payload file that the new manifest lists, in its order.
  /// - Returns: The documents of the new manifest, and the sum of the lengths of payload and parts.
  private func convert(
    _ migration: ManifestMigration, onFile: (MigratedFile) throws -> Void
  ) throws -> (documents: [ManifestDocument], payload: Int) {
    var manifest: [UInt8] = []
    var payload = 0
    try source.withXML {
      try migration.run(
        $0, file: source.xmlName,
        onFile: { file in
          payload += file.fact.length
          try onFile(file)
        }, to: { manifest.append(contentsOf: $0) })
    }
    let documents = try ManifestDocument.splitting(manifest, version: goal.number, limits: request.limits)
    return (documents, documents.dropLast().reduce(payload) { $0 + $1.bytes.count })
  }

  /// Replaces a bundle directory. Unchanged payload is carried over rather than copied, unless
  /// a backup is kept: then old and new bundle must not share files.
  private func streamInPlace(
    _ run: MigrationRun, _ report: inout MigrationReport
  ) throws(SlipError) -> Outcome {
    let stage = try BundleStage.begin(at: target.path, keepsOld: request.keepsBackup)
    defer { stage.abandon() }
    // The source was opened before the lock was taken, so check that it is still the bundle.
    try source.storage?.expectCurrent()
    let migration = try prepare(run, &report)
    // The backup shares no file with the new bundle, because a program that writes in place would change both.
    try expectSpace(2 * (try source.digest().length) + (request.keepsBackup ? report.bytes : 0))
    let notes = report.counts.notes
    return try slipErrors {
      let (documents, payload) = try convert(migration) { file in
        if let made = file.bytes {
          try stage.write(file.path, made, fact: file.fact)
        } else {
          try stage.carry(file.path)
        }
      }
      let (xml, done) = try stage.commit(
        keepingOldWith: request.keepsBackup ? BundleLayout.backupSuffix(version: source.version.number) : nil,
        documents: documents, check: { try expectSound($0, notes: notes) })
      return Outcome(
        xml: xml, payloadBytes: payload, backup: done.backup.map(MigrationTarget.name).map(besideTarget),
        diagnostics: done.diagnostics)
    }
  }

  /// A name beside the target, in the form in which the user wrote the path.
  private func besideTarget(_ name: String) -> String {
    guard let slash = target.path.utf8.lastIndex(of: 0x2F) else { return name }
    return target.path[...slash] + name
  }

  /// Writes a bundle directory at another path, with copies of the payload. The directory must
  /// not exist, or be empty.
  private func streamElsewhere(
    _ run: MigrationRun, _ report: inout MigrationReport
  ) throws(SlipError) -> Outcome {
    let migration = try prepare(run, &report)
    try expectSpace(report.bytes)
    guard let storage = source.storage else { throw taken() }
    let stage = try BundleStage.begin(at: target.path)
    defer { stage.abandon() }
    if let old = stage.old, try !old.holdsNothing() { throw taken() }
    let notes = report.counts.notes
    return try slipErrors {
      let (documents, payload) = try convert(migration) { file in
        if let made = file.bytes {
          try stage.write(file.path, made, fact: file.fact)
        } else {
          try stage.write(file.path) { append in try storage.forEachChunk(of: file.path, append) }
        }
      }
      let (xml, done) = try stage.commit(
        keepingOldWith: nil, documents: documents, check: { try expectSound($0, notes: notes) })
      return Outcome(xml: xml, payloadBytes: payload, backup: nil, diagnostics: done.diagnostics)
    }
  }

  /// Writes a pack, in place or at another path. The manifest is converted first, because its
  /// entry precedes those of the payload.
  private func streamPack(
    _ run: MigrationRun, _ report: inout MigrationReport
  ) throws(SlipError) -> Outcome {
    let migration = try prepare(run, &report)
    try expectSpace(report.bytes)
    guard let storage = source.storage else { throw taken() }
    if !target.isInPlace, try FileSystem.status(target.path) != nil { throw taken() }
    var files: [SlipPack.Piece] = []
    let (documents, payload) = try slipErrors {
      try convert(migration) { file in
        files.append(
          SlipPack.Piece(path: file.path, length: file.fact.length) { () throws(SlipError) in
            if let made = file.bytes { return made }
            return try storage.read(file.path)
          })
      }
    }
    let output = try SlipPack.write(
      files + MigrationEmitter.ownPieces(documents), to: target.path,
      existing: target.isInPlace ? .replace : .refuse)
    defer { output.abandon() }
    try expectSound(
      ZipStorage(output.reader(), displayPath: target.path, limits: request.limits),
      notes: report.counts.notes)
    return Outcome(xml: MigrationEmitter.root(documents), payloadBytes: payload, backup: try replace(output))
  }

  /// Puts a file in the place of the old one. If a backup is wanted, the old file gets a second
  /// name first, so that there is no moment without it; that name is removed again if the
  /// replacement fails.
  ///
  /// - Returns: The path of the backup; nil without one.
  func replace(_ output: AtomicFile) throws(SlipError) -> String? {
    guard target.isInPlace, request.keepsBackup else {
      try output.commit()
      return nil
    }
    let backup = try FileSystem.link(source.location.path, toUnused: backupName)
    do throws(SlipError) {
      try output.commit()
    } catch {
      try? FileSystem.remove(backup)
      throw error
    }
    return backup
  }
}
