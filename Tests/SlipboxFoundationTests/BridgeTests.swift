import Foundation
import RTF
import SlipboxFoundation
import Testing

/// Values of Foundation, there and back.
@Suite struct BridgeTests {
  @Test(arguments: [0, 1, -1, 1_700_000_000_123_456, -62_135_596_800_000_000, 253_402_300_799_999_999])
  func dates(microseconds: Int64) {
    let time = Timestamp(microseconds: microseconds)
    #expect(abs(Timestamp(time.date).microseconds - microseconds) <= 32)
    #expect(Date(time) == time.date)
    #expect(Timestamp(Date.distantFuture).date == Date.distantFuture)
  }

  @Test func identifiers() throws {
    let uuid = try #require(UUID(uuidString: "6F1C2D3E-0A1B-5C2D-8E3F-4A5B6C7D8E9F"))
    let id = UniqueID(uuid)
    #expect(id.description == "6f1c2d3e-0a1b-5c2d-8e3f-4a5b6c7d8e9f")
    #expect(id.uuid == uuid && UUID(id) == uuid)
    for _ in 0..<100 {
      let uuid = UUID()
      #expect(UniqueID(uuid).uuid == uuid)
    }
  }

  @Test func links() throws {
    let url = try #require(URL(string: "https://example.org/a?b=c#d"))
    #expect(Hyperlink(url).url == url)
    #expect(SourceLocation(URL(fileURLWithPath: "/a/b c.rtf")).file == "/a/b c.rtf")
    #expect(URL(fileURLWithPath: "/a/b.slipbox").slipboxPath == "/a/b.slipbox")
  }
}

/// Documents as attributed strings.
@Suite struct AttributedStringTests {
  private let source = """
    # Bees

    A *swarm* of **bees** in `May`, ~~not~~ [here](https://example.org/).

    - one
        - inner
    - two

    1. first
    2. second

    > Said *once*.

    | hive | weight |
    | --- | --- |
    | 1 | 21 kg |

    ```swift
    let bees = 1
    ```
    """

  /// What a document becomes in Markdown comes back from the attributed string.
  @Test func comesBack() {
    let document = Document(markdown: source)
    let text = AttributedString(document)
    #expect(String(text.characters).hasPrefix("Bees\nA swarm of bees in May, not here."))
    #expect(Document(text).markdown == document.markdown)
  }

  @Test func intents() throws {
    let text = AttributedString(Document(markdown: source))
    let intents = text.runs.compactMap(\.presentationIntent)
    #expect(intents.first?.components.map(\.kind) == [.header(level: 1)])
    let second = intents.first { $0.components.contains { $0.kind == .orderedList } }
    #expect(second?.components.map(\.kind) == [.paragraph, .listItem(ordinal: 1), .orderedList])
    let bold = text.runs.first { $0.inlinePresentationIntent == .stronglyEmphasized }
    #expect(bold.map { String(text[$0.range].characters) } == "bees")
    let link = text.runs.first { $0.link != nil }
    #expect(link?.link == URL(string: "https://example.org/"))
  }

  /// Code of several lines, as `AttributedString(markdown:)` gives it.
  @Test func linesOfCodeStayTogether() {
    var text = AttributedString("let a = 1\nlet b = 2\n")
    text.presentationIntent = PresentationIntent(.codeBlock(languageHint: "swift"), identity: 1)
    #expect(Document(text).markdown == "```swift\nlet a = 1\nlet b = 2\n```\n")
  }

  @Test func plainLinesAreParagraphs() {
    let document = Document(AttributedString("one\ntwo\n\nthree"))
    #expect(document.plainText == "one\ntwo\n\nthree")
    #expect(Document(AttributedString()).blocks.isEmpty)
  }
}
