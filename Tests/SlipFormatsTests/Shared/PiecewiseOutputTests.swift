import SlipRTF
import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

/// What comes in pieces is what comes as a whole.
struct PiecewiseOutputTests {
  private struct Stop: Error, Equatable {}

  private static let formats = ["rtf", "html"]

  /// Many blocks, and runs longer than a piece with what must be escaped at their edges.
  private static func document() -> Document {
    var document = Document()
    for seed in UInt64(1)...40 { document.blocks += DocumentGenerator.document(seed: seed).blocks }
    // References to what was left behind.
    document.blocks.removeAll { if case .paragraph(let paragraph) = $0 { !isText(paragraph) } else { true } }
    let long = String(repeating: "all work and no play ", count: 20_000)
    for text in [long, "{" + long, long + "<\u{2014}>", "7" + long + "\\" + long] {
      document.blocks.append(.paragraph(Paragraph(inlines: [.run(Run("x")), .run(Run(text)), .lineBreak])))
    }
    return document
  }

  private static func isText(_ paragraph: Paragraph) -> Bool {
    paragraph.listItem == nil && paragraph.textBoxes.isEmpty
      && paragraph.inlines.allSatisfy { if case .run = $0 { true } else { false } }
  }

  @Test("Pieces are the whole", arguments: formats)
  func pieces(name: String) throws {
    let format = try #require(FormatTable.named(name))
    let (write, writePieces) = (try #require(format.write), try #require(format.writePieces))
    let document = Self.document()
    let whole = try write(document, WriteOptions())
    var joined: [UInt8] = []
    var count = 0
    try writePieces(document, WriteOptions()) { piece in
      joined += piece
      count += 1
    }
    #expect(joined == whole)
    #expect(count > 4)
  }

  /// Long enough for many slices, at whose edges lists, running-on paragraphs, names and notes come again.
  private static func longDocument() -> Document {
    var document = Document()
    document.lists = [ListDefinition(levels: [ListDefinition.Level(numbering: .bullet, pattern: "\u{2022}")])]
    document.notes = (0..<40).map { number in
      MarginNote(
        kind: .footnote, mark: "\(number + 1)", blocks: [.paragraph(Paragraph(inlines: [.run(Run("note"))]))])
    }
    var bold = CharacterStyle()
    bold.isBold = true
    var link = CharacterStyle()
    link.link = Hyperlink(target: "https://example.org/")
    var hidden = CharacterStyle()
    hidden.isHidden = true
    let text = String(repeating: "all work and no play ", count: 20)
    for number in 0..<4000 {
      var inlines: [Inline] = [
        .run(Run(text)), .run(Run("\(number)", style: bold)), .run(Run(text, style: link)),
      ]
      if number % 97 == 0 { inlines.append(.bookmarkStart("place \(number % 5)")) }
      if number % 89 == 0 { inlines.append(.noteReference(number / 89 % 40)) }
      inlines.append(.run(Run(number % 3 == 0 ? "secret" : "", style: hidden)))
      var paragraph = Paragraph(inlines: inlines)
      if number % 7 < 4 { paragraph.listItem = ListItem(list: 0, level: 0, marker: "\u{2022}") }
      if number % 11 == 0 { paragraph.endRevision = Revision(kind: .deletion, author: "A\(number % 13)") }
      document.blocks.append(.paragraph(paragraph))
      if number % 50 == 0 {
        let cell = DocumentTableCell(blocks: [
          .paragraph(Paragraph(inlines: [.run(Run("cell", style: bold))]))
        ])
        document.blocks.append(.table(DocumentTable(rows: [DocumentTableRow(cells: [cell, cell])])))
      }
      if number % 60 == 0 { document.blocks.append(.break(.page)) }
    }
    return document
  }

  @Test("Slices that several cores write are the whole", arguments: formats)
  func slices(name: String) throws {
    let format = try #require(FormatTable.named(name))
    let (write, writePieces) = (try #require(format.write), try #require(format.writePieces))
    let document = Self.longDocument()
    var joined: [UInt8] = []
    try writePieces(document, WriteOptions()) { joined += $0 }
    #expect(try joined == write(document, WriteOptions()))
  }

  @Test("An error of the one who takes them ends it", arguments: formats)
  func failure(name: String) throws {
    let writePieces = try #require(FormatTable.named(name)?.writePieces)
    var count = 0
    #expect(throws: Stop()) {
      try writePieces(Self.document(), WriteOptions()) { _ in
        count += 1
        throw Stop()
      }
    }
    #expect(count == 1)
  }

  @Test("What was read is in its normal form", arguments: UInt64(1)...60)
  func normalForm(seed: UInt64) throws {
    let rtf = RTFWriter.write(DocumentGenerator.document(seed: seed))
    let result = rtf.withUnsafeBytes { RTFReader.read($0) }
    #expect(result.isNormalForm)
    #expect(RTFWriter.write(result.document, isNormalForm: true) == RTFWriter.write(result.document))
  }
}
