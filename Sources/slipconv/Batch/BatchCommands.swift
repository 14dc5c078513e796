import SlipBase
import SlipboxKit

/// `convert` on many files.
struct BatchConversion {
  /// Everything but input and output.
  var request: ConvertRequest
  var inputs: [String]
  /// The folder for what is made.
  var output: String
  var batch: BatchOptions
  var common: CommonOptions
  var json: Bool

  func run() throws {
    if batch.from == nil { try ConvertEach.expectApart(output, from: inputs) }
    let job = try ConvertEach(request, output: output, isDryRun: batch.dryRun)
    let console = BatchConsole(
      batch: batch, common: common, json: json, job: "convert", options: options, inputs: inputs)
    let filter = batch.filter
    try console.run(job) { () throws(SlipError) in
      try batch.work(
        ConvertEach.files(in: inputs, from: request.from, recursive: batch.recursive) { filter.excludes($0) })
    }
  }

  private var options: [String: String] {
    var options = ["output": output]
    options["to"] = request.to
    options["from"] = request.from
    options["changes"] = request.changes == .keep ? nil : "\(request.changes)"
    options["links"] = request.links.map { "\($0)" }
    options["attachments"] = request.pictures.map { "\($0)" }
    options["force"] = request.replaces ? "true" : nil
    return options
  }
}

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
