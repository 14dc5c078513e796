import ArgumentParser
import SlipFormats
import SlipboxKit

/// `slipconv convert`: files to another format, without a bundle.
///
/// It has two modes. Without `--recursive` and `--from LIST` one input is converted to one
/// output by `ConvertRequest`; a folder counts as one input and becomes a folder, as a whole or
/// not at all. With them each file is an item of its own (`ConvertEach`), with a journal,
/// shards and resuming.
///
/// `--from` has two meanings, which can't be confused: the name of a format is the format of
/// the input, everything else is a list of paths.
///
/// A plain conversion writes nothing but the output. Findings go to standard error, so
/// `slipconv convert a.rtf --to txt | less` works.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert", abstract: "Convert files to another format, without a bundle.",
    usage: """
      slipconv convert <input> [<output>] [<options>]
      slipconv convert --as-one <input> ... --output <output> [<options>]
      slipconv convert --recursive <folder> ... --to <format> --output <folder> [<options>]
      slipconv convert --from <list> --to <format> --output <folder> [<options>]
      """,
    discussion: """
      Formats: rtf, rtfd, html (htm), markdown (md), docx, odt, fodt, txt (text); epub and opml can be written, gfm can be read. \
      Files of programs that hold one note can be read, too, by their suffix or by --from org: org, opml, eml, mhtml, \
      webarchive, msg and others of `import --help`. A single dash is standard input or output. Without \
      --from the input format follows from content and suffix, without --to the output format from the suffix of the \
      output. RTFD is a package, which is a directory; on standard output it is one file. If the input is any other \
      folder, all files in it are converted: into a new folder of the same structure, or, as text, to standard output, \
      each after a line that names it.

      MANY FILES
        With --recursive each file of the given folders is converted on its own, to the same relative path below the \
      folder -o. Files that fail are reported, and the others are still converted. The same applies to a list of \
      paths: --from - or --from FILE, where FILE is not the name of a format. If another file in the folder differs \
      only in its suffix, the output keeps the suffix: a.rtf.html. See Docs/Scaling.md.

      ONE DOCUMENT
        With --as-one the given files, and those of given folders, become one document: titles become headings, folders \
      headings above them, and links between the files links within the document. Chapter 2 comes before chapter 10.

      EXAMPLE
        slipconv convert notes.rtf notes.html
        slipconv convert notes.rtf notes.docx --toc
        slipconv convert Chapters appendix.md -o book.epub --as-one --cover cover.jpg
        slipconv convert notes.rtf --to txt | less
        slipconv convert notes.rtf --to markdown --report
        slipconv convert Notes texts --to txt
        slipconv convert Notes - --to txt | grep -i entropy
        slipconv convert notes.rtfd notes.md
        slipconv convert -r Archive --to html -o pages --jobs 4 --journal run.ndjson
        find . -name '*.rtf' | slipconv convert --from - --to txt -o texts --journal -

      EXIT STATUS
        0  done
        1  some of many files could not be converted
        2  wrong usage
        3  could not be done; nothing was changed
      """)

  /// The values of `--attachments`.
  enum Pictures: String, ExpressibleByArgument, CaseIterable {
    /// In the output file itself; a page then has them as `data:` URLs.
    case embed
    /// In the directory `NAME_files` beside the output.
    case beside
  }

  /// The input and the output, or in batch mode the folders to read.
  @Argument(
    help: """
      The file or folder to read, and the one to write; - is standard input or output. With --recursive, the folders \
      to read.
      """,
    completion: .file())
  var paths: [String] = []

  /// The output, as an alternative to the second path; required in batch mode.
  @Option(
    name: [.short, .customLong("output")], help: "The file or folder to write.", completion: .file())
  var output: String?

  /// The name or suffix of the output format.
  @Option(
    help: "Write this format; if no output is named, the result goes to standard output.",
    completion: .list(FormatTable.rows.map(\.name)))
  var to: String?

  /// Where pictures go. Without the option they are embedded, except in a single Markdown file,
  /// which people read.
  @Option(name: .customLong("attachments"), help: "Embed pictures in the output, or write them beside it.")
  var pictures: Pictures?

  /// Whether several files become one document.
  @OptionGroup(title: "One document") var one: OneDocumentOptions

  /// The columns at which Markdown is wrapped; 0: not at all.
  @Option(help: "Wrap Markdown paragraphs at this many columns; 0 leaves each on one line.")
  var wrap = 0

  /// The batch options. Their `from` is a list or, here alone, the name of a format: see
  /// `format`.
  @OptionGroup(title: "Many at a time (--from also accepts the input format: --from rtf)")
  var batch: BatchOptions
  /// The encoding of the input.
  @OptionGroup var encoding: EncodingOption
  /// Whether an existing output may be replaced.
  @OptionGroup var force: ForceOption
  /// What happens to tracked changes.
  @OptionGroup var changes: ChangesOption
  /// How documents become HTML and Markdown.
  @OptionGroup var publishing: PublishingOptions
  /// How a page is built.
  @OptionGroup(title: "Pages") var page: PageArguments
  /// Whether to report losses instead of writing.
  @OptionGroup var losses: ReportOption
  /// Prints the report of losses, or the summary of a batch, as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// The format that `--from` names; nil where it is a list. A list whose file has the name of
  /// a format must be written with a folder: `./rtf`.
  private var format: String? { batch.from.flatMap(ConvertRequest.source(named:)) }
  /// The batch options, in which `from` can only be a list.
  private var work: BatchOptions {
    var work = batch
    if format != nil { work.from = nil }
    return work
  }

  /// Checks what can't be used together, separately for both modes. Options of batch work
  /// without batch work are an error rather than ignored, so that a missing `--recursive` is
  /// noticed.
  func validate() throws {
    if wrap < 0 { throw ValidationError("--wrap needs a number of columns.") }
    if one.asOne { return try validateOne() }
    if work.isBatch { return try validateBatch() }
    try work.expectOne(remedy: "give --recursive or --from, too")
    if batch.dryRun { throw ValidationError("--dry-run is for many files: give --recursive or --from, too.") }
    if paths.isEmpty { throw ValidationError("Name the file to read, or - for standard input.") }
    if paths.count + (output == nil ? 0 : 1) > 2 {
      throw ValidationError("One file or folder is converted to another; --recursive takes several folders.")
    }
    if paths.count < 2, output == nil, to == nil, !losses.report {
      throw ValidationError("Name the file to write, or a format with --to for standard output.")
    }
    if json.json && !losses.report { throw ValidationError("--json needs --report, or many files.") }
  }

  /// Checks the options of one document made of several files.
  private func validateOne() throws {
    if work.isBatch || losses.report {
      throw ValidationError("--as-one can't be used with --recursive, --from LIST or --report.")
    }
    if output == nil { throw ValidationError("Name the file to write: -o FILE.") }
    if paths.isEmpty { throw ValidationError("Name the files and folders to read.") }
    if json.json { throw ValidationError("--json needs --report, or many files.") }
  }

  /// Checks the options of batch mode.
  private func validateBatch() throws {
    if paths.isEmpty == (work.from == nil) {
      throw ValidationError("Name the folders to read, or give a list with --from; not both.")
    }
    if output == nil { throw ValidationError("Name the folder to write: -o FOLDER.") }
    if output == "-" { throw ValidationError("Many files go to a folder, not to standard output.") }
    if to == nil { throw ValidationError("Name the output format: --to FORMAT.") }
    if losses.report { throw ValidationError("--report is for one file.") }
  }

  /// Converts, or reports losses. If files of a folder could not be converted, or a part of a file could not be read, the exit
  /// status is 1, and the others are in the output all the same.
  func run() throws {
    var request = ConvertRequest(input: paths.first ?? "-", output: output ?? paths.dropFirst().first ?? "-")
    request.from = format
    request.to = to
    request.pictures = pictures.map { $0 == .embed ? .embed : .beside }
    request.changes = changes.changes.kind
    request.links = publishing.links
    request.structure = publishing.structure
    try page.apply(to: &request)
    request.wrap = wrap > 0 ? wrap : nil
    request.replaces = force.force
    request.encoding = encoding.encoding?.encoding
    if one.asOne {
      var compile = CompileRequest(inputs: paths, request)
      compile.separator = one.chosen
      let diagnostics = try compile.run { try Terminal.standardOutput.writeResult($0) }
      return common.print(diagnostics)
    }
    if work.isBatch { return try runBatch(request) }
    request.workers = batch.jobs ?? request.workers
    if losses.report {
      return try LossReportText(report: try request.report(), isOfFiles: true).print(json: json.json)
    }
    let diagnostics = try request.run { try Terminal.standardOutput.writeResult($0) }
    common.print(diagnostics)
    if diagnostics.contains(where: { $0.severity == .error }) { throw ExitStatus.problemsFound }
  }

  /// Converts many files. Pictures are embedded by default, as in a folder that is converted as
  /// a whole.
  private func runBatch(_ request: ConvertRequest) throws {
    var request = request
    // Pictures are embedded, as in a folder that is converted as a whole.
    request.pictures = request.pictures ?? .embed
    try BatchConversion(
      request: request, inputs: paths, output: output ?? ".", batch: work, common: common, json: json.json
    ).run()
  }
}
