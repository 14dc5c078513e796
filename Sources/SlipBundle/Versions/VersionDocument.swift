package import SlipBase

/// A bundle of some version while it is migrated: its XML, and where its payload is.
package struct VersionDocument: Sendable {
  /// Where payload is.
  package enum Payload: Sendable {
    /// Nowhere: versions 1 to 3 have everything in their XML.
    case none
    /// In memory, by path: a stage made it.
    case made([String: [UInt8]])
    /// In a bundle.
    case stored(any BundleStorage)
    /// In a bundle, but for files that stages made.
    case changed(any BundleStorage, made: [String: [UInt8]])

    /// The bytes of a payload file.
    ///
    /// - Throws: `SlipError` where there is no such file, or it can't be read.
    func read(_ path: String) throws(SlipError) -> [UInt8] {
      switch self {
      case .none: throw missing(path)
      case .made(let files):
        guard let bytes = files[path] else { throw missing(path) }
        return bytes
      case .stored(let storage): return try storage.read(path)
      case .changed(let storage, let made):
        if let bytes = made[path] { return bytes }
        return try storage.read(path)
      }
    }

    /// Calls `body` with the bytes of a payload file; doesn't where there is no payload at all.
    func withBytes(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
      switch self {
      case .none: return
      case .made, .changed: try read(path).withUnsafeBytes(body)
      case .stored(let storage): try storage.withBytes(of: path, body)
      }
    }

    /// The error for a file that isn't there.
    private func missing(_ path: String) -> SlipError {
      SlipError(
        .badInput, code: ManifestCode.unlistedPayload, "a payload file is missing",
        at: SourceLocation(file: path))
    }
  }

  /// The schema version.
  package var version: Int
  /// The single file of versions 1 to 3, or the manifest.
  package var xml: [UInt8]
  /// Where payload is.
  package var payload: Payload
  /// What stages reported; nothing here stops the migration.
  package var diagnostics: [Diagnostic] = []
  /// What stages down lost.
  package var losses: [VersionLoss] = []

  /// A document that hasn't been migrated yet.
  package init(version: Int, xml: [UInt8], payload: Payload) {
    (self.version, self.xml, self.payload) = (version, xml, payload)
  }
}

/// How stages work.
package struct StageOptions: Sendable {
  /// Bounds for reading XML, RTF and pictures.
  package var limits: Limits
  /// How many bodies and pictures are processed at the same time.
  package var workers: Int
  /// Name and version of the program, for the history.
  package var tool: String

  /// All options; there are no defaults.
  package init(limits: Limits, workers: Int, tool: String) {
    (self.limits, self.workers, self.tool) = (limits, workers, tool)
  }
}
