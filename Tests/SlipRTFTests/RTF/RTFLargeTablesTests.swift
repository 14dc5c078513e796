import SlipRTF
import SlipDocument
import Testing

/// Tables of the head that are large, and that grow between paragraphs.
struct RTFLargeTablesTests {
  private static let count = 3_000

  private static func read(_ rtf: String) -> Document {
    var rtf = rtf
    return rtf.withUTF8 { RTFReader.read(UnsafeRawBufferPointer($0)) }.document
  }

  private static func paragraphs(_ part: (Int) -> String) -> [Paragraph] {
    let document = read("{\\rtf1\\ansi" + (1...count).map(part).joined() + "}")
    return document.blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
  }

  private static func styles(_ paragraphs: [Paragraph]) -> [CharacterStyle] {
    paragraphs.compactMap { if case .run(let run)? = $0.inlines.first { run.style } else { nil } }
  }

  @Test func `each paragraph has its tab stops`() {
    let paragraphs = Self.paragraphs { "\\pard\\tx\($0)\\tx\(2 * $0) x\\par" }
    #expect(paragraphs.map { $0.style.tabStops.map(\.position) } == (1...Self.count).map { [$0, 2 * $0] })
  }

  @Test func `font tables add to each other`() {
    let paragraphs = Self.paragraphs { "{\\fonttbl{\\f\($0) Font \($0);}}{\\f\($0) x}\\par" }
    #expect(Self.styles(paragraphs).map(\.font) == (1...Self.count).map { "Font \($0)" })
  }

  @Test func `of two fonts with one number the last counts, of two styles the first`() {
    let rtf = """
      {\\rtf1\\ansi{\\fonttbl{\\f1 One;}{\\f1 Other;}}{\\stylesheet{\\s1 Mine;}{\\s1 Yours;}{\\*\\cs1 Hers;}}
      \\pard\\s1{\\f1 x}\\par{\\cs1 y}\\par}
      """
    let paragraphs = Self.read(rtf).blocks.compactMap {
      if case .paragraph(let one) = $0 { one } else { nil }
    }
    #expect(paragraphs.map(\.style.name) == ["Mine", "Mine"])
    #expect(Self.styles(paragraphs).first?.font == "Other")
    #expect(Self.styles(paragraphs).last?.name == "Hers")
  }

  @Test func `style sheets add to each other`() {
    let paragraphs = Self.paragraphs { "{\\stylesheet{\\s\($0) Style \($0);}}\\pard\\s\($0) x\\par" }
    #expect(paragraphs.map(\.style.name) == (1...Self.count).map { "Style \($0)" })
  }

  @Test func `alternating paragraphs keep their formatting`() {
    let paragraphs = Self.paragraphs { $0 % 3 == 0 ? "\\pard\\qc x\\par" : "\\pard\\li\($0 % 3) x\\par" }
    #expect(
      paragraphs.map(\.style.leftIndent) == (1...Self.count).map { $0 % 3 }
        && paragraphs.map(\.style.alignment) == (1...Self.count).map { $0 % 3 == 0 ? .center : .left })
  }

  @Test func `text longer than a token is one run`() {
    let text = String(repeating: "0123456789 \u{e9}", count: 150_000)
    let rtf = "{\\rtf1\\ansi " + text.replacing("\u{e9}", with: "\\'e9") + "\\par}"
    let plain = "{\\rtf1\\ansi " + String(repeating: "ab", count: 500_000) + "\\par}"
    #expect(Self.read(rtf).blocks == [.paragraph(Paragraph(inlines: [.run(Run(text))]))])
    #expect(
      Self.read(plain).blocks
        == [.paragraph(Paragraph(inlines: [.run(Run(String(repeating: "ab", count: 500_000)))]))])
  }
}
