internal import SlipDocument

/// Formulas of TeX as programs for notes write them: `$E = mc^2$`, and `$$ … $$` over several lines.
enum MarkdownFormula {
  /// The source of a formula: that of the runs and line breaks that follow each other.
  ///
  /// - Parameters:
  ///   - inlines: The inlines of a paragraph.
  ///   - start: Where the formula may begin.
  ///   - style: What the paragraph stands in. Headings and cells have one line.
  /// - Returns: The source, and where the paragraph goes on; nil where no whole formula begins. Then its text is text.
  static func source(
    in inlines: [Inline], from start: Int, _ style: MarkdownLineStyle
  ) -> (source: [UInt8], end: Int)? {
    guard let first = inlines[start].formula else { return nil }
    var text = first
    var end = start + 1
    while end < inlines.count {
      if let more = inlines[end].formula {
        text += more
        end += 1
      } else if case .lineBreak = inlines[end], end + 1 < inlines.count, let more = inlines[end + 1].formula {
        text += (style == .paragraph ? "\n" : " ") + more
        end += 2
      } else {
        break
      }
    }
    guard isWhole(text) else { return nil }
    return (style == .cell ? escapedBars(text) : Array(text.utf8), end)
  }

  /// Whether text begins and ends with `$`, and no line of it is blank, which would end the paragraph.
  private static func isWhole(_ text: String) -> Bool {
    guard text.utf8.count > 2, text.utf8.first == UInt8(ascii: "$"), text.utf8.last == UInt8(ascii: "$")
    else { return false }
    return text.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy {
      !$0.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
  }

  /// The text with a backslash before each bar that has none, for cells of tables.
  private static func escapedBars(_ text: String) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text.utf8 {
      if byte == UInt8(ascii: "|"), result.last != UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return result
  }
}

extension Inline {
  /// The text of a visible run that is a formula or a part of it; nil for anything else.
  var formula: String? {
    guard case .run(let run) = self, FormulaStyle.isFormula(run.style), run.style.isVisible else {
      return nil
    }
    return run.text
  }
}
