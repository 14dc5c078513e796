import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// Exports of Notion.
@Suite struct NotionSourceTests {
  private static let (garden, bees) = ("a49e8bc394f36f3747eb4987ebeb97f6", "aa710e9f8731e1c662ed4ba849363764")
  private static let (list, row) = ("a1fd6757802e1f7df49121a83fcd3051", "e8d6f93976e2dec5b99c538e1b1474e9")

  /// The tree of a ZIP of files, packed as so many parts of another ZIP; 0 for none.
  private func tree(_ files: [(String, String)], parts: Int = 0) throws -> SourceTree {
    guard parts > 0 else {
      return try SourceTree.of(ZipMaker(files.map { ZipMaker.Entry($0.0, $0.1) }).bytes(), named: "e.zip")
    }
    var outer = ZipMaker()
    for part in 0..<parts {
      let inner = files.enumerated().filter { $0.offset % parts == part }.map {
        ZipMaker.Entry($0.element.0, $0.element.1)
      }
      var entry = ZipMaker.Entry("Export-x-Part-\(part + 1).zip")
      entry.bytes = ZipMaker(inner).bytes()
      outer.entries.append(entry)
    }
    return try SourceTree.of(outer.bytes(), named: "e.zip")
  }

  private static let markdown: [(String, String)] = [
    (
      "Garden \(garden).md",
      """
      # Garden

      [Bees](Garden%20\(garden)/Bees%20\(bees).md) ![q](Garden%20\(garden)/q.png)
      [List](Garden%20\(garden)/List%20\(list).csv)

      - [x]  done

      <aside>
      💡 call-out with **bold**

      </aside>

      """
    ),
    (
      "Garden \(garden)/Bees \(bees).md",
      "# Bees\n\nBack [up](https://www.notion.so/G-\(garden)?pvs=4#x) [w](https://x.org/\(garden))\n"
    ),
    ("Garden \(garden)/q.png", "picture"), ("Garden \(garden)/unused.txt", "x"),
    (
      "Garden \(garden)/List \(list).csv",
      "Name,Created,Tags,Rel\nrow,\"May 3, 2023 4:05 PM\",\"soil, sun\",\n"
    ),
    ("Garden \(garden)/List \(list)_all.csv", "\u{FEFF}Name,Created,Tags,Rel\n"),
    (
      "Garden \(garden)/List \(list)/row \(row).md",
      "# row\n\nCreated: May 3, 2023 4:05 PM\nTags: soil, sun\nSize: 3\nRel: Bees (../Bees%20\(bees).md)\n\nText: no column\n"
    ),
    ("Seeds 720787546f897746ab91ce42c0b3d8c7.csv", "Name,Sown\nPea,\"a \"\"b\"\"\"\n"),
    ("index.html", "<p>list"),
  ]

  @Test(arguments: [0, 1, 2]) func pagesAreNotes(_ parts: Int) throws {
    let found = try notes(of: tree(Self.markdown, parts: parts))
    #expect(found.map(\.id) == [Self.garden, Self.bees, Self.row, "720787546f897746ab91ce42c0b3d8c7"])
    let (garden, bees, row, seeds) = (found[0].note, found[1].note, found[2].note, found[3].note)
    #expect(garden.title == "Garden" && garden.folder.isEmpty && bees.folder.map(\.name) == ["Garden"])
    #expect(row.folder.map(\.name) == ["Garden", "List"] && row.folder.last?.id == Self.list)
    #expect(links(garden) == [UniqueID(high: 1, low: 1)] && links(bees) == [UniqueID(high: 1, low: 0)])
    #expect(garden.linkedFiles.values.map(\.name).contains("List \(Self.list).csv"))
    #expect(garden.files.map(\.name) == ["List \(Self.list)_all.csv"])
    #expect(text(garden).contains("call-out with bold") && text(garden).contains("done"))
    #expect(row.created?.rfc3339 == "2023-05-03T16:05:00Z" && row.zoneIsUnknown)
    #expect(row.keywords.map(\.path) == [["soil"], ["sun"]] && row.relations == [UniqueID(high: 1, low: 1)])
    #expect(row.values("notion:Rel") == ["Bees"] && text(row).contains("Text: no column"))
    #expect(seeds.title == "Seeds" && text(seeds).contains("a \"b\"") && seeds.files.count == 1)
  }

  /// The notes that a text links to.
  private func links(_ note: SourceNote) -> [UniqueID] {
    guard case .document(let document) = note.body else { return [] }
    var found: [UniqueID] = []
    var copy = document
    copy.retarget { target in
      if case .note(let id)? = LinkTarget(hyperlink: target) { found.append(id) }
      return target
    }
    return found
  }

  @Test func webPagesAreNotes() throws {
    let page = """
      <html><head><title>x</title><style>a{}</style></head><body><article id="1" class="page sans"><header>
      <h1 class="page-title">Garden &amp; co</h1><table class="properties"><tbody>
      <tr class="property-row property-row-multi_select"><th><span class="icon"></span>Tags</th><td><span class="selected-value">soil</span><span class="selected-value">late sun</span></td></tr>
      <tr class="property-row property-row-last_edited_time"><th>Anything</th><td><time>@May 3, 2023 4:05 PM</time></td></tr>
      <tr class="property-row property-row-checkbox"><th>Done</th><td><div class="checkbox checkbox-on"></div></td></tr>
      <tr class="property-row property-row-url"><th>Site</th><td><a href="https://x.org">https://x.org</a></td></tr>
      <tr class="property-row property-row-relation"><th><span class="icon">i</span>Rel</th><td><a href="Garden%20\(Self.garden)/Bees%20\(Self.bees).html"><span class="icon">b</span>Bees</a></td></tr>
      </tbody></table></header><div class="page-body"><p>One</p>
      <p><span class="selected-value a">v</span><span class="selected-value b">w</span></p>
      <ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>
      <figure class="equation"><style>@import url('k.css')</style><div><span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2 &lt; 1</annotation></semantics></math></span><span class="katex-html">x2</span></span></span></div></figure>
      <figure class="callout"><div>💡</div><div>call</div></figure><details><summary>Toggle</summary><p>inside</p></details>
      <figure class="link-to-page"><a href="Garden%20\(Self.garden)/Bees%20\(Self.bees).html">Bees</a></figure>
      </div></article><p>behind</p></body></html>
      """
    let found = try notes(
      of: tree([
        ("Garden \(Self.garden).html", page), ("Garden \(Self.garden)/Bees \(Self.bees).html", "<article>"),
      ]))
    let note = try #require(found.first).note
    #expect(note.title == "Garden & co" && note.keywords.map(\.path) == [["soil"], ["late sun"]])
    #expect(note.modified?.rfc3339 == "2023-05-03T16:05:00Z" && note.created == nil)
    #expect(note.values("notion:Done") == ["Yes"] && note.values("notion:Site") == ["https://x.org"])
    let text = text(note)
    #expect(
      text.contains("☐ open") && text.contains("x^2 < 1") && !text.contains("x2") && !text.contains("behind"))
    #expect(text.contains("💡") && text.contains("Toggle") && text.contains("inside"))
    #expect(links(note) == [UniqueID(high: 1, low: 1)] && note.relations == [UniqueID(high: 1, low: 1)])
    #expect(note.values("notion:Rel") == ["Bees"] && text.contains("v, w"))
  }

  @Test(arguments: [
    ("May 3, 2023 4:05 PM", "2023-05-03T16:05:00Z"), ("3. Mai 2023 16:05", "2023-05-03T16:05:00Z"),
    ("3 de mayo de 2023 16:05", "2023-05-03T16:05:00Z"), ("2023年5月3日 16:05", "2023-05-03T16:05:00Z"),
    ("12 décembre 2023", "2023-12-12T00:00:00Z"), ("2023/05/03 16:05", "2023-05-03T16:05:00Z"),
    ("May 3, 2023 → May 5, 2023", "2023-05-03T00:00:00Z"),
  ])
  func dates(_ text: String, _ expected: String) { #expect(NotionFacts.date(text)?.time.rfc3339 == expected) }

  @Test func idsAreAtTheEndOfNames() {
    #expect(NotionTree.split("A b \(Self.bees)")?.name == "A b")
    #expect(NotionTree.split(Self.bees)?.id == Self.bees && NotionTree.split("x\(Self.bees)") == nil)
    #expect(NotionTree.split("A b") == nil && NotionTree.id(inAddress: "a/B-\(Self.bees)?v=1") == Self.bees)
  }

  @Test func columnsThatAreNotKnownAreTakenFromABlock() {
    let page = NotionPage(Array("# T\n\nA: 1\nB b: 2\n\nText: x\n".utf8), [])
    #expect(page.properties == [NotionFacts.Field("A", ["1"]), NotionFacts.Field("B b", ["2"])])
    #expect(NotionPage(Array("# T\n\nA: 1\nno\n".utf8), []).properties.isEmpty)
    #expect(NotionPage(Array("# T\n\nA: 1\n".utf8), nil).properties.isEmpty)
    let known = NotionPage(Array("# T\n\nDue: date: 1\nOther: 2\n".utf8), ["Due", "Due: date"])
    #expect(known.properties == [NotionFacts.Field("Due: date", ["1"]), NotionFacts.Field("Other", ["2"])])
    let text = NotionPage(Array("# T\n\nOther: 2\n".utf8), ["Due"])
    #expect(text.properties.isEmpty && String(decoding: text.body, as: UTF8.self).contains("Other: 2"))
  }

  @Test func foldersMayHaveNoIDs() throws {
    let found = try notes(
      of: tree([
        ("List \(Self.list).csv", "Name,Place\nrow,x\n"),
        ("List/row \(Self.row).md", "# row\n\nPlace: here\n\nText\n"),
      ]))
    #expect(found[0].note.values("notion:Place") == ["here"] && found[0].note.folder.map(\.name) == ["List"])
  }

  @Test func otherArchivesAreNone() throws {
    #expect(ProgramTable.sources.kind(of: try tree([("a.md", "x"), ("b.md", "y")]))?.name == "markdown")
    #expect(!NotionTree.isExport(try tree([(Self.bees + ".md", "x"), (Self.row + ".md", "y")])))
    let code = try tree([("a.txt", "x"), ("b.zip", "y")])
    #expect(ProgramTable.sources.kind(of: code)?.name != "notion")
  }

  @Test func anythingIsReadOrRefused() throws {
    var outer = ZipMaker()
    var entry = ZipMaker.Entry("Export-x-Part-1.zip")
    entry.bytes = ZipMaker(Self.markdown.map { ZipMaker.Entry($0.0, $0.1) }).bytes()
    outer.entries = [entry]
    let whole = outer.bytes()
    for count in 0..<whole.count {
      readAll(Array(whole.prefix(count)), named: "e.zip")
    }
    Mutations.forEach(of: whole, seeds: LawSize.seeds("SLIPBOX_NOTION_SEEDS", 500)) {
      readAll($0, named: "e.zip")
    }
  }
}
