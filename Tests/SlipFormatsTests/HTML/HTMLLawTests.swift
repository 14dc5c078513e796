import SlipRTF
import SlipDocument
import SlipFormats
import Testing

@Suite struct HTMLLawTests {
  static func read(_ html: [UInt8]) -> Document { html.withUnsafeBytes { HTMLReader.read($0).document } }
  static func text(_ document: Document) -> String {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self)
  }

  /// What HTML can hold.
  static var features: MarkupDocumentGenerator.Features {
    var features = MarkupDocumentGenerator.Features()
    features.runOns = false
    return features
  }

  /// The text of a document survives HTML, whatever it is made of.
  @Test(arguments: 0..<40) func textIsKept(block: Int) {
    MarkupLaw(features: Self.features, write: { HTMLWriter.write($0) }, read: Self.read) { [Self.text($0)] }
      .hold(block: block)
  }

  /// Headings, lists, tables, emphasis and links come back.
  @Test(arguments: 0..<20) func structureIsKept(block: Int) {
    var features = Self.features
    features.attachments = false
    MarkupLaw(features: features, write: { HTMLWriter.write($0) }, read: Self.read) {
      StructureSignature.lines(of: $0.blocks)
    }.hold(block: block)
  }

  /// What has been read once is written and read the same ever after.
  @Test(arguments: 0..<20) func secondReadingEqualsFirst(block: Int) {
    for seed in 0..<10 {
      var generator = MarkupDocumentGenerator(seed: UInt64(block * 10 + seed))
      let first = Self.read(HTMLWriter.write(generator.make()))
      let second = Self.read(HTMLWriter.write(first))
      #expect(TreeDump.text(of: first) == TreeDump.text(of: second), "seed \(block * 10 + seed)")
    }
  }

  /// A paragraph whose end is deleted is one with the next.
  @Test func deletedEndsJoinParagraphs() {
    var document = Document()
    document.blocks = [
      .paragraph(Paragraph(inlines: [.run(Run("a "))], endRevision: Revision(kind: .deletion))),
      .paragraph(Paragraph(inlines: [.run(Run("b"))])), .paragraph(Paragraph(inlines: [.run(Run("c"))])),
    ]
    #expect(Self.text(Self.read(HTMLWriter.write(document))) == "a b\nc")
    #expect(Self.text(document) == "a b\nc")
    #expect(Self.text(MarkdownLawTests.read(MarkdownWriter.write(document))) == "a b\nc")
  }
}
