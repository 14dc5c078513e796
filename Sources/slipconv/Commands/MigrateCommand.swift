import ArgumentParser
import SlipBase
import SlipBundle
import SlipboxKit

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Bring a bundle to another schema version.",
    discussion: """
      In place, all at once or not at all; the old bundle stays beside the new one as my.slipbox~v3. Versions 1 to 3 \
      are one file, NAME.slipbox.xml; 4 and 5 a folder, NAME.slipbox, or one packed file. Downwards, what the older \
      version can't hold is listed, and nothing is done without --allow-loss.

      EXAMPLE
        slipconv migrate my.slipbox
        slipconv migrate my.slipbox --to 3 --plan
        slipconv migrate archive --recursive --jobs 2 --journal run.ndjson

      EXIT STATUS
        0  done, or there was nothing to do
        1  something would be lost, or of many bundles some failed; those were not changed
        2  wrong usage
        3  could not be done; nothing was changed
      """)

  @Argument(
    help:
      "The bundle: a .slipbox folder or anything in it, a .slippack or a .slipbox.xml; or folders full of them.",
    completion: .file())
  var bundles: [String] = []

  @Option(help: "The schema version to make (default: \(VersionTable.current), the current one).")
  var to: Int?

  @Flag(help: "Print stages, losses and sizes, and do nothing.")
  var plan = false

  @Flag(help: "Go on where the version can't hold all.")
  var allowLoss = false

  @Flag(help: "Don't keep the old bundle.")
  var noBackup = false

  @Option(
    name: [.short, .customLong("output")], help: "Write the result there, and leave the bundle as it is.",
    completion: .file())
  var output: String?

  @OptionGroup(title: "Many at a time") var batch: BatchOptions
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard batch.isBatch else {
      if bundles.count != 1 { throw ValidationError("Name one bundle, or give --recursive.") }
      if batch.dryRun { throw ValidationError("--dry-run is for many bundles; --plan tells more about one.") }
      return
    }
    if output != nil { throw ValidationError("-o is for one bundle; many are migrated where they lie.") }
    if plan { throw ValidationError("--plan is for one bundle; --dry-run tells what would be done to many.") }
    let isNamed = batch.from == nil ? !bundles.isEmpty : bundles.isEmpty
    if !isNamed { throw ValidationError("Name folders and --recursive, or a list by --from.") }
  }

  func run() throws {
    guard let bundle = bundles.first, !batch.isBatch else { return try runBatch() }
    var request = MigrationRequest(
      bundle: bundle, to: to, allowLoss: allowLoss, keepsBackup: !noBackup, output: output)
    request.workers = batch.jobs ?? Parallel.cores
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

  private func runBatch() throws {
    let request = MigrationRequest(bundle: "", to: to, allowLoss: allowLoss, keepsBackup: !noBackup)
    try BatchMigration(request: request, inputs: bundles, batch: batch, common: common, json: json.json).run()
  }

  private func show(_ plan: MigrationPlan) throws {
    if json.json { return try JSONOutput.print(plan) }
    try Terminal.standardOutput.writeResult(MigrationText.plan(plan, all: common.verbose))
  }

  private func show(_ report: MigrationReport) throws {
    common.print(report.diagnostics)
    if json.json { return try JSONOutput.print(report) }
    guard report.result == .migrated else {
      return common.say("\(report.path): has schema version \(report.to) already.")
    }
    let backup = report.backup.map { "; the old one is \($0)" } ?? ""
    common.say("\(report.path): migrated from version \(report.from) to \(report.to)\(backup).")
  }
}
