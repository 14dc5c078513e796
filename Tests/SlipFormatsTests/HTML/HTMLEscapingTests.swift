import SlipDocument
import Testing

@testable import SlipFormats
@testable import SlipMarkup

/// Nothing that a document says may become markup or a live link.
@Suite struct HTMLEscapingTests {
  static let attacks = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "</style><script>",
    "</title><script>alert(1)</script>", "<!--", "-->", "]]>", "&lt;script&gt;", "javascript:alert(1)",
    "\u{0}<b>", "x;background:url(javascript:alert(1))", "\\22 onload=", "expression(alert(1))", "${7*7}",
  ]

  private static func document(_ attack: String) -> Document {
    var document = Document()
    document.info.title = attack
    document.info.author = attack
    document.info.subject = attack
    document.info.keywords = [attack]
    var style = CharacterStyle()
    style.font = attack
    style.language = attack
    style.link = Hyperlink(target: attack, tip: attack)
    style.revision = Revision(kind: .insertion, author: attack)
    document.resources = [
      Resource(content: .bytes([1, 2, 3]), mediaType: "image/" + attack, name: attack),
      Resource(content: .file(attack), mediaType: attack, name: attack),
    ]
    document.notes = [
      MarginNote(
        kind: .annotation, mark: attack, blocks: [.paragraph(Paragraph(inlines: [.run(Run(attack))]))],
        author: attack)
    ]
    var item = Paragraph(inlines: [.run(Run(attack))])
    item.listItem = ListItem(list: 0, level: 0, marker: attack)
    document.blocks = [
      .paragraph(
        Paragraph(inlines: [
          .run(Run("plain")), .run(Run(attack, style: style)), .bookmarkStart(attack),
          .picture(Picture(resource: 0, description: attack)), .attachment(resource: 1), .noteReference(0),
        ])),
      .paragraph(item),
    ]
    return document
  }

  @Test(arguments: attacks) func onlyOwnElementsAndAttributes(attack: String) {
    let elements: Set<String> = [
      "html", "head", "meta", "title", "style", "body", "p", "span", "img", "a", "ul", "li", "main", "h1",
      "div",
      "header", "cite", "ins", "ol",
    ]
    let attributes: Set<String> = [
      "lang", "charset", "name", "content", "style", "class", "title", "src", "alt", "data-name", "data-type",
      "id",
      "href", "role", "data-marker", "download", "aria-label",
    ]
    var tokenizer = HTMLTokenizer(HTMLWriter.write(Self.document(attack)))
    while let token = tokenizer.next() {
      guard case .start(let tag) = token else { continue }
      #expect(elements.contains(tag.name), "element \(tag.name)")
      for attribute in tag.attributes {
        #expect(attributes.contains(attribute.name), "attribute \(attribute.name)")
      }
      for name in ["href", "src"] {
        guard let target = tag[name], tag.name != "img" || !target.hasPrefix("data:") else { continue }
        #expect(LinkPolicy.isLive(target, .safe), "target \(target)")
      }
    }
  }

  /// In a style attribute no value ends its string or declaration.
  @Test(arguments: attacks) func fontNamesStayStrings(attack: String) throws {
    var style = CharacterStyle()
    style.font = attack
    var document = Document()
    document.blocks = [
      .paragraph(Paragraph(inlines: [.run(Run("plain text")), .run(Run("x", style: style))]))
    ]
    var tokenizer = HTMLTokenizer(HTMLWriter.write(document))
    var found = false
    while let token = tokenizer.next() {
      guard case .start(let tag) = token, tag.name == "span", let css = tag["style"] else { continue }
      found = true
      #expect(CSSDeclarations(css).fontFamily == attack.replacing("\u{0}", with: "\u{FFFD}"))
      #expect(!css.contains("url(java"))
    }
    #expect(found)
  }

  @Test(arguments: [
    ("http://a.example/x", true), ("HTTPS://a.example", true), ("mailto:a@b.example", true), ("#top", true),
    ("javascript:alert(1)", false), ("JaVaScRiPt:alert(1)", false), (" javascript:alert(1)", false),
    ("java\tscript:alert(1)", false), ("java\nscript:x", false), ("\u{1}javascript:x", false),
    ("data:text/html,x", false), ("file:///etc/passwd", false), ("vbscript:x", false), ("other.html", true),
    ("tel:+49-30-1", true), ("x-devonthink-item://1A", true), ("/root.html", true), ("ms-msdt:x", false),
    ("smb://h", false),
    ("//evil.example", false), ("\\\\server\\share", false), ("#", false), ("", false), ("C:\\x", false),
  ])
  func linkPolicy(target: String, isLive: Bool) {
    #expect((LinkPolicy(WriteOptions()).live(target) != nil) == isLive)
    var options = WriteOptions()
    options.links = .none
    #expect(LinkPolicy(options).live(target) == nil)
  }

  @Test func rewritingIsBoundAsWell() {
    var options = WriteOptions()
    options.rewriteLink = {
      $0 == "slipbox:note/1" ? "../b/other%20note.html#x" : $0 == "evil:" ? "javascript:x" : nil
    }
    let policy = LinkPolicy(options)
    #expect(policy.live("slipbox:note/1") == "../b/other%20note.html#x")
    #expect(policy.live("evil:") == nil)
    #expect(policy.live("file:note/2") == nil && policy.live("app:note/2") == "app:note/2")
    #expect(policy.live("https://a.example") == "https://a.example")
  }

  @Test func everyEscapeAtEveryOffset() {
    for length in 0..<40 {
      for special in ["&", "<", ">", "\""] {
        let text = String(repeating: "x", count: length) + special + "yz"
        var sink = HTMLSink(capacity: 8)
        sink.text(text)
        sink.attribute("a", text)
        let escaped = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "\""][special] ?? ""
        let quoted = special == "\"" ? "&quot;" : escaped
        let x = String(repeating: "x", count: length)
        #expect(String(decoding: sink.bytes, as: UTF8.self) == "\(x)\(escaped)yz a=\"\(x)\(quoted)yz\"")
      }
    }
  }

  /// A bookmark may be called as a note's identifier is.
  @Test func identifiersStandOnce() {
    let names = ["note:1", "noteref:1", "note:2", "note:01", "note:+1", "a", "a"]
    var document = Document()
    document.notes = [MarginNote(kind: .footnote, mark: "1", blocks: [.paragraph(Paragraph())])]
    document.blocks = [
      .paragraph(Paragraph(inlines: names.map { .bookmarkStart($0) } + [.noteReference(0)]))
    ]
    var tokenizer = HTMLTokenizer(HTMLWriter.write(document))
    var identifiers: [String] = []
    while let token = tokenizer.next() {
      if case .start(let tag) = token, let identifier = tag["id"] {
        identifiers.append(identifier)
      }
    }
    #expect(identifiers == ["note:2", "note:01", "note:+1", "a", "noteref:1", "note:1"])
  }

  /// As browsers read them, which drop line ends and tabs anywhere, controls and spaces at the ends.
  @Test(arguments: [
    (" java\nscript:x\u{7F} ", "javascript:x"), ("a b", "a b"), (" é\u{301} ", "é\u{301}"), ("\u{1}  ", ""),
    ("", ""),
    ("http://a/\tb", "http://a/b"), ("\r\n x", "x"),
  ])
  func targetsAsBrowsersReadThem(_ target: String, _ seen: String) {
    #expect(Array(LinkPolicy.stripped(target).unicodeScalars) == Array(seen.unicodeScalars))
  }
}
