internal import SlipFiles
internal import ArgumentParser
import SlipBase
import SlipDocument
import SlipFormats
import SlipboxKit

/// The options of `convert` about the HTML page that it writes. They don't apply to other
/// formats, except that `--metadata` also sets facts there.
///
///     slipconv convert a.rtf a.html --toc --section-ids --css house.css --metadata lang=de
///     slipconv convert a.rtf a.html --template page.html
///
/// A template decides about the whole page: Slipbox fills in the text and what it knows of the
/// document.
struct PageArguments: ParsableArguments {
  /// Writes the text without a page around it, for use in another page.
  @Flag(help: "Write HTML without a page around the text.")
  var fragment = false

  /// References to style sheets, in the order in which they are given.
  @Option(help: "Link this style sheet from the page, after the page's own rules; may be repeated.")
  var css: [String] = []

  /// The path of the template; the page then consists of the template with its placeholders
  /// replaced.
  @Option(
    help: """
      Write the page by this template, with $body$ where the text goes; $title$, $lang$, $head$, $toc$, $author$, \
      $description$ and $keywords$ are replaced, too. Or take the styles, page, headers and footers of this Word or \
      OpenDocument file.
      """, completion: .file())
  var template: String?

  /// `NAME=VALUE` pairs that replace facts of the document, or add others.
  @Option(
    help: """
      Set metadata, as NAME=VALUE: title, author, lang, keywords, description or another name; may be repeated.
      """)
  var metadata: [String] = []

  /// The picture on the cover.
  @Option(help: "Show this picture on the cover, in formats that have pictures.", completion: .file())
  var cover: String?

  /// Writes a table of contents.
  @Flag(help: "Write a table of contents before the text.")
  var toc = false

  /// Gives headings identifiers, to which links can lead.
  @Flag(name: .customLong("section-ids"), help: "Give headings identifiers made from their words.")
  var sectionIDs = false

  /// Checks the form of `--metadata`, and what can't be used together.
  func validate() throws {
    try OfficeArguments.validate(facts: metadata)
    if fragment && (template != nil || !css.isEmpty) {
      throw ValidationError("--fragment can't be used with --template or --css.")
    }
  }

  /// Transfers the options to a request.
  ///
  /// - Throws: `SlipError` where the template can't be read, or has no placeholder for the
  ///   text.
  func apply(to request: inout ConvertRequest) throws {
    request.isFragment = fragment
    request.page.styleSheets = css
    request.page.hasContents = toc
    request.page.hasSectionIDs = sectionIDs
    request.metadata = OfficeArguments.facts(metadata)
    if let cover { request.cover = try OfficeArguments.read(picture: cover) }
    guard let template else { return }
    let bytes = try FileSystem.readFile(template, limit: 256 << 20)
    if OfficeArguments.isDocument(bytes) {
      request.officeTemplate = bytes
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let page = PageTemplate(text) else {
      throw SlipError(
        .usage, "The template must contain one $body$, where the text goes.",
        at: SourceLocation(file: template))
    }
    request.page.template = page
  }
}
