internal import SlipFiles
internal import ArgumentParser
import SlipBase
import SlipDocument
import SlipFormats
import SlipboxKit

/// What an HTML page is told.
struct PageArguments: ParsableArguments {
  @Flag(help: "Write HTML without a page around the text.")
  var fragment = false

  @Option(help: "Link this style sheet from the page, after the page's own rules; may be repeated.")
  var css: [String] = []

  @Option(
    help: """
      Write the page by this template, with $body$ where the text goes; $title$, $lang$, $head$, $toc$, $author$, \
      $description$ and $keywords$ are replaced, too.
      """, completion: .file())
  var template: String?

  @Option(
    help: """
      Set metadata, as NAME=VALUE: title, author, lang, keywords, description or another name; may be repeated.
      """)
  var metadata: [String] = []

  @Flag(help: "Write a table of contents before the text.")
  var toc = false

  @Flag(name: .customLong("section-ids"), help: "Give headings identifiers made from their words.")
  var sectionIDs = false

  func validate() throws {
    for entry in metadata where !entry.dropFirst().contains("=") {
      throw ValidationError("--metadata takes NAME=VALUE.")
    }
    if fragment && (template != nil || !css.isEmpty) {
      throw ValidationError("--fragment can't be used with --template or --css.")
    }
  }

  /// - Throws: where the template can't be read, or has no placeholder for the text.
  func apply(to request: inout ConvertRequest) throws {
    request.isFragment = fragment
    request.page.styleSheets = css
    request.page.hasContents = toc
    request.page.hasSectionIDs = sectionIDs
    request.metadata = metadata.map { entry in
      let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return UserProperty(name: String(parts[0]), value: parts.count > 1 ? String(parts[1]) : "")
    }
    guard let template else { return }
    let text = String(decoding: try FileSystem.readFile(template, limit: 16 << 20), as: UTF8.self)
    guard let page = PageTemplate(text) else {
      throw SlipError(
        .usage, "The template must contain one $body$, where the text goes.",
        at: SourceLocation(file: template))
    }
    request.page.template = page
  }
}
