internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// The bundle that is to be migrated, opened whatever its version and container.
///
/// Its XML is the single file of versions 1 to 3, or the manifest of later ones. Everything
/// that a migration needs to know is read from it (`withXML`); payload stays on disk until a
/// stage asks for it.
struct MigrationSource {
  /// The path and kind of the bundle.
  let location: BundleLocation
  /// Access to the files of a directory or pack; nil for a single file.
  let storage: (any BundleStorage)?
  /// The bytes of a single file; empty for other kinds.
  let file: [UInt8]
  /// The schema version that the bundle declares.
  let version: SchemaVersion
  /// The manifest as one document where it has parts; nil where it has none.
  private let whole: Deferred<Result<[UInt8]?, SlipError>>
  /// The status of a file or pack when it was opened; nil for directories.
  private let status: FileStatus?

  /// Opens the bundle that `argument` means: see `BundleLocator.locate`.
  ///
  /// - Throws: `SlipError`, with `VersionTable.contradicted` where the bundle declares a
  ///   version that has another container.
  init(_ argument: String, limits: Limits) throws(SlipError) {
    location = try BundleLocator.locate(argument)
    status = location.kind == .directory ? nil : try FileSystem.status(location.path)
    storage = try location.storage(limits: limits, checksEntries: true)
    if let storage {
      file = []
      version = try MigrationSource.version(of: storage)
      let mayHaveParts = version.mayHaveParts
      whole = Deferred {
        do throws(SlipError) {
          return .success(mayHaveParts ? try ManifestDocument.joining(storage, limits: limits) : nil)
        } catch {
          return .failure(error)
        }
      }
    } else {
      whole = Deferred { .success(nil) }
      let path = location.path
      let bytes = try FileSystem.readFile(path)
      version = try slipErrors { try bytes.withUnsafeBytes { try VersionTable.version(of: $0, file: path) } }
      file = bytes
    }
    guard version.isTree == (storage != nil) else {
      throw SlipError(
        .badInput, code: VersionTable.contradicted,
        "the bundle declares schema version \(version.number), which has another container",
        at: SourceLocation(file: location.path))
    }
  }

  /// Whether a file or pack is still what was opened. Directories are locked instead.
  func isUnchanged() throws(SlipError) -> Bool {
    guard let status else { return true }
    return try FileSystem.status(location.path)?.hasContent(of: status) ?? false
  }

  /// The schema version that a manifest declares.
  static func version(of storage: any BundleStorage) throws(SlipError) -> SchemaVersion {
    let name = storage.displayPath(of: BundleLayout.manifestPath)
    return try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { try VersionTable.version(of: $0, file: name) }
    }
  }

  /// Calls `body` with the bytes of the single file or manifest, which is one document here.
  func withXML<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws(SlipError) -> R {
    try slipErrors {
      guard let storage else { return try file.withUnsafeBytes(body) }
      if let whole = try whole.value.get() { return try whole.withUnsafeBytes(body) }
      return try storage.withBytes(of: BundleLayout.manifestPath, body)
    }
  }

  /// The path of the single file or manifest, for messages.
  var xmlName: String { storage?.displayPath(of: BundleLayout.manifestPath) ?? location.path }

  /// The digest and length of the single file or manifest.
  func digest() throws(SlipError) -> FileFact { try withXML { FileFact(of: $0) } }

  /// The numbers of entities in the single file or manifest.
  func counter(_ limits: Limits) throws(SlipError) -> VersionCounter {
    let counter = VersionCounter()
    try withXML { try counter.count($0, limits: limits) }
    return counter
  }

  /// Validates the bundle and returns the findings that don't stop a migration. That the
  /// version is old isn't among them.
  ///
  /// - Throws: `SlipError` with `MigrationCode.brokenSource` where there are errors; they must
  ///   be repaired first.
  func validate(_ request: MigrationRequest) throws(SlipError) -> [Diagnostic] {
    let report: ValidationReport
    if let storage {
      var options = ValidationOptions()
      (options.limits, options.workers) = (request.limits, request.workers)
      report = try MigrationSource.validate(storage, options)
    } else {
      report = try SingleFileValidator.check(file, name: location.path, limits: request.limits)
    }
    let errors = report.diagnostics.filter { $0.severity == .error }
    guard let first = errors.first else {
      return report.diagnostics.filter { $0.code != ValidationRule.versionOlder.code }
    }
    throw SlipError(
      .badInput, code: MigrationCode.brokenSource,
      "The bundle has \(errors.count) \(errors.count == 1 ? "error" : "errors"); nothing was changed. The first: \(first.message) [\(first.code)]. See `slipconv validate`.",
      at: first.location)
  }

  /// Runs the rules over any kind of storage.
  static func validate(
    _ storage: some BundleStorage, _ options: ValidationOptions
  ) throws(SlipError) -> ValidationReport {
    try Validator(storage: storage, options: options).run()
  }
}

/// Locks a bundle directory that will be removed because the result of its migration has
/// another path.
///
/// Until then nobody else writes to it. If somebody changed it all the same, the directory is
/// kept.
struct MigrationHold {
  /// The lock on the directory.
  private let stage: TreeStage
  /// What was in the directory when it was locked.
  private let fingerprint: TreeFingerprint

  /// Locks the bundle. Nil where the result replaces the bundle in its place, or the bundle
  /// stays.
  init?(_ request: MigrationRequest, to goal: SchemaVersion) throws(SlipError) {
    guard request.output == nil, !goal.isTree else { return nil }
    let location = try BundleLocator.locate(request.bundle)
    guard location.kind == .directory else { return nil }
    stage = try TreeStage.begin(at: location.path)
    do throws(SlipError) {
      fingerprint = try TreeFingerprint(DirectoryHandle(location.path))
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Removes the bundle at once, or renames it.
  ///
  /// - Returns: The path of the bundle if it was kept.
  func retire(keeping: Bool, suffix: String) throws(SlipError) -> String? {
    try stage.retireOld(keeping: keeping, suffix: suffix, unless: fingerprint)
  }

  /// Releases the lock. After `retire` this does nothing.
  func end() { stage.abandon() }
}
