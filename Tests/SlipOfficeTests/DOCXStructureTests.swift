import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipOffice

@Suite struct DOCXStructureTests {
  // MARK: Styles

  @Test("Toggles of paragraph and character style cancel each other; a run's own are absolute")
  func toggles() throws {
    var maker = DOCXMaker(
      body: """
        <w:p><w:pPr><w:pStyle w:val="P"/></w:pPr><w:r><w:t>a</w:t></w:r><w:r><w:rPr><w:rStyle w:val="C"/></w:rPr>\
        <w:t>b</w:t></w:r><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t>c</w:t></w:r><w:r><w:rPr><w:rStyle w:val="C"/><w:b/>\
        </w:rPr><w:t>d</w:t></w:r></w:p>
        """)
    maker.add(
      "styles",
      """
      <w:style w:type="paragraph" w:styleId="Base"><w:name w:val="Base"/><w:rPr><w:b/></w:rPr></w:style>\
      <w:style w:type="paragraph" w:styleId="P"><w:name w:val="P"/><w:basedOn w:val="Base"/></w:style>\
      <w:style w:type="character" w:styleId="C"><w:name w:val="C"/><w:rPr><w:b/></w:rPr></w:style>
      """)
    let runs = try #require(paragraphs(read(maker).document).first).inlines.compactMap { inline in
      if case .run(let run) = inline { run } else { nil }
    }
    #expect(runs.map(\.text) == ["a", "b", "c", "d"])
    #expect(runs.map(\.style.isBold) == [true, false, false, true])
  }

  @Test("Headings are found by outline level or the English name, never by the id")
  func headings() {
    var maker = DOCXMaker(
      body: paragraph("a", "<w:pStyle w:val=\"berschrift1\"/>")
        + paragraph("b", "<w:pStyle w:val=\"heading2\"/>")
        + paragraph("c", "<w:outlineLvl w:val=\"2\"/>") + paragraph("d", "<w:pStyle w:val=\"Own\"/>")
        + paragraph("e", "<w:pStyle w:val=\"berschrift1\"/><w:outlineLvl w:val=\"9\"/>"))
    maker.add(
      "styles",
      """
      <w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>\
      <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>\
      <w:style w:type="paragraph" w:styleId="heading2"><w:name w:val="Fake"/></w:style>\
      <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own"/><w:basedOn w:val="berschrift1"/></w:style>
      """)
    let levels = paragraphs(read(maker).document).map(\.style.headingLevel)
    #expect(levels == [1, nil, 3, 1, nil])
  }

  @Test("Styles that are based on each other in a circle end somewhere") func circle() {
    var maker = DOCXMaker(body: paragraph("a", "<w:pStyle w:val=\"A\"/>"))
    maker.add(
      "styles",
      """
      <w:style w:type="paragraph" w:styleId="A"><w:name w:val="A"/><w:basedOn w:val="B"/></w:style>\
      <w:style w:type="paragraph" w:styleId="B"><w:name w:val="B"/><w:basedOn w:val="A"/></w:style>
      """)
    #expect(text(maker) == "a")
  }

  // MARK: Lists

  /// An item of a list.
  private func item(_ text: String, _ list: Int, _ level: Int = 0) -> String {
    paragraph(text, "<w:numPr><w:ilvl w:val=\"\(level)\"/><w:numId w:val=\"\(list)\"/></w:numPr>")
  }

  private static let numbering = """
    <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>\
    <w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>\
    <w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>\
    <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\u{F0B7}"/>\
    <w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:lvl></w:abstractNum>\
    <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>\
    <w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>\
    </w:num><w:num w:numId="4"><w:abstractNumId w:val="1"/></w:num>
    """

  @Test("Lists of one definition go on counting; an override restarts once")
  func counting() {
    var maker = DOCXMaker(
      body: item("a", 1) + item("b", 1, 1) + item("c", 1, 1) + paragraph("-") + item("d", 2) + item("e", 2, 1)
        + item("f", 3) + item("g", 3) + item("h", 4) + item("i", 0))
    maker.add("numbering", Self.numbering)
    #expect(
      text(maker) == "1.\ta\n1.a)\tb\n1.b)\tc\n-\n2.\td\n2.a)\te\n7.\tf\n8.\tg\n•\th\ni")
  }

  @Test("A style's list counts on the level that names the style")
  func styledList() {
    var maker = DOCXMaker(
      body: paragraph("a", "<w:pStyle w:val=\"H2\"/>")
        + paragraph("b", "<w:pStyle w:val=\"H2\"/><w:numPr><w:numId w:val=\"0\"/></w:numPr>"))
    maker.add(
      "styles",
      """
      <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>\
      </w:pPr></w:style>
      """)
    maker.add(
      "numbering",
      """
      <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:lvlText w:val="%1"/></w:lvl>\
      <w:lvl w:ilvl="1"><w:start w:val="1"/><w:lvlText w:val="%1.%2"/><w:pStyle w:val="H2"/></w:lvl></w:abstractNum>\
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
      """)
    #expect(text(maker) == "1.1\ta\nb")
  }

  @Test(arguments: [
    (3, "lowerLetter", "c"), (28, "lowerLetter", "bb"), (4, "upperRoman", "IV"), (7, "decimalZero", "07"),
    (2, "ordinal", "2nd"), (21, "ordinalText", "Twenty-first"), (12, "ordinalText", "Twelfth"),
    (40, "cardinalText", "Forty"), (3, "decimalEnclosedCircle", "③"), (12, "chineseCounting", "十二"),
    (15, "hebrew1", "טו"), (5, "none", ""), (5, "unheardOf", "5"),
  ])
  func numerals(_ value: Int, _ format: String, _ expected: String) {
    #expect(WordNumerals.text(value, format) == expected)
  }

  @Test func customNumerals() { #expect(WordNumerals.text(4, "custom", custom: "001, 002, ...") == "004") }

  // MARK: Tables

  /// A cell.
  private func cell(_ text: String, _ properties: String = "") -> String {
    "<w:tc><w:tcPr>\(properties)</w:tcPr>\(paragraph(text))</w:tc>"
  }

  @Test("Tables without a grid, with merged cells, in content controls")
  func tables() throws {
    let body = """
      <w:tbl><w:sdt><w:sdtContent><w:tr><w:trPr><w:tblHeader/></w:trPr>\(cell("a", "<w:gridSpan w:val=\"2\"/>"))\(cell("b"))\
      </w:tr></w:sdtContent></w:sdt><w:tr>\(cell("c", "<w:vMerge w:val=\"restart\"/>"))\(cell("d"))\(cell("e"))</w:tr>\
      <w:tr>\(cell("hidden", "<w:vMerge/>"))\(cell("f"))\(cell("g"))</w:tr></w:tbl>\(paragraph("end"))
      """
    let document = read(DOCXMaker(body: body)).document
    guard case .table(let table)? = document.blocks.first else { return #expect(Bool(false)) }
    #expect(table.rows.map(\.cells.count) == [3, 3, 3])
    #expect(
      table.rows[0].isHeader && table.rows[0].cells.map(\.horizontalMerge) == [.first, .continued, nil])
    #expect(table.rows.map { $0.cells[0].verticalMerge } == [nil, .first, .continued])
    #expect(text(DOCXMaker(body: body)) == "a\t\tb\nc\td\te\n\tf\tg\nend")
  }

  @Test("Tables beyond the limit are read as if flat, and reported") func deepTables() {
    let depth = 40
    let open = String(repeating: "<w:tbl><w:tr><w:tc>", count: depth)
    let close = String(repeating: "<w:p/></w:tc></w:tr></w:tbl>", count: depth)
    let result = read(DOCXMaker(body: open + paragraph("deep") + close))
    #expect(result.diagnostics.map(\.code) == [OfficeCode.tooDeep])
    let shown = String(decoding: PlainTextWriter.write(result.document), as: UTF8.self)
    #expect(shown.contains("deep"))
  }

  // MARK: Notes and changes

  @Test("Notes are counted by reference; separators are none; marks of one's own stay")
  func notes() {
    var maker = DOCXMaker(
      body: """
        <w:p><w:r><w:t>a</w:t><w:footnoteReference w:id="9"/></w:r><w:r><w:t>b</w:t><w:footnoteReference w:id="2" \
        w:customMarkFollows="1"/><w:t>*</w:t></w:r><w:r><w:commentReference w:id="0"/></w:r></w:p>
        """)
    maker.add(
      "footnotes",
      """
      <w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2">\(paragraph("two"))</w:footnote>\
      <w:footnote w:id="9"><w:p><w:r><w:footnoteRef/><w:t xml:space="preserve"> nine</w:t></w:r></w:p></w:footnote>
      """)
    maker.add(
      "comments",
      "<w:comment w:id=\"0\" w:author=\"Ann\" w:date=\"2024-05-06T07:08:00Z\">\(paragraph("why"))</w:comment>"
    )
    let document = read(maker).document
    #expect(text(maker) == "a1b*[A1]\n1\tnine\n*\ttwo\n[A1]\twhy")
    #expect(document.notes.last?.author == "Ann" && document.notes.last?.date?.hour == 7)
  }

  @Test("What was inserted by one and deleted by another is gone either way")
  func changes() throws {
    let maker = DOCXMaker(
      body: """
        <w:p><w:ins w:author="A"><w:r><w:t>in</w:t></w:r><w:del w:author="B"><w:r><w:delText>both</w:delText></w:r></w:del>\
        </w:ins><w:del w:author="B"><w:r><w:delText>out</w:delText></w:r></w:del></w:p>
        """)
    #expect(text(maker) == "in")
    let styles = try #require(paragraphs(read(maker).document).first).inlines.compactMap { inline in
      if case .run(let run) = inline { run.style.revision } else { nil }
    }
    #expect(styles.map(\.kind) == [.insertion, .deletion, .deletion])
    #expect(styles[1].insertion?.author == "A" && styles[1].author == "B" && styles[2].insertion == nil)
  }

  @Test("A deleted paragraph mark joins two paragraphs") func deletedMark() {
    #expect(text(paragraph("one", "<w:rPr><w:del w:author=\"A\"/></w:rPr>") + paragraph("two")) == "onetwo")
  }

  // MARK: Fields and links

  /// A field in its pieces.
  private func field(_ instruction: String, _ result: String?) -> String {
    """
    <w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>\(instruction)</w:instrText></w:r>\
    \(result.map { "<w:r><w:fldChar w:fldCharType=\"separate\"/></w:r>\($0)" } ?? "")\
    <w:r><w:fldChar w:fldCharType="end"/></w:r>
    """
  }

  @Test("Fields give their result; instructions are never text")
  func fields() {
    let result = "<w:r><w:t>12</w:t></w:r>"
    #expect(text("<w:p>\(field("PAGE", result))</w:p>") == "12")
    #expect(
      text("<w:p>\(field("IF \(field("X", "<w:r><w:t>y</w:t></w:r>")) = 1", result))</w:p>").hasSuffix("12"))
    #expect(text("<w:p>\(field("FORMCHECKBOX", nil))</w:p>") == "☐")
    #expect(text("<w:p>\(field("MACROBUTTON NoMacro Click here", nil))</w:p>") == "Click here")
    #expect(text("<w:p>\(field("EQ \\f(1,2)", nil))</w:p>") == "1/2")
    #expect(text("<w:p><w:r><w:fldChar w:fldCharType=\"end\"/><w:t>x</w:t></w:r></w:p>") == "x")
    #expect(text("<w:p>\(field("ADDIN ZOTERO {json}", result))</w:p>") == "12")
  }

  @Test("Fields that load or run something are reported, and not held")
  func activeFields() throws {
    let result = read(DOCXMaker(body: "<w:p>\(field("DDEAUTO c:\\\\x", "<w:r><w:t>r</w:t></w:r>"))</w:p>"))
    #expect(result.diagnostics.map(\.code) == [OfficeCode.activeField])
    guard case .run(let run)? = paragraphs(result.document).first?.inlines.first else {
      return #expect(Bool(false))
    }
    #expect(run.text == "r" && run.style.field == nil && run.style.link == nil)
  }

  @Test("Links of elements and fields, to addresses and bookmarks")
  func links() {
    var maker = DOCXMaker(
      body: """
        <w:p><w:hyperlink r:id="L" w:anchor="top"><w:r><w:t>a</w:t></w:r></w:hyperlink><w:hyperlink w:anchor="b"><w:r>\
        <w:t>b</w:t></w:r></w:hyperlink>\(field("HYPERLINK \"https://x.org\" \\l \"y\"", "<w:r><w:t>c</w:t></w:r>"))\
        \(field("REF mark \\h", "<w:r><w:t>d</w:t></w:r>"))</w:p>
        """)
    maker.add(link: "https://example.org/", id: "L")
    var targets: [String?] = []
    for inline in paragraphs(read(maker).document).first?.inlines ?? [] {
      if case .run(let run) = inline { targets.append(run.style.link?.target) }
    }
    #expect(targets == ["https://example.org/#top", "#b", "https://x.org#y", "#mark"])
  }
}
