import ArgumentParser
import SlipBase
internal import SlipFiles
import SlipboxKit

/// `slipconv diff`: two documents, folders or bundles compared.
///
///     $ slipconv diff a.rtf b.rtf
///     --- a.rtf
///     +++ b.rtf
///     @@ -1 +1 @@ body
///     -The queen left in May.
///     +The queen left in June.
///
/// The exit status is that of `diff`. As `GIT_EXTERNAL_DIFF` or the `command` of a diff driver, git calls it with seven
/// arguments (nine for a renamed file) and expects 0.
struct DiffCommand: ImpliesBox {
  /// The name `diff` and the help that the parser of arguments prints for it.
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two documents, folders of documents or bundles.",
    discussion: """
      Documents may be of any format that convert reads. They are compared by paragraph and table row, then by word, \
      then by formatting. Of bundles the facts of all notes, folders, keywords, attachments and sources are compared, \
      and the bodies as documents.

      FORMATS
        text   for people, like diff -u; --word marks words within the line
        json   Schemas/comparison.schema.json
        junit  JUnit XML, a test for each document
        html   a page with insertions and deletions
        rtf    a redline: rejecting its tracked changes gives the first document, accepting them the second
        docx   the same as a Word document
        odt    the same as an OpenDocument text
      For folders and bundles, html, rtf, docx and odt write a file for each document that differs into the folder -o.

      EXAMPLE
        slipconv diff old.rtf new.rtf
        slipconv diff old.rtf new.rtf --to rtf -o redline.rtf
        slipconv diff old.docx new.docx --to docx -o redline.docx
        slipconv diff backup.slipbox my.slipbox --json
        slipconv diff my.slipbox --at 12 --note "Spring check"
        slipconv diff spring --at yesterday
        GIT_EXTERNAL_DIFF="slipconv diff --git" git diff

      EXIT STATUS
        0  no differences
        1  differences were found
        2  wrong usage
        3  could not be done
      """)

  /// The two sides; with `--git` what git passes.
  @Argument(help: "The two files, folders or bundles; - is standard input.", completion: .file())
  var paths: [String] = []

  /// The transaction with which the bundle is compared.
  @Option(
    help: ArgumentHelp(
      "Compare a bundle, or a note of it, with what it was then: after this transaction, or at a time such as yesterday.",
      valueName: "when"))
  var at: PastPoint?

  /// The note that is compared.
  @Option(help: "With --at: compare only this note: its title now, or its UUID.")
  var note: String?

  /// The name of the report's format.
  @Option(
    help: "Write this format: \(ComparisonFormatTable.rows.map(\.name).joined(separator: ", ")).",
    completion: .list(ComparisonFormatTable.rows.map(\.name)))
  var to = "text"

  /// Where the report goes.
  @Option(
    name: [.short, .customLong("output")],
    help: "Write to this file, or for html, rtf, docx and odt of several documents, to this new folder.",
    completion: .file())
  var output: String?

  /// The format of both sides.
  @Option(help: "Read both sides as this format.")
  var from: String?

  /// Whether words are marked within lines.
  @Flag(help: "Mark words within lines: [-old-]{+new+}.")
  var word = false

  /// Whether formatting is ignored.
  @Flag(help: "Ignore differences of formatting.")
  var textOnly = false

  /// How many lines around a change are shown.
  @Option(name: [.customShort("U"), .long], help: "Show this many lines around a change.")
  var context = 3

  /// Whose changes a redline's are.
  @Option(help: "Name this author of a redline's changes.")
  var author: String?

  /// Whether git calls.
  @Flag(name: .customLong("git"), help: "Take the arguments of a git diff driver, and exit with 0.")
  var isGit = false

  /// What happens to tracked changes.
  @OptionGroup var changes: ChangesOption
  /// Whether an existing output may be replaced.
  @OptionGroup var force: ForceOption
  /// The same as `--to json`.
  @OptionGroup var json: JSONOption
  /// Whether remarks, warnings or more than these are printed.
  @OptionGroup var common: CommonOptions

  /// The format of the report.
  private var format: ComparisonFormat? { ComparisonFormatTable.named(json.json ? "json" : to) }

  /// Checks the format, the number of lines around a change, and the number of paths.
  func validate() throws {
    if format == nil {
      throw ValidationError(
        "There is no format of this name; known formats are: \(ComparisonFormatTable.rows.map(\.name).joined(separator: ", "))."
      )
    }
    if context < 0 { throw ValidationError("--context needs a number of lines.") }
    if isGit {
      if ![1, 7, 9].contains(paths.count) {
        throw ValidationError("git passes 7 arguments, or 1 for a conflict.")
      }
    } else if at != nil {
      if paths.isEmpty || paths.count > 2 {
        throw ValidationError("Name the bundle to compare with its past.")
      }
      if paths.count == 2, note != nil { throw ValidationError("Name one note to compare with its past.") }
    } else if note != nil {
      throw ValidationError("--note goes with --at.")
    } else if paths.count != 2 {
      throw ValidationError("Name the two files, folders or bundles to compare.")
    }
  }

  static func leavesOutBox(_ line: CommandLineParts) -> Bool {
    line.options.contains("--at") && line.leavesOutFirst
  }

  /// Compares both sides, writes the report, and then the errors of documents that could not be read.
  ///
  /// - Throws: `ExitStatus.problemsFound` for differences, but not for git; `ExitStatus.couldNotBeDone` where
  ///   a document could not be read; `SlipError` where the sides can't be compared.
  func run() throws {
    if isGit, paths.count == 1 {
      return try Terminal.standardOutput.writeResult("* Unmerged path \(PlainLine.text(paths[0]))\n")
    }
    guard let format else { return }
    // git passes: path, old file, its digest and mode, new file, its digest and mode.
    var request = CompareRequest(
      old: isGit ? paths[1] : paths[0], new: isGit ? paths[4] : at == nil ? paths[1] : paths[0])
    if let at { request.oldTransaction = try OpenBundle(paths[0]).number(of: at) }
    request.note = note ?? (at == nil ? nil : paths.dropFirst().first)
    request.from = from
    request.changes = changes.changes.kind
    request.comparesFormatting = !textOnly
    request.makesRedlines = format.isDocument
    request.author = author
    var comparison = try request.run()
    if isGit {
      (comparison.old, comparison.new) = ("a/" + paths[0], "b/" + (paths.count == 9 ? paths[7] : paths[0]))
      for (index, path) in [(paths[1], \Comparison.old), (paths[4], \Comparison.new)]
      where index == "/dev/null" {
        comparison[keyPath: path] = index
      }
    }
    try write(comparison, format)
    for case let error? in comparison.items.map(\.error) { _ = ExitStatus.of(error) }
    if comparison.hasErrors { throw ExitStatus.couldNotBeDone }
    if !comparison.isSame, !isGit { throw ExitStatus.problemsFound }
  }

  /// Writes the report where it is wanted.
  private func write(_ comparison: Comparison, _ format: ComparisonFormat) throws {
    var options = ComparisonOptions()
    options.context = context
    options.byWord = word
    options.usesColor = output == nil && Terminal.standardOutput.usesColor
    if format.isDocument, comparison.kind != .documents {
      guard let output else { throw ValidationError("Name the folder to write: -o FOLDER.") }
      return try comparison.writeRedlines(to: output, format)
    }
    let bytes = try format.write(comparison, options)
    if let output, output != "-" {
      return try FileSystem.writeFileAtomically(output, bytes, existing: force.existing)
    }
    try bytes.withUnsafeBytes { try Terminal.standardOutput.writeResult($0) }
  }
}
