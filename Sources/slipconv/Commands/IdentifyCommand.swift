import ArgumentParser
import SlipBase
import SlipBatch
import SlipboxKit

struct IdentifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identify",
    abstract: "Tell what files are: RTF version, program, code pages, what they hold.",
    discussion: """
      By content, never by names. The version of RTF is that of the newest words in the file: the number behind \
      \\rtf is 1 in all of them. The program is the one that the file names, or the one whose words stand in it. \
      Of files that are no RTF the media type is told.

      With --json one object a line, as Schemas/identification.schema.json describes it, in the order of the files.

      EXAMPLE
        slipconv identify letter.rtf
        slipconv identify -r Archive --json > archive.ndjson
        find . -type f | slipconv identify --from - --json

      EXIT STATUS
        0  done
        2  wrong usage
        3  a file could not be read; the others were told
      """)

  @Argument(help: "Files, RTFD packages and bundles; with --recursive folders.", completion: .file())
  var files: [String] = []

  @Flag(name: .shortAndLong, help: "Look at all files in the trees of the given folders.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Take the paths in a file, or on standard input (-): one a line, each ended by NUL, or JSON records.",
      valueName: "file|-"), completion: .file())
  var from: String?

  @Option(help: "How many to look at a time (default: number of cores).")
  var jobs: Int?

  @Flag(name: .long, help: "Print a JSON object a line.")
  var json = false

  func validate() throws {
    if files.isEmpty == (from == nil) {
      throw ValidationError("Name files, or give a list by --from; not both.")
    }
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is 1 to 256.") }
  }

  /// So many are in hand before they are printed.
  private static let batch = 64

  func run() throws {
    let list = try workList()
    var hasFailed = false
    while true {
      let items = Array((0..<IdentifyCommand.batch).lazy.compactMap { _ in list.next() })
      guard !items.isEmpty else { break }
      let results = Parallel.map(count: items.count, workers: jobs ?? Parallel.cores) {
        Identification(of: items[$0])
      }
      hasFailed = hasFailed || results.contains { $0.error != nil }
      try print(results)
    }
    if hasFailed { throw ExitStatus.couldNotBeDone }
  }

  private func workList() throws -> WorkList {
    if let from { return WorkList(try PathList(from, isStopped: { StopSignal.isCaught })) }
    return WorkList(Identification.files(in: files, recursive: recursive))
  }

  private func print(_ results: [Identification]) throws {
    if json {
      for result in results { try JSONOutput.printLine(result) }
    } else {
      try Terminal.standardOutput.writeResult(results.map { IdentificationText(file: $0).text }.joined())
    }
  }
}
