internal import SlipFiles
internal import ArgumentParser
import SlipBase
import SlipDocument
import SlipFormats
import SlipboxKit

/// What an HTML page is told.
struct PageArguments: ParsableArguments {
  @Flag(help: "HTML without a page around the text.")
  var fragment = false

  @Option(help: "A style sheet that the page refers to, behind its own rules; may be given several times.")
  var css: [String] = []

  @Option(
    help: """
      A page with $body$ where the text goes; also $title$, $lang$, $head$, $toc$, $author$, $description$, $keywords$.
      """, completion: .file())
  var template: String?

  @Option(
    help:
      "NAME=VALUE: title, author, lang, keywords, description, or another name; may be given several times.")
  var metadata: [String] = []

  @Flag(help: "A table of contents before the text.")
  var toc = false

  @Flag(name: .customLong("section-ids"), help: "Headings with identifiers made of their words.")
  var sectionIDs = false

  func validate() throws {
    for entry in metadata where !entry.dropFirst().contains("=") {
      throw ValidationError("--metadata takes NAME=VALUE.")
    }
    if fragment && (template != nil || !css.isEmpty) {
      throw ValidationError("A fragment has neither a template nor style sheets.")
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
        .usage, "The template needs one $body$, where the text goes.", at: SourceLocation(file: template))
    }
    request.page.template = page
  }
}
