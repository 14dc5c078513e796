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

  private static let garden = """
    :PROPERTIES:
    :ID: garden-id
    :ROAM_ALIASES: "Garden two" Rosa
    :ROAM_REFS: https://example.org/ @key
    :CREATED: [2021-03-04 Mon 09:15]
    :MOOD: calm
    :END:
    #+TITLE: Garden /plan/
    #+FILETAGS: :soil:quince:
    #+TODO: TODO NEXT(n) | DONE CANCELLED(c)
    Foot[fn:1] and[fn:: inline] again[fn:1]. [[id:bees-id][bees]] [[file:sub/Bees.org::*X]] [[id:gone]] [[Bees]] [[*Here]]
    * NEXT Task :errand:
    DEADLINE: <2024-05-09 Thu>
    :PROPERTIES:
    :ID: att-id
    :END:
    :LOGBOOK:
    CLOCK: [2024-05-01 Wed 10:00]
    :END:
    [[attachment:f.txt][file]] [[attachment:none.txt]]
    | a | b |
    |---+---|
    | <l> | |
    | 1 | 2 |

    [fn:1] The note.
    """

  private static let files: [(path: String, bytes: [UInt8])] = [
    ("Garden.org", Array(garden.utf8)), ("data/at/t-id/f.txt", Array("file".utf8)),
    (
      "sub/Bees.org",
      Array("#+TITLE: Bees\n* H\n:PROPERTIES:\n:ID: bees-id\n:END:\n[[denote:20220630T140003]]\n".utf8)
    ),
    ("20220630T140003--seed-list__quince_pollen.org", Array("* x\n".utf8)),
    ("daily/2024-01-31.org", Array("* x\n".utf8)), ("unused.txt", Array("x".utf8)),
  ]

  @Test func folders() throws {
    let tree = SourceDrain.folder(Self.files, named: "Org")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "org")
    let result = try SourceDrain.read(tree, .org)
    let garden = try #require(result["Garden.org"])
    #expect(garden.title == "Garden plan")
    #expect(garden.created?.rfc3339 == "2021-03-04T09:15:00Z" && garden.zoneIsUnknown)
    #expect(garden.item?.keywords.map(\.path) == [["soil"], ["quince"], ["errand"]])
    #expect(
      garden.item?.properties.map(\.name) == ["alias", "alias", "source-url", "org:ref", "org:MOOD"])
    #expect(garden.linkTargets.count == 1)
    #expect(garden.item?.unresolved.map(\.target) == ["id:gone", "attachment:none.txt"])
    #expect(garden.attachments.map(\.name) == ["f.txt"])
    let text = try #require(result.text("Garden.org"))
    for part in ["☐ NEXT Task :errand:", "DEADLINE: <2024-05-09 Thu>", "The note.", "inline", "*Here"] {
      #expect(text.contains(part), "\(part)")
    }
    for part in ["LOGBOOK", "CLOCK", "att-id", "<l>", "TITLE"] { #expect(!text.contains(part), "\(part)") }
    #expect(result["20220630T140003--seed-list__quince_pollen.org"]?.title == "seed list")
    #expect(
      result["20220630T140003--seed-list__quince_pollen.org"]?.created?.rfc3339 == "2022-06-30T14:00:03Z")
    #expect(
      result["20220630T140003--seed-list__quince_pollen.org"]?.item?.keywords.map(\.path) == [
        ["quince"], ["pollen"],
      ])
    #expect(result["daily/2024-01-31.org"]?.created?.rfc3339 == "2024-01-31T00:00:00Z")
    #expect(result["sub/Bees.org"]?.linkTargets.count == 1)
    #expect(result.skipped == [SourceSkip("unused.txt", .notShown)])
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

  @Test func damagedFiles() {
    SourceDrain.law(Array(Self.garden.utf8), .org, seed: 10) { try SourceTree.of($0, named: "a.org") }
  }
}
