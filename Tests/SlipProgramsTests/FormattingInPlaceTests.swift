import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipExchange
@testable import SlipPrograms

/// What programs say of text comes to pages: sizes of pictures, links within a note, colours, boxes, foot notes.
@Suite struct FormattingInPlaceTests {
  /// The page of the first note of a container.
  private func page(_ kind: SourceKind, _ files: [(String, String)]) throws -> String {
    let picture = Array(ExportSamples.png)
    let all = files.map { ($0.0, $0.1 == "PICTURE" ? picture : Array($0.1.utf8)) }
    let tree =
      all.count == 1
      ? try SourceTree.of(all[0].1, named: all[0].0) : SourceDrain.folder(all, named: "Notes")
    let note = try #require(try SourceDrain.read(tree, kind).notes.first).note
    let document = note.body.bytes.withUnsafeBytes { RTFReader.read($0).document }
    return String(decoding: HTMLWriter.write(document), as: UTF8.self)
  }

  @Test func sizesOfPictures() throws {
    #expect(
      try page(
        .zim,
        [
          ("notebook.zim", "[Notebook]\n"),
          ("a.txt", "Content-Type: text/x-zim-wiki\n\n{{./p.png?width=20}}\n"), ("a/p.png", "PICTURE"),
        ]
      ).contains("width=\"20\""))
    #expect(
      try page(.org, [("a.org", "#+ATTR_ORG: :width 100\n[[./p.png]]\n"), ("p.png", "PICTURE")]).contains(
        "width=\"100\""))
    let logseq = try page(
      .logseq,
      [
        ("logseq/config.edn", "{}"), ("pages/a.md", "- ![x](../assets/p.png){:height 20, :width 30}\n"),
        ("assets/p.png", "PICTURE"),
      ])
    #expect(
      logseq.contains("width=\"30\"") && logseq.contains("height=\"20\"") && logseq.contains("alt=\"x\""))
    let bear = try page(
      .bear,
      [
        ("B/tags.json", "{}"),
        ("B/a.textbundle/info.json", "{\"net.shinyfrog.bear\": {\"uniqueIdentifier\": \"1\"}}"),
        ("B/a.textbundle/text.md", "# A\n\n![](assets/p.png)<!-- {\"width\":388} -->\n"),
        ("B/a.textbundle/assets/p.png", "PICTURE"),
      ])
    #expect(bear.contains("width=\"388\"") && !bear.contains("|388"))
  }

  @Test func linksWithinANote() throws {
    let vault = try page(
      .obsidian, [(".obsidian/app.json", "{}"), ("a.md", "[[#Part two]] [[#gone]]\n\n## Part two\n")])
    #expect(
      vault.contains("href=\"#part-two\"") && vault.contains("id=\"part-two\"") && !vault.contains("#gone\""))
    let org = try page(
      .org,
      [
        (
          "a.org",
          "[[*Hive  Two][a]] [[#hives][b]] [[id:8c1d][c]] [[*none][d]]\n* TODO Hive two :k:\n:PROPERTIES:\n:CUSTOM_ID: hives\n:ID: 8c1d\n:END:\n"
        )
      ])
    #expect(org.split(separator: "href=\"#hive-two\"").count == 4 && org.contains("id=\"hive-two\""))
    let roam = try page(
      .roam,
      [
        (
          "g.json",
          #"[{"title": "G", "uid": "u-1", "edit-time": 1, "children": [{"string": "see ((blockone1))", "uid": "blocktwo2"}, {"string": "words", "uid": "blockone1"}]}]"#
        )
      ])
    #expect(roam.contains("href=\"#blockone1\"") && roam.contains("id=\"blockone1\""))
  }

  @Test func partsOfTrilium() throws {
    let html =
      "<aside class='admonition note'><p>Mind</p></aside><p>x<span class='footnote-reference' role='doc-noteref' id='fnrefabc'><sup><a href='#fnabc'>[1]</a></sup></span></p><section class='include-note' data-note-id='b'>&nbsp;</section><ol class='footnote-section footnotes' role='doc-endnotes'><li class='footnote-item' role='doc-endnote' id='fnabc'><span class='footnote-back-link'><sup><strong><a href='#fnrefabc'>^</a></strong></sup></span><div class='footnote-content'><p>below</p></div></li></ol>"
    let list =
      #"{"formatVersion": 2, "files": [{"noteId": "a", "title": "A", "type": "text", "format": "html", "dataFileName": "A.html"}, {"noteId": "b", "title": "Bees", "type": "text", "format": "html", "dataFileName": "B.html"}]}"#
    let page = try page(.trilium, [("!!!meta.json", list), ("A.html", html), ("B.html", "<p>b</p>")])
    #expect(
      page.contains("<blockquote") && page.contains("Note") && page.contains("doc-noteref")
        && page.contains("below"))
    #expect(page.contains(">Bees</a>") && !page.contains("#fnabc"))
  }

  @Test func coloursAndBoxes() throws {
    let upnote = try page(
      .upnote,
      [
        (
          "General Space/A.html",
          "<div class=\"shine-editor\"><h2>A</h2><p><span class='shine-text-red'>r</span> <span class='shine-highlight-yellow'>y</span></p><ul><li data-checked='false'><p>x</p></li></ul></div>"
        ), ("General Space/styles.css", ""),
      ])
    #expect(upnote.contains("color") && upnote.contains("<mark") && upnote.contains("task-list-item"))
    let id = "a49e8bc394f36f3747eb4987ebeb97f6"
    let notion = try page(
      .notion,
      [
        (
          "A \(id).html",
          "<html><body><article id=\"a49e8bc3-94f3-6f37-47eb-4987ebeb97f6\" class=\"page sans\"><header><h1 class=\"page-title\">A</h1></header><div class=\"page-body\"><p><span style=\"border-bottom:0.05em solid\">u</span> <mark class=\"highlight-red\">r</mark> <mark class=\"highlight-blue_background\">b</mark></p></div></article></body></html>"
        ), ("x.txt", "x"),
      ])
    #expect(
      notion.contains("<u>u</u>") && notion.contains("#d44c47")
        && notion.split(separator: "<mark").count == 2)
  }

  @Test func linesAndLists() throws {
    let bear = try page(
      .bear,
      [
        ("B/tags.json", "{}"),
        ("B/a.textbundle/info.json", "{\"net.shinyfrog.bear\": {\"uniqueIdentifier\": \"1\"}}"),
        ("B/a.textbundle/text.md", "# A\n\n- item\nNext line\n> said\nbelow\n"),
      ])
    #expect(
      bear.contains("<li>item</li>") && bear.contains("<p>Next line</p>") && bear.contains("<p>below</p>"))
    let logseq = try page(
      .logseq,
      [
        ("logseq/config.edn", "{}"),
        (
          "pages/a.md",
          "- one\n  logseq.order-list-type:: number\n\t- in\n- two\n  logseq.order-list-type:: number\n  more\n- three\n"
        ),
      ])
    #expect(logseq.contains("<ol>") && logseq.contains("<ul>") && logseq.contains("two<br>more"))
    let cells = try page(.markdown, [("a.md", "|a|\n|-|\n|<ul><li>x</li><li>y</li></ul>|\n"), ("b.md", "b")])
    #expect(cells.contains("x<br>y"))
    let org = try page(
      .org, [("a.org", "- a\n  - b\n  of a\n  #+begin_src\n  code\n  #+end_src\n"), ("b.org", "b")])
    #expect(org.contains("<p>of a</p>") && org.contains("<pre"))
    let tildes = try page(
      .obsidian, [(".obsidian/app.json", "{}"), ("a.md", "~one~ ~~two~~ https://x.org/~me/~you\n")])
    #expect(
      tildes.contains("~one~") && tildes.contains("<s>two</s>") && tildes.contains("https://x.org/~me/~you"))
  }

  @Test func sheetsBesidePages() throws {
    let page = try page(
      .html,
      [
        ("a.html", "<link rel=stylesheet href='css/x.css'><p><span class=c1>bold</span></p>"),
        ("css/x.css", ".c1{font-weight:700}"), ("b.html", "<p>b</p>"),
      ])
    #expect(page.contains("<strong>bold</strong>"))
  }

  @Test func sheetsThatSheetsImport() throws {
    let page = try page(
      .html,
      [
        (
          "a.html",
          """
          <STYLE>/* first */ @import url("css/x.css") screen; @import 'css/print.css' print; p{color:red}</STYLE>
          <p><span class=c1>one</span> <span class=c2>two</span> <span class=c3>three</span></p>
          """
        ), ("css/x.css", "@charset \"utf-8\";@IMPORT \"more/y.css\";.c1{font-weight:700}"),
        ("css/more/y.css", "@import url(../x.css);.c2{font-weight:700}"),
        ("css/print.css", ".c3{font-weight:700}"), ("b.html", "<p>b</p>"),
      ])
    #expect(page.contains("<strong>one</strong> <strong>two</strong> three</p>"))
    let rules = """
      .c1{color:red;@import url(late.css);} @media Screen, print{ .c1{font-weight:700} .c4{font-style:italic} }
      @media print{.c2{font-weight:700}} @media screen and (max-width:9em){.c3{font-weight:700}}
      """
    let media = try self.page(
      .html,
      [
        (
          "a.html",
          "<style>\(rules)</style><p><u class=c1>one</u> <u class=c2>two</u> <u class=c3>three</u> <span class=c4>four</span></p>"
        ), ("late.css", ".c4{font-weight:700}"), ("b.html", "<p>b</p>"),
      ])
    #expect(media.contains("<u>two</u> <u>three</u> <em>four</em>") && media.contains("<strong>"))
  }

  /// Sheets that import one another, and blocks in blocks, cost what they are long.
  @Test func manySheetsCostLittle() throws {
    let sheets = (0..<12).map { number in
      let imports = (0..<12).map { "@import 's\($0).css?\(number)';" }.joined()
      return ("s\(number).css", imports + ".c{font-weight:700}")
    }
    let blocks = String(repeating: "@media screen{", count: 20_000) + ".d{font-style:italic}"
    var page = ""
    let time = try CPUTime.measure {
      page = try self.page(
        .html,
        [
          (
            "a.html",
            "<style>@import 's0.css';</style><style>\(blocks)</style><p><span class=c>one</span> <span class=d>two</span></p>"
          ), ("b.html", "<p>b</p>"),
        ] + sheets)
    }
    #expect(page.contains("<strong>one</strong> <em>two</em>"))
    #expect(time < .seconds(30))
  }

  @Test func numbersOfCherryTree() throws {
    let text = "1. a\n2. b\n   1) c\n3. d\n7. text\n• e\nplain"
    let page = try page(
      .cherrytree,
      [
        (
          "a.ctd",
          "<cherrytree><node unique_id='1' name='A' prog_lang='custom-colors'><rich_text>\(text)</rich_text></node></cherrytree>"
        )
      ])
    #expect(page.split(separator: "<ol").count == 3 && page.contains("7. text"))
  }
}
