import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

/// What OpenDocument texts say of numbers so that LibreOffice shows those of the document.
struct OpenDocumentNumberTests {
  private static func written(_ document: Document) throws -> String {
    let format = try #require(FormatTable.named("fodt"))
    let write = try #require(format.write)
    return String(decoding: try write(document, WriteOptions()), as: UTF8.self)
  }

  private static func read(_ body: String, styles: String = "") throws -> String {
    let xml = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" \
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
      office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>\(styles)</office:styles>\
      <office:body><office:text>\(body)</office:text></office:body></office:document>
      """
    let format = try #require(FormatTable.named("fodt"))
    let read = try #require(format.read)
    let document = Array(xml.utf8).withUnsafeBytes { read($0, Limits()) }.document
    return String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  private static func listed(
    _ level: ListDefinition.Level, _ paragraph: Paragraph, marker: String = "A."
  ) -> Document {
    var (document, paragraph) = (Document(), paragraph)
    document.lists = [ListDefinition(levels: [level])]
    paragraph.listItem = ListItem(list: 0, level: 0, marker: marker)
    paragraph.inlines = [.run(Run("text"))]
    document.blocks = [.paragraph(paragraph)]
    return document
  }

  private static let letters = ListDefinition.Level(numbering: .upperLetter, pattern: "\u{1}.")

  @Test("Letters go on with AA and BB")
  func letterSync() throws {
    let written = try OpenDocumentNumberTests.written(
      OpenDocumentNumberTests.listed(OpenDocumentNumberTests.letters, Paragraph()))
    #expect(written.contains("style:num-format=\"A\" style:num-letter-sync=\"true\""))
  }

  @Test("A blank behind numbers stays")
  func suffix() throws {
    let level = ListDefinition.Level(numbering: .decimal, pattern: "\u{1}. ")
    let written = try OpenDocumentNumberTests.written(
      OpenDocumentNumberTests.listed(level, Paragraph(), marker: "1."))
    #expect(written.contains("style:num-suffix=\". \""))
    let format = try #require(FormatTable.named("fodt"))
    let read = try #require(format.read)
    let document = Array(written.utf8).withUnsafeBytes { read($0, Limits()) }.document
    #expect(document.lists.map { $0.levels[0].pattern } == ["\u{1}. "])
  }

  @Test("A heading in a list without a style of headings names its list")
  func headings() throws {
    var paragraph = Paragraph()
    paragraph.style.headingLevel = 1
    paragraph.style.name = "Letter"
    var document = OpenDocumentNumberTests.listed(OpenDocumentNumberTests.letters, paragraph)
    // Most paragraphs of the style are no headings.
    for _ in 0..<3 {
      var other = Paragraph(inlines: [.run(Run("other"))])
      other.style.name = "Letter"
      document.blocks.append(.paragraph(other))
    }
    #expect(try OpenDocumentNumberTests.written(document).contains("style:list-style-name=\"L1\""))
  }

  @Test("A heading that begins anew without a number that counts has the first one of its level")
  func restarts() throws {
    let styles = """
      <text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="A" \
      style:num-suffix="." text:start-value="2"/></text:outline-style>
      """
    func heading(_ attributes: String) -> String {
      "<text:h text:outline-level=\"1\"\(attributes)>x</text:h>"
    }
    let anew = " text:restart-numbering=\"true\""
    let text = try OpenDocumentNumberTests.read(
      heading("") + heading("") + heading(anew) + heading(anew + " text:start-value=\"-1\"")
        + heading(anew + " text:start-value=\"5\"") + heading(""), styles: styles)
    #expect(text == "B.\tx\nC.\tx\nB.\tx\nB.\tx\nE.\tx\nF.\tx")
  }

  @Test("The name of the file is shown without its path, unless the field asks for it")
  func fileNames() throws {
    func field(_ instruction: String) throws -> String {
      var style = CharacterStyle()
      style.field = instruction
      var document = Document()
      document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("a.odt", style: style))]))]
      return try OpenDocumentNumberTests.written(document)
    }
    #expect(try field("FILENAME").contains("<text:file-name text:display=\"name-and-extension\">"))
    #expect(try field("FILENAME \\p").contains("<text:file-name text:display=\"full\">"))
  }
}
