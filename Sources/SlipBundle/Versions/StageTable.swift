public import SlipBase
internal import SlipNotes

/// The stages, oldest first.
///
/// ```
/// 1 ⇄ 2 ⇄ 3 ⇄ 4 ⇄ 5 ⇄ 6 ⇄ 7 ⇄ 8
/// ```
///
/// A migration runs all stages between two versions, one after the other, so there are no short cuts to keep
/// in agreement. A published stage is never changed: somebody may have a bundle that it made.
package enum StageTable {
  /// The stages, oldest first.
  package static let rows: [VersionStage] = [
    Stage12.row, Stage23.row, Stage34.row, Stage45.row, Stage56.row, Stage67.row, Stage78.row,
  ]

  /// The stages from one version to another, up or down, in the order in which they run; empty for the same
  /// version.
  package static func path(from: Int, to: Int) -> [VersionStage] {
    from <= to
      ? rows.filter { $0.from >= from && $0.to <= to }
      : rows.filter { $0.from >= to && $0.to <= from }.reversed()
  }

  /// Runs one stage after another. Each result is checked against its schema and its stage's invariants.
  ///
  /// - Parameters:
  ///   - document: The bundle as it is.
  ///   - version: The version that is wanted.
  ///   - options: How stages work.
  ///   - progress: Called before each stage.
  /// - Returns: The bundle in the wanted version, with what all stages reported and lost.
  /// - Throws: `SlipError` with code `MigrationCode.brokenResult` for a result that breaks its schema or an
  ///   invariant; nothing was written then. Other errors of reading.
  package static func run(
    _ document: VersionDocument, to version: Int, _ options: StageOptions,
    progress: (VersionStage) -> Void = { _ in }
  ) throws(SlipError) -> VersionDocument {
    var document = document
    for stage in path(from: document.version, to: version) {
      progress(stage)
      let before = document
      document = try before.migrated(by: stage, isUp: version > before.version, options)
      document.diagnostics = before.diagnostics + document.diagnostics
      document.losses = before.losses + document.losses
      try expectValid(document, options)
    }
    return document
  }

  /// Checks a result against the XSD of its version.
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

  /// Checks that a step up lost nothing: the counts of entities, all text and all blobs.
  ///
  /// A difference is an internal error, not a fault of the bundle; nothing was written.
  ///
  /// - Throws: `SlipError` with code `MigrationCode.brokenResult`, which names what differs.
  static func expectNothingLost(_ before: VersionCensus, _ after: VersionCensus) throws(SlipError) {
    guard before.notes == after.notes else { throw broken("the number of notes changed") }
    guard before.links == after.links else { throw broken("the number of links changed") }
    guard before.keywords == after.keywords else { throw broken("the number of keywords changed") }
    guard before.folders == after.folders else { throw broken("the number of folders changed") }
    guard before.text == after.text else { throw broken("some text changed") }
    guard before.blobs == after.blobs else { throw broken("some blob changed") }
  }

  /// The error for a result that is not what it should be.
  package static func broken(_ what: String) -> SlipError {
    SlipError(
      .cannotDo, code: MigrationCode.brokenResult,
      "The result of a migration stage is unsound (\(what)); nothing was changed.")
  }
}

extension VersionDocument {
  /// The document in the version before or after.
  fileprivate func migrated(
    by stage: VersionStage, isUp: Bool, _ options: StageOptions
  ) throws(SlipError) -> VersionDocument {
    switch stage.way {
    case .whole(let up, let down): isUp ? try up(self, options) : try down(self, options)
    case .streamed: try streamed(by: stage, isUp: isUp, options)
    }
  }

  /// Reads the document by a version's reader.
  func read<Box>(
    _ reader: (UnsafeRawBufferPointer, String?, Limits) throws(SlipError) -> Box, _ limits: Limits
  ) throws(SlipError) -> Box {
    try slipErrors { try xml.withUnsafeBytes { try reader($0, nil, limits) } }
  }
}

extension [HistoryEvent] {
  /// The history with one more event: this migration.
  func migrated(from: Int, to: Int, _ options: StageOptions) -> [HistoryEvent] {
    self + [HistoryEvent(kind: .migration, from: String(from), to: String(to), tool: options.tool)]
  }
}

/// Codes of errors and reports of migrations.
public enum MigrationCode {
  /// The wanted version can't hold everything that the bundle has.
  public static let wouldLose = "SBXV101"
  /// The wanted version doesn't exist.
  public static let noSuchVersion = "SBXV102"
  /// The bundle has errors, which have to be repaired first.
  public static let brokenSource = "SBXV103"
  /// A stage's result breaks an invariant, which is an internal error. Nothing was changed.
  public static let brokenResult = "SBXV104"
  /// There isn't enough free space.
  public static let noSpace = "SBXV105"
  /// There is something at the place of the result.
  public static let targetTaken = "SBXV106"
  /// Keywords whose names differ only in case were merged.
  public static let keywordsMerged = "SBXV107"
}

extension MigrationCode {
  /// What each code means and what to do about it, as `slipconv explain` shows it.
  public static let texts: [CodeText] = [
    CodeText(
      wouldLose, "The target version can't represent everything in the bundle",
      advice: """
        Nothing was changed. `slipconv migrate --plan` lists what would be lost, and --allow-loss migrates \
        all the same.
        """),
    CodeText(
      noSuchVersion, "There is no such schema version",
      advice: "Give --to a version that `slipconv schema` lists, or leave it out for the current one."),
    CodeText(
      brokenSource, "The bundle has errors, which must be repaired before it is migrated",
      advice: "Nothing was changed. Correct the errors that `slipconv validate` lists, then migrate again."),
    CodeText(
      brokenResult, "The result of a migration is invalid; nothing was changed",
      advice: "The bundle is as it was. This is a fault of slipconv: please report it, with the message."),
    CodeText(
      noSpace, "There is not enough free space for the result",
      advice: """
        Nothing was changed. Free as many bytes as the message says, or write the result to another disk \
        with --output.
        """),
    CodeText(
      targetTaken, "The path of a migration's result is taken",
      advice: "Nothing was changed. Move away what is there, or name another place with --output."),
    CodeText(
      keywordsMerged, "Keywords that differ only in case were merged",
      advice: "Nothing needs to be done: every note keeps its keyword, in one spelling."),
  ]
}
