import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipMarkup

/// Long Markdown is read in pieces, which means the same as the whole.
@Suite struct MarkdownPiecesTests {
  private func pieces(_ text: String) -> [String] {
    let bytes = Array(text.utf8)[...]
    return MarkdownPieces(bytes, size: 1).pieces(of: bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("One\n\nTwo\n\n# Three\n", ["One\n\n", "Two\n\n", "# Three\n"]),
    ("- a\n\n  b\n\nText\n\n> q\n\n- c\n", ["- a\n\n  b\n\n", "Text\n\n> q\n\n- c\n"]),
    ("a\n\n```\nx\n\n# y\n```\n\nb\n", ["a\n\n```\nx\n\n# y\n```\n\n", "b\n"]),
    ("a\n\n~~~~ x\n~~~\n\nb\n~~~~\n\nc\n", ["a\n\n~~~~ x\n~~~\n\nb\n~~~~\n\n", "c\n"]),
    ("- a\n\n  ```\n  x\n  ```\n\nb\n", ["- a\n\n  ```\n  x\n  ```\n\n", "b\n"]),
    // A definition counts everywhere, unless it is code.
    ("[a]\n\nb\n\n> [a]: /x\n", ["[a]\n\nb\n\n> [a]: /x\n"]),
    ("x\n\n```\nlist[1]: 2\n```\n\nb\n", ["x\n\n```\nlist[1]: 2\n```\n\n", "b\n"]),
    ("- ```\n  x\n  ```\n  [a]: /x\n\n[a]\n", ["- ```\n  x\n  ```\n  [a]: /x\n\n[a]\n"]),
    // Whether the last fence begins or ends code depends on what the first one belongs to.
    ("- a\n  ```\n  x\n\n```\n\n# y\n```\n\nz\n", ["- a\n  ```\n  x\n\n```\n\n# y\n```\n\nz\n"]),
    ("<!-- a\n\nb -->\n\nc\n", ["<!-- a\n\nb -->\n\nc\n"]),
    ("<div>\n```\n</div>\n\na\n\nb\n", ["<div>\n```\n</div>\n\na\n\nb\n"]),
    ("<div>x\n\na\n", ["<div>x\n\n", "a\n"]),
  ]) func `pieces begin where nothing goes on`(_ text: String, _ expected: [String]) {
    #expect(pieces(text) == expected)
  }

  @Test func `short texts are one piece`() {
    let text = Array("a\n\nb\n".utf8)[...]
    #expect(MarkdownPieces(text).starts.isEmpty)
  }

  /// Lines of which texts are made.
  private static let lines = [
    "", "", "", "Text *a* **b**", "more `code", "# Heading", "## Two ##", "- item", "  - inner",
    "  in the item", "1. one",
    "> quote", "> - x", "```", "``` swift", "  ```", "   ```", "- ```", "~~~", "    code", "\tcode", "<div>",
    "</div>",
    "<b>x</b>", "<!-- x", "-->", "<pre>", "</pre>", "| a | b |", "| - | - |", "***", "===", "---", "[a](/b)",
    "![p](p.png)",
    "\\", "a  ", "[x]", "- [ ] task", "&amp; <x@y.z>", "é", "<script>", "`` a", "#tag", "``",
  ]

  @Test(arguments: LawSize.seeds("SLIPBOX_LAW_CASES", 60))
  func `a text in pieces reads as the whole`(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<40 {
      let count = Int.random(in: 1...40, using: &generator)
      var lines = (0..<count).map { _ in
        MarkdownPiecesTests.lines[Int.random(in: 0..<MarkdownPiecesTests.lines.count, using: &generator)]
      }
      if Int.random(in: 0..<20, using: &generator) == 0 { lines.append("[x]: /there") }
      let text = Array((lines.joined(separator: "\n") + "\n").utf8)[...]
      let whole = document([text])
      let divided = document(MarkdownPieces(text, size: 1).pieces(of: text))
      #expect(divided == whole, "\(lines)")
    }
  }

  private func document(_ pieces: [ArraySlice<UInt8>]) -> Document {
    var reader = MarkdownTreeReader(
      limits: Limits(), pictures: .relative, additions: [], answers: MarkdownAnswers { .text($0.target) })
    for piece in pieces { reader.read(piece, CMarkTree.Extension.allCases) }
    return reader.builder.finish()
  }
}
