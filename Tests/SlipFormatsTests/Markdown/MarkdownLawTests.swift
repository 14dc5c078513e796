import SlipDocument
import SlipFormats
import Testing

@Suite struct MarkdownLawTests {
  static func read(_ source: [UInt8]) -> Document {
    source.withUnsafeBytes { MarkdownReader.read($0).document }
  }

  /// What Markdown can hold.
  static var features: MarkupDocumentGenerator.Features {
    var features = MarkupDocumentGenerator.Features()
    features.attachments = false
    features.looks = false
    features.customMarkers = false
    features.notes = false
    features.outerBreaks = false
    features.runOns = false
    features.textBoxes = false
    features.inlineBreaks = false
    features.levelSkips = false
    return features
  }

  /// The lines that are not empty, without the spaces that empty paragraphs at the ends of cells are.
  static func lines(_ document: Document) -> [String] {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self).split(separator: "\n").map {
      String($0.replacing(/\ +(?=\t|$)/, with: ""))
    }
  }

  @Test(arguments: 0..<40) func textIsKept(block: Int) {
    for seed in 0..<25 {
      var generator = MarkupDocumentGenerator(seed: UInt64(block * 25 + seed), features: Self.features)
      let document = generator.make()
      let markdown = MarkdownWriter.write(document)
      let (expected, actual) = (Self.lines(document), Self.lines(Self.read(markdown)))
      if expected != actual {
        Issue.record(
          "seed \(block * 25 + seed)\n\(expected.debugDescription)\n\(actual.debugDescription)\n\(String(decoding: markdown, as: UTF8.self))"
        )
        return
      }
    }
  }

  /// Headings, lists, emphasis and links come back; e-mail addresses in text are links for GFM.
  @Test(arguments: 0..<20) func structureIsKept(block: Int) {
    for seed in 0..<25 {
      var features = Self.features
      features.tables = false
      features.notes = true
      var generator = MarkupDocumentGenerator(seed: UInt64(block * 25 + seed), features: features)
      let document = generator.make()
      let markdown = MarkdownWriter.write(document)
      let expected = Self.signature(document)
      let actual = Self.signature(Self.read(markdown))
      if expected != actual {
        Issue.record(
          """
          seed \(block * 25 + seed)
          \(expected.joined(separator: "\n"))
          ---
          \(actual.joined(separator: "\n"))
          ---
          \(String(decoding: markdown, as: UTF8.self))
          """)
        return
      }
    }
  }

  private static func signature(_ document: Document) -> [String] {
    let lines = StructureSignature.lines(of: document.blocks) {
      // What cmark makes of a URL with a space in it.
      $0.replacing("%20", with: " ")
    }
    // Empty headings are nothing, and as items just items.
    return lines.compactMap { line in
      guard let match = line.wholeMatch(of: /h\d (level \d \S+ )?/) else { return line }
      return match.1.map(String.init)
    }
  }
}
