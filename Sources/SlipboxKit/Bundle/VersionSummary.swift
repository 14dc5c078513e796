public import SlipBase
internal import SlipBundle

/// What can be told of a bundle of any schema version, also of one that this program doesn't know.
public struct VersionSummary: Sendable, Encodable {
  public var path: String
  /// As it is declared, or as the structure shows where it isn't; nil where neither tells.
  public var schemaVersion: Int?
  /// Whether this program knows that version.
  public var isKnown: Bool
  public var counts: MigrationCounts
  /// What the user can do.
  public var advice: String

  /// Reads as far as the document is well-formed.
  public init(_ argument: String, limits: Limits = Limits()) throws(SlipError) {
    let location = try BundleLocator.locate(argument)
    path = location.path
    let storage: any BundleStorage
    if let opened = try location.storage(limits: limits) {
      storage = opened
    } else {
      storage = try SingleFileStorage(path)
    }
    let file =
      location.kind == .singleFile ? MigrationTarget.name(of: path) : BundleLayout.manifestPath
    let name = location.kind == .singleFile ? path : storage.displayPath(of: file)
    let counter = VersionCounter()
    let found = try slipErrors {
      try storage.withBytes(of: file) { bytes in
        try counter.count(bytes, limits: limits)
        return try VersionTable.detect(bytes, file: name)
      }
    }
    counts = MigrationCounts(counter)
    schemaVersion = found.declared ?? found.structure
    isKnown = schemaVersion.flatMap(VersionTable.named) != nil
    advice =
      !isKnown
      ? "This program knows versions up to \(VersionTable.current); use a newer one."
      : schemaVersion == VersionTable.current
        ? "" : "`slipconv migrate` brings it to version \(VersionTable.current)."
  }
}
