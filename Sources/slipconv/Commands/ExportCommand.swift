internal import SlipPrograms
import ArgumentParser
import SlipExchange
import SlipFormats
import SlipBase
import SlipQuery
import SlipboxKit
import SlipSync

/// `slipconv export`: the notes of a bundle as files. `ExportRequest` does the work.
///
/// There are three kinds of results. With `--to` the notes are written in a format, in
/// directories like the bundle's folders. With `--original` the imported files are restored
/// byte for byte, under their own names. With `--report` nothing is written, and what the
/// format would lose is printed.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export notes to files, with folders as directories.",
    discussion: """
      The directory is created completely or not at all. With --original every imported file comes back byte for \
      byte; a file that can't be restored is reported, the others are written, and the exit status is 1.

      EXAMPLE
        slipconv export my.slipbox -o out --to html
        slipconv export my.slipbox -o book.docx --as-one --toc
        slipconv export my.slipbox -o out --original
        slipconv export my.slipbox --to markdown --report
        slipconv export my.slipbox -o Vault --to obsidian
        slipconv export my.slipbox -o my.jex --to joplin
        slipconv export my.slipbox -o public --to site
        slipconv export my.slipbox --to ndjson --body text | grep -c '"title"'
      """)

  /// The bundle to export.
  @OptionGroup var bundle: BundleArgument

  /// The directory or file to create; not needed with `--report`.
  @Option(
    name: [.short, .customLong("output")],
    help:
      "The directory to create; for a format of one file, that file. JSON without it goes to standard output.",
    completion: .directory)
  var output: String?

  /// The format of the files; either this or `--original` is required.
  @Option(
    help: """
      The output format: rtf, rtfd, txt (text), html (htm), markdown (md), docx, odt, epub; for another program obsidian, enex (Evernote), \
      textbundle, textpack, bear (.bear2bk), joplin (.jex) or scrivener; site for pages with search, for a web server or \
      a disk; bagit for archives: the bundle in a bag with a list for sha256sum; or sqlite, json or ndjson: one file.
      """)
  var to: ExportForm?

  /// How much of a note's facts the files of a vault begin with.
  @Option(
    help: """
      What the notes of a vault begin with: none, basic (title, tags, dates) or full (all facts) (default: full).
      """)
  var frontMatter: ContainerBox.FrontMatter?

  /// How links between the notes of a vault are written.
  @Option(help: "Links in a vault: wiki ([[Plan]]) or markdown ([Plan](Plan.md)) (default: wiki).")
  var linkStyle: ContainerBox.LinkStyle?

  /// The format of texts in JSON.
  @Option(help: "The format of texts in JSON: rtf, markdown, html or text (default: rtf).")
  var body: JSONBody?

  /// Whether the imported files are restored instead of writing a format.
  @Flag(help: "Write the imported files, byte for byte.")
  var original = false

  /// Whether attachments are embedded or written beside the notes; without the option the
  /// format decides.
  @Option(help: "Embed pictures and other attachments, or write them beside the notes.")
  var attachments: ExportTarget.Attachments?

  /// Names of the notes to export; empty: all notes.
  @Option(
    name: .customLong("note"),
    help: "Export only this note (title, folder/title, UUID or its beginning); may be repeated.")
  var notes: [String] = []

  /// What the exported notes must meet.
  @OptionGroup var selection: SelectionOptions

  /// Whether Markdown begins with the text instead of the note's facts.
  @Flag(name: .customLong("no-front-matter"), help: "Write Markdown without front matter.")
  var noFrontMatter = false

  /// Whether all notes become one document.
  @OptionGroup(title: "One document") var one: OneDocumentOptions

  /// Writes a table of contents.
  @Flag(help: "With --as-one, write a table of contents before the text.")
  var toc = false

  /// The picture on the cover.
  @Option(
    help: "With --as-one, show this picture on the cover, in formats that have pictures.", completion: .file()
  )
  var cover: String?

  /// The document whose styles are taken.
  @Option(
    help: "With --as-one, take the styles, page, headers and footers of this Word or OpenDocument file.",
    completion: .file())
  var template: String?

  /// Further facts about the document.
  @Option(
    help: """
      With --as-one, set metadata, as NAME=VALUE: title, author, lang, keywords, description or another name; may be \
      repeated.
      """)
  var metadata: [String] = []

  /// The title of the document.
  @Option(help: "With --as-one, the title of the document (default: the name of the bundle).")
  var title: String?

  /// Whether an earlier export may be replaced.
  @Flag(help: "Replace an earlier export: delete its files that nobody changed, and keep all others.")
  var replace = false

  /// Whether an export of pages has no list of them.
  @Flag(help: "Leave out index.html, the list of all pages of an export to HTML.")
  var noIndex = false

  /// What a site has.
  @OptionGroup var site: SiteArguments

  /// What happens to tracked changes.
  @OptionGroup var changes: ChangesOption
  /// How documents become HTML and Markdown.
  @OptionGroup var publishing: PublishingOptions
  /// Whether to report losses instead of writing.
  @OptionGroup var losses: ReportOption
  /// Prints the result as JSON.
  @OptionGroup var json: JSONOption
  @OptionGroup var common: CommonOptions

  /// The result as JSON:
  ///
  /// ```json
  /// { "path" : "out", "notes" : 5, "files" : 6, "leftOut" : 0, "withoutOriginal" : 0, "refused" : 0,
  ///   "diagnostics" : [ ] }
  /// ```
  ///
  /// The names of the properties are the keys.
  private struct Record: Encodable {
    /// The path of the directory.
    var path: String
    /// The number of exported notes.
    var notes: Int
    /// The number of written files.
    var files: Int
    /// The number of attachments that the format does not support.
    var leftOut: Int
    /// The number of notes that were not imported from a file.
    var withoutOriginal: Int
    /// The number of originals that could not be restored.
    var refused: Int
    /// Findings about what was read and written.
    var diagnostics: [DiagnosticRecord]
  }

  /// Whether the notes go to standard output.
  private var isPiped: Bool { to?.isJSON == true && (output ?? "-") == "-" }

  /// Checks what can't be used together. `--original` restores files as they are, so nothing
  /// that changes a document applies to it.
  func validate() throws {
    if one.asOne { return try validateOne() }
    try OfficeArguments.validate(facts: metadata)
    if toc || cover != nil || template != nil || title != nil || !metadata.isEmpty {
      throw ValidationError("--toc, --cover, --template, --title and --metadata need --as-one.")
    }
    if (to != nil) == original { throw ValidationError("Give either --to FORMAT or --original.") }
    if output == nil && !losses.report && to?.isJSON != true {
      throw ValidationError("Name the directory to create: -o DIRECTORY.")
    }
    if output == "-", to?.isJSON != true {
      throw ValidationError("Only json and ndjson can be written to standard output.")
    }
    if isPiped, json.json || replace || attachments == .beside {
      throw ValidationError("--json, --replace and --attachments beside need a file: -o FILE.")
    }
    if original && losses.report {
      throw ValidationError("With --original nothing is lost; --report needs --to.")
    }
    if publishing.links != nil, let form = to?.target?.kind, form != .html, form != .markdown {
      throw ValidationError("--links is for HTML and Markdown.")
    }
    if noIndex, to?.target?.kind != .html { throw ValidationError("--no-index is for HTML.") }
    if frontMatter != nil || linkStyle != nil, to?.container?.name != "obsidian" {
      throw ValidationError("--front-matter and --link-style are for obsidian.")
    }
    if to?.isSite != true, site.isGiven {
      throw ValidationError("--url, --properties, --site-name, --no-snippets and --one-file are for site.")
    }
    if to?.isSite == true, losses.report || attachments != nil || noFrontMatter {
      throw ValidationError("--report, --attachments and --no-front-matter aren't for site.")
    }
    if to?.isSite == true, replace, !site.oneFile {
      throw ValidationError("A site is brought up to date without --replace.")
    }
    if to?.container != nil, attachments != nil || noFrontMatter {
      throw ValidationError("--attachments and --no-front-matter are for files in a format.")
    }
    if body != nil, to?.isJSON != true { throw ValidationError("--body is for json and ndjson.") }
    if to?.isJSON == true, losses.report || selection.isGiven || !notes.isEmpty {
      throw ValidationError("--to json writes all notes.")
    }
    if to?.isBag == true, losses.report || selection.isGiven || !notes.isEmpty || replace {
      throw ValidationError("--to bagit writes the whole bundle, into a new directory.")
    }
    if to?.isDatabase == true, losses.report || selection.isGiven || !notes.isEmpty {
      throw ValidationError("--to sqlite writes all notes.")
    }
    if original && changes.changes != .keep {
      throw ValidationError("--original writes files as they were imported; leave --changes out.")
    }
  }

  /// The format of one document: as the option says, or by the suffix of the output.
  private var oneTarget: ExportTarget? {
    to?.target
      ?? (to == nil
        ? output.flatMap { FormatTable.forPath($0) }.flatMap { ExportTarget(argument: $0.name) } : nil)
  }

  /// Checks the options of one document.
  private func validateOne() throws {
    guard output != nil, output != "-" else { throw ValidationError("Name the file to write: -o FILE.") }
    guard oneTarget != nil else {
      throw ValidationError("Name a format of one file with --to, such as docx, odt or epub.")
    }
    if original || losses.report || attachments != nil || frontMatter != nil || linkStyle != nil
      || body != nil
    {
      throw ValidationError(
        "--as-one can't be used with --original, --report, --attachments or options of vaults.")
    }
  }

  /// Writes one document.
  private func runOne(_ target: ExportTarget) throws {
    var book = BookExport(request(target))
    book.separator = one.chosen
    (book.front.hasContents, book.front.title) = (toc, title)
    book.front.facts = OfficeArguments.facts(metadata)
    if let cover { book.front.cover = try OfficeArguments.read(picture: cover) }
    if let template { book.template = try OfficeArguments.read(template: template) }
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let outcome = try book.run(progress: bar.progress)
    bar.finish()
    try print(outcome)
  }

  /// What is exported, and how.
  private func request(_ target: ExportTarget) -> ExportRequest {
    var request = ExportRequest(bundle: bundle.bundle, output: output ?? "", target: target)
    request.attachments = attachments
    request.notes = notes
    if selection.isGiven { request.selection = selection.query(zone: nil) }
    request.hasFrontMatter = !noFrontMatter
    request.replaces = replace
    request.hasIndex = !noIndex
    if let links = publishing.links { request.links = links }
    request.structure = publishing.structure
    request.changes = changes.changes.kind
    return request
  }

  /// Exports, or reports losses. If an original could not be restored, the exit status is 1.
  func run() throws {
    if one.asOne, let target = oneTarget { return try runOne(target) }
    let output = output ?? ""
    if to?.isDatabase == true { return try runDatabase(output) }
    if to?.isBag == true { return try runBag(output) }
    if case .json(let isLines) = to { return try runJSON(output, isLines) }
    if case .container(let target) = to { return try runContainer(output, target) }
    if to?.isSite == true { return try runSite(output) }
    let request = request(to?.target ?? .original)
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    if losses.report {
      let report = try request.report(progress: bar.progress)
      bar.finish()
      return try LossReportText(report: report).print(json: json.json)
    }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    try print(outcome)
  }

  /// Writes a container of another program.
  private func runContainer(_ output: String, _ target: ContainerTarget) throws {
    var request = ContainerExport(bundle: bundle.bundle, output: output, target: target)
    request.notes = notes
    if selection.isGiven { request.selection = selection.query(zone: nil) }
    request.frontMatter = frontMatter ?? .full
    request.linkStyle = linkStyle ?? .wiki
    request.clock = QueryClock(now: .systemClock)
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
    try print(outcome)
  }

  /// Writes a site, or brings it up to date.
  private func runSite(_ output: String) throws {
    var request = SiteExport(bundle: bundle.bundle, output: output)
    site.fill(&request)
    request.notes = notes
    if selection.isGiven { request.selection = selection.query(zone: nil) }
    if let links = publishing.links { request.links = links }
    request.structure = publishing.structure
    request.changes = changes.changes.kind
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let outcome =
      site.oneFile ? try request.runOneFile(replacing: replace) : try request.run(progress: bar.progress)
    bar.finish()
    try SiteArguments.print(outcome, output, json: json.json, common)
  }

  /// Prints the result. If an original could not be restored, the exit status is 1.
  private func print(_ outcome: ExportRequest.Outcome) throws {
    let output = output ?? ""
    DiagnosticPrinter.noteUnfinished(outcome.diagnostics)
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

  /// Writes an SQLite file. With embedded attachments it has the contents of all files.
  private func runDatabase(_ output: String) throws {
    var request = SQLiteExport(bundle: bundle.bundle, output: output)
    request.hasContents = attachments == .embed
    request.replaces = replace
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let count = try request.run(progress: bar.progress)
    bar.finish()
    if json.json {
      let record = Record(
        path: output, notes: count, files: 1, leftOut: 0, withoutOriginal: 0, refused: 0, diagnostics: [])
      return try JSONOutput.print(record, isDone: true)
    }
    common.say("\(output): \(counted(count, "note")).")
  }

  /// Writes a bag.
  private func runBag(_ output: String) throws {
    var request = BagExport(bundle: bundle.bundle, output: output)
    request.date = EditOptions.now
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    DiagnosticPrinter.noteUnfinished(outcome.diagnostics)
    if json.json {
      let record = Record(
        path: output, notes: 0, files: outcome.files, leftOut: 0, withoutOriginal: 0, refused: 0,
        diagnostics: outcome.diagnostics.map(DiagnosticRecord.init))
      return try JSONOutput.print(record, isDone: true)
    }
    common.print(outcome.diagnostics)
    common.say("\(output): \(counted(outcome.files, "file")), \(byteCount(outcome.bytes)).")
  }

  /// Writes JSON: one file or standard output, or with attachments beside it a directory.
  private func runJSON(_ output: String, _ isLines: Bool) throws {
    var request = BoxJSONExport(bundle: bundle.bundle, output: output)
    (request.isLines, request.isBeside) = (isLines, attachments == .beside)
    request.body = (body ?? .rtf).rawValue
    request.replaces = replace
    let bar = ProgressBar(quiet: common.quiet || json.json)
    defer { bar.finish() }
    if isPiped {
      _ = try request.write(
        to: { (bytes) throws(SlipError) in
          try bytes.withUnsafeBufferPointer { (bytes) throws(SlipError) in
            try Terminal.standardOutput.writeResult(UnsafeRawBufferPointer(bytes))
          }
        }, progress: bar.progress)
      return
    }
    let count = try request.run(progress: bar.progress)
    bar.finish()
    if json.json {
      let record = Record(
        path: output, notes: count, files: 1, leftOut: 0, withoutOriginal: 0, refused: 0, diagnostics: [])
      return try JSONOutput.print(record, isDone: true)
    }
    common.say("\(output): \(counted(count, "note")).")
  }

  /// The counts of an export in words.
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
