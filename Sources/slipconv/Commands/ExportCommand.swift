public import ArgumentParser
import SlipBase
public import SlipExchange
import SlipboxKit

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export notes to files, with folders as directories.",
    discussion: """
      The directory is created completely or not at all. With --original every imported file comes back byte for \
      byte; a file that can't be restored is reported, the others are written, and the exit status is 1.

      EXAMPLE
        slipconv export my.slipbox -o out --to html
        slipconv export my.slipbox -o out --original
        slipconv export my.slipbox --to markdown --report
      """)

  @OptionGroup var bundle: BundleArgument

  @Option(name: [.short, .customLong("output")], help: "The directory to create.", completion: .directory)
  var output: String?

  @Option(help: "The output format: rtf, rtfd, txt (text), html (htm) or markdown (md).")
  var to: ExportTarget?

  @Flag(help: "Write the imported files, byte for byte.")
  var original = false

  @Option(help: "Embed pictures and other attachments, or write them beside the notes.")
  var attachments: ExportTarget.Attachments?

  @Option(
    name: .customLong("note"),
    help: "Export only this note (title, folder/title, UUID or its beginning); may be repeated.")
  var notes: [String] = []

  @Flag(name: .customLong("no-front-matter"), help: "Write Markdown without front matter.")
  var noFrontMatter = false

  @Flag(help: "Replace an earlier export: delete its files that nobody changed, and keep all others.")
  var replace = false

  @OptionGroup var changes: ChangesOption
  @OptionGroup var publishing: PublishingOptions
  @OptionGroup var losses: ReportOption
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  private struct Record: Encodable {
    var path: String
    var notes: Int
    var files: Int
    var leftOut: Int
    var withoutOriginal: Int
    var refused: Int
    var diagnostics: [DiagnosticRecord]
  }

  func validate() throws {
    if (to != nil) == original { throw ValidationError("Give either --to FORMAT or --original.") }
    if output == nil && !losses.report {
      throw ValidationError("Name the directory to create: -o DIRECTORY.")
    }
    if original && losses.report {
      throw ValidationError("With --original nothing is lost; --report needs --to.")
    }
    if publishing.links != nil, let form = to?.form, form != .html, form != .markdown {
      throw ValidationError("--links is for HTML and Markdown.")
    }
    if original && changes.changes != .keep {
      throw ValidationError("--original writes files as they were imported; leave --changes out.")
    }
  }

  func run() throws {
    let output = output ?? ""
    var request = ExportRequest(bundle: bundle.bundle, output: output, target: to ?? .original)
    request.attachments = attachments
    request.notes = notes
    request.hasFrontMatter = !noFrontMatter
    request.replaces = replace
    if let links = publishing.links { request.links = links }
    request.structure = publishing.structure
    request.changes = changes.changes.kind
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    if losses.report {
      let report = try request.report(progress: bar.progress)
      bar.finish()
      return try LossReportText(report: report).print(json: json.json)
    }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    if json.json {
      try JSONOutput.print(
        Record(
          path: outcome.path, notes: outcome.notes, files: outcome.files, leftOut: outcome.leftOut,
          withoutOriginal: outcome.withoutOriginal, refused: outcome.refused,
          diagnostics: outcome.diagnostics.map(DiagnosticRecord.init)), isDone: true)
    } else {
      common.print(outcome.diagnostics)
      common.say("\(output): \(summary(outcome)).")
    }
    if outcome.refused > 0 { throw ExitStatus.problemsFound }
  }

  private func summary(_ outcome: ExportRequest.Outcome) -> String {
    var text = original ? counted(outcome.files, "file") : counted(outcome.notes, "note")
    if !original, outcome.files > outcome.notes {
      text += " and \(counted(outcome.files - outcome.notes, "attachment"))"
    }
    if outcome.leftOut > 0 {
      text += "; \(counted(outcome.leftOut, "attachment")) left out: unsupported by the format"
    }
    if outcome.refused > 0 { text += "; \(counted(outcome.refused, "file")) could not be restored" }
    if outcome.withoutOriginal > 0 {
      text += "; \(counted(outcome.withoutOriginal, "note")) without an imported file"
    }
    return text
  }
}

extension ExportTarget: ExpressibleByArgument {
  public static var allValueStrings: [String] {
    ExchangeTable.targets.filter { $0 != .original }.map(\.name)
  }

  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  public init?(argument: String) {
    guard let target = ExchangeTable.target(named: argument), target != .original else { return nil }
    self = target
  }
}

extension ExportTarget.Attachments: ExpressibleByArgument {}
