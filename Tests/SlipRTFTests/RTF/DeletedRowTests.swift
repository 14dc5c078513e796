import SlipBase
import SlipDocument
import Testing

@testable import SlipFormats
@testable import SlipMarkup
@testable import SlipRTF
@testable import SlipRTFD

/// Deleted rows and cells in mirrors, and what stays of their changes.
@Suite struct DeletedRowTests {
  private static let row = "\\trowd\\cellx9\\cellx18\\intbl"
  private static let gone = row + "{\\deleted Q\\cell Q\\cell\\row}\\pard "
  private static let nested = "\\itap2{\\deleted Q\\nestcell{\\*\\nesttableprops\\trowd\\cellx9\\nestrow}}"

  private static func read(_ body: String) -> (document: Document, text: String) {
    let rtf = Array(("{\\rtf1\\ansi{\\*\\revtbl{Unknown;}{Ann;}{Bob;}}" + body + "}").utf8)
    return rtf.withUnsafeBytes { (RTFReader.read($0).document, text($0)) }
  }

  private static func text(_ rtf: UnsafeRawBufferPointer) -> String {
    var diagnostics = DiagnosticSink()
    return String(decoding: RTFPlainText.extract(rtf, diagnostics: &diagnostics), as: UTF8.self)
  }

  private static let cases: [(body: String, text: String)] = [
    (gone, ""), ("a\\par\(gone)", "a"), ("\(gone)c\\par", "c"), ("a\\par\(gone)c\\par", "a\nc"),
    ("a\\par\\par\(gone)c\\par", "a\n\nc"), ("a\\page\(gone)c\\par", "a\nc"),
    ("\(gone)\(gone)c\\par", "c"), ("\(gone)\\par c\\par", "\nc"),
    ("\(row) a\\cell b\\cell\\row\(gone)\(row) c\\cell d\\cell\\row", "a\tb\nc\td"),
    // Cells say so, before or behind them.
    ("a\\par\\trowd\\cldel\\cellx9\\intbl{\\deleted Q}\\cell\\row\\pard c\\par", "a\nc"),
    ("a\\par\\intbl{\\deleted Q}\\cell\\trowd\\cldel\\cellx9\\row\\pard c\\par", "a\nc"),
    // One of two cells, or a cell that nothing defines.
    ("\\trowd\\cldel\\cellx9\\cellx18\\intbl{\\deleted Q}\\cell b\\cell\\row\\pard c\\par", "\tb\nc"),
    ("\\trowd\\cldel\\cellx9\\intbl{\\deleted Q}\\cell\\cell\\row\\pard c\\par", "\t\nc"),
    // Something in it isn't deleted.
    ("\(row){\\deleted Q\\cell}b{\\deleted\\cell\\row}\\pard c\\par", "\tb\nc"),
    ("\(row){\\deleted Q\\cell\\deleted0\\line\\deleted\\cell\\row}\\pard c\\par", "\t \nc"),
    // What is seen of an empty row is no text: separators, and markers of its items.
    ("\(row){\\deleted\\pard\\intbl{\\pntext 1.\\tab}Q\\cell\\cell\\row}\\pard c\\par", "c"),
    ("\(row)\\par{\\deleted Q\\cell\\cell\\row}\\pard c\\par", "c"),
    // In a cell of another table.
    ("\\intbl a\\par\(nested)\\pard\\intbl b\\cell\\trowd\\cellx9\\row\\pard c\\par", "a b\nc"),
    ("\\intbl\(nested)\\pard\\intbl b\\cell\\trowd\\cellx9\\row\\pard c\\par", "b\nc"),
    ("e\\par\\intbl\(nested)\\pard\\intbl b\\cell\\trowd\\cellx9\\row\\pard c\\par", "e\nb\nc"),
    ("\\intbl a\\cell\(nested)\\pard\\intbl\\cell\\trowd\\cellx9\\cellx18\\row\\pard c\\par", "a\t\nc"),
    ("\\intbl a\\cell\(nested)\\trowd\\cellx9\\cellx18\\row\\pard c\\par", "a\t\nc"),
    ("\\intbl a\\cell b\\par\(nested)\\trowd\\cellx9\\cellx18\\row\\pard c\\par", "a\tb \nc"),
    ("e\\par\\intbl\(nested)", "e"), ("\\intbl a\\cell\(nested)", "a"),
    ("\\intbl\(nested)\(nested)\\pard\\intbl\\cell{\\deleted\\row}\\pard c\\par", "c"),
  ]

  @Test(arguments: cases)
  func deletedRowsLeaveNothing(_ body: String, _ text: String) {
    let read = DeletedRowTests.read(body)
    #expect(read.text == text, "\(body)")
    #expect(String(decoding: PlainTextWriter.write(read.document), as: UTF8.self) == text, "\(body)")
    let rtf = RTFWriter.write(read.document)
    rtf.withUnsafeBytes {
      #expect(DeletedRowTests.text($0) == text, "\(body)")
      #expect(RTFReader.read($0).document == read.document.normalized())
    }
    let markdown = String(decoding: MarkdownWriter.write(read.document), as: UTF8.self)
    #expect(!markdown.contains("Q"))
  }

  @Test func whoChangedACell() {
    let when = CalendarDate(year: 2013, month: 7, day: 14, hour: 18, minute: 18)
    let date = RTFPackedDate.packed(when)
    let body = """
      \\trowd\\clins\\clinsauth1\\clinsdttm\(date)\\cellx9\\cldel\\cldelauth2\\cellx18\
      \\clins\\clinsauth1\\cldel\\cldelauth2\\cldeldttm\(date)\\cellx27\\cellx36\
      \\intbl a\\cell b\\cell c\\cell d\\cell\\row
      """
    let expected = [
      Revision(kind: .insertion, author: "Ann", date: when), Revision(kind: .deletion, author: "Bob"),
      Revision(kind: .deletion, author: "Bob", date: when, insertion: Revision.Credit(author: "Ann")), nil,
    ]
    let document = DeletedRowTests.read(body).document
    let again = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }
    for document in [document, again] {
      guard case .table(let table)? = document.blocks.first else {
        Issue.record("no table")
        continue
      }
      #expect(table.rows.first?.cells.map(\.revision) == expected)
      #expect(table.rows.first?.revision == nil)
    }
  }

  /// Cells go with their place in merges; the next one takes it.
  @Test func mergesOutliveTheirFirstCell() {
    let body = """
      \\trowd\\cldel\\clmgf\\clvmgf\\cellx9\\clmrg\\clvmgf\\cellx18\\cellx27\\intbl\\cell b\\cell c\\cell\\row
      \\trowd\\clvmrg\\cellx9\\clvmrg\\cellx18\\cellx27\\intbl\\cell e\\cell f\\cell\\row
      """
    var document = DeletedRowTests.read(body).document
    document.resolve(.accept)
    guard case .table(let table)? = document.blocks.first, table.rows.count == 2 else {
      Issue.record("no table")
      return
    }
    #expect(table.rows[0].cells.map(\.horizontalMerge) == [.first, nil])
    #expect(table.rows[0].cells.map(\.verticalMerge) == [.first, nil])
    #expect(table.rows[1].cells.map(\.verticalMerge) == [.first, .continued, nil])
  }
}
