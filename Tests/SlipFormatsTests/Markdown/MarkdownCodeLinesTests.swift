import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// Which lines of Markdown are code between fences.
@Suite struct MarkdownCodeLinesTests {
  /// The numbers of the lines in which nothing has a meaning.
  private func lines(_ text: String) -> [Int] {
    let code = MarkdownCodeLines(Array(text.utf8)[...])
    return text.split(separator: "\n", omittingEmptySubsequences: false).indices.enumerated().map(\.offset)
      .filter { code.contains(line: $0) }
  }

  @Test(arguments: [
    ("a\n```\nb\n```\nc", [1, 2, 3]), ("```\n```\nc", [0, 1]), ("~~~\na", [0, 1]),
    ("> ```\n> a\n\nb", [0, 1]), ("> ```\n> a\nb", [0, 1]), ("- x\n\n  ```js\n  a\n  ```\n  b", [2, 3, 4]),
    ("1. a\n   ```\n   b\n   ```", [1, 2, 3]), ("````\n```\n````\na", [0, 1, 2]),
    ("    a\n\n<div>\n\n```\nb\n```", [4, 5, 6]), ("    a\n\n<div>", []),
  ])
  func code(_ text: String, _ expected: [Int]) { #expect(lines(text) == expected) }

  @Test func textThatTakesTooMuchWorkHasNone() {
    #expect(lines(String(repeating: ">", count: 100) + " ```\na") == [0])
    #expect(lines(String(repeating: ">", count: 50_000) + " ```\na").isEmpty)
  }
}
