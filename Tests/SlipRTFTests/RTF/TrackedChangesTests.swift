import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipFormats
@testable import SlipMarkup
@testable import SlipRTF
@testable import SlipRTFD

/// Accepting and rejecting, from RTF to text.
@Suite struct TrackedChangesTests {
  private static func document(_ body: String) -> Document {
    let rtf = "{\\rtf1\\ansi{\\*\\revtbl{Unknown;}{Ann;}{Bob;}}" + body + "}"
    return Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
  }

  private static func text(_ document: Document) -> String {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  @Test(arguments: [
    // Insertions, deletions, moves.
    ("a {\\revised b }c\\par", "a b c", "a c"),
    ("a {\\deleted b }c\\par", "a c", "a b c"),
    ("{\\mvf b }a {\\mvt b }c\\par", "a b c", "b a c"),
    // Inserted by one, deleted by another: nothing of it stays.
    ("a {\\revised\\revauth1 b {\\deleted\\revauthdel2 c }}d\\par", "a b d", "a d"),
    ("a {\\revised\\mvf b }c\\par", "a c", "a c"),
    // Ends of paragraphs.
    ("one {\\deleted\\par }two\\par", "one two", "one \ntwo"),
    ("one{\\revised\\par }two\\par", "one\ntwo", "onetwo"),
    ("one{\\revised\\deleted\\par }two\\par", "onetwo", "onetwo"),
    ("one{\\deleted x\\par y\\par z}two\\par", "onetwo", "onex\ny\nztwo"),
    ("{\\deleted gone\\par }two\\par", "two", "gone\ntwo"),
    ("{\\deleted gone\\par }{\\listtext 1.\\tab}two\\par", "1.\ttwo", "gone\n1.\ttwo"),
    ("one{\\deleted\\par three}", "one", "one\nthree"),
    // Line breaks, tabs and pictures.
    ("a{\\deleted\\line }b\\par", "ab", "a\nb"),
    ("a{\\revised\\tab }b\\par", "a\tb", "ab"),
    ("a{\\deleted{\\pict\\pngblip 8950}}b\\par", "ab", "a\u{FFFC}b"),
    // Files and objects, whatever writes them.
    ("a{\\deleted{{\\NeXTGraphic x.pdf}\\'ac}}b\\par", "ab", "a\u{FFFC}b"),
    ("a{\\revised\\revauth1{{\\*\\NeXTGraphic x.pdf}\\'ac}}b\\par", "a\u{FFFC}b", "ab"),
    ("a{\\deleted{\\object\\objemb{\\*\\objdata 0105}}}b\\par", "ab", "a\u{FFFC}b"),
    ("a{\\deleted{\\object\\objemb{\\*\\objdata 0105}{\\result x}}}b\\par", "ab", "axb"),
    ("a{\\v{{\\NeXTGraphic x.pdf}\\'ac}}b{\\deleted c}\\par", "ab", "abc"),
    ("a{\\deleted{\\object{\\*\\objdata 01}{\\result }}}b\\par", "ab", "a\u{FFFC}b"),
    (
      "a{\\deleted{\\object{\\*\\objdata 01}{\\result{\\object{\\*\\objdata 02}{\\result x}}}}}b\\par", "ab",
      "axb"
    ),
    // Within tables and notes, and across breaks.
    ("\\trowd\\cellx900\\cellx1800\\intbl a{\\deleted b}\\cell{\\revised c}\\cell\\row", "a\tc", "ab\t"),
    ("a{\\footnote {\\deleted x}{\\revised y}}\\par", "a1\n1\ty", "a1\n1\tx"),
    ("one{\\revised\\par }\\page two\\par", "one\ntwo", "one\ntwo"),
    // Notes whose references are changes: as Word has them, and with marks of their own.
    (
      "a{\\deleted\\revauthdel1{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn}{\\deleted n}}}b\\par",
      "ab", "a1b\n1\tn"
    ),
    ("a{\\revised{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn}n}}b\\par", "a1b\n1\tn", "ab"),
    ("a{\\deleted{\\super *}{\\footnote *n}}b\\par", "ab", "a*b\n*\tn"),
    ("a{\\super\\deleted x}{\\super\\deleted *{\\footnote\\pard\\plain *n}}b\\par", "ab", "ax*b\n*\tn"),
    (
      "{\\deleted a\\chftn{\\footnote x}}b{\\footnote y}{\\revised{\\footnote z}}{\\footnote w}\\par",
      "b123\n1\ty\n2\tz\n3\tw", "a1b23\n1\tx\n2\ty\n3\tw"
    ),
    ("a{\\deleted{\\footnote\\ftnalt e}}{\\footnote\\ftnalt f}\\par", "a1\n1\tf", "a12\n1\te\n2\tf"),
    ("a{\\deleted{\\*\\atnauthor A}\\chatn{\\*\\annotation c}}\\par", "a", "a[A1]\n[A1]\tc"),
    ("a{\\revised{\\deleted{\\footnote n}}}\\par", "a", "a"),
    ("{\\deleted{\\footnote n}}\\par", "", "1\n1\tn"),
    // Rows: their ends, else all their cells, say so.
    ("\\trowd\\cellx9\\intbl a\\cell\\row\\intbl{\\deleted b\\cell\\row}c\\par", "a\nc", "a\nb\nc"),
    ("\\trowd\\cellx9\\intbl a\\cell\\row\\intbl{\\revised b\\cell\\row}\\pard c\\par", "a\nb\nc", "a\nc"),
    ("\\trowd\\clins\\clinsauth1\\cellx9\\intbl a\\cell\\row\\pard c\\par", "a\nc", "c"),
    (
      "\\trowd\\cldel\\cellx9\\cldel\\cellx18\\intbl{\\deleted a\\cell b}\\cell\\row\\pard c\\par", "c",
      "a\tb\nc"
    ),
    // What isn't deleted stays, and the row around it.
    ("\\trowd\\cellx9\\cellx18\\intbl a\\cell{\\deleted b\\cell\\row}\\pard c\\par", "a\t\nc", "a\tb\nc"),
    // Single cells.
    (
      "\\trowd\\cldel\\cellx9\\cellx18\\intbl{\\deleted a}\\cell b\\cell\\row\\pard c\\par", "b\nc", "a\tb\nc"
    ),
    ("\\trowd\\cldel\\cellx9\\cellx18\\intbl a\\cell b\\cell\\row\\pard c\\par", "a\tb\nc", "a\tb\nc"),
    ("\\trowd\\cellx9\\clins\\cellx18\\intbl a\\cell b\\cell\\row\\pard c\\par", "a\tb\nc", "a\nc"),
    ("\\trowd\\clins\\cldel\\cellx9\\cellx18\\intbl\\cell b\\cell\\row\\pard c\\par", "b\nc", "b\nc"),
    // A note whose place goes with a row.
    (
      "\\trowd\\cellx9\\intbl x{\\revised{\\footnote a}\\cell\\row}\\pard c{\\footnote b}\\par",
      "x1\nc2\n1\ta\n2\tb", "c1\n1\tb"
    ),
    // Hidden, too: left out when the file is read.
    ("a{\\v\\deleted{\\footnote n}}b\\par", "ab", "ab"),
    // Words turned off again, and reset.
    ("\\revised a\\revised0 b\\deleted c\\plain d\\par", "abd", "bcd"),
  ])
  func settled(_ body: String, _ accepted: String, _ rejected: String) {
    for (changes, text) in [(TrackedChanges.accept, accepted), (.reject, rejected)] {
      var document = TrackedChangesTests.document(body)
      document.resolve(changes)
      #expect(!document.hasTrackedChanges)
      #expect(TrackedChangesTests.text(document) == text, "\(changes.rawValue) \(body)")
      // What is written reads the same.
      let again = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }
      #expect(TrackedChangesTests.text(again) == text)
    }
  }

  @Test func whoAndWhen() {
    let when = CalendarDate(year: 2013, month: 7, day: 14, hour: 18, minute: 18)
    let date = RTFPackedDate.packed(when)
    let body = """
      {\\revised\\revauth1\\revdttm\(date) a}{\\deleted\\revauthdel2\\revdttmdel\(date) b}{\\deleted\\revauth1 c}\
      {\\mvt\\mvauth2\\mvdate\(date) d}{\\mvf\\mvauth1 e}{\\revised\\revauth1\\deleted\\revauthdel2 f}\\par
      """
    let expected = [
      Revision(kind: .insertion, author: "Ann", date: when),
      Revision(kind: .deletion, author: "Bob", date: when),
      Revision(kind: .deletion, author: "Ann"),
      Revision(kind: .insertion, author: "Bob", date: when, isMove: true),
      Revision(kind: .deletion, author: "Ann", isMove: true),
      Revision(kind: .deletion, author: "Bob", insertion: Revision.Credit(author: "Ann")),
    ]
    let document = TrackedChangesTests.document(body)
    #expect(TrackedChangesTests.revisions(document) == expected)
    // Kept by RTF and HTML.
    let rtf = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }
    #expect(TrackedChangesTests.revisions(rtf) == expected)
    let html = HTMLWriter.write(document).withUnsafeBytes { HTMLReader.read($0).document }
    #expect(TrackedChangesTests.revisions(html) == expected)
  }

  private static func revisions(_ document: Document) -> [Revision] {
    document.blocks.flatMap { block -> [Revision] in
      guard case .paragraph(let paragraph) = block else { return [] }
      return paragraph.inlines.compactMap {
        if case .run(let run) = $0 { return run.style.revision }
        return nil
      }
    }
  }

  /// Formats that hold changes hold those of files.
  @Test(arguments: [Revision.Kind.deletion, .insertion])
  func filesHaveTheirChanges(_ kind: Revision.Kind) throws {
    var document = Document()
    var style = CharacterStyle()
    style.revision = Revision(kind: kind, author: "Ann")
    document.resources = [Resource(content: .file("a.pdf"), mediaType: "application/pdf", name: nil)]
    document.blocks = [.paragraph(Paragraph(inlines: [.attachment(AttachedFile(resource: 0, style: style))]))]
    let rtf = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }
    let html = HTMLWriter.write(document)
    let page = html.withUnsafeBytes { HTMLReader.read($0).document }
    for read in [rtf, page] {
      guard case .paragraph(let paragraph)? = read.blocks.first,
        case .attachment(let file)? = paragraph.inlines.first
      else {
        Issue.record("no file")
        continue
      }
      #expect(file.style == style)
    }
    let markdown = String(decoding: MarkdownWriter.write(document), as: UTF8.self)
    #expect(markdown.contains("a.pdf") == (kind == .insertion))
    style.revision = nil
    style.isHidden = true
    document.blocks = [.paragraph(Paragraph(inlines: [.attachment(AttachedFile(resource: 0, style: style))]))]
    #expect(!String(decoding: HTMLWriter.write(document), as: UTF8.self).contains("a.pdf"))
    #expect(!String(decoding: MarkdownWriter.write(document), as: UTF8.self).contains("a.pdf"))
  }

  /// Behind a table, what isn't seen and has no end has no place.
  @Test func noNoteIsLeftWithoutItsPlace() {
    let rtf = "\\trowd\\cellx9\\intbl a\\cell\\row\\pard{\\deleted\\revauthdel1{\\footnote x}}"
    let document = TrackedChangesTests.document(rtf)
    #expect(document.notes.isEmpty && document == document.normalized())
  }

  /// Before changes are settled the text is that of the accepted ones, as the mirror has it.
  @Test func keptReadsAsAccepted() {
    let body = "a {\\revised b }{\\deleted c\\par }d{\\revised\\deleted e}\\par"
    let kept = TrackedChangesTests.document(body)
    var accepted = kept
    accepted.resolve(.accept)
    #expect(kept.hasTrackedChanges)
    #expect(TrackedChangesTests.text(kept) == TrackedChangesTests.text(accepted))
  }

  @Test func generatedDocumentsSettle() {
    for seed in 0..<300 {
      let document = DocumentGenerator.document(seed: UInt64(seed)).normalized()
      for changes in [TrackedChanges.accept, .reject] {
        var settled = document
        settled.resolve(changes)
        #expect(!settled.hasTrackedChanges)
        settled = settled.normalized()
        let text = TrackedChangesTests.text(settled)
        // Before a table a paragraph's end stays, as there is nothing that takes it in.
        let before = TrackedChangesTests.text(document).filter { !$0.isWhitespace }
        var items = ItemsOfDeletedCells()
        document.walk(&items)
        // So does a deleted cell of a row that stays, with the markers of its items.
        #expect(
          changes == .reject || items.count > 0 || text.filter { !$0.isWhitespace } == before, "seed \(seed)")
        let again = RTFWriter.write(settled).withUnsafeBytes { RTFReader.read($0).document }
        #expect(again == settled, "seed \(seed), \(changes)")
      }
    }
  }

  /// One paragraph of very many, joined in time that grows with them.
  @Test func manyEndsGo() {
    let deleted = Revision(kind: .deletion, author: "Ann")
    var document = Document()
    document.blocks = (0..<200_000).map { _ in
      .paragraph(Paragraph(inlines: [.run(Run("a"))], endRevision: deleted))
    }
    let time = CPUTime.measure { document.resolve(.accept) }
    #expect(document.blocks.count == 1)
    #expect(Self.text(document).utf8.count == 200_000)
    #expect(time < .seconds(60))
  }
}

private struct ItemsOfDeletedCells: DocumentVisitor {
  var count = 0
  mutating func enter(_ cell: DocumentTableCell) {
    guard cell.revision?.kind == .deletion else { return }
    for case .paragraph(let paragraph) in cell.blocks where paragraph.listItem != nil { count += 1 }
  }
}
