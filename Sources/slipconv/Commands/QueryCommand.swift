import ArgumentParser
import SlipBase
import SlipQuery
import SlipboxKit
internal import SlipFiles

/// `slipconv query`: answers requests of a program, one JSON object per line. `QuerySession`
/// answers them.
///
///     $ echo '{"id":1,"predicate":"favorite == YES","sort":["-modified"]}' | slipconv query my.slipbox
///     {"id":1,"ids":["ae6bce17-43f7-5ea6-bae2-526efe829608"]}
struct QueryCommand: ImpliesBox {
  /// The name `query` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Answer a program's queries, one JSON object per line.",
    discussion: """
      Reads requests from standard input and writes an answer for each, in the same order, as \
      Schemas/query.schema.json describes them. The bundle is read once, and again when it has changed.

      EXAMPLE
        slipconv query my.slipbox <requests.ndjson >answers.ndjson
      """)

  /// The bundle; it can be left out with `--check`.
  @Argument(help: "The bundle: see `slipconv list --help`.", completion: .file())
  var bundle: String?

  /// Whether to check requests without a bundle.
  @Flag(help: "Only check the requests, without a bundle, and print the canonical form of each predicate.")
  var check = false

  /// The time zone of requests that name none.
  @OptionGroup var zone: ZoneOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// Checks that there is something to ask.
  func validate() throws {
    if bundle == nil && !check { throw ValidationError("Name the bundle, or use --check.") }
  }

  static func leavesOutBox(_ line: CommandLineParts) -> Bool {
    line.leavesOutFirst && !line.options.contains("--check")
  }

  /// Answers line by line, so that a program can wait for each answer.
  /// Blank lines get no answer. A request that can't be answered gets its error as the answer, and the next
  /// one is read.
  ///
  /// - Throws: `ExitStatus.problemsFound` at the end, if a request had an error; `SlipError` where the bundle
  ///   or standard input can't be read.
  func run() throws {
    let clock = QueryClock(now: .systemClock, zone: zone.timezone?.rules ?? .utc)
    let session = QuerySession(check ? nil : try bundle.map { try OpenBundle($0) }, clock: clock)
    let lines = try LineReader("-")
    var hasFault = false
    while let line = try lines.next() {
      if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      let answer = session.answer(line.bytes)
      hasFault = hasFault || !answer.isAnswered
      try JSONOutput.printLine(answer)
    }
    if hasFault { throw ExitStatus.problemsFound }
  }
}
