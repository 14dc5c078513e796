import Foundation
import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct OrgTests {
  /// The text of a file.
  private func text(_ source: String) throws -> String {
    try SourceDrain.read(Array(source.utf8), named: "a.org").text("a.org") ?? ""
  }

  @Test func idsAreReadInAnyCaseAndOrder() {
    let text = ":PROPERTIES:\n  :id: a\n:END:\n:ID:\tb \r\n:Id: c\n:ID:\n:IDX: d\n x :ID: e\n:ID: f"
    #expect(OrgHead.ids(in: text) == ["a", "b", "c", "f"])
  }

  /// Whatever stands before the sign of a line, the line is read, and once.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["\u{0}\u{10}", "\u{1}", "\u{B}", "\u{A0}", "\u{2028}", "\u{FEFF}"],
    [
      ": code", ":", "#+x: y", "# c", ":D:", "| a |", "------", "\\begin{x}", "* h", "- i", "1. i",
      "[fn:1] f",
      "-----BEGIN PGP MESSAGE-----", "#+begin_src", "plain",
    ])
  func everyLineIsReadOnce(before: String, sign: String) throws {
    let text = try text("first\n\n\(before)\(sign) word\n\nlast")
    #expect(text.contains("first") && text.contains("last"))
    #expect(text.components(separatedBy: "word").count <= 2)
  }

  @Test(arguments: [
    ("*b* /i/ _u_ +s+ =v *x*= ~c~", "b i u s v *x* c"),
    ("snake_case_name a*b*c 2*3", "snake_case_name a*b*c 2*3"),
    ("H_{2}O x^{2} y_1", "H2O x2 y_1"), ("\\alpha and \\rarr{} \\nosuch", "α and → \\nosuch"),
    ("a\\\\\nb", "a\u{2028}b"),
    ("one\ntwo", "one two"), ("[[https://e.org][label]] [[https://e.org]]", "label https://e.org"),
    ("<<target>>x <<<radio>>>", "x radio"), ("@@html:<b>@@x", "x"),
    ("$x_1$ and \\(y\\) costs $5", "$x_1$ and \\(y\\) costs $5"),
    ("<2024-05-06 Mon>--<2024-05-08 Wed>", "<2024-05-06 Mon>--<2024-05-08 Wed>"), ("# comment\nx", "x"),
    ("* COMMENT kept\ntext", "COMMENT kept\ntext"), (":NOTE:\nin\n:END:", "in"),
    (":NOTE:\nno end", ":NOTE: no end"),
    ("#+BEGIN_SRC c\n,* x\n#+END_SRC", "* x"), ("#+begin_comment\nx\n#+end_comment\ny", "y"),
    (": a\n: b", "a\u{2028}b"), ("#+CAPTION: cap\n#+NAME: n\nx", "cap\nx"),
    ("* TODO [#A] x :k:", "☐ [#A] x :k:"),
    ("* DONE y", "☑ y"), ("1. a\n2. b", "1.\ta\n2.\tb"), ("- [X] a\n  more", "•\t☑ a more"),
    ("- term :: text", "•\tterm text"),
  ])
  func elements(_ source: String, _ shown: String) throws {
    #expect(
      try text(source + "\n").replacing("\u{B}", with: "\u{2028}") == shown.replacing("\u{2028}", with: "\n")
        || text(source + "\n") == shown)
  }

  @Test func idsThatOccurTwiceAreAmbiguous() throws {
    let twin = Array("* H\n:PROPERTIES:\n:ID: x\n:END:\n".utf8)
    let tree = SourceDrain.folder(
      [("a.org", twin), ("b.org", twin), ("c.org", Array("* x\n[[id:x]]\n".utf8))], named: "Org")
    let note = try #require(try SourceDrain.read(tree, .org)["c.org"])
    #expect(note.item?.unresolved.first?.candidates.count == 2)
  }

  @Test func otherEncodings() throws {
    let latin = "# -*- coding: latin-1 -*-\n#+TITLE: Caf\u{E9}\nx".unicodeScalars.map { UInt8($0.value) }
    #expect(try SourceDrain.read(latin, named: "a.org").notes[0].note.title == "Café")
  }

  @Test func filesThatNoTextShowsAreNamed() throws {
    let tree = SourceDrain.folder(
      [("a.org", Array("* x\n[[attachment:none.txt]]\n".utf8)), ("unused.txt", [0x78])], named: "Org")
    let result = try SourceDrain.read(tree, .org)
    #expect(result["a.org"]?.item?.unresolved.map(\.target) == ["attachment:none.txt"])
    #expect(result.skipped == [SourceSkip("unused.txt", .notShown)])
  }

  @Test func damagedFiles() throws {
    let bytes = try Fixtures.bytes("sources/org/Notes/Sails.org")
    SourceDrain.law(bytes, .org, seed: 10, step: 2) { try SourceTree.of($0, named: "a.org") }
  }
}
