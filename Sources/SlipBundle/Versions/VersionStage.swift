internal import SlipBase

/// A step between one schema version and the next: a row of `StageTable`.
///
/// The file of a stage makes its row, with all that the stage needs. Whoever runs stages knows neither numbers nor names.
package struct VersionStage: Sendable {
  /// How a stage works.
  enum Way: Sendable {
    /// The whole document is made anew. The second function lists what that loses; the first loses nothing.
    case whole(up: Conversion, down: Conversion)
    /// The manifest streams from one form to the other, and payload stays as it is.
    case streamed(up: Preparation, down: Preparation)
  }

  /// Makes the document of the other version.
  typealias Conversion = @Sendable (VersionDocument, StageOptions) throws(SlipError) -> VersionDocument
  /// Looks at a manifest before it streams.
  typealias Preparation = @Sendable (ManifestInput) throws(SlipError) -> PreparedStage

  /// The older version.
  let older: SchemaVersion
  /// The newer version.
  let newer: SchemaVersion
  /// What changes from the older to the newer version, one sentence each.
  package let changes: [String]
  /// How the stage works.
  let way: Way

  /// A step between two versions.
  init(_ older: SchemaVersion, _ newer: SchemaVersion, changes: [String], _ way: Way) {
    (self.older, self.newer, self.changes, self.way) = (older, newer, changes, way)
  }

  /// The number of the older version.
  package var from: Int { older.number }
  /// The number of the newer version.
  package var to: Int { newer.number }
  /// Whether the step is declared as data: renames, new optional attributes, dropped derived ones.
  ///
  /// As in Core Data, such a step needs no code of its own. It runs as a stream.
  package var isLightweight: Bool { if case .streamed = way { true } else { false } }
}

/// A stage in one direction that has looked at a manifest: what it loses, and what its writer has to know.
struct PreparedStage {
  /// Makes the writer. What the stage found out is the closure's own affair.
  typealias MakeWriter = (LightweightWriter.Options, XMLSink) -> LightweightWriter

  /// What the version that is made can't hold; empty on the way up.
  let losses: [VersionLoss]
  /// Makes the writer of the new manifest.
  let writer: MakeWriter

  /// A stage that is ready to run.
  ///
  /// - Parameters:
  ///   - losses: What the version that is made can't hold.
  ///   - writer: Makes the writer of the new manifest.
  init(losses: [VersionLoss] = [], writer: @escaping MakeWriter) {
    (self.losses, self.writer) = (losses, writer)
  }
}
