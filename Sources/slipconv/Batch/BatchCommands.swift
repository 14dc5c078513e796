import SlipBase
import SlipboxKit

/// `slipconv convert` on many files: a `ConvertEach` job over the files in folders or over the
/// paths of a list.
struct BatchConversion {
  /// Everything but input and output.
  var request: ConvertRequest
  /// The folders to read; empty where a list is given.
  var inputs: [String]
  /// The folder for the converted files.
  var output: String
  /// The batch options.
  var batch: BatchOptions
  var common: CommonOptions
  /// Whether the summary is printed as JSON.
  var json: Bool

  /// Converts all files.
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

  /// The options that change the result, for the journal.
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

/// `slipconv migrate` on many bundles: a `MigrateEach` job over the bundles in folders or over
/// the paths of a list.
struct BatchMigration {
  /// Everything but the bundle.
  var request: MigrationRequest
  /// The bundles, or with `--recursive` folders; empty where a list is given.
  var inputs: [String]
  /// The batch options.
  var batch: BatchOptions
  var common: CommonOptions
  /// Whether the summary is printed as JSON.
  var json: Bool

  /// Migrates all bundles.
  func run() throws {
    var request = request
    // Bundles divide the cores; what is left goes to the work within each.
    request.workers = max(1, Parallel.cores / (batch.jobs ?? Parallel.cores))
    let console = BatchConsole(
      batch: batch, common: common, json: json, job: "migrate", options: options, inputs: inputs)
    try console.run(MigrateEach(request, isDryRun: batch.dryRun)) { () throws(SlipError) in
      try batch.bundles(inputs)
    }
  }

  /// The options that change the result, for the journal.
  private var options: [String: String] {
    var options = ["to": String(request.to ?? SlipboxTool.schemaVersion)]
    if request.allowLoss { options["allow-loss"] = "true" }
    if !request.keepsBackup { options["no-backup"] = "true" }
    return options
  }
}
