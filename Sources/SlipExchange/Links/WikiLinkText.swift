internal import SlipDocument

/// `[[title]]` in a document becomes a link without the brackets.
extension Document {
  /// A quick look, so that most documents are left as they are.
  var containsWikiLinks: Bool {
    var finder = Finder()
    walk(&finder)
    return finder.found
  }

  /// `reference` gives target and shown text for what stands between the brackets, or nil to leave it. A title that formatting
  /// tears apart stays text.
  mutating func linkWikiTitles(_ reference: (String) -> (target: String, shown: String)?) {
    Document.edit(&blocks, reference)
    for index in notes.indices { Document.edit(&notes[index].blocks, reference) }
  }

  private struct Finder: DocumentVisitor {
    var found = false
    mutating func visit(_ inline: Inline) {
      if case .run(let run) = inline, run.text.utf8.count > 4, run.text.contains("[[") { found = true }
    }
  }

  /// Recursion goes as deep as tables and text boxes nest, which `Limits` bounds.
  private static func edit(_ blocks: inout [Block], _ reference: (String) -> (target: String, shown: String)?)
  {
    for index in blocks.indices {
      switch blocks[index] {
      case .paragraph(var paragraph):
        paragraph.inlines = paragraph.inlines.flatMap { parts(of: $0, reference) }
        for box in paragraph.textBoxes.indices { edit(&paragraph.textBoxes[box].blocks, reference) }
        blocks[index] = .paragraph(paragraph)
      case .table(var table):
        for row in table.rows.indices {
          for cell in table.rows[row].cells.indices { edit(&table.rows[row].cells[cell].blocks, reference) }
        }
        blocks[index] = .table(table)
      case .break: break
      }
    }
  }

  private static func parts(of inline: Inline, _ reference: (String) -> (target: String, shown: String)?)
    -> [Inline]
  {
    guard case .run(let run) = inline, run.style.link == nil, run.style.isVisible, run.text.contains("[[")
    else {
      return [inline]
    }
    let text = Array(run.text.utf8)
    var parts: [Inline] = []
    var position = 0
    func add(_ range: Range<Int>) {
      if !range.isEmpty {
        parts.append(.run(Run(String(decoding: text[range], as: UTF8.self), style: run.style)))
      }
    }
    for range in text.withUnsafeBytes({ WikiLinks.ranges(in: $0) }) {
      let title = String(decoding: text[range], as: UTF8.self)
      guard let link = reference(title) else { continue }
      var style = run.style
      style.link = Hyperlink(target: link.target)
      add(position..<range.lowerBound - 2)
      parts.append(.run(Run(link.shown, style: style)))
      position = range.upperBound + 2
    }
    add(position..<text.count)
    return parts
  }
}
