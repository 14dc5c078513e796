import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

/// Flat OpenDocument texts that are written by hand.
struct OpenDocumentTests {
  private static let namespaces = """
    xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
    xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" \
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
    xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" \
    xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" \
    xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"
    """

  /// A document with a body and automatic styles.
  private static func document(_ body: String, styles: String = "") throws -> Document {
    let xml = """
      <office:document \(namespaces) office:mimetype="application/vnd.oasis.opendocument.text">\
      <office:automatic-styles>\(styles)</office:automatic-styles><office:body><office:text>\(body)</office:text>\
      </office:body></office:document>
      """
    let format = try #require(FormatTable.named("fodt"))
    let read = try #require(format.read)
    let result = Array(xml.utf8).withUnsafeBytes { read($0, Limits()) }
    #expect(result.diagnostics.map(\.message) == [])
    return result.document
  }

  private static func text(_ body: String, styles: String = "") throws -> String {
    String(decoding: PlainTextWriter.write(try document(body, styles: styles)), as: UTF8.self)
  }

  @Test("White space is one blank, and elements are the real blanks")
  func whiteSpace() throws {
    let text = try OpenDocumentTests.text(
      "<text:p>  a\n  b <text:span> c</text:span><text:s text:c=\"2\"/>d<text:tab/>e<text:line-break/>f</text:p>"
    )
    #expect(text == "a b c  d\te\u{2028}f" || text == "a b c  d\te\nf")
  }

  @Test("Lists that continue others go on counting; start values count")
  func lists() throws {
    let styles = """
      <text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" \
      style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" \
      text:display-levels="2"/></text:list-style>
      """
    let text = try OpenDocumentTests.text(
      """
      <text:list text:style-name="L" xml:id="a"><text:list-item><text:p>x</text:p><text:list><text:list-item><text:p>y</text:p>\
      </text:list-item></text:list></text:list-item></text:list><text:p>-</text:p><text:list text:style-name="L" \
      text:continue-list="a"><text:list-item><text:p>z</text:p></text:list-item><text:list-item text:start-value="7">\
      <text:p>w</text:p><text:p>more</text:p></text:list-item></text:list>
      """, styles: styles)
    #expect(text == "1.\tx\n1.a)\ty\n-\n2.\tz\n7.\tw\nmore")
  }

  @Test("Changes are text that goes and text that comes")
  func changes() throws {
    var document = try OpenDocumentTests.document(
      """
      <text:tracked-changes><text:changed-region text:id="d"><text:deletion><office:change-info><dc:creator>Ada</dc:creator>\
      <dc:date>2024-05-06T07:08:09</dc:date></office:change-info><text:p>old</text:p></text:deletion></text:changed-region>\
      <text:changed-region text:id="i"><text:insertion><office:change-info><dc:creator>Bob</dc:creator></office:change-info>\
      </text:insertion></text:changed-region></text:tracked-changes><text:p>a <text:change text:change-id="d"/>\
      <text:change-start text:change-id="i"/>new<text:change-end text:change-id="i"/> b</text:p>
      """)
    let revisions = document.blocks[0].inlines.compactMap { inline -> Revision? in
      if case .run(let run) = inline { run.style.revision } else { nil }
    }
    #expect(revisions.map(\.kind) == [.deletion, .insertion])
    #expect(revisions.map(\.author) == ["Ada", "Bob"])
    #expect(revisions[0].date == CalendarDate(year: 2024, month: 5, day: 6, hour: 7, minute: 8, second: 9))
    document.resolve(.reject)
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == "a old b")
  }

  @Test("Cells that others cover are parts of these")
  func tables() throws {
    let document = try OpenDocumentTests.document(
      """
      <table:table><table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned="2">\
      <text:p>h</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table-header-rows>\
      <table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>a</text:p></table:table-cell>\
      <table:table-cell><text:p>b</text:p></table:table-cell></table:table-row><table:table-row>\
      <table:covered-table-cell/><table:table-cell><text:p>c</text:p></table:table-cell></table:table-row></table:table>
      """)
    guard case .table(let table)? = document.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.map(\.isHeader) == [true, false, false])
    #expect(
      table.rows.map { $0.cells.map(\.horizontalMerge) } == [[.first, .continued], [nil, nil], [nil, nil]])
    #expect(
      table.rows.map { $0.cells.map(\.verticalMerge) } == [[nil, nil], [.first, nil], [.continued, nil]])
  }

  @Test("Notes come in the order of their references, and text that is hidden stays hidden")
  func notes() throws {
    let text = try OpenDocumentTests.text(
      """
      <text:p>a<text:note text:note-class="footnote"><text:note-citation>9</text:note-citation><text:note-body><text:p>n</text:p>\
      </text:note-body></text:note><text:hidden-text text:is-hidden="true">secret</text:hidden-text><office:annotation>\
      <dc:creator>Ada</dc:creator><text:p>why</text:p></office:annotation></text:p>\
      <text:section text:display="none"><text:p>gone</text:p></text:section>
      """)
    #expect(text.hasPrefix("a1[A1]\n"))
    #expect(text.contains("1\tn"))
    #expect(text.contains("[A1]\twhy"))
    #expect(!text.contains("secret") && !text.contains("gone"))
  }

  @Test("Repeated cells and rows have a bound")
  func repeated() throws {
    let document = try OpenDocumentTests.document(
      """
      <table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell \
      table:number-columns-repeated="16384"/></table:table-row></table:table>
      """)
    guard case .table(let table)? = document.blocks.first else {
      Issue.record("no table")
      return
    }
    #expect(table.rows.count == 1)
    #expect(table.rows[0].cells.count == 1)
  }

  @Test("What is no text is refused by name", arguments: ["odt", "fodt"])
  func refused(_ name: String) throws {
    let format = try #require(FormatTable.named(name))
    let read = try #require(format.readSound)
    let error = #expect(throws: SlipError.self) {
      try Array("<html/>".utf8).withUnsafeBytes { try read($0, Limits()) }
    }
    #expect(error?.code == "SBXG617")
  }
}
