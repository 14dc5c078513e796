import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// Which lines of Markdown are code or HTML.
@Suite struct MarkdownVerbatimLinesTests {
  /// The numbers of the lines in which nothing has a meaning.
  private func lines(_ text: String, onlyFences: Bool = false) -> [Int] {
    let code = MarkdownVerbatimLines(Array(text.utf8)[...], onlyFences: onlyFences)
    return text.split(separator: "\n", omittingEmptySubsequences: false).indices.enumerated().map(\.offset)
      .filter { code.contains(line: $0) }
  }

  @Test(arguments: [
    ("a\n```\nb\n```\nc", [1, 2, 3]), ("```\n```\nc", [0, 1]), ("~~~\na", [0, 1]),
    ("> ```\n> a\n\nb", [0, 1]), ("> ```\n> a\nb", [0, 1]), ("- x\n\n  ```js\n  a\n  ```\n  b", [2, 3, 4]),
    ("a\n\n    b\n\n    c\n\nd", [2, 3, 4]), ("- a\n    - b\n        - c", []), ("- a\n\n      b\n- c", [2]),
    ("<div>\n[[a]]\n\nb", [0, 1]), ("<pre>\na\n\nb\n</pre>\nc", [0, 1, 2, 3, 4]), ("a <b>x</b>", []),
    ("1. a\n   ```\n   b\n   ```", [1, 2, 3]), ("<!-- a\nb -->\nc", []),
    ("````\n```\n````\na", [0, 1, 2]),
  ])
  func code(_ text: String, _ expected: [Int]) { #expect(lines(text) == expected) }

  @Test func fencesAlone() {
    #expect(lines("    a\n\n<div>\n\n```\nb\n```", onlyFences: true) == [4, 5, 6])
    #expect(lines("    a\n\n<div>", onlyFences: true) == [])
  }

  @Test func textThatTakesTooMuchWorkHasNone() {
    #expect(lines(String(repeating: ">", count: 100) + " ```\na") == [0])
    #expect(lines(String(repeating: ">", count: 50_000) + " ```\na").isEmpty)
  }
}
