import SlipBase
import SlipNotes
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Graphs of Logseq.
@Suite struct LogseqTests {
  /// A page as Markdown.
  private func convert(_ page: String) -> String {
    String(decoding: LogseqPage(Array(page.utf8)).text, as: UTF8.self).trimmingBlanks()
  }

  /// The id of a block.
  private static let id = "11111111-1111-4111-8111-111111111111"

  @Test(arguments: [
    ("- TODO a\n- DONE b\n- NOW c\n- TODOX", "- [ ] a\n- [x] b\n- [ ] NOW c\n- TODOX"),
    ("- a\n  collapsed:: true\n  id:: x\n  color:: red\n  more", "- a\n  color:: red\n  more"),
    ("- a\n  :LOGBOOK:\n  CLOCK: [2024]\n  :END:\n\t- b", "- a\n\t- b"),
    ("- ```\n  id:: x\n  [a]([[b]])\n  ```", "- ```\n  id:: x\n  [a]([[b]])\n  ```"),
    ("- #+BEGIN_QUOTE\n  a\n  #+END_QUOTE\n- b", "- \n  > a\n  \n- b"),
    ("#+begin_src swift\nid:: x\n#+end_src", "```swift\nid:: x\n```"),
    ("- a\n  :LOGBOOK:\n  x\n- b", "- a\n- b"), ("- ```one``` line\n- TODO b", "- ```one``` line\n- [ ] b"),
    ("- ~~~\n  ```\n  id:: x\n  ~~~\n- DONE", "- ~~~\n  ```\n  id:: x\n  ~~~\n- [x]"),
    ("- a::b c:: d", "- a::b c:: d"), ("text\nid:: x", "text"), ("", ""),
  ])
  func pages(_ text: String, _ expected: String) { #expect(convert(text) == expected) }

  @Test(arguments: [
    ("pages/Bees___Queens.md", "Bees/Queens"), ("pages/a%3Ab.md", "a:b"),
    ("journals/2024_01_31.md", "Jan 31st, 2024"),
    ("journals/2024-02-29.md", "Feb 29th, 2024"), ("journals/2024_13_01.md", "2024_13_01"),
    ("pages/2024_01_31.md", "2024_01_31"),
  ])
  func titles(_ path: String, _ title: String) { #expect(LogseqGraph([]).title(ofFile: path).title == title) }

  @Test(arguments: [
    ("yyyy-MM-dd", "2024-01-02"), ("EEEE, dd.MM.yyyy", "Tuesday, 02.01.2024"),
    ("E do MMMM yy", "Tue 2nd January 24"),
  ])
  func days(_ format: String, _ title: String) {
    let graph = LogseqGraph(
      Array(";; :journal/page-title-format \"no\"\n{:journal/page-title-format \"\(format)\"}".utf8))
    #expect(graph.title(ofFile: "journals/2024_01_02.md").title == title)
  }

  /// Whatever a page has, it is read, and words stay.
  @Test func anyPageIsRead() {
    var generator = SeededGenerator(seed: 7)
    let parts = [
      "- ", "\t", "\n", "((", "))", Self.id, "[", "]", "[[", "]]", "(", ")", "{{embed ", "}}", "{:", "}",
      "^^", "`", "#", "\\", "::",
      " ", "id:: ", "TODO ", "```", "#+BEGIN_QUOTE", "#+END_SRC", ":LOGBOOK:", ":END:", "é",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }.joined()
      let page = LogseqPage(Array((text + "\n- ```\n:END:\n- word").utf8))
      #expect(String(validating: page.text, as: UTF8.self) != nil)
    }
  }

  @Test func aGraph() throws {
    let files = [
      ("logseq/config.edn", "{:favorites [\"Bees/Queens\"]}"), ("logseq/bak/pages/Old.md", "- old"),
      (
        "pages/Bees___Queens.md",
        "tags:: insects, [[garden work]]\nalias:: Regina\nicon:: 🐝\nid:: 5\n\n- A queen\n  id:: \(Self.id)\n- ![x](../assets/q.png)"
      ),
      (
        "journals/2024_01_31.md",
        "- See ((\(Self.id))), [[regina]], [[Bees/Queens]], #[[to do]], #seen\n- [[Nobody]]"
      ),
      ("assets/q.png", "\u{89}PNG"), ("assets/unused.png", "x"),
    ]
    let tree = SourceDrain.folder(files.map { ($0.0, Array($0.1.utf8)) }, named: "graph")
    #expect(ProgramTable.sources.kind(of: tree)?.name == "logseq")
    let result = try SourceDrain.read(tree, .logseq)
    #expect(result.notes.map(\.note.title) == ["Jan 31st, 2024", "Bees/Queens"])
    let (day, queen) = (result.notes[0].note, result.notes[1].note)
    let facts = try #require(queen.item)
    #expect(facts.keywords.map(\.path) == [["insects"], ["garden work"]])
    #expect(facts.properties.map { "\($0.name)=\($0.value)" } == ["alias=Regina", "logseq:icon=🐝"])
    #expect(facts.isFavorite && queen.attachments.map(\.name) == ["q.png"])
    #expect(
      String(decoding: day.mirror.bytes, as: UTF8.self)
        == "\u{2022}\tSee A queen, regina, Bees/Queens, #to do, #seen\n\u{2022}\tNobody")
    #expect(day.item?.keywords.map(\.path) == [["to do"], ["seen"]])
    #expect(day.item?.unresolved == [SourceLink("Nobody")])
    #expect(day.created?.rfc3339.hasPrefix("2024-01-31T00:00:00") == true)
  }

  @Test func timesOfBlocksAndPages() throws {
    let text =
      "created-at:: 1650259200123\nupdated-at:: 1650259205123\n\n- one\n  updated-at:: 1650259205123\n"
    let files = [("logseq/config.edn", "{}"), ("pages/A.md", text)].map {
      (path: $0.0, bytes: Array($0.1.utf8))
    }
    let note = try SourceDrain.read(SourceDrain.folder(files, named: "G"), .logseq).notes[0].note
    #expect(note.created?.rfc3339 == "2022-04-18T05:20:00.123Z")
    #expect(note.modified?.rfc3339 == "2022-04-18T05:20:05.123Z")
    #expect(
      String(decoding: note.mirror.bytes, as: UTF8.self).hasSuffix("one") && note.item?.properties == [])
  }
}
