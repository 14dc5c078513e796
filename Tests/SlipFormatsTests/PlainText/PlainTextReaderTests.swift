import SlipRTF
import SlipDocument
import SlipFormats
import Testing

struct PlainTextReaderTests {
  private func read(_ bytes: [UInt8]) -> ReadResult { bytes.withUnsafeBytes { PlainTextReader.read($0) } }

  private func text(_ result: ReadResult) -> String {
    String(decoding: PlainTextWriter.write(result.document), as: UTF8.self)
  }

  @Test(
    "Encodings are told by mark, else by trial",
    arguments: [
      (Array("h\u{e9} \u{1F600}".utf8), "h\u{e9} \u{1F600}", []),
      ([0xEF, 0xBB, 0xBF, 0x61], "a", []),
      ([0x68, 0xE9, 0x80], "h\u{e9}\u{20AC}", ["SBXG301"]),
      ([0xFF, 0xFE, 0x61, 0, 0x3D, 0xD8, 0, 0xDE], "a\u{1F600}", []),
      ([0xFE, 0xFF, 0, 0x61, 0xD8, 0x3D], "a\u{FFFD}", ["SBXG303"]),
      ([0x61, 0x07, 0x62], "ab", ["SBXG302"]),
      ([], "", []),
    ] as [([UInt8], String, [String])])
  func encodings(bytes: [UInt8], expected: String, codes: [String]) {
    let result = read(bytes)
    #expect(text(result) == expected)
    #expect(result.diagnostics.map(\.code) == codes)
  }

  @Test("Each line is a paragraph, whatever ends it; the last line end begins nothing")
  func lines() {
    let result = read(Array("a\r\nb\rc\n\nd\u{2029}e\n".utf8))
    #expect(result.document.blocks.count == 6)
    #expect(text(result) == "a\nb\nc\n\nd\ne")
  }

  @Test("Vertical tab and form feed are breaks")
  func breaks() {
    let result = read(Array("a\u{B}b\u{C}c\td".utf8))
    #expect(
      result.document.blocks == [
        .paragraph(Paragraph(inlines: [.run(Run("a")), .lineBreak, .run(Run("b"))])), .break(.page),
        .paragraph(Paragraph(inlines: [.run(Run("c\td"))])),
      ])
    #expect(text(result) == "a\nb\nc\td")
  }
}
