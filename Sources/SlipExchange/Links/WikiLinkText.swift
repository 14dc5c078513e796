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
    editInlines { Document.parts(of: $0, reference) }
  }

  private struct Finder: DocumentVisitor {
    var found = false
    mutating func visit(_ inline: Inline) {
      if case .run(let run) = inline, run.text.utf8.count > 4, run.text.contains("[[") { found = true }
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
