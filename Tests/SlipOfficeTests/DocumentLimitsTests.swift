import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

@testable import SlipOffice

/// Documents that ask for far more than they hold: each is read up to a limit, which has a code.
@Suite struct DocumentLimitsTests {
  /// Counts the cells of a document.
  private struct CellCounter: DocumentVisitor {
    var cells = 0
    mutating func enter(_ cell: DocumentTableCell) { cells += 1 }
  }

  private func cells(_ document: Document) -> Int {
    var counter = CellCounter()
    document.walk(&counter)
    return counter.cells
  }

  private func codes(_ result: ReadResult) -> [String] { result.diagnostics.map(\.code) }

  private func text(_ document: Document) -> String {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  private func read(_ maker: DOCXMaker, _ change: (inout Limits) -> Void = { _ in }) -> ReadResult {
    var limits = Limits()
    change(&limits)
    return maker.bytes().withUnsafeBytes { DOCXReader.read($0, limits: limits) }
  }

  // MARK: Notes of Word

  /// A kind of note: the part, and what its elements are called.
  static let kinds = [("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment")]

  private func reference(_ name: String, _ id: Int) -> String {
    "<w:r><w:\(name)Reference w:id=\"\(id)\"/></w:r>"
  }

  private func note(_ name: String, _ id: Int, _ text: String, _ more: String = "") -> String {
    "<w:\(name) w:id=\"\(id)\"><w:p><w:r><w:t>\(text)</w:t></w:r>\(more)</w:p></w:\(name)>"
  }

  @Test(arguments: kinds) func `a note within itself is read once`(_ part: String, _ name: String) {
    var maker = DOCXMaker(body: "<w:p><w:r><w:t>Body</w:t></w:r>\(reference(name, 1))</w:p>")
    maker.add(part, note(name, 1, "Note", reference(name, 1)))
    let result = read(maker)
    #expect(codes(result) == [OfficeCode.tooManyRepeats])
    #expect(result.diagnostics.allSatisfy { $0.severity == .error })
    #expect(result.document.notes.count == 1)
    #expect(text(result.document).contains("Note"))
  }

  @Test(arguments: kinds) func `notes that refer twice to the next are each read once`(
    _ part: String, _ name: String
  ) {
    var maker = DOCXMaker(body: "<w:p><w:r><w:t>Body</w:t></w:r>\(reference(name, 1))</w:p>")
    let notes = (1...40).map {
      note(name, $0, "N\($0)", $0 < 40 ? reference(name, $0 + 1) + reference(name, $0 + 1) : "")
    }
    maker.add(part, notes.joined())
    let result = read(maker)
    #expect(codes(result) == [OfficeCode.tooManyRepeats])
    #expect(result.document.notes.count == 40)
    let found = result.document.notes.map { $0.blocks.flatMap(\.inlines).map(\.runText).joined() }
    #expect(found.enumerated().allSatisfy { $1.hasPrefix("N\($0 + 1)") })
  }

  @Test(arguments: kinds) func `a note that is referred to very often is there some times`(
    _ part: String, _ name: String
  ) {
    let body = (0..<1_000).map { "<w:r><w:t>w\($0)</w:t></w:r>\(reference(name, 1))" }
    var maker = DOCXMaker(body: "<w:p>\(body.joined())</w:p>")
    maker.add(part, note(name, 1, "Note"))
    let few = read(maker) { $0.repeatedBytes = 16 << 10 }
    #expect(codes(few) == [OfficeCode.tooManyRepeats])
    #expect((2...32).contains(few.document.notes.count))
    // The mark of the first stands where there is no further one.
    let marks = paragraphs(few.document).flatMap(\.inlines).filter {
      if case .run(let run) = $0 { run.style.position == .superscript } else { false }
    }
    #expect(marks.count == 1_000 - few.document.notes.count)
    // Within the limit each reference has its own.
    let all = read(maker)
    #expect(codes(all).isEmpty && all.document.notes.count == 1_000)
  }

  // MARK: Cells of Word

  @Test func `spans of cells have a limit`() {
    let cell = "<w:tc><w:tcPr><w:gridSpan w:val=\"60000\"/></w:tcPr><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc>"
    let row = "<w:tr><w:trPr><w:gridBefore w:val=\"60000\"/></w:trPr>\(cell)</w:tr>"
    let maker = DOCXMaker(body: "<w:tbl>\(String(repeating: row, count: 50))</w:tbl><w:p/>")
    let result = read(maker) { $0.repeatedCells = 5_000 }
    #expect(codes(result) == [OfficeCode.tooManyCells])
    #expect((5_000...5_050).contains(cells(result.document)))
    #expect(text(result.document).split(separator: "\n").count == 50)
    #expect(cells(read(maker).document) <= 50 * 1_025)
  }

  @Test func `usual spans are no finding`() {
    let cell = "<w:tc><w:tcPr><w:gridSpan w:val=\"3\"/></w:tcPr><w:p/></w:tc>"
    let maker = DOCXMaker(body: "<w:tbl><w:tr>\(cell)\(cell)</w:tr></w:tbl><w:p/>")
    let result = read(maker)
    #expect(codes(result).isEmpty && cells(result.document) == 6)
  }

  // MARK: Long names and addresses of Word

  @Test func `a long address is not in each of many links`() {
    let link = "<w:hyperlink r:id=\"l\"><w:r><w:t>x</w:t></w:r></w:hyperlink>"
    var maker = DOCXMaker(body: "<w:p>\(String(repeating: link, count: 100))</w:p>")
    maker.add(link: "https://example.org/" + String(repeating: "a", count: 10_000), id: "l")
    let result = read(maker) { $0.repeatedBytes = 50_000 }
    #expect(codes(result) == [OfficeCode.tooManyRepeats])
    #expect(text(result.document) == String(repeating: "x", count: 100))
    #expect(RTFWriter.write(result.document).count < 100_000)
    #expect(codes(read(maker)).isEmpty)
  }

  @Test func `markers and names are cut`() {
    let long = String(repeating: "m", count: 10_000)
    let item = paragraph("x", "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr>")
    let run = "<w:p><w:r><w:rPr><w:rFonts w:ascii=\"\(long)\"/></w:rPr><w:t>y</w:t></w:r></w:p>"
    var maker = DOCXMaker(body: item + run)
    maker.add(
      "numbering",
      """
      <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="\(long)"/></w:lvl>\
      </w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
      """)
    #expect(RTFWriter.write(read(maker).document).count < 5_000)
  }

  // MARK: OpenDocument

  private func readODT(_ body: String, _ change: (inout Limits) -> Void = { _ in }) -> ReadResult {
    let spaces = ["office", "style", "text", "table"].map {
      "xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
    }
    let file = """
      <office:document \(spaces.joined(separator: " ")) office:mimetype="application/vnd.oasis.opendocument.text">\
      <office:body><office:text>\(body)</office:text></office:body></office:document>
      """
    var limits = Limits()
    change(&limits)
    return Array(file.utf8).withUnsafeBytes { ODTReader.read($0, limits: limits) }
  }

  private func row(_ cells: String, times: Int = 1) -> String {
    "<table:table-row table:number-rows-repeated=\"\(times)\">\(cells)</table:table-row>"
  }

  private func cell(_ text: String, times: Int = 1) -> String {
    let content = text.isEmpty ? "" : "<text:p>\(text)</text:p>"
    return "<table:table-cell table:number-columns-repeated=\"\(times)\">\(content)</table:table-cell>"
  }

  private func table(_ rows: String...) -> String { "<table:table>\(rows.joined())</table:table>" }

  @Test func `cells that are repeated without end have a limit`() {
    let result = readODT(table(row(cell("x", times: 1_000_000_000), times: 1_000_000_000)))
    #expect(codes(result) == [OfficeCode.tooManyCells])
    #expect(result.diagnostics.allSatisfy { $0.severity == .error })
    #expect(cells(result.document) <= Limits().repeatedCells + 1)
  }

  @Test func `the limit is that of all tables together`() {
    let one = table(row(cell("x", times: 60), times: 1_000))
    let result = readODT(String(repeating: one, count: 50)) { $0.repeatedCells = 100_000 }
    #expect(codes(result) == [OfficeCode.tooManyCells])
    #expect((90_000...100_050).contains(cells(result.document)))
    #expect(result.document.blocks.count == 50)
  }

  @Test func `covered and spanned cells have the limit, too`() {
    let covered = "<table:covered-table-cell table:number-columns-repeated=\"100000000\"/>"
    let span =
      "<table:table-cell table:number-columns-spanned=\"100000000\" table:number-rows-spanned=\"100000000\"/>"
    for cells in [cell("x") + covered, span, cell("y") + span + covered] {
      let result = readODT(table(String(repeating: row(cells, times: 1_000), count: 10))) {
        $0.repeatedCells = 3_000
      }
      #expect(codes(result) == [OfficeCode.tooManyCells])
      #expect(self.cells(result.document) <= 3_100)
    }
  }

  @Test func `empty repeats at an end are no part of the table`() throws {
    let result = readODT(
      table(
        row(cell("a") + cell("", times: 16_383)), row(cell("", times: 16_384), times: 1_000_000),
        row(cell("", times: 16_384), times: 40), row(cell("", times: 16_384))))
    #expect(codes(result).isEmpty)
    guard case .table(let found)? = result.document.blocks.first else { throw TestFailure() }
    #expect(found.rows.allSatisfy { $0.cells.count <= 2 } && found.rows.count <= 43)
  }

  @Test func `empty repeats before a text stand in their place`() throws {
    let result = readODT(
      table(row(cell("", times: 200) + cell("x")), row(cell(""), times: 150), row(cell("y"))))
    guard case .table(let found)? = result.document.blocks.first else { throw TestFailure() }
    #expect(found.rows[0].cells.count == 201 && found.rows.count == 152)
    #expect(!found.rows[0].cells[200].isBlank && !found.rows[151].cells[0].isBlank)
  }

  private struct TestFailure: Error {}

  private func region(_ id: Int, _ text: String, _ changes: Int...) -> String {
    let more = changes.map { "<text:change text:change-id=\"c\($0)\"/>" }.joined()
    return """
      <text:changed-region text:id="c\(id)"><text:deletion><text:p>\(text)\(more)</text:p></text:deletion>\
      </text:changed-region>
      """
  }

  private func changed(_ regions: [String], _ body: String) -> String {
    "<text:tracked-changes>\(regions.joined())</text:tracked-changes><text:p>a\(body)</text:p>"
  }

  @Test func `a deletion within itself is read once`() {
    let change = "<text:change text:change-id=\"c1\"/>"
    for regions in [[region(1, "gone", 1)], [region(1, "gone", 2), region(2, "too", 1)]] {
      let result = readODT(changed(regions, change))
      #expect(codes(result) == [OfficeCode.tooManyRepeats])
      #expect(TreeDump.text(of: result.document).contains("gone"))
    }
  }

  @Test func `deletions that have the next twice end`() {
    let regions = (1...30).map { $0 < 30 ? region($0, "d\($0)", $0 + 1, $0 + 1) : region($0, "d\($0)") }
    let result = readODT(changed(regions, "<text:change text:change-id=\"c1\"/>")) {
      $0.repeatedBytes = 100_000
    }
    #expect(codes(result) == [OfficeCode.tooManyRepeats])
    let dump = TreeDump.text(of: result.document)
    #expect((1...30).allSatisfy { dump.contains("d\($0)") })
  }

  @Test func `deletions nest as deep as tables`() {
    let regions = (1...5_000).map { region($0, "d", $0 + 1) }
    let result = readODT(changed(regions, "<text:change text:change-id=\"c1\"/>"))
    #expect(codes(result) == [OfficeCode.tooDeep])
  }

  @Test func `blanks that are counted have a limit`() {
    let blanks = String(repeating: "<text:s text:c=\"10000\"/>x", count: 100)
    let result = readODT("<text:p>\(blanks)</text:p>") { $0.repeatedBytes = 50_000 }
    #expect(codes(result) == [OfficeCode.tooManyRepeats])
    #expect(text(result.document).utf8.count <= 50_000 + 100 * 65)
    #expect(codes(readODT("<text:p>a<text:s text:c=\"80\"/>b</text:p>")).isEmpty)
  }
}
