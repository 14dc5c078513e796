internal import SlipDocument

/// Pages that list other pages, such as those of an export.
package enum HTMLIndex {
  /// The name of such a page in a folder of pages.
  package static let name = "index.html"
  /// By what such a page is known again: it is no note.
  package static let mark: StaticString = "<meta name=\"generator\" content=\"slipconv index\">"

  /// Writes the page up to its lists.
  package static func begin(_ title: String, _ sink: inout HTMLSink) {
    sink.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    sink.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    sink.markup("<meta name=\"color-scheme\" content=\"light dark\">\n")
    sink.markup(mark)
    sink.markup("\n<title>")
    sink.text(title)
    sink.markup("</title>\n<style>\n")
    sink.markup(HTMLStyleSheet.rules)
    sink.markup("summary{font-weight:600;cursor:pointer;margin:.4em 0}\ndetails details{margin-left:1.2em}\n")
    sink.markup(".index{list-style:none;padding-left:1.1em;margin:0 0 .6em}\nsmall{opacity:.75}\n")
    sink.markup("</style>\n</head>\n<body>\n<main>\n<h1><bdi>")
    sink.text(title)
    sink.markup("</bdi></h1>\n")
  }

  /// Writes a list of pages. Nothing is written for none.
  ///
  /// - Parameter rows: The title, the path without percent-encoding, and what stands after it.
  package static func list(_ rows: [(title: String, path: String, remark: String)], _ sink: inout HTMLSink) {
    if rows.isEmpty { return }
    sink.markup("<ul class=\"index\">\n")
    for row in rows {
      sink.markup("<li><a")
      sink.attribute("href", RelativeURL.encoded(path: row.path))
      sink.markup("><bdi>")
      sink.text(row.title.allSatisfy(\.isWhitespace) ? "Untitled" : row.title)
      sink.markup("</bdi></a>")
      if !row.remark.isEmpty {
        sink.markup(" <small>")
        sink.text(row.remark)
        sink.markup("</small>")
      }
      sink.markup("</li>\n")
    }
    sink.markup("</ul>\n")
  }

  /// Writes the end of the page.
  package static func end(_ sink: inout HTMLSink) { sink.markup("</main>\n</body>\n</html>\n") }
}
