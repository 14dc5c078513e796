import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import SlipTestSupport
import Testing

/// What Word documents say that are written.
struct WordWriterTests {
  private static func back(_ document: Document, _ name: String) throws -> Document {
    let format = try #require(FormatTable.named(name))
    let write = try #require(format.write)
    let read = try #require(format.read)
    var options = WriteOptions()
    options.links = .keep
    return try write(document, options).withUnsafeBytes { read($0, Limits()) }.document
  }

  private static func paragraphs(_ document: Document) -> [Paragraph] {
    document.blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
  }

  /// A document of items with these markers.
  private static func list(_ markers: [String]) -> Document {
    var document = Document()
    document.lists = [ListDefinition(levels: [.init(numbering: .decimal, pattern: "\u{1}.")])]
    document.blocks = markers.map {
      .paragraph(Paragraph(listItem: ListItem(list: 0, level: 0, marker: $0), inlines: [.run(Run("x"))]))
    }
    return document
  }

  @Test(
    "Items have the markers of the document, whatever they are",
    arguments: [
      ["1.", "2.", "3."], ["1.", "2.", "1.", "2."], ["4.", "5."], ["1.", "★", "2."], ["1.", "1.", "7."],
    ],
    ["docx", "odt", "fodt"])
  func markers(_ markers: [String], _ name: String) throws {
    let document = try WordWriterTests.back(WordWriterTests.list(markers), name)
    #expect(WordWriterTests.paragraphs(document).map { $0.listItem?.marker } == markers)
  }

  @Test("Styles whose names have the same letters are different ones", arguments: ["docx", "odt"])
  func similarNames(_ name: String) throws {
    let names = ["آیات Char", "متن Char", "Char", "char"]
    var document = Document()
    document.blocks = names.map { name in
      var style = CharacterStyle()
      style.name = name
      var paragraph = ParagraphStyle()
      paragraph.name = "P " + name
      return .paragraph(Paragraph(style: paragraph, inlines: [.run(Run("x", style: style))]))
    }
    let paragraphs = WordWriterTests.paragraphs(try WordWriterTests.back(document, name))
    let found = paragraphs.map { paragraph -> String? in
      if case .run(let run)? = paragraph.inlines.first { run.style.name } else { nil }
    }
    // Case makes no difference.
    #expect(found == ["آیات Char", "متن Char", "Char", "Char"])
    #expect(paragraphs.map(\.style.name) == ["P آیات Char", "P متن Char", "P Char", "P Char"])
  }

  @Test("Notes of an OpenDocument text are numbered through") func noteNumbers() throws {
    var document = Document()
    document.notes = [MarginNote(kind: .footnote, mark: "1", blocks: [.paragraph(Paragraph())])]
    document.blocks = [.paragraph(Paragraph(inlines: [.noteReference(0)]))]
    let write = try #require(FormatTable.named("fodt")?.write)
    let file = String(decoding: try write(document, WriteOptions()), as: UTF8.self)
    #expect(file.contains("text:start-numbering-at=\"document\""))
  }

  @Test("Tracked changes come back with author, date and kind", arguments: ["docx", "odt"])
  func changes(_ name: String) throws {
    let date = CalendarDate(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9)
    func run(_ text: String, _ revision: Revision?) -> Inline {
      var style = CharacterStyle()
      style.revision = revision
      return .run(Run(text, style: style))
    }
    let revisions = [
      Revision(kind: .insertion, author: "Ada", date: date),
      Revision(kind: .deletion, author: "Bob", date: date),
      Revision(kind: .deletion, author: "Bob", date: date, insertion: .init(author: "Ada", date: date)),
    ]
    var document = Document()
    document.blocks = [
      .paragraph(
        Paragraph(
          inlines: [
            run("a", nil), run("b", revisions[0]), run("c", revisions[1]), run("d", revisions[2]),
            run("e", nil),
          ], endRevision: revisions[1])),
      .paragraph(Paragraph(inlines: [run("f", nil)])),
    ]
    let paragraphs = WordWriterTests.paragraphs(try WordWriterTests.back(document, name))
    let found = paragraphs[0].inlines.compactMap { inline -> Revision? in
      if case .run(let run) = inline { run.style.revision } else { nil }
    }
    #expect(found == revisions)
    #expect(paragraphs[0].endRevision == revisions[1])
    #expect(paragraphs.map { $0.inlines.map(\.runText).joined() } == ["abcde", "f"])
  }

  @Test(
    "Styles are what most paragraphs of a name have; others differ by themselves", arguments: ["docx", "odt"])
  func styles(_ name: String) throws {
    func paragraph(_ size: Int, _ alignment: ParagraphStyle.Alignment) -> Block {
      var (style, look) = (ParagraphStyle(), CharacterStyle())
      (style.name, style.alignment) = ("Poem", alignment)
      look.size = size
      return .paragraph(Paragraph(style: style, inlines: [.run(Run("words", style: look))]))
    }
    var document = Document()
    document.blocks = [paragraph(30, .center), paragraph(30, .center), paragraph(20, .left)]
    let paragraphs = WordWriterTests.paragraphs(try WordWriterTests.back(document, name))
    #expect(paragraphs.map(\.style.name) == ["Poem", "Poem", "Poem"])
    #expect(paragraphs.map(\.style.alignment) == [.center, .center, .left])
    #expect(
      paragraphs.flatMap(\.inlines).map { inline -> Int? in
        if case .run(let run) = inline { run.style.size } else { nil }
      } == [30, 30, 20])
  }

  @Test(
    "Fields that would load or run something leave their results only",
    arguments: ["DDEAUTO a b", "INCLUDETEXT \"x\""])
  func activeFields(_ instruction: String) throws {
    var document = Document()
    var style = CharacterStyle()
    style.field = instruction
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("result", style: style))]))]
    let inlines = WordWriterTests.paragraphs(try WordWriterTests.back(document, "docx"))[0].inlines
    #expect(
      inlines == [.run(Run("result", style: inlines.first.map(WordWriterTests.style) ?? CharacterStyle()))])
    #expect(inlines.first.map(WordWriterTests.style)?.field == nil)
  }

  private static func style(_ inline: Inline) -> CharacterStyle {
    if case .run(let run) = inline { run.style } else { CharacterStyle() }
  }

  @Test("Properties come back", arguments: ["docx", "odt", "fodt"])
  func properties(_ name: String) throws {
    var document = Document()
    document.info.title = "A & B"
    document.info.author = "Ada"
    document.info.subject = "S"
    document.info.keywords = ["one", "two"]
    document.info.company = "C"
    document.info.comment = "D"
    document.info.created = CalendarDate(year: 2020, month: 1, day: 2, hour: 3, minute: 4, second: 5)
    document.info.userProperties = [UserProperty(name: "Own", value: "<x>")]
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("x"))]))]
    #expect(try WordWriterTests.back(document, name).info == document.info)
  }

  @Test("A template gives its styles, and none of its text", arguments: ["docx", "odt"])
  func template(_ name: String) throws {
    let format = try #require(FormatTable.named(name))
    let write = try #require(format.write)
    let read = try #require(format.read)
    var style = ParagraphStyle()
    style.name = "Quote"
    var look = CharacterStyle()
    look.color = DocumentColor(red: 255, green: 0, blue: 0)
    var house = Document()
    house.blocks = [.paragraph(Paragraph(style: style, inlines: [.run(Run("template", style: look))]))]
    var document = Document()
    document.blocks = [.paragraph(Paragraph(style: style, inlines: [.run(Run("text"))]))]
    var options = WriteOptions()
    options.officeTemplate = try write(house, WriteOptions())
    let result = try write(document, options).withUnsafeBytes { read($0, Limits()) }
    #expect(result.diagnostics.map(\.message) == [])
    let inline = try #require(WordWriterTests.paragraphs(result.document).first?.inlines.first)
    #expect(inline.runText == "text")
    #expect(WordWriterTests.style(inline).color == look.color)
  }

  @Test func `a template of Word gives its page, headers and lists`() throws {
    var maker = DOCXMaker(
      body: """
        <w:p><w:r><w:t>of the template</w:t></w:r></w:p><w:sectPr>\
        <w:headerReference w:type="default" r:id="rH"/><w:footerReference w:type="first" r:id="rF"/>\
        <w:pgSz w:w="8000" w:h="9000"/><w:pgMar w:left="1000" w:right="500"/><w:titlePg/></w:sectPr>
        """)
    maker.add(
      "styles",
      "<w:style w:type=\"paragraph\" w:styleId=\"Zitat\"><w:name w:val=\"Quote\"/>"
        + "<w:rPr><w:color w:val=\"FF0000\"/></w:rPr></w:style>")
    maker.add(
      "numbering",
      "<w:abstractNum w:abstractNumId=\"4\"><w:lvl w:ilvl=\"0\"><w:numFmt w:val=\"decimal\"/></w:lvl></w:abstractNum>"
        + "<w:num w:numId=\"7\"><w:abstractNumId w:val=\"4\"/></w:num>")
    maker.add("settings", "<w:evenAndOddHeaders/>")
    let head = "<w:hdr \(DOCXMaker.namespaces)><w:p><w:r><w:t>House</w:t></w:r></w:p></w:hdr>"
    let foot = "<w:ftr \(DOCXMaker.namespaces)><w:p><w:r><w:t>Foot</w:t></w:r></w:p></w:ftr>"
    maker.parts += [("word/header9.xml", Array(head.utf8)), ("word/footer9.xml", Array(foot.utf8))]
    maker.parts.append(("word/media/logo.png", [1, 2, 3]))
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    maker.parts.append(
      (
        "word/_rels/header9.xml.rels",
        Array(
          """
          <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
          <Relationship Id="rI" Type="\(office)image" Target="media/logo.png"/>\
          <Relationship Id="rL" Type="\(office)hyperlink" Target="https://a.example/" TargetMode="External"/>\
          <Relationship Id="rX" Type="\(office)image" Target="https://a.example/x.png" TargetMode="External"/>\
          </Relationships>
          """.utf8)
      ))
    maker.relationships += [
      ("rH", "header", "header9.xml", false), ("rF", "footer", "footer9.xml", false),
    ]
    var document = WordWriterTests.list(["1.", "2."])
    var style = ParagraphStyle()
    style.name = "Quote"
    document.blocks.append(.paragraph(Paragraph(style: style, inlines: [.run(Run("text"))])))
    let format = try #require(FormatTable.named("docx"))
    let write = try #require(format.write)
    let read = try #require(format.read)
    var options = WriteOptions()
    options.officeTemplate = maker.bytes()
    let bytes = try write(document, options)
    let result = bytes.withUnsafeBytes { read($0, Limits()) }
    #expect(result.diagnostics.map(\.message) == [])
    let paragraphs = WordWriterTests.paragraphs(result.document)
    #expect(paragraphs.map { $0.inlines.map(\.runText).joined() } == ["x", "x", "text"])
    #expect(paragraphs.prefix(2).map { $0.listItem?.marker } == ["1.", "2."])
    let last = try #require(paragraphs.last?.inlines.first)
    #expect(WordWriterTests.style(last).color == DocumentColor(red: 255, green: 0, blue: 0))
    let parts = result.document.headersAndFooters
    #expect(parts.map(\.kind) == [.headerRight, .footerFirst])
    let texts = parts.map { part in
      part.blocks.map { $0.inlines.map(\.runText).joined() }.joined()
    }
    #expect(texts == ["House", "Foot"])
  }

  @Test(arguments: ["docx", "odt", "fodt"])
  func `a scheme alone is no link`(_ name: String) throws {
    var document = Document()
    let inlines = ["mailto:", "mailto:a@b.example"].map { target -> Inline in
      var style = CharacterStyle()
      style.link = Hyperlink(target: target)
      return .run(Run("x", style: style))
    }
    document.blocks = [.paragraph(Paragraph(inlines: [inlines[0], .lineBreak, inlines[1]]))]
    let back = WordWriterTests.paragraphs(try WordWriterTests.back(document, name))
    let links = back.flatMap(\.inlines).compactMap { WordWriterTests.style($0).link?.target }
    #expect(Set(links) == ["mailto:a@b.example"])
  }

  @Test func `a template without styles is refused`() throws {
    var options = WriteOptions()
    for (name, bytes) in [
      ("docx", DOCXMaker(text: "without styles").bytes()), ("docx", Array("no zip".utf8)), ("odt", []),
      ("odt", DOCXMaker(text: "another format").bytes()),
    ] {
      let write = try #require(FormatTable.named(name)?.write)
      options.officeTemplate = bytes
      #expect(throws: SlipError.self) { try write(WordWriterTests.list(["1."]), options) }
    }
  }
}
