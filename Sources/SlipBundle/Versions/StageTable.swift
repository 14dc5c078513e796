package import SlipBase
internal import SlipDocument
internal import SlipNotes

/// A stage between one version and the next: a row of `StageTable`.
package struct VersionStage: Sendable {
  package var from: Int
  package var to: Int
  /// Nothing but renames, new optional attributes and dropped derived ones, declared as data.
  package var isLightweight: Bool
  /// One sentence each, told upwards.
  package var changes: [String]
  var up: @Sendable (VersionDocument, StageOptions) throws(SlipError) -> VersionDocument
  var down: @Sendable (VersionDocument, StageOptions) throws(SlipError) -> VersionDocument
}

/// The stages, oldest first. A published stage is never changed.
package enum StageTable {
  package static let rows: [VersionStage] = [
    VersionStage(
      from: 1, to: 2, isLightweight: false, changes: Stage12.changes, up: Stage12.up, down: Stage12.down),
    VersionStage(
      from: 2, to: 3, isLightweight: false, changes: Stage23.changes, up: Stage23.up, down: Stage23.down),
    VersionStage(
      from: 3, to: 4, isLightweight: false, changes: Stage34.changes, up: Stage34.up, down: Stage34.down),
    VersionStage(
      from: 4, to: 5, isLightweight: true, changes: Stage45.changes.map(\.description), up: Stage45.up,
      down: Stage45.down),
  ]

  /// The stages that lead from one version to another, in the order in which they run.
  package static func path(from: Int, to: Int) -> [VersionStage] {
    from <= to
      ? rows.filter { $0.from >= from && $0.to <= to }
      : rows.filter { $0.from >= to && $0.to <= from }.reversed()
  }

  /// Runs stage after stage. Each result is checked against its schema and its stage's invariants.
  package static func run(
    _ document: VersionDocument, to version: Int, _ options: StageOptions,
    progress: (VersionStage) -> Void = { _ in }
  ) throws(SlipError) -> VersionDocument {
    var document = document
    for stage in path(from: document.version, to: version) {
      progress(stage)
      let before = document
      document = version > before.version ? try stage.up(before, options) : try stage.down(before, options)
      document.diagnostics = before.diagnostics + document.diagnostics
      document.losses = before.losses + document.losses
      try expectValid(document, options)
    }
    return document
  }

  private static func expectValid(
    _ document: VersionDocument, _ options: StageOptions
  ) throws(SlipError) {
    guard let version = VersionTable.named(document.version) else { return }
    let fault = try slipErrors {
      try document.xml.withUnsafeBytes { try SchemaCheck.firstFault($0, version: version, options.limits) }
    }
    guard let fault else { return }
    throw broken("version \(version.number): \(fault.message)")
  }

  /// Upwards nothing is lost: a fault of ours, and nothing was written.
  static func expectKept(_ before: VersionCensus, _ after: VersionCensus) throws(SlipError) {
    guard before.notes == after.notes else { throw broken("the number of notes changed") }
    guard before.links == after.links else { throw broken("the number of links changed") }
    guard before.keywords == after.keywords else { throw broken("the number of keywords changed") }
    guard before.folders == after.folders else { throw broken("the number of folders changed") }
    guard before.text == after.text else { throw broken("some text changed") }
    guard before.blobs == after.blobs else { throw broken("some blob changed") }
  }

  static func broken(_ what: String) -> SlipError {
    SlipError(
      .cannotDo, code: MigrationCode.brokenResult,
      "The result of a migration stage is unsound (\(what)); nothing was changed.")
  }
}

extension VersionDocument {
  /// Reads the XML by a version's reader.
  func read<Box>(
    _ reader: (UnsafeRawBufferPointer, String?, Limits) throws(SlipError) -> Box, _ limits: Limits
  ) throws(SlipError) -> Box {
    try slipErrors { try xml.withUnsafeBytes { try reader($0, nil, limits) } }
  }
}

extension [HistoryEvent] {
  func migrated(from: Int, to: Int, _ options: StageOptions) -> [HistoryEvent] {
    self + [HistoryEvent(kind: .migration, from: String(from), to: String(to), tool: options.tool)]
  }
}

/// Codes of what can go wrong with a migration.
public enum MigrationCode {
  /// The wanted version can't hold all that the bundle has.
  public static let wouldLose = "SBXV101"
  /// There is no such version.
  public static let noSuchVersion = "SBXV102"
  /// The bundle has errors; they must be mended first.
  public static let brokenSource = "SBXV103"
  /// A stage's result breaks an invariant; nothing was changed.
  public static let brokenResult = "SBXV104"
  /// Not enough free space.
  public static let noSpace = "SBXV105"
  /// The place of the result is taken.
  public static let targetTaken = "SBXV106"
  /// Keywords that differ in case only became one.
  public static let keywordsMerged = "SBXV107"
}
