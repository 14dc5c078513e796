package import SlipBase

/// A bundle of some version while it is migrated: its XML, and where its payload is.
package struct VersionDocument: Sendable {
  package enum Payload: Sendable {
    /// Versions 1 to 3 hold all in their XML.
    case none
    /// Made by a stage; by path.
    case made([String: [UInt8]])
    /// In a bundle that lies there.
    case stored(any BundleStorage)

    func read(_ path: String) throws(SlipError) -> [UInt8] {
      switch self {
      case .none: throw missing(path)
      case .made(let files):
        guard let bytes = files[path] else { throw missing(path) }
        return bytes
      case .stored(let storage): return try storage.read(path)
      }
    }

    /// Nothing is looked at where there is no payload.
    func withBytes(of path: String, _ body: (UnsafeRawBufferPointer) -> Void) throws {
      switch self {
      case .none: return
      case .made: try read(path).withUnsafeBytes(body)
      case .stored(let storage): try storage.withBytes(of: path, body)
      }
    }

    private func missing(_ path: String) -> SlipError {
      SlipError(
        .badInput, code: ManifestCode.unlistedPayload, "a payload file is missing",
        at: SourceLocation(file: path))
    }
  }

  package var version: Int
  /// The single file of versions 1 to 3, else the manifest.
  package var xml: [UInt8]
  package var payload: Payload
  /// What a stage found, and stops nothing.
  package var diagnostics: [Diagnostic] = []
  package var losses: [VersionLoss] = []

  package init(version: Int, xml: [UInt8], payload: Payload) {
    (self.version, self.xml, self.payload) = (version, xml, payload)
  }
}

/// How stages work.
package struct StageOptions: Sendable {
  package var limits: Limits
  package var workers: Int
  /// The program, for the history.
  package var tool: String

  package init(limits: Limits, workers: Int, tool: String) {
    (self.limits, self.workers, self.tool) = (limits, workers, tool)
  }
}
