internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// Writes the result of a migration, all at once or not at all.
struct MigrationEmitter {
  struct Outcome {
    /// The manifest or single file that was written.
    var xml: FileFact
    /// Of the files that it lists.
    var payloadBytes: Int
    var backup: String?
  }

  let request: MigrationRequest
  let goal: SchemaVersion
  let source: MigrationSource
  let target: MigrationTarget
  /// Keeps other writers from a source that the result doesn't take the place of.
  var hold: MigrationHold?

  private var keepsBackup: Bool { request.keepsBackup && request.output == nil }

  /// The name under which the old bundle stays.
  var backupName: String {
    BundleLayout.backupName(
      MigrationTarget.name(of: source.location.path), version: source.version.number)
  }

  func expectSpace(_ needed: Int) throws(SlipError) {
    guard let free = FileSystem.freeBytes(at: target.folder), free < needed else { return }
    throw SlipError(
      .cannotDo, code: MigrationCode.noSpace,
      "The result needs \(needed) bytes, and \(free) are free; nothing was changed.",
      at: SourceLocation(file: target.path))
  }

  // MARK: Results in memory

  /// Writes what stages made.
  func emit(_ document: VersionDocument) throws(SlipError) -> Outcome {
    let xml = FileFact(of: document.xml)
    var backup: String?
    switch target.kind {
    case .singleFile: backup = try emitFile(document.xml)
    case .directory: try emitTree(document)
    case .zip: try emitPack(document)
    }
    if backup == nil { backup = try retire() }
    return Outcome(xml: xml, payloadBytes: document.length - xml.length, backup: backup)
  }

  private func emitFile(_ bytes: [UInt8]) throws(SlipError) -> String? {
    if !target.isInPlace, try isFinished(bytes) { return nil }
    let file = try AtomicFile(target.path, existing: target.isInPlace ? .replace : .refuse)
    defer { file.abandon() }
    try expectSound(bytes)
    try slipErrors { try bytes.withUnsafeBytes { try file.write($0) } as Void }
    try expectSourceUnchanged()
    return try replace(file)
  }

  private func emitTree(_ document: VersionDocument) throws(SlipError) {
    let stage = try BundleStage.begin(at: target.path)
    defer { stage.abandon() }
    if let old = stage.old, try !old.holdsNothing() {
      // A run that was cut short between making the new bundle and putting the old one aside.
      if try old.length(of: BundleLayout.manifestPath) != nil,
        try old.read(BundleLayout.manifestPath) == document.xml
      {
        return
      }
      throw taken()
    }
    try slipErrors {
      for piece in try pieces(document) where !isOwn(piece.path) {
        try stage.write(piece.path, try piece.bytes())
      }
      _ = try stage.commit(
        keepingOldWith: nil, manifest: { output in try document.xml.withUnsafeBytes { try output($0) } },
        check: {
          try expectSound($0, notes: nil)
          try expectSourceUnchanged()
        })
    }
  }

  private func emitPack(_ document: VersionDocument) throws(SlipError) {
    if try FileSystem.status(target.path) != nil { throw taken() }
    let output = try SlipPack.write(try pieces(document), to: target.path, existing: .refuse)
    defer { output.abandon() }
    try expectSound(
      ZipStorage(output.reader(), displayPath: target.path, limits: request.limits), notes: nil)
    try output.commit()
  }

  /// Every file of a tree but `mimetype`.
  private func pieces(_ document: VersionDocument) throws(SlipError) -> [SlipPack.Piece] {
    var pieces = MigrationEmitter.ownPieces(manifest: document.xml)
    if case .made(let files) = document.payload {
      for (path, bytes) in files {
        pieces.append(
          SlipPack.Piece(path: path, length: bytes.count, bytes: { () throws(SlipError) in bytes }))
      }
    }
    return pieces
  }

  static func ownPieces(manifest: [UInt8]) -> [SlipPack.Piece] {
    let files = [
      (BundleLayout.gitAttributesPath, BundleLayout.gitAttributes), (BundleLayout.manifestPath, manifest),
      (BundleLayout.manifestDigestPath, BundleLayout.manifestDigest(hex: Digest(of: manifest).hex)),
    ]
    return files.map { path, bytes in
      SlipPack.Piece(path: path, length: bytes.count, bytes: { () throws(SlipError) in bytes })
    }
  }

  private func isOwn(_ path: String) -> Bool { PayloadShape(path: path) == .own }

  // MARK: Checks

  func taken() -> SlipError {
    SlipError(
      .cannotDo, code: MigrationCode.targetTaken,
      "The path of the result is taken; nothing was changed. `-o` names another one.",
      at: SourceLocation(file: target.path))
  }

  /// Whether an earlier run made this very file, and was cut short before it put the old bundle aside.
  private func isFinished(_ bytes: [UInt8]) throws(SlipError) -> Bool {
    guard let status = try FileSystem.status(target.path, followLinks: false) else { return false }
    guard status.kind == .file, status.length == bytes.count, try FileSystem.readFile(target.path) == bytes
    else { throw taken() }
    return true
  }

  /// The result, complete but not yet in place, must be sound: all of it is validated.
  func expectSound(_ storage: some BundleStorage, notes: Int?) throws(SlipError) {
    var options = ValidationOptions()
    (options.limits, options.workers) = (request.limits, request.workers)
    let report = try Validator(storage: storage, options: options).run()
    try expectSound(report)
    if let notes, notes != report.notes { throw broken("the number of notes changed") }
  }

  /// The same of a single file.
  private func expectSound(_ bytes: [UInt8]) throws(SlipError) {
    try expectSound(SingleFileValidator.check(bytes, name: target.path, limits: request.limits))
  }

  private func expectSound(_ report: ValidationReport) throws(SlipError) {
    if let fault = report.diagnostics.first(where: { $0.severity == .error }) {
      throw broken("\(fault.location): \(fault.message) [\(fault.code)]")
    }
  }

  private func broken(_ what: String) -> SlipError {
    SlipError(
      .cannotDo, code: MigrationCode.brokenResult,
      "The result of the migration is invalid (\(what)); nothing was changed.",
      at: SourceLocation(file: target.path))
  }

  /// Somebody who edits the old file meanwhile would lose that edit.
  func expectSourceUnchanged() throws(SlipError) {
    guard try !source.isUnchanged() else { return }
    throw SlipError(
      .cannotDo, code: FileFault.changedMeanwhile,
      "Another program changed the bundle during the migration; nothing was changed. Try again.",
      at: SourceLocation(file: source.location.path))
  }

  /// Puts the old bundle aside once the new one is in place under another name.
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

  /// As the user wrote the path.
  private func besideSource(_ name: String) -> String {
    PathText.split(PathText.withoutSlashes(source.location.path)).folder + name
  }

  /// Somebody's repository in the old bundle isn't deleted, whatever was asked for.
  private func holdsVersionControl() throws(SlipError) -> Bool {
    guard source.location.kind == .directory else { return false }
    return try FileSystem.status(source.location.path + "/.git") != nil
  }
}
