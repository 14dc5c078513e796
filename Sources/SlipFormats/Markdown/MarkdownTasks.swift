internal import SlipDocument

/// Tasks in quotations and call-outs, which cmark-gfm doesn't see: `> - [ ] weigh the frames`.
extension Document {
  /// Gives items of lists in quotations their signs.
  mutating func findQuotedTasks() {
    for index in blocks.indices {
      guard case .paragraph(var paragraph) = blocks[index], paragraph.listItem != nil,
        paragraph.style.role.containers.contains(.quote), case .run(var run)? = paragraph.inlines.first,
        run.text.hasPrefix("["), let sign = Document.tasks.first(where: { run.text.hasPrefix($0.mark) })
      else { continue }
      run.text = sign.sign + run.text.dropFirst(sign.mark.count)
      paragraph.inlines[0] = .run(run)
      blocks[index] = .paragraph(paragraph)
    }
  }

  /// How tasks begin, and their signs.
  private static let tasks: [(mark: String, sign: String)] = [
    ("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ "),
  ]
}
