import ArgumentParser
import SlipFormats
import SlipboxKit

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Turn files into another format, no bundle kept.",
    discussion: """
      Formats: rtf, rtfd, html (htm), markdown (md), txt (text). A single dash is standard input or output. Without --from the format \
      goes by content and suffix, without --to by the suffix of the output. RTFD is a package, which is a directory; \
      to standard output it is one file. Of any other folder all files are converted: into a new folder of the same \
      shape, or, as text, to standard output with a line before each that names it.

      EXAMPLE
        slipconv convert notes.rtf notes.html
        slipconv convert notes.rtf --to txt | less
        slipconv convert notes.rtf --to markdown --report
        slipconv convert Notes texts --to txt
        slipconv convert Notes - --to txt | grep -i entropy
        slipconv convert notes.rtfd notes.md
      """)

  enum Pictures: String, ExpressibleByArgument, CaseIterable { case embed, beside }

  @Argument(help: "The file or folder to read, or -.", completion: .file())
  var input: String

  @Argument(help: "The file or folder to write, or -; not needed with --to or --report.", completion: .file())
  var output: String?

  @Option(
    name: [.short, .customLong("output")], help: "The same as the second argument.", completion: .file())
  var outputOption: String?

  @Option(help: "Format of the input.", completion: .list(FormatTable.rows.map(\.name)))
  var from: String?

  @Option(
    help: "Format of the output; without an output the result goes to standard output.",
    completion: .list(FormatTable.rows.map(\.name)))
  var to: String?

  @Option(name: .customLong("attachments"), help: "embed pictures in the file, or write them beside it.")
  var pictures: Pictures?

  @Option(help: "Break Markdown's paragraphs after this many columns; 0 leaves each on one line.")
  var wrap = 0

  @OptionGroup var force: ForceOption
  @OptionGroup var changes: ChangesOption
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup(title: "Pages") var page: PageArguments
  @OptionGroup var losses: ReportOption
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if output != nil && outputOption != nil { throw ValidationError("Name the output once.") }
    if target == nil && to == nil && !losses.report {
      throw ValidationError("Name the file to write, or a format by --to for standard output.")
    }
    if wrap < 0 { throw ValidationError("--wrap needs a number of columns.") }
    if json.json && !losses.report { throw ValidationError("--json needs --report.") }
  }

  private var target: String? { output ?? outputOption }

  func run() throws {
    var request = ConvertRequest(input: input, output: target ?? "-")
    request.from = from
    request.to = to
    request.pictures = pictures.map { $0 == .embed ? .embed : .beside }
    request.changes = changes.changes.kind
    request.links = publishing.links
    request.structure = publishing.structure
    try page.apply(to: &request)
    request.wrap = wrap > 0 ? wrap : nil
    request.replaces = force.force
    if losses.report {
      return try LossReportText(report: try request.report(), isOfFiles: true).print(json: json.json)
    }
    let diagnostics = try request.run { try Terminal.standardOutput.writeResult($0) }
    common.print(diagnostics)
    if request.isTree, diagnostics.contains(where: { $0.severity == .error }) {
      throw ExitStatus.problemsFound
    }
  }
}
