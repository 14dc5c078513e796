internal import SlipFiles
internal import SlipBase
internal import SlipBundle

/// One migration while it is done: decides how the bundle gets to the wanted version, and fills
/// in plan or report.
///
/// There are two ways. Where all stages are lightweight, the versions differ in the manifest and the history only: it
/// streams from one form to the other, and payload is carried over (`MigrationEmitter.stream`).
/// All other migrations go through stages in memory (`StageTable.run`), one version at a time,
/// whose result is then written (`MigrationEmitter.emit`).
struct MigrationRun {
  /// What was asked for.
  let request: MigrationRequest
  /// The wanted schema version.
  let goal: SchemaVersion

  /// Checks that the wanted version exists.
  ///
  /// - Throws: `SlipError` with `MigrationCode.noSuchVersion`.
  init(_ request: MigrationRequest) throws(SlipError) {
    self.request = request
    let number = request.to ?? VersionTable.current
    guard let goal = VersionTable.named(number) else {
      throw SlipError(
        .usage, code: MigrationCode.noSuchVersion,
        "There is no schema version \(number); known versions are 1 to \(VersionTable.current).")
    }
    self.goal = goal
  }

  /// Options for stages in memory.
  private var options: StageOptions {
    StageOptions(limits: request.limits, workers: request.workers, tool: SlipboxTool.name)
  }

  /// Whether the manifest can be streamed.
  private func streams(_ source: MigrationSource) -> Bool { stages(source).allSatisfy(\.isLightweight) }

  /// The stages, in the order in which they run.
  private func stages(_ source: MigrationSource) -> [VersionStage] {
    StageTable.path(from: source.version.number, to: goal.number)
  }

  // MARK: Plan

  /// Finds out what would be done. Stages in memory are run, because only their result says how
  /// long it is and what is lost.
  ///
  /// - Throws: `SlipError` where the source has errors, or can't be read.
  func plan() throws(SlipError) -> MigrationPlan {
    let source = try MigrationSource(request.bundle, limits: request.limits)
    let target = MigrationTarget(request, from: source.location, to: goal)
    _ = try source.validate(request)
    let counter = try source.counter(request.limits)
    let length = try source.digest().length
    var losses: [VersionLoss] = []
    var needed = 0
    if source.version.number != goal.number {
      if streams(source) {
        losses = try streamLosses(source).losses
        needed = length + (target.kind == .zip || !target.isInPlace ? counter.payloadBytes : 0)
      } else {
        let result = try StageTable.run(try document(source), to: goal.number, options)
        losses = result.losses
        needed = result.length
      }
    }
    let stages = stages(source)
    let isUp = goal.number > source.version.number
    let backup = BundleLayout.backupName(source.location.path, version: source.version.number)
    return MigrationPlan(
      path: source.location.path, result: target.path,
      backup: request.keepsBackup && request.output == nil && !stages.isEmpty ? backup : nil,
      from: source.version.number, to: goal.number,
      stages: stages.map {
        MigrationPlan.Stage(
          from: isUp ? $0.from : $0.to, to: isUp ? $0.to : $0.from,
          kind: $0.isLightweight ? "lightweight" : "custom", changes: $0.changes)
      },
      losses: losses.map(MigrationPlan.Loss.init),
      counts: MigrationCounts(counter), bytes: length + counter.payloadBytes, bytesNeeded: needed,
      bytesFree: FileSystem.freeBytes(at: target.folder))
  }

  /// The bundle as a document for stages in memory. Payload is read when a stage asks for it.
  func document(_ source: MigrationSource) throws(SlipError) -> VersionDocument {
    VersionDocument(
      version: source.version.number, xml: try source.withXML { Array($0) },
      payload: source.storage.map { .stored($0) } ?? .none)
  }

  /// What streaming the manifest would lose, and the migration, ready to run. Upwards nothing is lost.
  func streamLosses(
    _ source: MigrationSource
  ) throws(SlipError) -> (losses: [VersionLoss], migration: ManifestMigration) {
    let (name, storage) = (source.xmlName, source.storage)
    guard
      var migration = ManifestMigration(
        stages(source), isUp: goal.number > source.version.number, options,
        payload: { path, look in try storage?.withBytes(of: path, look) })
    else { throw StageTable.broken("a stage doesn't stream") }
    let losses = try source.withXML { try migration.prepare($0, file: name) }
    return (losses, migration)
  }

  // MARK: Run

  /// Migrates the bundle.
  ///
  /// The order matters: first the lock on a directory that will go, then reading and
  /// validating, then the stages, then writing with a validation of the result, and at last
  /// retiring the old bundle. Up to that point an error leaves everything as it was.
  func run(progress: WorkProgress) throws(SlipError) -> MigrationReport {
    // A run that was killed while it took the old bundle away has left it under a hidden name.
    TreeStage.clearLeftovers(at: request.bundle)
    let hold = try MigrationHold(request, to: goal)
    defer { hold?.end() }
    let source = try MigrationSource(request.bundle, limits: request.limits)
    let target = MigrationTarget(request, from: source.location, to: goal)
    let before = try source.digest()
    let counter = try source.counter(request.limits)
    var report = MigrationReport(
      path: source.location.path, backup: nil, from: source.version.number, to: goal.number,
      result: .unchanged, counts: MigrationCounts(counter), bytes: before.length + counter.payloadBytes,
      bytesAfter: before.length + counter.payloadBytes, losses: [], diagnostics: [],
      digestBefore: before.digest, digestAfter: before.digest)
    guard source.version.number != goal.number else {
      // A run that was killed after the exchange has left the old version behind, maybe in another container.
      for path in MigrationTarget.places(of: source.location.path) { TreeStage.clearLeftovers(at: path) }
      return report
    }
    try progress("checking", 0, of: nil)
    let emitter = MigrationEmitter(request: request, goal: goal, source: source, target: target, hold: hold)
    let done: MigrationEmitter.Outcome
    if streams(source) {
      done = try emitter.stream(self, &report)
    } else {
      report.diagnostics = try source.validate(request)
      let result = try StageTable.run(try document(source), to: goal.number, options) { stage in
        progress.report("stage \(stage.from)–\(stage.to)", of: nil)
      }
      try expectNoLoss(result.losses)
      report.losses = result.losses.map(MigrationPlan.Loss.init)
      report.diagnostics += result.diagnostics
      try emitter.expectSpace(result.length)
      done = try emitter.emit(result)
    }
    report.result = .migrated
    (report.path, report.backup, report.digestAfter) = (target.path, done.backup, done.xml.digest)
    report.bytesAfter = done.xml.length + done.payloadBytes
    report.diagnostics += done.diagnostics
    return report
  }

  /// Throws where something would be lost and that isn't allowed.
  func expectNoLoss(_ losses: [VersionLoss]) throws(SlipError) {
    guard !request.allowLoss, !losses.isEmpty else { return }
    throw SlipError(
      .cannotDo, code: MigrationCode.wouldLose,
      "Version \(goal.number) can't hold \(losses.count) \(losses.count == 1 ? "thing" : "things") that this bundle has; nothing was changed. `--plan` lists them, `--allow-loss` migrates anyway.",
      at: SourceLocation(file: request.bundle))
  }
}

/// Losses of stages.
extension MigrationPlan.Loss {
  /// The loss as plans and reports show it.
  init(_ loss: VersionLoss) {
    self.init(from: loss.from, to: loss.to, kind: loss.kind, id: loss.id, what: loss.what)
  }
}

/// Counts of a document.
extension MigrationCounts {
  /// The numbers that a counter has found.
  init(_ counter: VersionCounter) {
    (notes, folders, keywords) = (counter.notes, counter.folders, counter.keywords)
    (links, attachments) = (counter.links, counter.attachments)
  }
}

/// The size of a result.
extension VersionDocument {
  /// The length of the XML and of the files that stages made, in bytes.
  var length: Int {
    guard case .made(let files) = payload else { return xml.count }
    return files.values.reduce(xml.count) { $0 + $1.count }
  }
}
