import SlipBase
import SlipboxKit

/// `migrate` on many bundles.
struct BatchMigration {
  /// Everything but the bundle.
  var request: MigrationRequest
  var inputs: [String]
  var batch: BatchOptions
  var common: CommonOptions
  var json: Bool

  func run() throws {
    var request = request
    // The cores are shared among bundles first.
    request.workers = max(1, Parallel.cores / (batch.jobs ?? Parallel.cores))
    let console = BatchConsole(
      batch: batch, common: common, json: json, job: "migrate", options: options, inputs: inputs)
    try console.run(MigrateEach(request, isDryRun: batch.dryRun)) { () throws(SlipError) in
      try batch.bundles(inputs)
    }
  }

  private var options: [String: String] {
    var options = ["to": String(request.to ?? Tool.schemaVersion)]
    if request.allowLoss { options["allow-loss"] = "true" }
    if !request.keepsBackup { options["no-backup"] = "true" }
    return options
  }
}
