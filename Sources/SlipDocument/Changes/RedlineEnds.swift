/// Decides which paragraph ends of a redline are tracked.
///
/// Where whole paragraphs go or come before another paragraph, their own ends do. At the end of a text, and before a
/// table or break, an end can't disappear, because nothing follows that the paragraph could continue in. There the end
/// of the paragraph before is tracked instead, and the last one stays.
enum RedlineEnds {
  /// The blocks with the tracked changes of their ends.
  ///
  /// - Parameters:
  ///   - marked: The blocks in order, with what happens to each as a whole; nil where it stays.
  ///   - revision: Gives the tracked change of a mark.
  static func blocks(
    _ marked: [(block: Block, mark: RedlineMark?)], _ revision: (RedlineMark) -> Revision
  ) -> [Block] {
    var result: [Block] = []
    var run: [(paragraph: Paragraph, mark: RedlineMark)] = []
    for (block, mark) in marked {
      if case .paragraph(let paragraph) = block, let mark {
        run.append((paragraph, mark))
        continue
      }
      if case .paragraph = block {
        add(run, isLast: false, to: &result, revision)
      } else {
        add(run, isLast: true, to: &result, revision)
      }
      run = []
      result.append(block)
    }
    add(run, isLast: true, to: &result, revision)
    return result
  }

  /// Adds paragraphs that go or come.
  ///
  /// - Parameter isLast: Whether no paragraph follows.
  private static func add(
    _ run: [(paragraph: Paragraph, mark: RedlineMark)], isLast: Bool, to result: inout [Block],
    _ revision: (RedlineMark) -> Revision
  ) {
    guard var last = run.last else { return }
    var run = run
    if isLast, case .paragraph(var before)? = result.last, before.endRevision == nil {
      // The ends move back by one.
      before.endRevision = revision(run[0].mark)
      result[result.count - 1] = .paragraph(before)
      for index in run.indices {
        let next = index + 1 < run.count ? revision(run[index + 1].mark) : nil
        run[index].paragraph.endRevision = next
        result.append(.paragraph(run[index].paragraph))
      }
      return
    }
    if isLast {
      run.removeLast()
      // The last that goes and the last that comes share an end.
      if last.mark == .inserted, let other = run.lastIndex(where: { $0.mark == .deleted }) {
        let gone = run.remove(at: other).paragraph
        last.paragraph.inlines = gone.inlines + last.paragraph.inlines
        last.paragraph.textBoxes = gone.textBoxes + last.paragraph.textBoxes
      }
    }
    for (paragraph, mark) in run {
      var paragraph = paragraph
      paragraph.endRevision = revision(mark)
      result.append(.paragraph(paragraph))
    }
    if isLast { result.append(.paragraph(last.paragraph)) }
  }
}
