internal import SlipDocument

/// What stands around a document's content to make a page of it.
struct HTMLPage {
  private let document: Document
  private let options: WriteOptions
  private let base: BaseStyle

  init(_ document: Document, _ options: WriteOptions, _ base: BaseStyle) {
    (self.document, self.options, self.base) = (document, options, base)
  }

  func begin(_ sink: inout HTMLSink) {
    sink.markup("<!DOCTYPE html>\n<html")
    sink.attribute("lang", language)
    sink.markup(">\n<head>\n<meta charset=\"utf-8\">\n")
    sink.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    sink.markup("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    sink.text(title)
    sink.markup("</title>\n")
    meta("author", document.info.author, &sink)
    meta("description", document.info.subject, &sink)
    meta("keywords", document.info.keywords.joined(separator: ", "), &sink)
    sink.markup("<style>\n")
    sink.markup(HTMLStyleSheet.rules)
    sink.markup("</style>\n</head>\n<body")
    bodyStyle(&sink)
    sink.markup(">\n<main>\n")
    if !hasTopHeading {
      sink.markup("<h1 class=\"page-title\">")
      sink.text(title)
      sink.markup("</h1>\n")
    }
  }

  func end(_ sink: inout HTMLSink) { sink.markup("</main>\n</body>\n</html>\n") }

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
    sink.markup(">\n")
  }

  private var language: String {
    let known = [options.language, base.mainLanguage, document.defaultLanguage]
    return known.lazy.compactMap { $0.flatMap(HTMLLanguage.known) }.first ?? HTMLLanguage.undetermined
  }

  /// The document's own, else that of its first heading, else what the caller knows it by.
  private var title: String {
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
