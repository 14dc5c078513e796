import SlipDocument
import SlipOffice
import SlipRTF
import Testing

/// Headings, links to places, numbers and directions of OpenDocument texts.
@Suite struct ODTHeadingTests {
  private static func read(_ body: String, styles: String = "", common: String = "") -> Document {
    let names = ["office", "style", "text", "table"]
    let spaces = names.map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }
    let file = """
      <?xml version="1.0"?><office:document \(spaces.joined(separator: " ")) \
      xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
      xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>\(common)</office:styles>\
      <office:automatic-styles>\(styles)</office:automatic-styles><office:body><office:text>\(body)</office:text>\
      </office:body></office:document>
      """
    return Array(file.utf8).withUnsafeBytes { ODTReader.read($0).document }
  }

  private static func paragraphs(_ document: Document) -> [Paragraph] {
    document.blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
  }

  private static let headings = """
    <style:style style:name="Heading_20_1" style:display-name="Heading 1" style:family="paragraph" \
    style:default-outline-level="1"/><style:style style:name="Heading_20_2" style:display-name="Heading 2" \
    style:family="paragraph"/><style:style style:name="Own" style:family="paragraph" \
    style:parent-style-name="Heading_20_1"/><style:style style:name="None" style:family="paragraph" \
    style:parent-style-name="Heading_20_1" style:default-outline-level=""/>
    """

  @Test("Paragraphs with a style of headings are headings") func headingsByStyle() throws {
    let body = ["P1", "Heading_20_2", "Own", "None", "Title"].map {
      "<text:p text:style-name=\"\($0)\">a</text:p>"
    }
    let document = ODTHeadingTests.read(
      body.joined(),
      styles:
        "<style:style style:name=\"P1\" style:family=\"paragraph\" style:parent-style-name=\"Heading_20_1\"/>",
      common: ODTHeadingTests.headings)
    let levels = ODTHeadingTests.paragraphs(document).map(\.style.headingLevel)
    #expect(levels == [1, 2, 1, nil, nil])
    let again = try ODTWriter.write(document, isFlat: true).withUnsafeBytes { ODTReader.read($0).document }
    #expect(ODTHeadingTests.paragraphs(again).map(\.style.headingLevel) == levels)
  }

  @Test("Links to headings, tables and sections lead there") func places() {
    func link(_ target: String) -> String {
      "<text:p><text:a xlink:href=\"\(target)\">x</text:a></text:p>"
    }
    let document = ODTHeadingTests.read(
      link("#1.Part%20two|outline") + link("#T1|table") + link("#S1|region") + link("#plain") + """
        <text:h text:outline-level="1">Part two</text:h><table:table table:name="T1"><table:table-row>\
        <table:table-cell><text:p>cell</text:p></table:table-cell></table:table-row></table:table>\
        <text:section text:name="S1"><text:p>in section</text:p></text:section>
        """)
    var targets: [String] = []
    var names: Set<String> = []
    var copy = document
    copy.editInlines { inline in
      if case .run(let run) = inline, let link = run.style.link { targets.append(link.target) }
      if case .bookmarkStart(let name) = inline { names.insert("#" + name) }
      return nil
    }
    #expect(targets == ["#1.Part_two", "#T1", "#S1", "#plain"])
    #expect(names == Set(targets.prefix(3)))
  }

  @Test("A restart that a list states comes back from every format") func restart() throws {
    let document = ODTHeadingTests.read(
      """
      <text:list xml:id="a" text:style-name="N"><text:list-item><text:p>a</text:p></text:list-item><text:list-item>\
      <text:p>b</text:p></text:list-item></text:list><text:p>-</text:p><text:list text:continue-list="a" \
      text:style-name="N"><text:list-item text:start-value="1"><text:p>c</text:p></text:list-item><text:list-item>\
      <text:p>d</text:p></text:list-item></text:list>
      """,
      styles: """
        <text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" \
        style:num-suffix=". "/></text:list-style>
        """)
    func text(_ document: Document) -> String {
      String(decoding: PlainTextWriter.write(document), as: UTF8.self)
    }
    let expected = "1.\ta\n2.\tb\n-\n1.\tc\n2.\td"
    #expect(text(document) == expected)
    let word = try DOCXWriter.write(document).withUnsafeBytes { DOCXReader.read($0).document }
    #expect(text(word) == expected)
    let again = try ODTWriter.write(document).withUnsafeBytes { ODTReader.read($0).document }
    #expect(text(again) == expected)
  }

  @Test("Tables from right to left stay so") func rightToLeft() throws {
    let document = ODTHeadingTests.read(
      """
      <table:table table:style-name="T"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>\
      </table:table-row></table:table>
      """,
      styles: """
        <style:style style:name="T" style:family="table"><style:table-properties style:writing-mode="rl-tb"/>\
        </style:style>
        """)
    func isRightToLeft(_ document: Document) -> Bool {
      if case .table(let table)? = document.blocks.first { table.isRightToLeft } else { false }
    }
    #expect(isRightToLeft(document))
    let word = try DOCXWriter.write(document).withUnsafeBytes { DOCXReader.read($0).document }
    let again = try ODTWriter.write(document).withUnsafeBytes { ODTReader.read($0).document }
    #expect(isRightToLeft(word))
    #expect(isRightToLeft(again))
    #expect(isRightToLeft(RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }))
  }
}
