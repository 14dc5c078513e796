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
    #expect(OrgHead.ids(in: text).map(\.id) == ["a", "b", "c", "f"])
  }

  /// Whatever stands before the sign of a line, the line is read, and once.
  @Test(
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
    (
      "Path C:\\target\\top\\in and \\frac12 x\\sup2 R\\amp{}D \\infty \\AA \\log",
      "Path C:\\target\\top∈ and ½ x² R&D ∞ Å log"
    ),
    ("drawn by\nJ. Smith and\nI. Newton.", "drawn by J. Smith and I. Newton."),
    ("A. Turing alone.", "A. Turing alone."),
    ("a. one\nb. two", "1.\tone\n2.\ttwo"), ("#+LINK: gh https://e.org/%s\n\n[[gh:a/b][repo]]", "repo"),
    ("* One\n#+begin_src\nopen\n\n* Two\n#+begin_src sh\nls\n#+end_src", "One\n#+begin_src open\nTwo\nls"),
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

  @Test(arguments: [
    ("<2014-03-04 Tue 10:30-11:30>", "2014-03-04T10:30:00Z"),
    ("<2013-01-01 Tue>--<2013-01-02 Wed>", "2013-01-01T00:00:00Z"),
    ("2016-05-19T01:50:25Z", "2016-05-19T01:50:25Z"), ("[2016-05-19 Thu]", "2016-05-19T00:00:00Z"),
  ])
  func dates(_ stamp: String, _ date: String) throws {
    let note = try SourceDrain.read(Array("#+DATE: \(stamp)\n\nx\n".utf8), named: "a.org").notes[0].note
    #expect(note.created?.rfc3339 == date)
  }

  /// Keywords and ids in a block of code are none of the file.
  @Test func codeIsNotOrg() throws {
    let note = try SourceDrain.read(
      Array(
        "#+begin_src org\n#+TITLE: Other\n#+FILETAGS: :other:\n#+TODO: FOO\n:ID: x\n#+end_src\n* TODO task\n"
          .utf8), named: "a.org"
    ).notes[0].note
    #expect(note.title == "a" && note.item?.keywords.isEmpty == true)
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self).contains("☐ task"))
  }

  /// A note ends at two blank lines, a heading or the next note.
  @Test func footNotesHaveParagraphsAndCode() throws {
    let text = try text(
      "Foot[fn:1] and [fn:2].\n\n[fn:1] First.\n\nSecond.\n\n[fn:2] Code:\n#+begin_src sh\nls\n\npwd\n#+end_src\n\n\nBehind."
    )
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("Foot") == true && lines.contains("Behind."))
    #expect(
      text.contains("First.") && text.contains("Second.") && text.contains("pwd") && !text.contains("#+"))
    #expect(
      try #require(text.range(of: "Second.")).lowerBound > #require(text.range(of: "Behind.")).lowerBound)
  }

  @Test func pagesOfLogseq() throws {
    let page = ":PROPERTIES:\n:title: My/Page\n:tags: [[t one]], t2\n:alias: mp\n:END:\n* A block\n"
    let tree = SourceDrain.folder(
      [("logseq/config.edn", Array("{}".utf8)), ("pages/My___Page.org", Array(page.utf8))], named: "Graph")
    let note = try #require(try SourceDrain.read(tree, .org).notes.first?.note)
    #expect(note.title == "My/Page" && note.item?.keywords.map(\.path) == [["t one"], ["t2"]])
    #expect(note.item?.properties.map(\.value) == ["mp"])
  }

  /// A picture may be the label of a link.
  @Test func picturesAreLabels() throws {
    let picture = Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
    let tree = SourceDrain.folder(
      [
        ("a.org", Array("See [[https://e.org/][file:p/x.png]] and [[https://e.org/][./gone.png]].\n".utf8)),
        ("p/x.png", [UInt8](try #require(picture))),
      ], named: "Org")
    let note = try #require(try SourceDrain.read(tree, .org).notes.first?.note)
    #expect(note.attachments.map(\.name) == ["x.png"] && note.attachments.allSatisfy(\.isShown))
    let text = String(decoding: note.mirror.bytes, as: UTF8.self)
    #expect(text.contains("./gone.png") && !text.contains("x.png"))
    #expect(
      String(decoding: note.body.bytes, as: UTF8.self).components(separatedBy: "https://e.org/").count == 3)
  }

  /// Tags in texts of Logseq are keywords, and references to blocks show these.
  @Test func tagsAndBlocksOfLogseq() throws {
    let (id, other) = ("64a1f0aa-0000-4000-8000-000000000001", "64a1f0aa-0000-4000-8000-000000000009")
    let bees =
      "* TODO Weigh the *frames* #spring\n:PROPERTIES:\n:id: \(id)\n:END:\n** Issue #12 (#[[two words]]) C#no\n"
    let log = "* See ((\(id))) and [[((\(id)))][there]], not ((\(other)))\n* ((\(id)\n"
    let tree = SourceDrain.folder(
      [
        ("logseq/config.edn", Array("{}".utf8)), ("pages/Bees.org", Array(bees.utf8)),
        ("pages/Log.org", Array(log.utf8)),
      ], named: "Graph")
    let notes = try SourceDrain.read(tree, .org).notes.map(\.note)
    let first = try #require(notes.first { $0.title == "Bees" })
    let second = try #require(notes.first { $0.title == "Log" })
    #expect(first.item?.keywords.map(\.path) == [["spring"], ["two words"]])
    #expect(String(decoding: first.mirror.bytes, as: UTF8.self).contains("Issue #12 (#[[two words]]) C#no"))
    let text = String(decoding: second.mirror.bytes, as: UTF8.self)
    #expect(text.contains("See Weigh the frames #spring and there, not ((\(other)))"))
    #expect(text.hasSuffix("((\(id)") || text.hasSuffix("((\(id)\n"))
    #expect(second.item?.keywords.isEmpty == true)
    #expect(second.linkTargets.count == 1)
    #expect(second.item?.unresolved.map(\.target) == ["((\(other)))"])
  }

  /// What isn't what it looks like stays as text: a block without end, a second note of one label, signs of a program.
  @Test(arguments: [
    ("#+begin_src crontab\n# every minute\n#+FILETAGS: :x:\n* * * * * /bin/x\n", "# every minute"),
    ("#+begin_src sh\n#+FILETAGS: :a:\necho\n", "#+FILETAGS: :a:"),
    ("A[fn:1].\n\n[fn:1] Note of A.\n* B\nB[fn:1].\n\n[fn:1] Note of B.\n", "Note of B."),
    ("[*x*] and -*y*-", "[*x*] and -y-"), ("write cout << x >> y", "write cout << x >> y"),
    ("see {{video https://y.t/v}} and", "{{video https://y.t/v}}"),
  ])
  func textThatLooksLikeMore(_ source: String, _ words: String) throws {
    #expect(try text(source).contains(words))
    let note = try SourceDrain.read(Array(source.utf8), named: "a.org").notes[0].note
    #expect(note.item?.keywords.isEmpty == true)
  }

  @Test(arguments: [
    ("* H\n:PROPERTIES:\nnot a property\n:END:\ntext", "not a property", "\u{0}"),
    ("#+BEGIN_HTML\n- x *not bold*\n  | a |\n#+END_HTML", "- x *not bold*\n  | a |", "BEGIN"),
    ("中文\u{200B}*粗体*\u{200B}中文", "粗体", "*"), ("中文*粗*", "中文*粗*", "\u{0}"),
    ("#+begin_verse\n  Roses\n     are red\n#+end_verse", "   are red", "\u{0}"),
    ("- A :: B :: C", "A :: B C", "\u{0}"), ("- a ::b", "a ::b", "\u{0}"),
    ("| / | <> | < |\n| a | b | c |", "a", "<"), ("* Node 0             :tag:\n", "Node 0 :tag:", "\u{0}"),
  ])
  func filesThatPeoplePublish(_ source: String, _ words: String, _ none: String) throws {
    let text = try text(source)
    #expect(text.contains(words) && !text.contains(none), "\(text)")
  }

  /// A date in words that no program reads stays as it is written.
  @Test func datesInWords() throws {
    let note = try SourceDrain.read(Array("#+DATE: when the lilac blooms\n\nx".utf8), named: "a.org").notes[0]
      .note
    #expect(note.item?.properties.map { [$0.name, $0.value] } == [["org:date", "when the lilac blooms"]])
  }

  /// A note that is used again shows its number, whatever its label is.
  @Test func notesThatAreUsedAgain() throws {
    let text = try text("A[fn:2] B[fn:long] C[fn:2] D[fn:long].\n\n[fn:long] L.\n\n[fn:2] Two.\n")
    #expect(text.contains("C1 D2."))
  }

  /// Names in quotation marks may have these in them, and addresses may stand in brackets.
  @Test func namesOfOrgRoam() throws {
    let head = OrgHead(
      ":PROPERTIES:\n:ROAM_ALIASES: \"He said \\\"x\\\"\" b\n:ROAM_REFS: [[https://e.org/a][there]] https://e.org/b\n:END:\n"
    )
    #expect(head.aliases == ["He said \"x\"", "b"])
    #expect(head.references == ["https://e.org/a", "https://e.org/b"])
  }

  /// A link that leads to nothing keeps its target.
  @Test(arguments: ["[[file:gone.org][my paper]]", "[[./gone.org][my paper]]", "[[id:gone.org][my paper]]"])
  func deadLinks(_ link: String) throws {
    let note = try SourceDrain.read(Array("A \(link) b".utf8), named: "a.org").notes[0].note
    #expect(String(decoding: note.body.bytes, as: UTF8.self).contains("gone.org"))
    #expect(note.item?.unresolved.count == 1)
  }

  /// Pages of days, favourites and words of tasks are those of the program.
  @Test func daysOfLogseq() throws {
    let tree = SourceDrain.folder(
      [
        ("logseq/config.edn", Array("{:favorites [\"Bees\"]}".utf8)),
        ("journals/2024_01_31.org", Array("* NOW weigh\n* CANCELED sow\n".utf8)),
        ("pages/Bees.org", Array("* [[Jan 31st, 2024]] and [[Missing page]]\n".utf8)),
      ], named: "Graph")
    let result = try SourceDrain.read(tree, .org)
    let day = try #require(result.notes.first { $0.note.title == "Jan 31st, 2024" })
    #expect(day.note.created?.rfc3339.hasPrefix("2024-01-31") == true)
    #expect(result.text(day.id)?.contains("☐ NOW weigh") == true)
    #expect(result.text(day.id)?.contains("☑ CANCELED sow") == true)
    let bees = try #require(result.notes.first { $0.note.title == "Bees" }?.note)
    #expect(bees.linkTargets.count == 1 && bees.item?.isFavorite == true)
    #expect(bees.item?.unresolved.map(\.target) == ["Missing page"])
  }

  /// A number of Denote leads to a file that is no note, too.
  @Test func filesOfDenote() throws {
    let tree = SourceDrain.folder(
      [
        ("20240107T120000--log.org", Array("See [[denote:20240106T120000][paper]]\n".utf8)),
        ("20240106T120000--paper__p.pdf", Array("%PDF-1.4".utf8)),
      ], named: "Notes")
    let result = try SourceDrain.read(tree, .org)
    #expect(result.skipped.isEmpty)
    #expect(result.notes[0].note.attachments.map(\.name) == ["20240106T120000--paper__p.pdf"])
  }

  /// A guess of the encoding is said.
  @Test func guessedEncodings() throws {
    let note = try SourceDrain.read([0x2A, 0x20, 0xFC, 0x0A, 0x23, 0x2B, 0x78, 0x3A, 0x0A], named: "a.org")
      .notes[0].note
    #expect(!note.diagnostics.isEmpty)
  }

  /// Many beginnings without an end are read in one pass.
  @Test(
    arguments: [
      "\\begin{a}\n", "[[", ":A:\n", "#+begin_src\n", ":PROPERTIES:\n", "<<", "((", "#[[", "[fn:1]\n",
      "\\begin{a", "| a\n",
      "- a\n", "* :a", "$", "\\(", "@@", "~",
    ])
  func manyBeginnings(_ beginning: String) throws {
    let source = "#+x: y\n" + String(repeating: beginning, count: 40_000)
    let time = try CPUTime.measure {
      _ = try SourceDrain.read(Array(source.utf8), named: "a.org")
      // With an end at the end, in which something else stands.
      _ = try SourceDrain.read(Array((source + "\nx\n:END:\n#+end_src\n").utf8), named: "a.org")
    }
    #expect(time < .seconds(120))
  }
}
