import SlipBase
import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

/// What formats of word processors keep of the looks of a document: the spacing and width of characters, the alignment in cells, and
/// the size and margins of pages.
struct KeptLooksTests {
  static let formats = ["docx", "odt", "fodt", "rtf"]
  static let seeds = Array(LawSize.seeds("SLIPBOX_OFFICE", 20))

  /// A document with numbered words, each with looks of its own, one after the other and in the cells of a table.
  private static func document(seed: Int) -> Document {
    var generator = SeededGenerator(seed: UInt64(seed))
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
    func style() -> CharacterStyle {
      var style = CharacterStyle()
      style.letterSpacing = below(3) == 0 ? 0 : below(200) - 60
      style.scale = below(3) == 0 ? 100 : 20 + below(300)
      return style
    }
    func paragraph(_ word: Int) -> Block {
      .paragraph(Paragraph(inlines: [.run(Run("w\(word)", style: style())), .run(Run(" and"))]))
    }
    var document = Document()
    document.blocks = (0..<5).map(paragraph)
    var rows: [DocumentTableRow] = []
    for row in 0..<2 {
      var cells = (0..<3).map { DocumentTableCell(blocks: [paragraph(5 + row * 3 + $0)]) }
      for index in cells.indices {
        let all = DocumentTableCell.VerticalAlignment.allCases
        cells[index].verticalAlignment = all[below(all.count)]
      }
      rows.append(DocumentTableRow(cells: cells))
    }
    document.blocks += [
      .table(DocumentTable(rows: rows)), .paragraph(Paragraph(inlines: [.run(Run("end"))])),
    ]
    // In whole points, as OpenDocument counts a twentieth of a point as it stands.
    func length(_ least: Int, _ range: Int) -> Int { (least + below(range)) * 20 }
    document.page = PageSetup(
      width: length(300, 900), height: length(300, 900), top: length(0, 100), left: length(0, 100),
      bottom: length(0, 100), right: length(0, 100))
    return document
  }

  private static func converted(_ document: Document, _ name: String) throws -> Document {
    let format = try #require(FormatTable.named(name))
    let (read, write) = (try #require(format.read), try #require(format.write))
    return try write(document, WriteOptions()).withUnsafeBytes { read($0, Limits()) }.document
  }

  /// Collects the looks of words, and the alignment of cells.
  private struct Looks: DocumentVisitor, Equatable {
    var words: [String] = []
    var cells: [DocumentTableCell.VerticalAlignment] = []
    mutating func visit(_ inline: Inline) {
      guard case .run(let run) = inline, run.text.hasPrefix("w") else { return }
      words.append("\(run.text.prefix { !$0.isWhitespace }) \(run.style.letterSpacing) \(run.style.scale)")
    }
    mutating func enter(_ cell: DocumentTableCell) { cells.append(cell.verticalAlignment) }
  }

  private static func looks(_ document: Document) -> Looks {
    var looks = Looks()
    document.walk(&looks)
    return looks
  }

  @Test("Spacing, width, alignment in cells and pages come back", arguments: seeds, formats)
  func kept(seed: Int, name: String) throws {
    let document = KeptLooksTests.document(seed: seed)
    let result = try KeptLooksTests.converted(document, name)
    #expect(KeptLooksTests.looks(result) == KeptLooksTests.looks(document))
    #expect(result.page == document.page)
  }

  @Test("A page of HTML keeps the spacing of letters and the alignment in cells", arguments: seeds)
  func html(seed: Int) throws {
    var document = KeptLooksTests.document(seed: seed)
    document.editInlines { inline in
      guard case .run(var run) = inline else { return nil }
      run.style.scale = 100
      return [.run(run)]
    }
    let result = try KeptLooksTests.converted(document, "html")
    #expect(KeptLooksTests.looks(result) == KeptLooksTests.looks(document))
    #expect(result.page == nil)
  }

  @Test("Headers and footers lie within the margins", arguments: formats)
  func headers(name: String) throws {
    var document = Document()
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("text"))]))]
    document.headersAndFooters = [HeaderOrFooter.Kind.header, .footer].map {
      HeaderOrFooter(kind: $0, blocks: [.paragraph(Paragraph(inlines: [.run(Run("head"))]))])
    }
    document.page = PageSetup(width: 16_840, height: 11_900, top: 2_000, left: 600, bottom: 1_800, right: 800)
    #expect(try KeptLooksTests.converted(document, name).page == document.page)
  }

  @Test("The page of a document without one is that of its language")
  func usual() throws {
    var document = Document()
    document.blocks = [.paragraph(Paragraph(inlines: [.run(Run("text"))]))]
    #expect(try KeptLooksTests.converted(document, "docx").page == PageSetup(width: 11_906, height: 16_838))
    document.defaultLanguage = "en-US"
    #expect(try KeptLooksTests.converted(document, "odt").page == PageSetup(width: 12_240, height: 15_840))
    #expect(try KeptLooksTests.converted(document, "rtf").page == nil)
  }

  @Test("Two versions of a document are merged page by page and letter by letter")
  func merged() throws {
    let base = KeptLooksTests.document(seed: 1)
    var (ours, theirs) = (base, base)
    ours.page?.left = 2_000
    theirs.editInlines { inline in
      guard case .run(var run) = inline, run.text == "w0" else { return nil }
      run.style.letterSpacing = 99
      return [.run(run)]
    }
    let merge = DocumentMerge(base: base, ours: ours, theirs: theirs)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.document.page == ours.page)
    #expect(KeptLooksTests.looks(merge.document) == KeptLooksTests.looks(theirs))
    let changes = DocumentChanges(from: base, to: theirs)
    #expect(try changes.applied(to: base) == theirs)
  }
}
