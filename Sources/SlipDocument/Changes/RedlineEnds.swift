/// A block before the ends of paragraphs are decided.
struct MarkedBlock {
  /// The block; its content is marked already.
  var block: Block
  /// The tracked change of it as a whole; nil where it stays.
  var mark: Revision?
}

/// Decides which paragraph ends of a text with tracked changes are tracked.
///
/// Where whole paragraphs go or come before another paragraph, their own ends do. At the end of a text, and before a
/// table or break, an end can't disappear, because nothing follows that the paragraph could continue in. There the end
/// of the paragraph before is tracked instead, and the last one stays.
enum RedlineEnds {
  /// The blocks with the tracked changes of their ends.
  ///
  /// - Parameter marked: The blocks in order.
  static func blocks(_ marked: [MarkedBlock]) -> [Block] {
    var result: [Block] = []
    var run: [(paragraph: Paragraph, mark: Revision)] = []
    for item in marked {
      if case .paragraph(let paragraph) = item.block, let mark = item.mark {
        run.append((paragraph, mark))
        continue
      }
      if case .paragraph = item.block {
        add(run, isLast: false, to: &result)
      } else {
        add(run, isLast: true, to: &result)
      }
      run = []
      result.append(item.block)
    }
    add(run, isLast: true, to: &result)
    return result
  }

  /// Adds paragraphs that go or come.
  ///
  /// - Parameter isLast: Whether no paragraph follows.
  private static func add(
    _ run: [(paragraph: Paragraph, mark: Revision)], isLast: Bool, to result: inout [Block]
  ) {
    guard var last = run.last else { return }
    var run = run
    if isLast, case .paragraph(var before)? = result.last, before.endRevision?.kind != .deletion {
      // The ends move back by one.
      before.endRevision = before.endRevision ?? run[0].mark
      result[result.count - 1] = .paragraph(before)
      for index in run.indices {
        run[index].paragraph.endRevision = index + 1 < run.count ? run[index + 1].mark : nil
        result.append(.paragraph(run[index].paragraph))
      }
      return
    }
    if isLast {
      run.removeLast()
      // The last that goes and the last that comes share an end.
      if last.mark.kind == .insertion, let other = run.lastIndex(where: { $0.mark.kind == .deletion }) {
        let gone = run.remove(at: other).paragraph
        last.paragraph.inlines = gone.inlines + last.paragraph.inlines
        last.paragraph.textBoxes = gone.textBoxes + last.paragraph.textBoxes
      }
    }
    for (paragraph, mark) in run {
      var paragraph = paragraph
      paragraph.endRevision = mark
      result.append(.paragraph(paragraph))
    }
    if isLast {
      last.paragraph.endRevision = nil
      result.append(.paragraph(last.paragraph))
    }
  }
}
