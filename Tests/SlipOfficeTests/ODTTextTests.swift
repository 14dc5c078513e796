import SlipBase
import SlipDocument
import SlipOffice
import SlipRTF
import SlipTestSupport
import Testing

/// OpenDocument texts, written out as flat files.
@Suite struct ODTTextTests {
  private func read(_ body: String, styles: String = "", common: String = "") -> ReadResult {
    let names = [
      "office", "style", "text", "table", "meta", "number", "form", "script", "presentation",
    ]
    let spaces = names.map { "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\"" }
    let file = """
      <?xml version="1.0"?><office:document \(spaces.joined(separator: " ")) \
      xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
      xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" \
      xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
      xmlns:math="http://www.w3.org/1998/Math/MathML" \
      xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      office:mimetype="application/vnd.oasis.opendocument.text"><office:styles>\(common)</office:styles>\
      <office:automatic-styles>\(styles)</office:automatic-styles><office:body><office:text>\(body)</office:text>\
      </office:body></office:document>
      """
    return Array(file.utf8).withUnsafeBytes { ODTReader.read($0) }
  }

  private func text(_ body: String, styles: String = "", common: String = "") -> String {
    String(
      decoding: PlainTextWriter.write(read(body, styles: styles, common: common).document), as: UTF8.self)
  }

  @Test("White space collapses; blanks, tabs and lines of the format count")
  func blanks() {
    #expect(
      text("<text:p> a\n  b<text:s text:c=\"2\"/>c<text:tab/>d<text:line-break/>e </text:p>")
        == "a b  c\td\ne ")
  }

  @Test("Sections are transparent, hidden ones aren't there")
  func sections() {
    let body = """
      <text:section text:name="s"><text:p>a</text:p></text:section>\
      <text:section text:name="t" text:display="none"><text:p>b</text:p></text:section><text:p>c</text:p>
      """
    #expect(text(body) == "a\nc")
    let conditions = """
      <text:p>a</text:p><text:section text:name="s" text:display="condition" text:condition="ooow:1==1" \
      text:is-hidden="true"><text:p>b</text:p><table:table><table:table-row><table:table-cell><text:p>c</text:p>\
      </table:table-cell></table:table-row></table:table></text:section><text:section text:name="t" \
      text:display="condition" text:condition="ooow:1==2"><text:p>d</text:p></text:section>
      """
    #expect(text(conditions) == "a\nd")
  }

  @Test("Items are numbered by the list's style, and go on where the list says so")
  func lists() {
    let style = """
      <text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-suffix=")" \
      style:num-format="a"/></text:list-style>
      """
    let body = """
      <text:list text:style-name="L"><text:list-item><text:p>x</text:p><text:p>y</text:p></text:list-item></text:list>\
      <text:p>z</text:p><text:list text:style-name="L" text:continue-numbering="true"><text:list-item>\
      <text:p>u</text:p></text:list-item></text:list>
      """
    #expect(text(body, styles: style) == "a)\tx\ny\nz\nb)\tu")
  }

  @Test("A list that goes on at a deeper level keeps the numbers above it")
  func deeperLists() {
    func level(_ number: Int) -> String {
      "<text:list-level-style-number text:level=\"\(number)\" style:num-format=\"1\" text:display-levels=\"\(number)\"/>"
    }
    let style = "<text:list-style style:name=\"L\">\(level(1))\(level(2))</text:list-style>"
    func item(_ text: String) -> String { "<text:list-item><text:p>\(text)</text:p></text:list-item>" }
    let body = """
      <text:list xml:id="a" text:style-name="L">\(item("x"))\(item("y"))</text:list><text:p>z</text:p>\
      <text:list text:continue-list="a" text:style-name="L"><text:list-item><text:list>\(item("u"))\(item("v"))\
      </text:list></text:list-item></text:list>
      """
    #expect(text(body, styles: style) == "1\tx\n2\ty\nz\n2.1\tu\n2.2\tv")
  }

  @Test("Cells that others cover are there, and repeated ones are as many as they say")
  func tables() throws {
    let body = """
      <table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>a</text:p>\
      </table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell \
      table:number-columns-repeated="2"><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      """
    let document = read(body).document
    guard case .table(let table)? = document.blocks.first else { return #expect(Bool(false)) }
    #expect(table.rows.map(\.cells.count) == [2, 2])
    #expect(table.rows[0].cells[0].horizontalMerge == .first)
    #expect(text(body) == "a\t\nb\tb")
  }

  @Test("Notes and comments come after the text, with their marks")
  func notes() {
    let body = """
      <text:p>a<text:note text:note-class="footnote"><text:note-citation>7</text:note-citation><text:note-body>\
      <text:p>n</text:p></text:note-body></text:note>b<office:annotation><dc:creator>Ann</dc:creator>\
      <text:p>c</text:p></office:annotation></text:p>
      """
    #expect(text(body) == "a1b[A1]\n1\tn\n[A1]\tc")
    #expect(read(body).document.notes.last?.author == "Ann")
  }

  @Test("What was deleted stands where it was, as a tracked change")
  func changes() throws {
    let body = """
      <text:tracked-changes><text:changed-region text:id="d"><text:deletion><office:change-info>\
      <dc:creator>Ann</dc:creator><dc:date>2024-01-02T03:04:05</dc:date></office:change-info><text:p>old</text:p>\
      </text:deletion></text:changed-region></text:tracked-changes>\
      <text:p>a<text:change text:change-id="d"/>b</text:p>
      """
    #expect(text(body) == "ab")
    let runs = paragraphs(read(body).document).flatMap(\.inlines).compactMap { inline -> Run? in
      if case .run(let run) = inline { run } else { nil }
    }
    #expect(runs.map(\.text) == ["a", "old", "b"])
    #expect(runs.map { $0.style.revision?.kind } == [nil, .deletion, nil])
    #expect(runs[1].style.revision?.author == "Ann")
  }

  @Test("The first picture of a frame counts; of one that isn't there the description stands")
  func pictures() {
    let png = "iVBORw0KGgoAAAAN"
    let found = """
      <text:p><draw:frame svg:width="1in" svg:height="2in"><draw:image><office:binary-data>\(png)</office:binary-data>\
      </draw:image><draw:image xlink:href="Pictures/other.png"/><svg:desc>a cat</svg:desc></draw:frame></text:p>
      """
    let result = read(found)
    #expect(result.document.resources.map(\.mediaType) == ["image/png"])
    #expect(
      result.document.pictures.map { [$0.width, $0.height] } == [[1_440, 2_880]]
        && result.document.pictures.first?.description == "a cat")
    let missing = """
      <text:p>x <draw:frame><draw:image xlink:href="Pictures/gone.png"/><svg:desc>a cat</svg:desc></draw:frame></text:p>
      """
    #expect(text(missing) == "x a cat")
    let remote = """
      <text:p>x <draw:frame><draw:image xlink:href="http://example.org/a.png"/><svg:desc>a dog</svg:desc></draw:frame></text:p>
      """
    #expect(text(remote) == "x a dog")
    #expect(read(remote).diagnostics.map(\.code) == ["SBXG608"])
  }

  @Test("Words and numbers of a formula stay apart")
  func formulas() {
    let formula = """
      <math:math><math:semantics><math:mrow><math:msup><math:mi>mc</math:mi><math:mn>2</math:mn></math:msup>\
      <math:mi>f</math:mi><math:mo>=</math:mo><math:msqrt><math:mn>2</math:mn><math:mi>π</math:mi></math:msqrt>\
      </math:mrow><math:annotation>mc^2</math:annotation></math:semantics></math:math>
      """
    #expect(
      text("<text:p><draw:frame><draw:object>\(formula)</draw:object></draw:frame></text:p>")
        == "mc^2 f=√(2 π)")
  }

  @Test("Any cut of the file gives a document") func cuts() {
    let body = """
      <text:p>a<text:note text:note-class="footnote"><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p>\
      <table:table><table:table-row><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>
      """
    for length in 0...body.utf8.count { _ = read(String(body.prefix(length))) }
  }
}

extension Document {
  /// The pictures of the body's paragraphs.
  fileprivate var pictures: [Picture] {
    paragraphs(self).flatMap(\.inlines).compactMap {
      if case .picture(let picture) = $0 { picture } else { nil }
    }
  }
}
