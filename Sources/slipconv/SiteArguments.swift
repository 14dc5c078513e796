import ArgumentParser
import SlipBase
import SlipboxKit

/// What a site has, in `export --to site` and `view`.
struct SiteArguments: ParsableArguments {
  /// The address at which it will be published.
  @Option(
    help: ArgumentHelp(
      """
      The address of a published site, such as https://example.org/notes/. The feed then has absolute links, and search \
      engines may index the pages.
      """, valueName: "address"))
  var url: String?

  /// The name of the site.
  @Option(help: ArgumentHelp("The name of the site (default: that of the bundle).", valueName: "name"))
  var siteName: String?

  /// Whether pages show the properties of notes.
  @Flag(help: "Show the properties of notes, such as authors and places, on the pages of a site.")
  var properties = false

  /// Whether the site has no texts for lists of results.
  @Flag(
    name: .customLong("no-snippets"),
    help: "Leave out the texts by which a site shows where words were found. It becomes a third smaller.")
  var noSnippets = false

  /// Whether the site is one file.
  @Flag(help: "Write one HTML file with all notes and pictures, for up to 2,000 notes and 25 MB.")
  var oneFile = false

  /// Whether any of them is given.
  var isGiven: Bool { url != nil || siteName != nil || properties || noSnippets || oneFile }

  /// Checks the address.
  ///
  /// - Throws: `ValidationError` for one that isn't of the web.
  func validate() throws {
    if let url, !url.hasPrefix("https://"), !url.hasPrefix("http://") {
      throw ValidationError("--url takes an address that begins with https:// or http://.")
    }
  }

  /// Fills in a request.
  func fill(_ request: inout SiteExport) {
    (request.url, request.name) = (url, siteName)
    (request.hasProperties, request.hasSnippets) = (properties, !noSnippets)
  }

  /// The result as JSON.
  private struct Record: Encodable {
    /// The path of the directory.
    var path: String
    /// The number of notes.
    var notes: Int
    /// How many of them are drafts.
    var drafts: Int
    /// The number of files of the site.
    var files: Int
    /// How many files were written.
    var written: Int
    /// How many files were deleted.
    var deleted: Int
    /// Findings about what was read.
    var diagnostics: [DiagnosticRecord]
  }

  /// Prints the result of an export.
  static func print(
    _ outcome: SiteExport.Outcome, _ output: String, json: Bool, _ common: CommonOptions
  ) throws {
    DiagnosticPrinter.noteUnfinished(outcome.diagnostics)
    if json {
      return try JSONOutput.print(
        Record(
          path: outcome.path, notes: outcome.notes, drafts: outcome.drafts, files: outcome.files,
          written: outcome.written, deleted: outcome.deleted,
          diagnostics: outcome.diagnostics.map(DiagnosticRecord.init)), isDone: true)
    }
    common.print(outcome.diagnostics)
    var text = counted(outcome.notes, "note")
    if outcome.drafts > 0 { text += ", \(counted(outcome.drafts, "draft")) among them" }
    if outcome.files > 1 { text += "; \(counted(outcome.written, "file")) of \(outcome.files) written" }
    if outcome.deleted > 0 { text += ", \(outcome.deleted) deleted" }
    common.say("\(output): \(text).")
  }
}
