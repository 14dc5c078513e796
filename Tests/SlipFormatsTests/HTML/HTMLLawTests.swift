import SlipDocument
import SlipFormats
import Testing

@Suite struct HTMLLawTests {
  static func read(_ html: [UInt8]) -> Document { html.withUnsafeBytes { HTMLReader.read($0).document } }
  static func text(_ document: Document) -> String { String(decoding: PlainTextWriter.write(document), as: UTF8.self) }

  /// The text of a document survives HTML, whatever it is made of.
  @Test(arguments: 0..<40) func textIsKept(block: Int) {
    for seed in 0..<25 {
      var generator = MarkupDocumentGenerator(seed: UInt64(block * 25 + seed))
      let document = generator.make()
      let html = HTMLWriter.write(document)
      let expected = Self.text(document)
      let actual = Self.text(Self.read(html))
      if expected != actual {
        Issue.record(
          "seed \(block * 25 + seed)\n\(expected.debugDescription)\n\(actual.debugDescription)\n\(String(decoding: html, as: UTF8.self))")
        return
      }
    }
  }
}
