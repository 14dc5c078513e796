import SlipRTF
import SlipDocument
import SlipFormats
import Testing

/// Structure that text only looks like.
@Suite struct StructureTests {
  private static func document(_ body: String, _ choice: StructureChoice = .auto) -> Document {
    let rtf = Array("{\\rtf1\\ansi\n\(body)}".utf8)
    var document = rtf.withUnsafeBytes { RTFReader.read($0).document }
    document.findStructure(choice)
    return document
  }

  private static func headings(_ document: Document) -> [String] {
    document.blocks.compactMap { block in
      guard case .paragraph(let paragraph) = block, let level = paragraph.style.headingLevel else {
        return nil
      }
      let text = paragraph.inlines.map(\.runText).joined()
      return "\(level) \(text)"
    }
  }

  private static let text = "\\pard\\plain\\fs24 Some text that goes on for a while, as text does.\\par\n"

  @Test func largerAndBoldLinesAreHeadingsByRank() {
    let document = Self.document(
      "\\pard\\plain\\fs40 Title\\par\n" + Self.text + "\\pard\\plain\\fs24\\b Part one\\par\n" + Self.text
        + "\\pard\\plain\\fs24\\b 2.\\tab Part two\\par\n" + Self.text)
    #expect(Self.headings(document) == ["1 Title", "2 Part one", "2 2.\tPart two"])
  }

  @Test(arguments: [
    "\\pard\\plain\\fs24\\b A bold sentence that ends as sentences do.\\par\n",
    "\\pard\\plain\\fs24\\b - a typed item\\par\n", "\\pard\\plain\\fs24\\b and so on in bold\\par\n",
    "\\pard\\plain\\fs24\\b\\f1 code()\\par\n", "\\pard\\plain\\fs24\\b 12 345\\par\n",
    "\\pard\\plain\\fs24\\b One\\par\\b Two\\par\\b Three\\par\\b Four\\par\n",
  ])
  func theseAreNoHeadings(line: String) {
    let document = Self.document("{\\fonttbl{\\f1\\fmodern Courier New;}}" + Self.text + line + Self.text)
    #expect(Self.headings(document) == [])
  }

  @Test func whatIsLastHeadsNothing() {
    #expect(Self.headings(Self.document(Self.text + "\\pard\\plain\\fs40 The end\\par\n")) == [])
  }

  @Test func stylesComeFirst() {
    let body =
      "\\pard\\plain\\outlinelevel0 Said\\par\n" + Self.text + "\\pard\\plain\\fs40 Seen\\par\n" + Self.text
    #expect(Self.headings(Self.document(body)) == ["1 Said"])
    #expect(Self.headings(Self.document(body, .styles)) == ["1 Said"])
    #expect(Self.headings(Self.document(body, .looks)).count == 2)
  }

  @Test func typedMarkersMakeLists() {
    let document = Self.document(
      Self.text + "- one\\par - {\\b two}\\par\n" + Self.text
        + "1) a\\par 2) b\\par 4) c\\par\n- alone\\par\n")
    let markdown = String(decoding: MarkdownWriter.write(document), as: UTF8.self)
    #expect(markdown.contains("- one\n- **two**\n") && markdown.contains("1) a\n2) b\n"))
    #expect(markdown.contains("\n4\\) c\n") && markdown.contains("\n\\- alone\n"))
  }

  @Test func anAllBoldFirstRowIsAHeader() {
    func row(_ style: String) -> String {
      "\\trowd\\cellx1000\\cellx2000\\pard\\plain\\intbl\(style) a\\cell\(style) b\\cell\\row\n"
    }
    func headed(_ body: String) -> [Bool] {
      guard case .table(let table)? = Self.document(body).blocks.first else { return [] }
      return table.rows.map(\.isHeader)
    }
    #expect(headed(row("\\b") + row("\\plain")) == [true, false])
    #expect(headed(row("\\b") + row("\\b")) == [false, false])
  }
}
