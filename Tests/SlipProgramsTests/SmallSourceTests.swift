import SlipBase
import SlipFiles
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// The formats of single programs.
@Suite struct SmallSourceTests {
  @Test func notebooksThatLieTooDeepBeginLower() throws {
    func id(_ number: Int) -> String {
      String(String(100_000 + number).reversed()) + String(repeating: "0", count: 26)
    }
    var files = (0..<300).map { number in
      let parent = number == 0 ? "" : id(number - 1)
      let text = "Book \(number)\n\nid: \(id(number))\nparent_id: \(parent)\ntype_: 2"
      return (path: id(number) + ".md", bytes: Array(text.utf8))
    }
    let note = "Note\n\nText\n\nid: \(id(300))\nparent_id: \(id(299))\ntype_: 1"
    files.append((id(300) + ".md", Array(note.utf8)))
    let result = try SourceDrain.read(SourceDrain.folder(files, named: "Raw"), .joplin)
    #expect(result.folders.map { $0.split(separator: "/").count }.max() == Limits().folderDepth)
    #expect(result.notes.first?.note.item?.folder.last?.name == "Book 299")
  }

  @Test func filesThatNoItemOfJoplinShowsAreNamed() throws {
    func id(_ digit: Character) -> String { String(repeating: digit, count: 32) }
    let files = [
      (id("a") + ".md", "Note\n\n![](:/\(id("b")))\n\nid: \(id("a"))\ntype_: 1"),
      (id("b") + ".md", "shown.txt\n\nid: \(id("b"))\ntype_: 4"),
      (id("c") + ".md", "left.txt\n\nid: \(id("c"))\ntype_: 4"), (id("d") + ".md", "no item"),
      ("resources/\(id("b")).txt", "1"), ("resources/\(id("c")).txt", "2"), ("readme.txt", "3"),
    ].map { (path: $0.0, bytes: Array($0.1.utf8)) }
    let skipped = try SourceDrain.read(SourceDrain.folder(files, named: "Raw"), .joplin).skipped
    #expect(
      Set(skipped.map { "\($0.place) \($0.reason.name)" }) == [
        "\(id("d")).md damaged", "resources/\(id("c")).txt not-shown", "readme.txt not-shown",
      ])
  }

  @Test func tagsThatLieTooDeepBeginLower() throws {
    let tags = (0..<300).map { number in
      let parent = #"{"reference_type": "TagToParentTag", "uuid": "\#(number - 1)"}, {"uuid": "n"}"#
      return
        #"{"uuid": "\#(number)", "content_type": "Tag", "content": {"title": "t\#(number)", "references": [\#(parent)]}}"#
    }
    let note =
      #"{"uuid": "n", "content_type": "Note", "content": {"title": "N", "text": "x", "references": []}}"#
    let json = #"{"version": "004", "items": [\#((tags + [note]).joined(separator: ", "))]}"#
    let keywords = try SourceDrain.read(Array(json.utf8), named: "b.json").notes[0].note.item?.keywords ?? []
    #expect(keywords.count == 300)
    #expect(keywords.map(\.path.count).max() == Limits().folderDepth)
    #expect(keywords.last?.path.last == "t299")
  }

  @Test func valuesThatNeverEndAreCut() throws {
    let long = String(repeating: "x", count: 3 << 20)
    let text =
      "<en-export><note><title>T</title><content>y</content><note-attributes><author>\(long)</author></note-attributes></note></en-export>"
    let note = try SourceDrain.read(Array(text.utf8), named: "a.enex").notes[0].note
    #expect(note.item?.properties.map(\.value.utf8.count) == [1 << 20])
  }

  @Test func archivesThatExpandFarAreRefused() throws {
    var entry = ZipMaker.Entry("a.md", String(repeating: "x", count: 400_000))
    entry.method = 8
    entry.claimedSize = 65 << 20
    let bomb = ZipMaker([entry]).bytes()
    #expect(slipError { _ = try SourceTree.of(bomb, named: "a.zip") }?.code == "SBXC005")
    entry.claimedSize = 63 << 20
    #expect(try SourceTree.of(ZipMaker([entry]).bytes(), named: "a.zip").files.map(\.length) == [63 << 20])
  }

  @Test func joplinItemsAreReadFromTheEnd() {
    let item = JoplinItem(Array("Title\n\nText\nkey: value\n\nid: 1\nauthor: a\\nb\ntype_: 1".utf8))
    #expect(item?.title == "Title" && item?["author"] == "a\nb" && item?.id == "1")
    #expect(item.map { String(decoding: $0.body, as: UTF8.self) } == "Text\nkey: value\n")
    #expect(JoplinItem(Array("id: 1\ntype_: 6".utf8))?["type_"] == "6")
    for text in ["", "Text", "a: b", "Text\n\nno properties\ntype_: 1"] {
      #expect(JoplinItem(Array(text.utf8)) == nil)
    }
  }

  @Test(arguments: [
    ("[f]a[/f][br]b", "<b>a</b><br>b"), ("[here] < &", "[here] &lt; &amp;"),
    ("[z 1]x[/z]", "<a href=\"slipbox:note/00000000-0000-0001-0000-000000000001\">x</a>"),
    ("[code][f]x[br]y[/code]", "<pre>[f]x\ny</pre>"), ("[t](http://a.b/)", "<a href=\"http://a.b/\">t</a>"),
    (
      "[table]a^b[br]1|2[/table]", "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>"
    ),
    (
      "[table][tc]A [f]b[/f][/tc]c|d[/table]",
      "<table><caption>A <b>b</b></caption><tr><td>c</td><td>d</td></tr></table>"
    ),
    ("[img]x/y.png|3[/img]", "<img src=\"x/y.png\">"),
    (
      "[fn 2:7]",
      "<a role=\"doc-noteref\" href=\"#note:1\"><sup>1</sup></a><div role=\"doc-footnote\" id=\"note:1\"><p>Name 2: 7</p></div>"
    ), ("`a`[", "<code>a</code>["),
  ])
  func zknMarkup(_ text: String, _ html: String) {
    var markup = ZknMarkup(note: { UniqueID(high: 1, low: UInt64($0)) }, author: { "Name \($0)" })
    let start = markup.html.count
    markup.convertWhole(Array(text.utf8))
    #expect(String(decoding: markup.html[start...], as: UTF8.self) == html)
  }

  @Test func nestedTablesDoNotNest() {
    var markup = ZknMarkup(note: { _ in nil }, author: { _ in nil })
    markup.convertWhole(Array(String(repeating: "[table]", count: 20_000).utf8))
    #expect(markup.html.count < 1 << 20)
  }

  @Test(arguments: [
    ("<div>a<en-todo checked=\"true\"/>b</div>", "<div>a☑ b</div>"), ("<div/><br/>x", "<div></div><br/>x"),
    ("<en-crypt hint=\"h\">abc</en-crypt>x", "🔒x"),
    (
      "<div><en-todo/>a</div><div><b><en-todo checked=\"true\"/>b</b><br/><en-todo/>c</div><div>d</div>",
      "<ul><li>☐ a</li><li><b>☑ b</b></li><li>☐ c</li></ul><div>d</div>"
    ),
    (
      "<ul style=\"--en-todo:true;\"><li style=\"--en-checked:true;\">a</li></ul>",
      "<ul style=\"--en-todo:true;\"><li style=\"--en-checked:true;\">☑ a</li></ul>"
    ),
    (
      "<a href=\"evernote:///view/1/s/x/x/\"></a>",
      "<a href=\"evernote:///view/1/s/x/x/\">evernote:///view/1/s/x/x/</a>"
    ),
  ])
  func enml(_ text: String, _ html: String) {
    var markup = EnexMarkup(resources: [], tasks: [], context: SourceContext())
    let start = markup.html.count
    Array(text.utf8).withUnsafeBytes { markup.convert($0) }
    markup.finish()
    #expect(String(decoding: markup.html[start...], as: UTF8.self) == html)
  }

  @Test func everyBeginningOfAnExportIsRead() throws {
    let text =
      "<en-export><note><title>A</title><content><![CDATA[<en-note>x]]></content></note><note><title>B</title></note></en-export>"
    for count in 0...text.utf8.count {
      let bytes = Array(text.utf8.prefix(count))
      var source = try EnexSource(SourceTree.of(bytes, named: "N.enex"))
      while let item = try source.next() {
        if case .note(let entry) = item { _ = try entry.read(SourceContext()) }
      }
    }
  }

  @Test func titlesOfBundles() {
    #expect(TextBundleSource.title(Array("\n# A b\n".utf8), isBear: false) == "A b")
    #expect(TextBundleSource.title(Array("## A".utf8), isBear: false) == nil)
    #expect(TextBundleSource.title(Array("## A".utf8), isBear: true) == "A")
    #expect(TextBundleSource.title(Array("# ".utf8), isBear: true) == nil)
  }
}
