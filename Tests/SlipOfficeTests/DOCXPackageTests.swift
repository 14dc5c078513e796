import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipOffice

@Suite struct DOCXPackageTests {
  /// The code of the reason why bytes are refused.
  private func refusal(_ bytes: [UInt8]) -> String? {
    do throws(SlipError) {
      _ = try slipErrors { try bytes.withUnsafeBytes { try DOCXReader.readSound($0) } }
      return nil
    } catch {
      return error.code
    }
  }

  @Test("What is no Word document is refused by name")
  func refusals() {
    #expect(refusal(DOCXMaker(text: "a").bytes()) == nil)
    #expect(refusal(Array("no zip at all, but long enough".utf8)) != nil)
    #expect(refusal(ZipMaker([ZipMaker.Entry("a.txt", "a")]).bytes()) == OfficeCode.notWord)
    let compound = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 1_024)
    #expect(refusal(compound) == OfficeCode.encrypted)
  }

  @Test("A DOCTYPE is refused, and no entity is read") func doctype() {
    let main =
      "<!DOCTYPE w:document [<!ENTITY e \"boom\">]><w:document \(DOCXMaker.namespaces)><w:body/></w:document>"
    #expect(refusal(DOCXMaker.with(main: main)) == OfficeCode.badPart)
  }

  @Test("Strict documents have other namespaces and mean the same") func strict() {
    let main = """
      <w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body><w:p><w:pPr><w:ind w:start="36pt"/>\
      </w:pPr><w:r><w:t>strict</w:t></w:r></w:p></w:body></w:document>
      """
    let document = DOCXMaker.with(main: main).withUnsafeBytes { DOCXReader.read($0) }.document
    #expect(paragraphs(document).map(\.style.leftIndent) == [720])
  }

  @Test("Parts in UTF-16, and bytes after the root") func encodings() {
    let main = "<w:document \(DOCXMaker.namespaces)><w:body>\(paragraph("é"))</w:body></w:document>"
    #expect(shown(Array((main + "\n</w:p>junk").utf8)) == "é")
    let wide = ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + main).utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    #expect(shown([0xFF, 0xFE] + wide) == "é")
    #expect(shown([0xEF, 0xBB, 0xBF] + Array(main.utf8)) == "é")
  }

  /// The text of a document whose main part has these bytes.
  private func shown(_ main: [UInt8]) -> String {
    var zip = ZipMaker()
    var entry = ZipMaker.Entry("word/document.xml")
    entry.bytes = main
    zip.entries = [entry]
    let result = zip.bytes().withUnsafeBytes { DOCXReader.read($0) }
    return String(decoding: PlainTextWriter.write(result.document), as: UTF8.self)
  }

  @Test("Damage in a part costs what comes after it, and is an error") func cut() {
    let main = "<w:document \(DOCXMaker.namespaces)><w:body>\(paragraph("one"))<w:p><w:r></w:t>"
    let result = DOCXMaker.with(main: main).withUnsafeBytes { DOCXReader.read($0) }
    #expect(result.diagnostics.map(\.code) == [OfficeCode.cutPart])
    #expect(result.diagnostics.map(\.severity) == [.error])
    #expect(String(decoding: PlainTextWriter.write(result.document), as: UTF8.self).hasPrefix("one"))
  }

  @Test("Pictures come once, with their description and size") func pictures() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]
    func drawing(_ id: String) -> String {
      """
      <w:drawing><wp:inline><wp:extent cx="914400" cy="457200"/><wp:docPr id="1" name="n" descr="a cat"/><a:graphic>\
      <a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="\(id)"/></pic:blipFill></pic:pic></a:graphicData></a:graphic>\
      </wp:inline></w:drawing>
      """
    }
    var maker = DOCXMaker(
      body: "<w:p><w:r>\(drawing("P"))<w:t>x</w:t>\(drawing("P"))</w:r><w:r>\(drawing("gone"))</w:r></w:p>")
    maker.add(picture: png, id: "P")
    let result = read(maker)
    #expect(result.document.resources.map(\.content) == [.bytes(png)])
    // The description stands for a picture that isn't there.
    #expect(text(maker) == "\u{FFFC}x\u{FFFC}a cat")
    guard case .picture(let picture)? = paragraphs(result.document).first?.inlines.first else {
      return #expect(Bool(false))
    }
    #expect(picture.width == 1_440 && picture.height == 720 && picture.description == "a cat")
    #expect(result.diagnostics.map(\.code) == [OfficeCode.missingTarget])
  }

  @Test("An object of another program is a file beside its picture; that of a formula is the picture alone")
  func objects() {
    func object(_ program: String) -> String {
      "<w:r><w:object><v:shape><v:imagedata r:id=\"P\"/></v:shape><o:OLEObject Type=\"Embed\" ProgID=\"\(program)\" "
        + "r:id=\"O\"/></w:object></w:r>"
    }
    func files(_ program: String) -> [String?] {
      var maker = DOCXMaker(body: "<w:p>\(object(program))</w:p>")
      maker.add(picture: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0], id: "P")
      maker.parts.append(("word/embeddings/Sheet1.xlsx", Array("PK sheet".utf8)))
      maker.relationships.append(("O", "package", "embeddings/Sheet1.xlsx", false))
      let document = read(maker).document
      return paragraphs(document).flatMap(\.inlines).map {
        if case .attachment(let file) = $0 { document.resources[file.resource].name } else { nil }
      }
    }
    #expect(files("Excel.Sheet.12") == [nil, "Sheet1.xlsx"])
    #expect(files("Equation.3") == [nil])
    // The picture stands for it in the text.
    var maker = DOCXMaker(body: "<w:p>\(object("Excel.Sheet.12"))</w:p>")
    maker.parts.append(("word/embeddings/Sheet1.xlsx", Array("PK sheet".utf8)))
    maker.relationships.append(("O", "package", "embeddings/Sheet1.xlsx", false))
    maker.add(picture: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0], id: "P")
    #expect(text(maker) == "\u{FFFC}")
  }

  @Test("A heading on the line of its text is a heading") func styleSeparators() {
    let separator = "<w:pStyle w:val=\"H\"/><w:rPr><w:vanish/><w:specVanish/></w:rPr>"
    var maker = DOCXMaker(body: paragraph("Term.", separator) + paragraph("Body goes on"))
    maker.add(
      "styles",
      "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"N\"><w:name w:val=\"Normal\"/></w:style>"
        + "<w:style w:type=\"paragraph\" w:styleId=\"H\"><w:name w:val=\"heading 2\"/></w:style>")
    let found = paragraphs(read(maker).document)
    #expect(found.map(\.style.headingLevel) == [2, nil])
    #expect(text(maker) == "Term.\nBody goes on")
    // Without a heading, both are one paragraph.
    let mark = "<w:rPr><w:vanish/><w:specVanish/></w:rPr>"
    #expect(text(paragraph("Term.", mark) + paragraph("x")) == "Term.x")
  }

  @Test("Pictures of VML") func vml() {
    var maker = DOCXMaker(
      body: """
        <w:p><w:r><w:pict><v:shape alt="old" style="width:36pt;height:1in"><v:imagedata r:id="P"/></v:shape></w:pict></w:r></w:p>
        """)
    maker.add(picture: [0xFF, 0xD8, 0xFF, 0xE0], id: "P", name: "a.jpg")
    guard case .picture(let picture)? = paragraphs(read(maker).document).first?.inlines.first else {
      return #expect(Bool(false))
    }
    #expect(picture.width == 720 && picture.height == 1_440 && picture.description == "old")
  }

  @Test("Macros are reported and left alone") func macros() {
    var maker = DOCXMaker(text: "a")
    maker.parts.append(("word/vbaProject.bin", [1, 2, 3]))
    #expect(read(maker).diagnostics.map(\.code) == [OfficeCode.macros])
  }

  @Test("Properties") func properties() {
    var maker = DOCXMaker(text: "a")
    let core = """
      <cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>T</dc:title>\
      <dc:creator>Ann</dc:creator><cp:keywords>bees; wax</cp:keywords><dcterms:created>2024-01-02T03:04:05Z</dcterms:created>\
      </cp:coreProperties>
      """
    maker.parts.append(("docProps/core.xml", Array(core.utf8)))
    let info = read(maker).document.info
    #expect(info.title == "T" && info.author == "Ann" && info.keywords == ["bees", "wax"])
    #expect(info.created == CalendarDate(year: 2024, month: 1, day: 2, hour: 3, minute: 4, second: 5))
    #expect(maker.bytes().withUnsafeBytes { DOCXReader.information($0) }.title == "T")
  }

  @Test("White space between elements costs nothing, and text around an element in a text is one")
  func whiteSpace() {
    let lines = String(repeating: "\n     <w:p/>", count: 100_000)
    #expect(text(DOCXMaker(body: lines)).utf8.count == 99_999)
    let pieces = String(repeating: "a<x:y/>", count: 20_000)
    #expect(text(DOCXMaker(body: "<w:p><w:r><w:t>\(pieces)</w:t></w:r></w:p>")).utf8.count == 20_000)
  }

  @Test("Any change of any byte gives a document or a refusal") func mutations() {
    var maker = DOCXMaker(
      body: paragraph("one", "<w:numPr><w:numId w:val=\"1\"/></w:numPr>")
        + "<w:tbl><w:tr><w:tc>\(paragraph("c"))</w:tc></w:tr></w:tbl>")
    maker.add("numbering", "<w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>")
    let bytes = maker.bytes()
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<400 {
      var changed = bytes
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      let result = changed.withUnsafeBytes { DOCXReader.read($0) }
      _ = PlainTextWriter.write(result.document)
    }
  }
}
