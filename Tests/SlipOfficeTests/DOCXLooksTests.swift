import SlipBase
import SlipDocument
import SlipOffice
import SlipTestSupport
import Testing

/// What styles of tables say of text, and formulas.
@Suite struct DOCXLooksTests {
  private func cells(_ look: String, rows: Int = 3) throws -> [[DocumentTableCell]] {
    let row = "<w:tr>" + (0..<3).map { "<w:tc>\(paragraph("c\($0)"))</w:tc>" }.joined() + "</w:tr>"
    var maker = DOCXMaker(
      body: "<w:tbl><w:tblPr><w:tblStyle w:val=\"T\"/>\(look)</w:tblPr>"
        + String(repeating: row, count: rows) + "</w:tbl>")
    maker.add(
      "styles",
      """
      <w:style w:type="table" w:styleId="Base"><w:name w:val="Base"/><w:rPr><w:i/></w:rPr>
      <w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>
      <w:style w:type="table" w:styleId="T"><w:name w:val="T"/><w:basedOn w:val="Base"/>
      <w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="0000FF"/></w:tcPr></w:tblStylePr>
      <w:tblStylePr w:type="lastCol"><w:rPr><w:strike/></w:rPr></w:tblStylePr>
      <w:tblStylePr w:type="band2Horz"><w:tcPr><w:shd w:val="clear" w:fill="EEEEEE"/></w:tcPr></w:tblStylePr>
      </w:style>
      """)
    let blocks = read(maker).document.blocks
    guard case .table(let table)? = blocks.first else { return [] }
    return table.rows.map(\.cells)
  }

  private func style(_ cell: DocumentTableCell) -> CharacterStyle? {
    guard case .paragraph(let paragraph)? = cell.blocks.first, case .run(let run)? = paragraph.inlines.first
    else { return nil }
    return run.style
  }

  @Test("Parts of a table's style count where the table uses them")
  func tableStyle() throws {
    let cells = try cells("<w:tblLook w:firstRow=\"1\" w:lastColumn=\"1\" w:noVBand=\"1\"/>")
    #expect(
      cells.map { $0.map { style($0)?.isBold } } == [
        [true, true, true], [false, false, false], [false, false, false],
      ])
    #expect(cells.allSatisfy { $0.allSatisfy { style($0)?.isItalic == true } })
    #expect(cells.map { style($0[2])?.isStruck } == [true, true, true])
    #expect(cells.map { style($0[1])?.isStruck } == [false, false, false])
    let (blue, grey) = (
      DocumentColor(red: 0, green: 0, blue: 255), DocumentColor(red: 238, green: 238, blue: 238)
    )
    #expect(cells.map { $0[0].shading } == [blue, nil, grey])
  }

  @Test(
    "A table that uses no part has the look of the whole table only",
    arguments: ["", "<w:tblLook w:val=\"0600\"/>"])
  func noParts(_ look: String) throws {
    let cells = try cells(look)
    #expect(cells.allSatisfy { $0.allSatisfy { style($0)?.isBold == false && style($0)?.isItalic == true } })
    #expect(cells.allSatisfy { $0.allSatisfy { $0.shading == nil } })
  }

  @Test("The number of a look says the same as its attributes")
  func number() throws {
    let cells = try cells("<w:tblLook w:val=\"0620\"/>")
    #expect(cells.map { style($0[0])?.isBold } == [true, false, false])
  }

  private func field(_ formula: String) -> [Run] {
    let maker = DOCXMaker(body: "<w:p><w:r><w:t>a</w:t></w:r><m:oMath>\(formula)</m:oMath></w:p>")
    return paragraphs(read(maker).document).flatMap(\.inlines).compactMap {
      if case .run(let run) = $0, run.text != "a" { run } else { nil }
    }
  }

  private static func run(_ text: String) -> String { "<m:r><m:t>\(text)</m:t></m:r>" }

  @Test(
    "A formula is text, and its form an instruction",
    arguments: [
      ("<m:f><m:num>\(run("a+b"))</m:num><m:den>\(run("c"))</m:den></m:f>", "(a+b)/c", "EQ \\f(a+b,c)"),
      (
        run("E=m") + "<m:sSup><m:e>\(run("c"))</m:e><m:sup>\(run("2"))</m:sup></m:sSup>", "E=mc^2",
        "EQ E=mc\\s\\up8(2)"
      ),
      (
        "<m:rad><m:radPr><m:degHide m:val=\"1\"/></m:radPr><m:deg/><m:e>\(run("x+1"))</m:e></m:rad>",
        "√(x+1)",
        "EQ \\r(,x+1)"
      ),
    ])
  func formulas(_ formula: String, _ text: String, _ instruction: String) {
    let runs = field(formula)
    #expect(runs.map(\.text) == [text])
    #expect(runs.map(\.style.field) == [instruction])
  }

  @Test("A formula that an instruction can't show is text alone")
  func plainFormulas() {
    let matrix = "<m:m><m:mr><m:e>\(DOCXLooksTests.run("a"))</m:e></m:mr></m:m>"
    #expect(field(matrix).allSatisfy { $0.style.field == nil } && !field(matrix).isEmpty)
    #expect(field(DOCXLooksTests.run("x")).map(\.style.field) == [nil])
  }
}
