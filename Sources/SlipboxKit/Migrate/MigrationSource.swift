internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// The bundle that is to be migrated, as it lies there.
struct MigrationSource {
  let location: BundleLocation
  /// Nil for a single file.
  let storage: (any BundleStorage)?
  /// The whole of a single file.
  let file: [UInt8]
  let version: SchemaVersion
  /// Of a file, when it was opened.
  private let status: FileStatus?

  init(_ argument: String, limits: Limits) throws(SlipError) {
    location = try BundleLocator.locate(argument)
    status = location.kind == .directory ? nil : try FileSystem.status(location.path)
    storage = try location.storage(limits: limits, checksEntries: true)
    if let storage {
      file = []
      version = try MigrationSource.version(of: storage)
    } else {
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

  /// Whether a file is still what was read. Directories are locked instead.
  func isUnchanged() throws(SlipError) -> Bool {
    guard let status else { return true }
    return try FileSystem.status(location.path)?.hasContent(of: status) ?? false
  }

  static func version(of storage: any BundleStorage) throws(SlipError) -> SchemaVersion {
    let name = storage.displayPath(of: BundleLayout.manifestPath)
    return try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { try VersionTable.version(of: $0, file: name) }
    }
  }

  /// The single file or the manifest.
  func withXML<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws(SlipError) -> R {
    try slipErrors {
      guard let storage else { return try file.withUnsafeBytes(body) }
      return try storage.withBytes(of: BundleLayout.manifestPath, body)
    }
  }

  /// The name of the single file or the manifest, for messages.
  var xmlName: String { storage?.displayPath(of: BundleLayout.manifestPath) ?? location.path }

  func digest() throws(SlipError) -> FileFact { try withXML { FileFact(of: $0) } }

  func counter(_ limits: Limits) throws(SlipError) -> VersionCounter {
    let counter = VersionCounter()
    try withXML { try counter.count($0, limits: limits) }
    return counter
  }

  /// The findings that stop nothing.
  /// - Throws: Where there are errors; they must be mended before a migration.
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

  static func validate(
    _ storage: some BundleStorage, _ options: ValidationOptions
  ) throws(SlipError) -> ValidationReport {
    try Validator(storage: storage, options: options).run()
  }
}
