import ArgumentParser
import SlipBase
import SlipQuery
import SlipboxKit

/// `slipconv view`: shows a bundle in the browser, as a site in the cache (`SiteExport`).
///
/// The site is brought up to date each time; no server runs.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: "Look at a bundle in the browser, with search.",
    discussion: """
      The pages are written to $XDG_CACHE_HOME/slipconv, outside of the bundle, and only what has changed since the last \
      time. They need no server.

      EXAMPLE
        slipconv view my.slipbox
        slipconv view my.slipbox --print
      """)

  /// The bundle to show.
  @OptionGroup var bundle: BundleArgument

  /// Whether the path of the start page is printed, and no browser opened.
  @Flag(name: .customLong("print"), help: "Print the path of the start page, and don't open it.")
  var prints = false

  /// The notes to show.
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var common: CommonOptions

  /// Brings the site up to date and opens its start page.
  ///
  /// - Throws: `SlipError` where the bundle can't be read, the site can't be written, or nothing opens it.
  func run() throws {
    let cache = try IndexCommand.cache()
    try cache.create()
    var request = SiteExport(bundle: bundle.bundle, output: try cache.site(of: bundle.bundle))
    request.hasProperties = true
    request.isCache = true
    if selection.isGiven { request.selection = selection.query(zone: nil) }
    let bar = ProgressBar(quiet: common.quiet)
    defer { bar.finish() }
    let outcome = try request.run(progress: bar.progress)
    bar.finish()
    common.print(outcome.diagnostics)
    let page = outcome.path + "/index.html"
    if prints { return try Terminal.standardOutput.writeResult(page + "\n") }
    try ExternalProgram.openPage(page)
  }
}
