import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit

/// `slipconv migrate`: bundles to another schema version.
///
/// It has two modes: one bundle (`MigrationRequest`), with a plan and its losses, or many
/// (`MigrateEach`), with a journal, shards and resuming. Several bundles as arguments count as
/// many.
///
/// A loss is not an error of the command line but a decision of the user, so it has the exit
/// status 1, and the losses are printed before the error. `--plan` prints the same list in
/// advance.
struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate bundles to another schema version.",
    discussion: """
      The new version replaces the old one in place, completely or not at all; the old bundle stays beside it as \
      my.slipbox~v3. Versions 1 to 3 are one file, NAME.slipbox.xml; those after them are a folder, NAME.slipbox, or \
      one packed file. If an older version can't represent everything, the losses are listed, and nothing is changed \
      without --allow-loss.

      EXAMPLE
        slipconv migrate my.slipbox
        slipconv migrate my.slipbox --to 3 --plan
        slipconv migrate archive/ --recursive --jobs 2 --journal run.ndjson

      EXIT STATUS
        0  done, or there was nothing to do
        1  something would be lost, and nothing was changed; or some of many failed
        2  wrong usage
        3  could not be done; nothing was changed
      """)

  /// The bundles, or with `--recursive` folders.
  @Argument(
    help: """
      The bundles: .slipbox folders or any path inside them, .slippack or .slipbox.xml files; with -r, folders.
      """,
    completion: .file())
  var bundles: [String] = []

  /// The wanted version; nil: the current one.
  @Option(
    help: "The target schema version (default: \(VersionTable.current), the current one).",
    completion: .list(VersionTable.rows.map { String($0.number) }))
  var to: Int?

  /// Whether to print what would be done, without doing it.
  @Flag(help: "Print stages, losses and sizes, without migrating.")
  var plan = false

  /// Whether to migrate even if something is lost.
  @Flag(help: "Migrate even if the target version can't represent everything.")
  var allowLoss = false

  /// Whether the old bundle is deleted. A bundle with a Git repository in it is kept all the
  /// same.
  @Flag(help: "Don't keep the old bundle.")
  var noBackup = false

  /// The path of the result; the old bundle then stays as it is. The suffix decides whether a
  /// directory or a pack is written.
  @Option(
    name: [.short, .customLong("output")], help: "Write the result here, and leave the bundle as it is.",
    completion: .file())
  var output: String?

  /// The batch options, of which `--jobs` also applies to a single bundle.
  @OptionGroup(title: "Many at a time") var batch: BatchOptions
  /// Prints the plan, the report or the summary as JSON.
  @OptionGroup var json: JSONOption
  /// What is printed; with `--verbose` all losses, not only the first twenty.
  @OptionGroup var common: CommonOptions

  /// Checks what can't be used together.
  func validate() throws {
    if bundles.isEmpty, batch.from == nil { throw ValidationError("Name at least one bundle.") }
    if !bundles.isEmpty, batch.from != nil {
      throw ValidationError("Name bundles, or give a list with --from; not both.")
    }
    if !isBatch { try batch.expectOne(remedy: "give --recursive or --from, too") }
    if isBatch, output != nil { throw ValidationError("--output is for one bundle.") }
    if isBatch, plan { throw ValidationError("--plan is for one bundle; for many use --dry-run.") }
    if batch.dryRun, !isBatch { throw ValidationError("--dry-run is for many bundles; for one use --plan.") }
  }

  /// Whether many bundles are meant, or may be.
  private var isBatch: Bool { batch.isBatch || bundles.count > 1 }

  /// Migrates one bundle or many.
  func run() throws {
    let request = MigrationRequest(
      bundle: bundles.first ?? "", to: to, allowLoss: allowLoss, keepsBackup: !noBackup, output: output)
    if isBatch {
      return try BatchMigration(
        request: request, inputs: bundles, batch: batch, common: common, json: json.json
      ).run()
    }
    var alone = request
    alone.workers = batch.jobs ?? alone.workers
    try one(alone)
  }

  /// Migrates or plans one bundle. If something would be lost, the losses are listed on
  /// standard error, and the exit status is 1.
  ///
  /// The list comes from a plan that is made after the refusal, since an error has no room for
  /// it.
  private func one(_ request: MigrationRequest) throws {
    if plan { return try show(try request.plan()) }
    let bar = ProgressBar(quiet: common.quiet)
    do {
      let report = try request.run(progress: bar.progress)
      bar.finish()
      try show(report)
    } catch let error as SlipError where error.code == MigrationCode.wouldLose {
      bar.finish()
      Terminal.standardError.write(MigrationText.losses(try request.plan().losses, all: common.verbose))
      _ = ExitStatus.of(error)
      throw ExitStatus.problemsFound
    } catch {
      bar.finish()
      throw error
    }
  }

  /// Prints a plan.
  private func show(_ plan: MigrationPlan) throws {
    if json.json { return try JSONOutput.print(plan) }
    try Terminal.standardOutput.writeResult(MigrationText.plan(plan, all: common.verbose))
  }

  /// Prints what was done.
  private func show(_ report: MigrationReport) throws {
    common.print(report.diagnostics)
    if json.json { return try JSONOutput.print(report, isDone: report.result == .migrated) }
    guard report.result == .migrated else {
      return common.say("\(report.path): already has schema version \(report.to).")
    }
    let backup = report.backup.map { "; the old one is \($0)" } ?? ""
    common.say("\(report.path): migrated from version \(report.from) to \(report.to)\(backup).")
  }
}
