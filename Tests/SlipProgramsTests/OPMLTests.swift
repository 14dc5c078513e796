import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

@Suite struct OPMLTests {
  /// Reads an outline.
  private func read(_ body: String, head: String = "<title>Garden</title>") throws -> SourceDrain.Result {
    let text =
      "<?xml version='1.0' encoding='UTF-8'?><opml version='2.0'><head>\(head)</head><body>\(body)</body></opml>"
    return try SourceDrain.read(Array(text.utf8), named: "a.opml")
  }

  @Test func itemsAreAList() throws {
    let result = try read(
      "<outline text='Bees' _note='One&#10;&#10;two' _status='checked'><outline text='a &lt; b'/></outline><outline text='' title='Rosa' category='/soil/clay,spring work'/><outline text='page' type='link' url='https://example.org/'/>"
    )
    let text = try #require(result.text("a.opml"))
    #expect(
      text.contains("☑ Bees") && text.contains("One\n") && text.contains("a < b") && text.contains("Rosa"))
    let note = try #require(result["a.opml"])
    #expect(note.title == "Garden")
    #expect(note.item?.keywords.map(\.path) == [["soil", "clay"], ["spring work"]])
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    #expect(body.contains("https://example.org/") && body.contains("\\ilvl1"))
  }

  /// A subscription keeps its page and its feed; columns that the writer invented are named.
  @Test func feedsAndColumns() throws {
    let note = try read(
      "<outline text='Bees' htmlUrl='https://e.org/' xmlUrl='https://e.org/feed' Cost='3' Due='x'/><outline text='b' Cost='4'/>"
    ).notes[0].note
    let body = String(decoding: note.body.bytes, as: UTF8.self)
    #expect(body.contains("\"https://e.org/\"") && body.contains("\"https://e.org/feed\""))
    #expect(note.diagnostics.map(\.code) == [ExchangeCode.featureDropped, ExchangeCode.featureDropped])
    #expect(note.diagnostics.contains { $0.message.hasSuffix("Cost, Due.") })
  }

  @Test func headsGiveDates() throws {
    let note = try read(
      "<outline text='x'/>",
      head:
        "<title>T</title><dateCreated>Tue, 15 Mar 2005 16:35:45 GMT</dateCreated><ownerName>Rosa</ownerName>"
    ).notes[0].note
    #expect(note.created?.rfc3339 == "2005-03-15T16:35:45Z")
    #expect(note.item?.properties.map(\.value) == ["Rosa"])
  }

  @Test func workflowyHasHTML() throws {
    let result = try read(
      "<outline text='Orchard #soil'><outline text='&lt;b&gt;bold&lt;/b&gt; a &amp;lt; b' _note='&lt;i&gt;n&lt;/i&gt;' _complete='true'/></outline>",
      head: "<ownerEmail>a@example.org</ownerEmail>")
    let note = result.notes[0].note
    #expect(note.title == "Orchard #soil")
    let text = String(decoding: note.mirror.bytes, as: UTF8.self)
    #expect(text.contains("☑ bold a < b") && text.contains("n"))
    #expect(!text.contains("Orchard"))
    #expect(note.item?.keywords.map(\.path) == [["soil"]])
  }

  @Test func backupsOfDynalist() throws {
    let head = "<title>A</title><flavor>dynalist</flavor>"
    let one =
      "<opml><head>\(head)</head><body><outline text='**b** [B](https://dynalist.io/d/x) !(2024-04-26)' checkbox='true'/></body></opml>"
    let two =
      "<opml><head><title>B</title><flavor>dynalist</flavor></head><body><outline text='x'/></body></opml>"
    let tree = SourceDrain.folder(
      [("d/A.opml", Array(one.utf8)), ("d/A.txt", Array("twin".utf8)), ("d/B.opml", Array(two.utf8))],
      named: "Dyn")
    let result = try SourceDrain.read(tree, .opml)
    #expect(result.notes.map(\.id) == ["d/A.opml", "d/B.opml"])
    #expect(result.text("d/A.opml")?.contains("☐ b B 2024-04-26") == true)
    #expect(result["d/A.opml"]?.linkTargets.count == 1)
    #expect(result["d/A.opml"]?.item?.folder.map(\.name) == ["d"])
    #expect(result.skipped == [SourceSkip("d/A.txt", .copy)])
  }

  @Test func outlinesCanBeSplit() throws {
    let text =
      "<opml><head><title>T</title></head><body><outline text='One'><outline text='x'/></outline><outline text='Two'/><outline text='One'/></body></opml>"
    let tree = try SourceTree.of(Array(text.utf8), named: "a.opml")
    var context = SourceContext()
    context.splitsOutlines = true
    let all = try SlipProgramsTests.notes(of: tree, context)
    #expect(all.map(\.id) == ["a.opml#One", "a.opml#Two", "a.opml#One#2"])
    #expect(all.map(\.note.title) == ["One", "Two", "One"])
    #expect(all[0].note.folder.map(\.name) == ["T"])
    #expect(SlipProgramsTests.text(all[0].note).contains("x"))
  }

  @Test func damageIsReported() throws {
    let cut = try SourceDrain.read(
      Array("<opml><body><outline text='a & b'><outline text='c'/>".utf8), named: "a.opml")
    #expect(cut["a.opml"]?.title == "a & b")
    #expect(cut["a.opml"]?.diagnostics.map(\.code) == [ExchangeCode.pieceDamaged])
    let latin = Array(
      "<?xml version='1.0' encoding='iso-8859-1'?><opml><head><title>Caf\u{E9}</title></head><body><outline text='x'/></body></opml>"
        .unicodeScalars.map { UInt8($0.value) })
    #expect(try SourceDrain.read(latin, named: "a.opml").notes[0].note.title == "Café")
  }

  @Test func otherXMLIsNone() throws {
    let tree = try SourceTree.of(Array("<rss><opml/></rss>".utf8), named: "a.xml")
    #expect(ProgramTable.sources.kind(of: tree)?.name != "opml")
  }

  @Test func damagedOutlines() {
    let text =
      "<opml><head><title>T</title></head><body><outline text='One &lt;b&gt;x&lt;/b&gt;' _note='n'><outline text='#x'/></outline></body></opml>"
    SourceDrain.law(Array(text.utf8), .opml, seed: 2) { try SourceTree.of($0, named: "a.opml") }
  }

  /// A sign of HTML alone makes no outline one of HTML, and an open one ends no text.
  @Test func signsThatAreNoTags() throws {
    let text =
      try read("<outline text='Use &lt;b&gt; for bold'/><outline text='if a &lt;b then stop'/>").text(
        "a.opml") ?? ""
    #expect(text.contains("Use <b> for bold") && text.contains("if a <b then stop"))
    let html =
      try read("<outline text='&lt;b&gt;x&lt;/b&gt;'/><outline text='if a &lt;b then stop'/>").text("a.opml")
      ?? ""
    #expect(html.contains("if a <b then stop"))
  }

  /// What looks like other elements is text, also in an outline with HTML.
  @Test func wordsInAngleBrackets() throws {
    let text =
      try read(
        "<outline text='T&lt;int&gt; after &lt;script&gt; no words lost' _note='at &lt;http://e.org/&gt;&#10;&lt;!-- c --&gt; &lt;/html&gt;'/><outline text='&lt;u&gt;k&lt;/u&gt; &lt;B&gt;l&lt;/B&gt;'/>"
      ).text("a.opml") ?? ""
    for words in ["T<int> after <script> no words lost", "at <http://e.org/>", "<!-- c --> </html>", "k l"] {
      #expect(text.contains(words), "\(words)")
    }
  }

  @Test func otherSpellings() throws {
    let text =
      "<?xml version='1.0' encoding='UTF-16'?><opml version='2.0'><head><title>Ünï</title></head><body><outline text='x &#xD83D;&#xDE00; &#55357;&#56832;'/></body></opml>"
    let wide: [UInt8] =
      [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
    let result = try SourceDrain.read(wide, named: "a.opml")
    #expect(result.notes.map(\.note.title) == ["Ünï"] && result.text("a.opml")?.contains("x 😀 😀") == true)
    let dates = try read(
      "<outline text='x'/>", head: "<title>T</title><dateCreated>Sun, 06 May 07 12:00:00 EST</dateCreated>"
    ).notes[0].note
    #expect(dates.created?.rfc3339 == "2007-05-06T17:00:00Z")
  }

  /// An item whose text is the title keeps all else.
  @Test func theOnlyItemKeepsItsFacts() throws {
    let note = try read(
      "<outline text='Root #tag' _complete='true' category='/a/b' Extra='1' url='https://e.org/'><outline text='#kid'/></outline>",
      head: "<ownerEmail>a@example.org</ownerEmail>"
    ).notes[0].note
    #expect(note.item?.keywords.map(\.path) == [["tag"], ["a", "b"], ["kid"]])
    #expect(note.item?.properties.map(\.value) == ["true", "https://e.org/"])
    #expect(note.diagnostics.contains { $0.message.hasSuffix("Extra.") })
  }

  @Test func damageIsNamed() throws {
    let note = try read("<outline text='A & B'/><outline text='x'><outline text='in'>").notes[0].note
    #expect(note.diagnostics.contains { $0.code == ExchangeCode.pieceDamaged })
    #expect(String(decoding: note.mirror.bytes, as: UTF8.self).contains("A & B"))
    #expect(try read("<outline text='A &amp; B'/>").notes[0].note.diagnostics.isEmpty)
  }

  /// A title and a text that says something else are both kept, as Trilium and lists of feeds have them.
  @Test func titlesBesideTexts() throws {
    let text = try #require(
      try read(
        "<outline title='Bees' text='&#10;They fly.&#10;Second'/><outline title='a  b' text='a b'/><outline text='Short' title='The real title' xmlUrl='https://e.org/f'/>"
      ).text("a.opml"))
    #expect(text.contains("•\tBees\n") && text.contains("They fly."))
    #expect(text.split(separator: "a b", omittingEmptySubsequences: false).count == 2)
    #expect(text.contains("The real title") && text.contains("Short"))
  }

  /// HTML may be in notes alone, and have blocks.
  @Test func notesInHTML() throws {
    let text = try #require(
      try read(
        "<outline text='a &lt; b' _note='&lt;p&gt;They &lt;strong&gt;fly&lt;/strong&gt;.&amp;nbsp;&lt;/p&gt;&lt;ul&gt;&lt;li&gt;one&lt;/li&gt;&lt;/ul&gt;'/>"
      ).text("a.opml"))
    #expect(text.contains("a < b") && text.contains("They fly.") && text.contains("one"))
    #expect(!text.contains("<p") && !text.contains("<li") && !text.contains("&nbsp;"))
  }

  @Test func tagsOfHeads() throws {
    let tagged = try read(
      "<outline text='x'/>", head: "<title>T</title><tags><tag>Orchard</tag></tags>"
    ).notes[0].note
    #expect(tagged.item?.keywords.map(\.path) == [["Orchard"]])
  }
}
