import SlipBase
import SlipDocument
import SlipFormats
import Testing

/// Documents as outlines.
@Suite struct OPMLWriterTests {
  private func outline(_ markdown: String) throws -> [String] {
    let source = try #require(FormatTable.named("md"))
    let target = try #require(FormatTable.named("opml"))
    let bytes = try Array(markdown.utf8).withUnsafeBytes {
      try FormatTable.convert($0, from: source, to: target).bytes
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    let body = try #require(lines.firstIndex(of: "  <body>"))
    return lines[(body + 1)...].prefix { $0 != "  </body>" }.map { String($0.dropFirst(4)) }
  }

  @Test("What follows a heading lies below it, and items of lists below their items")
  func nesting() throws {
    let lines = try outline(
      "Before\n\n# One\n\ntext\n\n- a\n  - b\n- c\n\n### Deep\n\n# Two\n\n3. third\n4. fourth\n")
    #expect(
      lines == [
        #"<outline text="Before"/>"#, #"<outline text="One">"#, #"  <outline text="text"/>"#,
        #"  <outline text="a">"#, #"    <outline text="b"/>"#, "  </outline>", #"  <outline text="c"/>"#,
        #"  <outline text="Deep"/>"#, "</outline>", #"<outline text="Two">"#,
        #"  <outline text="3. third"/>"#,
        #"  <outline text="4. fourth"/>"#, "</outline>",
      ])
  }

  @Test("Tasks, links, tables, further lines and foot notes have their attributes")
  func attributes() throws {
    let lines = try outline(
      """
      - [x] done
      - [ ] open

      [Page](https://example.org/?a&b)

      | a | b |
      | - | - |
      | 1 | 2 |

      one\\
      two[^n] and[^m]

      [^n]: First "note".
      [^m]: Second.
      """)
    #expect(
      lines == [
        #"<outline text="done" checkbox="true" complete="true"/>"#,
        #"<outline text="open" checkbox="true"/>"#,
        #"<outline text="Page" type="link" url="https://example.org/?a&amp;b"/>"#,
        #"<outline text="a | b"/>"#, #"<outline text="1 | 2"/>"#,
        #"<outline text="one" _note="two1 and2&#10;1&#9;First &quot;note&quot;.&#10;2&#9;Second."/>"#,
      ])
  }

  @Test("The title and the author are in the head, and no picture is left as a sign")
  func head() throws {
    let source = try #require(FormatTable.named("html"))
    let target = try #require(FormatTable.named("opml"))
    let page = """
      <!DOCTYPE html><title>Bees &amp; wasps</title><meta name=author content="A. Writer">
      <p>Look: <img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="a bee"></p><p></p>
      """
    let bytes = try Array(page.utf8).withUnsafeBytes {
      try FormatTable.convert($0, from: source, to: target).bytes
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("<title>Bees &amp; wasps</title>"))
    #expect(text.contains("<ownerName>A. Writer</ownerName>"))
    #expect(text.contains(#"<outline text="Look:"/>"#))
  }

  @Test("What XML can't hold is left out, wherever it stands")
  func forbiddenCharacters() throws {
    var document = Document()
    (document.info.title, document.info.author) = ("A\u{1}B", "\u{FFFE}C\u{1B}")
    var style = CharacterStyle()
    style.link = Hyperlink(target: "https://example.org/\u{2}x")
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("t\u{3}ext", style: style))]))]
    let write = try #require(FormatTable.named("opml")?.write)
    let text = String(decoding: try write(document, WriteOptions()), as: UTF8.self)
    #expect(text.contains("<title>AB</title>") && text.contains("<ownerName>C</ownerName>"))
    #expect(text.contains(#"<outline text="text" type="link" url="https://example.org/x"/>"#))
  }
}
