package import SlipDocument

/// Writes what stands around a document's content to make a page of it: the head, and the
/// beginning and end of the body.
///
/// The page is made to be read by everyone (WCAG 2.2): it states its language and title,
/// marks its content with `<main>`, adapts to narrow windows, and gets a top heading if
/// the document has none. Such a heading is hidden from the eye, because a document looks
/// as its author made it.
struct HTMLPage {
  /// The document, for its facts and headings.
  private let document: Document
  /// The options of the page.
  private let options: WriteOptions
  /// The formatting that the body states.
  private let base: BaseStyle
  /// The headings, for a table of contents.
  private let sections: HTMLSections

  /// Prepares a page. See the properties.
  init(_ document: Document, _ options: WriteOptions, _ base: BaseStyle, _ sections: HTMLSections) {
    (self.document, self.options, self.base, self.sections) = (document, options, base, sections)
  }

  /// Writes the page up to its content: document type, head, the beginning of the body, a
  /// top heading that is hidden from the eye if the document has none.
  func begin(_ sink: inout HTMLSink) {
    sink.markup("<!DOCTYPE html>\n<html")
    if sink.isXML {
      sink.attribute("xmlns", "http://www.w3.org/1999/xhtml")
      sink.attribute("xml:lang", language)
      if options.page.isBook { sink.attribute("xmlns:epub", "http://www.idpf.org/2007/ops") }
    }
    sink.attribute("lang", language)
    sink.markup(">\n<head>\n<meta")
    sink.attribute("charset", "utf-8")
    sink.endVoid()
    sink.markup("\n")
    if !options.page.isBook {
      meta("viewport", "width=device-width, initial-scale=1", &sink)
      meta("color-scheme", "light dark", &sink)
    }
    sink.markup("<title>")
    sink.text(title)
    sink.markup("</title>\n")
    facts(&sink)
    sink.markup("</head>\n<body")
    if !options.page.isBook { bodyStyle(&sink) }
    sink.markup(">\n<main>\n")
    if !hasTopHeading {
      // A note's title is shown, unless the text begins with it.
      let isShown = options.page.facts != nil && !beginsWithTitle
      sink.markup(isShown ? "<h1 class=\"page-title shown\">" : "<h1 class=\"page-title\">")
      sink.text(title)
      sink.markup("</h1>\n")
    }
    facts(options.page.facts, &sink)
  }

  /// Writes the page behind its content.
  func end(_ sink: inout HTMLSink) {
    if let facts = options.page.facts {
      related("Links", facts.links, &sink)
      related("Links to this note", facts.backlinks, &sink)
    }
    sink.markup("</main>\n</body>\n</html>\n")
  }

  /// Writes facts about the note before its text. `HTMLReader` passes them over.
  private func facts(_ facts: PageFacts?, _ sink: inout HTMLSink) {
    guard let facts, !facts.facts.isEmpty || !facts.dates.isEmpty else { return }
    sink.markup("<div class=\"page-facts facts\"><p>")
    sink.text(facts.facts.joined(separator: " · "))
    for (index, (word, date)) in facts.dates.enumerated() {
      if index > 0 || !facts.facts.isEmpty { sink.markup(" · ") }
      sink.text(word + " ")
      sink.markup("<time")
      sink.attribute("datetime", date.prefix(19) + "Z")
      sink.markup(">")
      sink.text(String(date.prefix(10)))
      sink.markup("</time>")
    }
    sink.markup("</p></div>\n")
  }

  /// Writes a list of other notes after the text.
  private func related(_ title: StaticString, _ links: [PageFacts.Link], _ sink: inout HTMLSink) {
    if links.isEmpty { return }
    sink.markup("<div class=\"page-facts related\">\n<h2>")
    sink.markup(title)
    sink.markup("</h2>\n<ul>\n")
    for link in links {
      sink.markup("<li><a")
      sink.attribute("href", link.target)
      sink.markup("><bdi>")
      sink.text(HTMLPage.line(link.title).isEmpty ? "Untitled" : HTMLPage.line(link.title))
      sink.markup("</bdi></a></li>\n")
    }
    sink.markup("</ul>\n</div>\n")
  }

  /// Whether the first text is the title.
  private var beginsWithTitle: Bool {
    for case .paragraph(let paragraph) in document.blocks {
      let text = HTMLPage.line(paragraph.visibleText)
      if !text.isEmpty { return text == title }
    }
    return false
  }

  /// Writes what a placeholder of a template stands for, except the body.
  func write(_ place: PageTemplate.Place, to sink: inout HTMLSink) {
    switch place {
    case .body: break
    case .title: sink.text(title)
    case .lang: sink.text(language)
    case .head: facts(&sink)
    case .toc: sections.write(to: &sink)
    case .author: sink.text(document.info.author ?? "")
    case .description: sink.text(document.info.subject ?? "")
    case .keywords: sink.text(document.info.keywords.joined(separator: ", "))
    }
  }

  /// Writes what belongs into the head besides the title: facts about the document, the
  /// built-in rules, and links to the caller's style sheets, which come last and so win.
  private func facts(_ sink: inout HTMLSink) {
    meta("author", document.info.author, &sink)
    meta("description", document.info.subject, &sink)
    meta("keywords", document.info.keywords.joined(separator: ", "), &sink)
    for property in options.metadata { meta(property.name, property.value, &sink) }
    if options.page.isBook {
      sink.markup("<link rel=\"stylesheet\" type=\"text/css\" href=\"../style.css\"/>\n")
      return
    }
    sink.markup("<style>\n")
    sink.markup(HTMLStyleSheet.rules)
    sink.markup("</style>\n")
    for url in options.page.styleSheets {
      sink.markup("<link rel=\"stylesheet\"")
      sink.attribute("href", RelativeURL.escaped(url))
      sink.endVoid()
      sink.markup("\n")
    }
  }

  /// Writes the font, size and colour that most of the text has. Black needs no mention, as it is the default.
  ///
  /// Pages have a font and size of their own, so that all of them look alike; those of the document are facts for readers of
  /// the page (`data-font`, `data-size` in half-points). Only a monospaced font is shown.
  private func bodyStyle(_ sink: inout HTMLSink) {
    if let font = base.style.font { sink.attribute("data-font", font) }
    if let size = base.style.size { sink.attribute("data-size", size) }
    if let color = base.style.color, color != .black { sink.ink(color, on: .paper) }
    if let font = base.style.font, FontFacts.isMonospaced(font) {
      sink.declaration("font-family")
      sink.cssFontFamily(font)
    }
    sink.endDeclarations()
  }

  /// Writes a fact, unless it is empty.
  private func meta(_ name: String, _ content: String?, _ sink: inout HTMLSink) {
    guard let content, !content.isEmpty else { return }
    sink.markup("<meta")
    sink.attribute("name", name)
    sink.attribute("content", content)
    sink.endVoid()
    sink.markup("\n")
  }

  /// The language of the page: the first one that is known of those of the options, of
  /// most of the text, and of the document; or else `und`.
  var language: String {
    let known = [options.language, base.mainLanguage, document.defaultLanguage]
    return known.lazy.compactMap { $0.flatMap(HTMLLanguage.known) }.first ?? HTMLLanguage.undetermined
  }

  /// The title of the page on one line: the first one that isn't blank of those of the
  /// options and the document, its first heading, and the caller's fallback; or else
  /// `Untitled`.
  var title: String {
    let candidates = [options.title, document.info.title, firstHeading, options.fallbackTitle]
    return candidates.lazy.compactMap { $0.map(HTMLPage.line) }.first { !$0.isEmpty } ?? "Untitled"
  }

  /// Text on one line, with single spaces.
  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text of the first heading that isn't blank.
  private var firstHeading: String? {
    for case .paragraph(let paragraph) in document.blocks where paragraph.style.headingLevel != nil {
      let text = paragraph.visibleText
      if !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }

  /// Whether the document has a heading of level 1, at which readers who go from heading
  /// to heading can begin. Without one, the page gets a hidden one with its title.
  private var hasTopHeading: Bool {
    document.blocks.contains { block in
      guard case .paragraph(let paragraph) = block else { return false }
      return paragraph.style.headingLevel == 1 && !paragraph.isBlank
    }
  }
}

/// Languages as pages state them.
package enum HTMLLanguage {
  /// The tag for an unknown language (ISO 639-2).
  static let undetermined = "und"

  /// The language tag in its usual spelling, if pages can state it. Nil for what is no tag, and for private tags, such as
  /// those for Windows language numbers that no table knows.
  package static func known(_ tag: String) -> String? {
    // Windows' name for Spanish with the traditional order of letters, which isn't a registered tag.
    if tag == "es-ES-tradnl" { return "es-ES" }
    return LanguageTag.valid(tag).flatMap { $0.hasPrefix("x-") ? nil : $0 }
  }
}

extension Paragraph {
  /// The visible text of a heading with its number, if it has one: `1.2 Ways`.
  package func headingText(in lists: [ListDefinition]) -> String {
    let number = headingNumber(in: lists) ?? ""
    return number.isEmpty ? visibleText : number + " " + visibleText
  }

  /// The paragraph's text as a reader of the final text sees it, with line breaks as
  /// spaces.
  package var visibleText: String {
    var text = ""
    for inline in inlines {
      switch inline {
      case .run(let run) where run.style.isVisible: text += run.text
      case .lineBreak: text += " "
      default: break
      }
    }
    return text
  }
}
