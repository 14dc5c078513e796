internal import SlipDocument

/// A comparison as people read it:
///
///     --- a.rtf
///     +++ b.rtf
///     @@ -1,3 +1,4 @@ body
///      The hive
///     -The queen left in May.
///     +The queen left in June.
///     ~Two frames of brood
///        "brood": bold
///
/// Lines are paragraphs and rows of tables, whose cells are separated by ` | `.
struct ComparisonText {
  /// What is written.
  let comparison: Comparison
  /// How it is written.
  let options: ComparisonOptions

  /// The colors of marks, as parameters of `SGR`.
  private enum Color: String {
    case none = "", heading = "1", place = "36", deleted = "31", inserted = "32", formatted = "33",
      deletedWord = "7;31", insertedWord = "7;32"
  }

  /// The report; empty where nothing differs.
  var text: String {
    var text = ""
    for fact in comparison.facts { text += line(fact) }
    for item in comparison.items { text += self.text(item) }
    return text
  }

  /// Text in a color, where colors are used.
  private func colored(_ text: String, _ color: Color) -> String {
    options.usesColor && color != .none ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A fact that differs, on one line.
  private func line(_ fact: Comparison.FactDifference) -> String {
    let name = PlainLine.text(fact.name)
    guard let field = fact.field else {
      return fact.before == nil
        ? colored("+\(fact.entity) \(name)", .inserted) + "\n"
        : colored("-\(fact.entity) \(name)", .deleted) + "\n"
    }
    let place = fact.name.isEmpty ? field : "\(fact.entity) \(name): \(field)"
    return "\(place): \(value(fact.before, .deleted)) -> \(value(fact.after, .inserted))\n"
  }

  /// A value of a fact.
  ///
  /// Tabs become spaces and other control characters U+FFFD; without a value it is `(none)`.
  private func value(_ value: String?, _ color: Color) -> String {
    value.map { colored(PlainLine.text($0), color) } ?? "(none)"
  }

  /// A document that differs, with its heading.
  private func text(_ item: Comparison.Item) -> String {
    let (old, new) = names(item)
    if let error = item.error { return "! \(PlainLine.text(item.name)): \(PlainLine.text("\(error)"))\n" }
    var text = colored("--- \(old)", .heading) + "\n" + colored("+++ \(new)", .heading) + "\n"
    for fact in item.facts { text += "~" + line(fact) }
    for hunk in hunks(item.lines) { text += self.text(hunk) }
    return text
  }

  /// What both sides are called.
  private func names(_ item: Comparison.Item) -> (String, String) {
    let names =
      switch comparison.kind {
      case .documents: (comparison.old, comparison.new)
      case .folders: (comparison.old + "/" + item.name, comparison.new + "/" + item.name)
      case .bundles: (item.name, item.name)
      }
    return (
      item.status == .added ? "/dev/null" : PlainLine.text(names.0),
      item.status == .removed ? "/dev/null" : PlainLine.text(names.1)
    )
  }

  // MARK: Hunks

  /// The changes with lines around them. A hunk lies in one story.
  private func hunks(_ lines: [ChangeLine]) -> [ArraySlice<ChangeLine>] {
    var hunks: [Range<Int>] = []
    for (index, line) in lines.enumerated() where line.kind != .same {
      var (start, end) = (index, index + 1)
      while start > 0, index - start < options.context, lines[start - 1].story == line.story { start -= 1 }
      while end < lines.count, end - index <= options.context, lines[end].story == line.story { end += 1 }
      if let last = hunks.last, start <= last.upperBound, lines[last.lowerBound].story == line.story {
        hunks[hunks.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks.map { lines[$0] }
  }

  /// A hunk with its heading.
  private func text(_ hunk: ArraySlice<ChangeLine>) -> String {
    let story = hunk.first?.story ?? ""
    let place =
      "@@ -\(range(hunk.compactMap(\.oldNumber))) +\(range(hunk.compactMap(\.newNumber))) @@ \(story)"
    var text = colored(place, .place) + "\n"
    // What goes stands before what comes, for a group of changed lines as for a single one.
    var gone = ""
    var come = ""
    for line in hunk {
      if options.byWord || line.kind == .same || line.kind == .formatted {
        text += gone + come + whole(line)
        (gone, come) = ("", "")
        continue
      }
      if line.kind != .inserted { gone += side(line, "-", .deleted, .deleted, .deletedWord) }
      if line.kind != .deleted {
        come += side(line, "+", .inserted, .inserted, .insertedWord) + formatting(line)
      }
    }
    return text + gone + come
  }

  /// The numbers of a hunk's lines, as `diff -u` has them.
  private func range(_ numbers: [Int]) -> String {
    guard let first = numbers.first else { return "0,0" }
    return numbers.count == 1 ? "\(first)" : "\(first),\(numbers.count)"
  }

  /// A line as one side has it.
  private func side(
    _ line: ChangeLine, _ mark: String, _ wanted: ChangeLine.Mark, _ color: Color, _ wordColor: Color
  ) -> String {
    let isWhole = line.kind != .changed
    var text = colored(mark, color)
    for piece in line.pieces
    where isWhole || piece.mark == .same || piece.mark == .formatted || piece.mark == wanted {
      text += colored(PlainLine.text(piece.text), !isWhole && piece.mark == wanted ? wordColor : color)
    }
    return text + "\n"
  }

  /// A line with what goes and comes within it.
  private func whole(_ line: ChangeLine) -> String {
    var text =
      line.kind == .formatted ? colored("~", .formatted) : options.byWord && line.kind != .same ? "" : " "
    for piece in line.pieces {
      let plain = PlainLine.text(piece.text)
      switch piece.mark {
      case .same: text += plain
      case .formatted: text += colored(plain, .formatted)
      case .deleted: text += colored("[-\(plain)-]", .deleted)
      case .inserted: text += colored("{+\(plain)+}", .inserted)
      }
    }
    return text + "\n" + formatting(line)
  }

  /// What changes of a line's formatting.
  private func formatting(_ line: ChangeLine) -> String {
    line.formatting.map { change in
      let place = change.text.map { "\"\(PlainLine.text($0))\"" } ?? "paragraph"
      let facts = change.before.map { "-" + $0 } + change.after.map { "+" + $0 }
      return colored("   \(place): \(PlainLine.text(facts.joined(separator: " ")))", .formatted) + "\n"
    }
    .joined()
  }
}
