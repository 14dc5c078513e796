internal import SlipDocument

/// What stands around a document's content to make a page of it.
struct HTMLPage {
  private let document: Document
  private let options: WriteOptions
  private let base: BaseStyle
  private let sections: HTMLSections

  init(_ document: Document, _ options: WriteOptions, _ base: BaseStyle, _ sections: HTMLSections) {
    (self.document, self.options, self.base, self.sections) = (document, options, base, sections)
  }

  func begin(_ sink: inout HTMLSink) {
    sink.markup("<!DOCTYPE html>\n<html")
    if sink.isXML {
      sink.attribute("xmlns", "http://www.w3.org/1999/xhtml")
      sink.attribute("xml:lang", language)
    }
    sink.attribute("lang", language)
    sink.markup(">\n<head>\n<meta")
    sink.attribute("charset", "utf-8")
    sink.endVoid()
    sink.markup("\n")
    meta("viewport", "width=device-width, initial-scale=1", &sink)
    meta("color-scheme", "light dark", &sink)
    sink.markup("<title>")
    sink.text(title)
    sink.markup("</title>\n")
    facts(&sink)
    sink.markup("</head>\n<body")
    bodyStyle(&sink)
    sink.markup(">\n<main>\n")
    if !hasTopHeading {
      sink.markup("<h1 class=\"page-title\">")
      sink.text(title)
      sink.markup("</h1>\n")
    }
    if options.page.hasContents { sections.write(to: &sink) }
  }

  func end(_ sink: inout HTMLSink) { sink.markup("</main>\n</body>\n</html>\n") }

  /// What a template has a place for.
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

  private func facts(_ sink: inout HTMLSink) {
    meta("author", document.info.author, &sink)
    meta("description", document.info.subject, &sink)
    meta("keywords", document.info.keywords.joined(separator: ", "), &sink)
    for property in options.metadata { meta(property.name, property.value, &sink) }
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

  private func bodyStyle(_ sink: inout HTMLSink) {
    if let color = base.style.color, color != .black { sink.ink(color, on: .white) }
    if let font = base.style.font {
      sink.declaration("font-family")
      sink.cssFontFamily(font)
    }
    if let size = base.style.size {
      sink.declaration("font-size")
      sink.points(size, unitsPerPoint: 2)
    }
    sink.endDeclarations()
  }

  private func meta(_ name: String, _ content: String?, _ sink: inout HTMLSink) {
    guard let content, !content.isEmpty else { return }
    sink.markup("<meta")
    sink.attribute("name", name)
    sink.attribute("content", content)
    sink.endVoid()
    sink.markup("\n")
  }

  var language: String {
    let known = [options.language, base.mainLanguage, document.defaultLanguage]
    return known.lazy.compactMap { $0.flatMap(HTMLLanguage.known) }.first ?? HTMLLanguage.undetermined
  }

  /// The document's own, else that of its first heading, else what the caller knows it by.
  var title: String {
    let candidates = [options.title, document.info.title, firstHeading, options.fallbackTitle]
    return candidates.lazy.compactMap { $0.map(HTMLPage.line) }.first { !$0.isEmpty } ?? "Untitled"
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private var firstHeading: String? {
    for case .paragraph(let paragraph) in document.blocks where paragraph.style.headingLevel != nil {
      let text = paragraph.visibleText
      if !text.allSatisfy(\.isWhitespace) { return text }
    }
    return nil
  }

  /// Whether a reader who goes from heading to heading finds one to begin with.
  private var hasTopHeading: Bool {
    document.blocks.contains { block in
      if case .paragraph(let paragraph) = block { paragraph.style.headingLevel == 1 } else { false }
    }
  }
}

/// Languages as pages name them.
enum HTMLLanguage {
  /// Of a document whose language nobody knows (ISO 639-2).
  static let undetermined = "und"

  /// Nil for what stands for a number that no table knows.
  static func known(_ tag: String) -> String? {
    if tag.isEmpty || tag.hasPrefix("x-") { return nil }
    // Windows' name of another order of letters, which no registry has.
    return tag == "es-ES-tradnl" ? "es-ES" : tag
  }
}

extension Paragraph {
  /// What a reader of the final text sees of it, line breaks as spaces.
  var visibleText: String {
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
