import SlipRTF
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

  /// The lines that are not empty, white space collapsed as HTML does it.
  static func lines(_ document: Document) -> [String] {
    String(decoding: PlainTextWriter.write(document), as: UTF8.self).split(separator: "\n").compactMap {
      let words = $0.split { $0 == " " || $0 == "\t" }
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
  }

  @Test(arguments: 0..<40) func textIsKept(block: Int) {
    MarkupLaw(
      features: Self.features, write: { MarkdownWriter.write($0) }, read: Self.read, lines: Self.lines
    )
    .hold(block: block)
  }

  /// Headings, lists, emphasis and links come back; addresses in text are links for GFM.
  @Test(arguments: 0..<20) func structureIsKept(block: Int) {
    var features = Self.features
    features.tables = false
    features.notes = true
    MarkupLaw(features: features, write: { MarkdownWriter.write($0) }, read: Self.read, lines: Self.signature)
      .hold(block: block)
  }

  /// Headings are bold by themselves.
  private static func withoutBoldHeading(_ line: String) -> String {
    guard let match = line.wholeMatch(of: /(h\d (?:level \d \S+ )?)(\{b.*)/), !match.2.contains(/\{(?!b)/)
    else {
      return line
    }
    let rest = match.2.replacing("{b", with: "{")
    return String(match.1) + (rest.hasPrefix("{}") ? String(rest.dropFirst(2)) : String(rest))
  }

  /// Whether the target is one of the addresses that the generator has in text.
  private static func isOfText(_ target: String) -> Bool {
    ["http://example.com/a?", "http://www.", "https://x.y/", "http://x"].contains { target.hasPrefix($0) }
  }

  private static func signature(_ document: Document) -> [String] {
    let lines = StructureSignature.lines(of: document.blocks) {
      if isOfText($0) { return nil }
      // What cmark makes of a URL with a space in it.
      return $0.replacing("%20", with: " ")
    }
    // Empty headings are nothing, and as items just items.
    return lines.map(withoutBoldHeading).compactMap { line in
      guard let match = line.wholeMatch(of: /h\d (level \d \S+ )?/) else { return line }
      return match.1.map(String.init)
    }
  }
}
