import SlipDocument
import SlipFormats
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
    let whole = write(document, WriteOptions())
    var joined: [UInt8] = []
    var count = 0
    try writePieces(document, WriteOptions()) { piece in
      joined += piece
      count += 1
    }
    #expect(joined == whole)
    #expect(count > 4)
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
