internal import SlipPrograms
internal import SlipFiles
public import ArgumentParser
import SlipBase
import SlipBatch
public import SlipExchange
import SlipboxKit
import SlipSync

/// `slipconv import`: notes into a bundle.
///
/// It has two modes. Without `--each` all inputs go to one bundle in one atomic change
/// (`ImportRequest`). With it each entry of a directory or list becomes a bundle of its own
/// (`ImportEach`), with a journal, shards and resuming.
///
/// Importing the same source again is the normal case. What happens then depends on what
/// changed since: only the file (the note is updated), only the note (it is kept), both
/// (`--on-conflict`), or the file is gone (the note stays, or is deleted with `--prune`).
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import notes into a bundle.",
    discussion: """
      Imports .rtf, .rtfd and .txt files, files and folders that hold many notes, and whole directories, whose \
      subdirectories become folders. Without -o or --into the notes go into the bundle that $SLIPBOX names, or that is here \
      or above; where there is none, a bundle is created beside the input. Importing again updates what changed and keeps your own changes.

      Many notes come from: \(ProgramTable.sources.kinds.map(\.title).joined(separator: ", ")). `slipconv inspect` shows what \
      such a file or folder holds.

      EXAMPLE
        slipconv import notes.rtf
        slipconv import ~/Documents/Notes -o my.slipbox
        slipconv import more.rtf --into my.slipbox
        slipconv import archive --recursive --each -o out --journal run.ndjson
      """)

  /// The files and directories to import.
  @Argument(help: "The files and directories to import.", completion: .file())
  var inputs: [String] = []

  /// Whether each entry becomes a bundle of its own.
  @Flag(
    help: "Create a bundle for each entry of the directory or list; -o names the directory for the bundles.")
  var each = false

  /// The bundle to create or update; with `--each` the directory for the bundles.
  @Option(
    name: [.short, .customLong("output")], help: "The bundle to create or update.", completion: .file())
  var output: String?

  /// The bundle to add to, which must exist.
  @Option(help: "The existing bundle to add to.", completion: .file())
  var into: String?

  /// The name by which a later import recognizes the files. It is the first part of their keys,
  /// so a directory that was moved or renamed can be imported again under its old name.
  @Option(help: "Name of the source, by which files are recognized again (default: the directory's name).")
  var sourceName: String?

  /// What happens if a file and its note both changed since the last import: both texts are merged (`merge`), the note stays
  /// (`keep`), becomes what the file says (`replace`), or stays beside a new note for the file
  /// (`both`).
  @Option(
    help:
      "If a file and its note both changed: merge their texts, keep the note, replace it, or keep both versions as two notes."
  )
  var onConflict = ImportMerger.ConflictPolicy.merge

  /// Whether unchanged notes are deleted whose files are gone. Notes that were changed in the
  /// bundle always stay.
  @Flag(help: "Delete unchanged notes whose files are gone from the directory.")
  var prune = false

  /// Whether that happens even if many notes would be deleted; implies `--prune`. The bound
  /// protects against an import of the wrong directory, or of a disk that isn't mounted.
  @Flag(
    help: """
      Prune even if more than ten and more than a tenth of the notes would be deleted, or the directory is empty.
      """)
  var pruneAll = false

  /// Whether a container is new though most of its notes are known from another place.
  @Flag(
    help:
      "Import a container as a new source, even if most of its notes are known from one that was elsewhere.")
  var asNew = false

  /// Whether notes come in that their program has thrown away.
  @Flag(
    inversion: .prefixedNo, help: "Import notes from the trash of their program as well; they are archived.")
  var trash: Bool?

  /// Which column of a table, or key of objects, is what.
  @Option(
    help: ArgumentHelp(
      "Take columns of a table, or keys of objects in JSON, for these fields: title=Name,created=Date, or a TOML file of such lines. Others are guessed.",
      valueName: "fields"))
  var map: [String] = []

  /// Whether each item at the top of an outline is a note.
  @Flag(
    inversion: .prefixedNo,
    help: "Make a note of each item at the top of an outline (OPML), instead of one note of the whole.")
  var split: Bool?

  /// Where titles come from.
  @Option(
    help: "Take titles from the source, or from the first heading of the text (default: source).")
  var title: TitleSource?

  /// Which parts of a store are notes.
  @Option(
    help: "Read which parts of a store are notes from this file, as `inspect` prints it.",
    completion: .file())
  var mapping: String?

  /// The model of the application that a store belongs to.
  @Option(
    help: "Take the names of a store from this model (.mom, .momd, .xcdatamodel, .xcdatamodeld).",
    completion: .file())
  var model: String?

  /// Where the dates of notes come from: from the document, or else the file (`document`), or
  /// from the file only (`file`).
  @Option(help: "Take dates from the document, or from the file system (default: document).")
  var dates: ImportContext.Dates?

  /// The zone of dates without one. RTF has local times only, so without this option they are
  /// taken as UTC, and the note says that its zone is unknown.
  @Option(
    help: ArgumentHelp(
      "Time zone of dates without one, such as Europe/Berlin or +01:00 (default: UTC, marked as unknown).",
      valueName: "zone"))
  var timezone: ZoneArgument?

  /// When the import is made, instead of now.
  @Option(
    help: "When the import is made, for the history (RFC 3339), instead of $SOURCE_DATE_EPOCH or now.",
    transform: Timestamp.argument)
  var date: Timestamp?

  /// The longer side of thumbnails in pixels, at most 4096; 0 makes none.
  @Option(help: "Longer side of thumbnails in pixels; 0 creates none.")
  var thumbnailSize = 600

  /// The name under which a set is brought in exactly once.
  @Option(
    help: ArgumentHelp(
      "Bring this set in exactly once, however often this runs: it is recognized by KEY. A newer version of the set updates what nobody has changed here.",
      valueName: "key"))
  var once: String?

  /// The batch options, of which `--jobs` and `--dry-run` also apply to a single bundle.
  @OptionGroup(title: "Many at a time (with --each)") var batch: BatchOptions
  /// The encoding of text files.
  @OptionGroup var encoding: EncodingOption
  /// Prints the result as JSON (`ImportRecord`).
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// Checks what can't be used together, separately for both modes.
  func validate() throws {
    if output != nil && into != nil { throw ValidationError("-o and --into can't be used together.") }
    if !(0...4096).contains(thumbnailSize) {
      throw ValidationError("--thumbnail-size must be from 0 to 4096.")
    }
    if once != nil, each || sourceName != nil || prune || pruneAll {
      throw ValidationError("--once can't be used with --each, --source-name and --prune.")
    }
    if each { return try validateEach() }
    if inputs.isEmpty { throw ValidationError("Name at least one file or directory.") }
    if batch.from != nil { throw ValidationError("--from needs --each.") }
    try batch.expectOne(remedy: "give --each, too")
    if inputs.count > 1 && output == nil && into == nil, try ImpliedBox.find(isNeeded: false) == nil {
      throw ValidationError("Several inputs need a bundle name: use -o or --into.")
    }
  }

  /// Checks the options of `--each`.
  private func validateEach() throws {
    if output == nil { throw ValidationError("--each needs a directory for the bundles: use -o.") }
    let isOne = batch.from == nil ? inputs.count == 1 : inputs.isEmpty
    if !isOne || !batch.isBatch {
      throw ValidationError("--each takes one directory and --recursive, or a list with --from.")
    }
  }

  /// Imports. If a file was refused or something conflicts, the exit status is 1.
  func run() throws {
    if !each, inputs.count == 1, SQLiteImport.recognizes(inputs[0]) { return try runDatabase(inputs[0]) }
    if !each, inputs.count == 1, map.isEmpty, BoxJSONImport.recognizes(inputs[0]) {
      return try runJSON(inputs[0], isNamed: true)
    }
    if !each, inputs.count == 1, map.isEmpty, mapping == nil, BoxJSONImport.recognizesUnnamed(inputs[0]) {
      return try runJSON(inputs[0], isNamed: false)
    }
    var request = ImportRequest(inputs: inputs)
    request.target = try into.map { .into($0) } ?? output.map { .at($0) } ?? impliedTarget() ?? .beside
    request.sourceName = once ?? sourceName
    request.onConflict = once == nil ? onConflict : .keep
    request.prunes = prune || pruneAll
    request.prunesAll = pruneAll
    request.isDryRun = batch.dryRun
    request.takesTrash = trash
    request.keepsApart = asNew
    (request.mapping, request.model) = (mapping, model)
    request.date = date ?? EditOptions.now
    request.dates = dates
    request.zone = timezone?.rules
    request.encoding = encoding.encoding?.encoding
    request.columns = try ColumnMapping.read(map)
    request.splitsOutlines = split
    request.title = title
    request.thumbnailSize = thumbnailSize
    request.workers = batch.jobs ?? request.workers
    request.cache = IndexOption.folder.map { IndexCache(directory: $0) }
    if each { return try runEach(request) }
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    DiagnosticPrinter.noteUnfinished(outcome.diagnostics)
    if json.json {
      try JSONOutput.print(ImportRecord(outcome), isDone: outcome.isChanged && !outcome.isDryRun)
    } else {
      common.print(outcome.diagnostics)
      ImportSummary(outcome: outcome, isVerbose: common.verbose).print(common)
    }
    if outcome.needsAttention { throw ExitStatus.problemsFound }
  }

  /// The box that the command line leaves out: the one that `$SLIPBOX` names, or that is here or above. Nil for none, and where
  /// the input has its own bundle beside it.
  private func impliedTarget() throws -> ImportRequest.Target? {
    guard !each, let box = try ImpliedBox.find(isNeeded: false),
      try ImportRequest(inputs: inputs).mayImport(into: box)
    else { return nil }
    if !common.quiet, !json.json {
      Terminal.standardError.write(
        "slipconv: note: imports into \(PlainLine.text(box)); -o names another bundle\n")
    }
    return .at(box)
  }

  /// Makes a new bundle from an SQLite file that `export --to sqlite` wrote.
  private func runDatabase(_ input: String) throws {
    guard into == nil, !batch.dryRun else {
      throw ValidationError("An SQLite export makes a new bundle: name it with -o.")
    }
    let stem = SQLiteExport.suffixes.first { input.hasSuffix($0) }.map { String(input.dropLast($0.count)) }
    let path = output ?? (stem ?? input) + ".slipbox"
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let count = try SQLiteImport(input: input, output: path).run(progress: bar.progress)
    bar.finish()
    common.say("\(path): \(counted(count, "note")).")
  }

  /// Makes a new bundle from the JSON form of a box, or takes it into one that is there.
  ///
  /// - Parameters:
  ///   - input: The document.
  ///   - isNamed: Whether the document says that it is a box. Any other may lack facts, so it is taken in as a feed is.
  private func runJSON(_ input: String, isNamed: Bool) throws {
    let stem = input.split(separator: "/").last.map { $0.split(separator: ".").first ?? $0 } ?? ""
    let folder = input.dropLast(input.split(separator: "/").last?.count ?? 0)
    let path = into ?? output ?? "\(folder)\(stem).slipbox"
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let isThere = try into == nil && BundleLocator.isBundle(at: path)
    if into != nil || once != nil || isThere || !isNamed {
      var request = SyncRequest(bundle: path, feed: input)
      request.originName = once ?? sourceName ?? String(stem)
      request.kind = "set"
      request.policy = once == nil ? .both : .box
      request.createsBundle = into == nil
      request.isDryRun = batch.dryRun
      let outcome = try request.run(progress: bar.progress)
      bar.finish()
      DiagnosticPrinter.noteUnfinished(outcome.diagnostics)
      if json.json {
        try JSONOutput.print(outcome, isDone: outcome.isChanged)
      } else {
        SyncText(outcome: outcome, isVerbose: common.verbose).print(common)
      }
      if outcome.needsAttention { throw ExitStatus.problemsFound }
      return
    }
    if batch.dryRun { throw ValidationError("--dry-run needs a bundle that is there: use --into.") }
    let count = try BoxJSONImport(input: input, output: path).run(progress: bar.progress)
    bar.finish()
    common.say("\(path): \(counted(count, "note")).")
  }

  /// Imports each entry into a bundle of its own. The cores are divided among the bundles that
  /// are imported at the same time.
  private func runEach(_ request: ImportRequest) throws {
    var request = request
    // Bundles divide the cores; what is left goes to the work within each.
    request.workers = max(1, Parallel.cores / (batch.jobs ?? Parallel.cores))
    let output = output ?? "."
    try FileSystem.makeDirectory(output, parents: true)
    let parent = batch.from == nil ? inputs.first : nil
    let console = BatchConsole(
      batch: batch, common: common, json: json.json, job: "import", options: eachOptions, inputs: inputs)
    try console.run(try ImportEach(request, parent: parent, output: output)) { () throws(SlipError) in
      if let parent { return WorkList(try ImportEntries(parent), filter: batch.filter) }
      return try batch.bundles(inputs)
    }
  }

  /// The options that change the result, for the journal.
  private var eachOptions: [String: String] {
    var options = ["each": "true", "on-conflict": onConflict.rawValue]
    options["dates"] = (dates ?? .document).rawValue
    options["output"] = output
    options["source-name"] = sourceName
    options["trash"] = trash.map { String($0) }
    options["as-new"] = asNew ? "true" : nil
    (options["mapping"], options["model"]) = (mapping, model)
    options["prune"] = pruneAll ? "all" : prune ? "true" : nil
    options["encoding"] = encoding.encoding?.encoding.name
    options["map"] = map.isEmpty ? nil : map.joined(separator: ",")
    options["title"] = title?.rawValue
    options["split"] = split.map { String($0) }
    options["timezone"] = timezone?.rules.name
    options["thumbnail-size"] = String(thumbnailSize)
    return options
  }
}

/// The value of `--on-conflict`.
extension ImportMerger.ConflictPolicy: ExpressibleByArgument {}
/// The value of `--dates`.
extension ImportContext.Dates: ExpressibleByArgument {}
/// The value of `--title`.
extension TitleSource: ExpressibleByArgument {}
