import ArgumentParser
import SlipBase
import SlipBatch
import SlipboxKit

/// `slipconv identify`: what files are, by their content. It is meant for surveys of archives
/// before anything is imported or converted.
///
/// Files are identified in groups on all cores and printed in order, so output appears while
/// the work goes on, and memory doesn't grow with the number of files. A file that can't be
/// read is an object with `error`, or a line, among the others.
struct IdentifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Identify files by content: RTF version, program, code pages, what they contain.",
    discussion: """
      Files are identified by their content; only Markdown, which is plain text, is recognized by its suffix. The RTF \
      version is that of the newest control words in the file, because the number after \\rtf is 1 in all versions. \
      The program is the one that the file names, or the one whose control words it contains. Of files that are not \
      RTF the media type is printed.

      With --json, prints one object per line in the order of the files, as Schemas/identification.schema.json \
      describes it. With --summary, prints how many files there are of each kind, RTF version, program, year, code page \
      and size, and why files could not be identified (Schemas/archive-summary.schema.json).

      EXAMPLE
        slipconv identify letter.rtf
        slipconv identify -r Archive --json > archive.ndjson
        slipconv identify -r Archive --summary --format html > archive.html
        find . -type f | slipconv identify --from - --json

      EXIT STATUS
        0  done
        2  wrong usage
        3  a file could not be read; the others were identified
      """)

  /// The files, packages and bundles, or with `--recursive` folders.
  @Argument(help: "The files, RTFD packages and bundles; with --recursive, folders.", completion: .file())
  var files: [String] = []

  /// Whether the trees of folders are searched.
  @Flag(name: .shortAndLong, help: "Identify all files in the given folders and their subfolders.")
  var recursive = false

  /// The path of a list, or `-` for standard input.
  @Option(
    help: ArgumentHelp(
      "Read the paths from a file, or from standard input (-): one per line, NUL-terminated, or JSON records.",
      valueName: "file|-"), completion: .file())
  var from: String?

  /// How many files are identified at the same time; nil: as many as there are cores.
  @Option(help: "Identify this many files at a time (default: number of cores).")
  var jobs: Int?

  /// Whether to print NDJSON instead of text.
  @Flag(name: .long, help: "Print one JSON object per line.")
  var json = false

  /// Whether to print a summary of all files.
  @Flag(help: "Print how many files there are of each kind, program, year, code page and size.")
  var summary = false

  /// The form of the summary.
  @Option(help: "The form of the summary: table, json, csv or html.")
  var format: SummaryForm?

  /// Checks that there is either a list or arguments.
  func validate() throws {
    if files.isEmpty == (from == nil) {
      throw ValidationError("Name files, or give a list with --from; not both.")
    }
    if format != nil, !summary { throw ValidationError("--format goes with --summary.") }
    if json, let format, format != .json { throw ValidationError("--json is the same as --format json.") }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be from 1 to 256.") }
  }

  /// The number of files in a group.
  private static let batch = 64

  /// Identifies all files. If one can't be read, the exit status is 3, after all others were
  /// printed.
  func run() throws {
    let list = try workList()
    var hasFailed = false
    var found = ArchiveSummary()
    while true {
      let items = Array((0..<IdentifyCommand.batch).lazy.compactMap { _ in list.next() })
      guard !items.isEmpty else { break }
      let results = Parallel.map(count: items.count, workers: jobs ?? Parallel.cores) {
        Identification(of: items[$0])
      }
      hasFailed = hasFailed || results.contains { $0.error != nil }
      if summary { for result in results { found.add(result) } } else { try print(results) }
    }
    if summary {
      let text = try ArchiveSummaryText(summary: found).text(format ?? (json ? .json : .table))
      try Terminal.standardOutput.writeResult(text)
    }
    if hasFailed { throw ExitStatus.couldNotBeDone }
  }

  /// The files to identify.
  private func workList() throws -> WorkList {
    if let from { return WorkList(try PathList(from, isStopped: { StopSignal.isCaught })) }
    return WorkList(Identification.files(in: files, recursive: recursive))
  }

  /// Prints the results of a group.
  private func print(_ results: [Identification]) throws {
    if json {
      for result in results { try JSONOutput.printLine(result) }
    } else {
      try Terminal.standardOutput.writeResult(results.map { IdentificationText(file: $0).text }.joined())
    }
  }
}
