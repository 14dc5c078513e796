import SlipDocument
import Testing

/// Items of lists with several paragraphs, and texts within them.
@Suite struct DocumentBuilderTests {
  /// The paragraphs: level and marker of an item, `+` for a further paragraph of one, and the text.
  private func lines(_ blocks: [Block]) -> [String] {
    blocks.map { block in
      guard case .paragraph(let paragraph) = block else { return "table" }
      let text = paragraph.inlines.map(\.runText).joined()
      if let item = paragraph.listItem { return "\(item.level) \(item.marker) \(text)" }
      if case .item(let level)? = paragraph.style.role.containers.last { return "\(level) + \(text)" }
      return text
    }
  }

  @Test func itemsHaveParagraphsAndLists() {
    var builder = DocumentBuilder()
    builder.text("before")
    builder.beginItem(level: 0, number: 1)
    builder.text("one")
    builder.beginItem(level: 1)
    builder.text("inner")
    builder.endItem()
    builder.text("of one")
    builder.endItem()
    builder.beginItem(level: 0, number: 2)
    builder.endItem()
    builder.text("after")
    builder.endBlock()
    #expect(
      lines(builder.document.blocks) == ["before", "0 1. one", "1 • inner", "0 + of one", "0 2. ", "after"])
    #expect(builder.openItems == 0)
  }

  @Test func aTextWithinAnItemIsNoPartOfIt() {
    var builder = DocumentBuilder()
    builder.beginItem(level: 0)
    builder.text("item")
    builder.endBlock()
    builder.beginPart()
    builder.text("cell")
    #expect(lines(builder.endPart()) == ["cell"])
    builder.text("more")
    builder.endItem()
    builder.endItem()
    #expect(lines(builder.document.blocks) == ["0 • item", "0 + more"])
    #expect(builder.endPart().isEmpty)
  }

  @Test func numbersOfNestedListsBeginAnew() {
    var numbers = ListNumbers()
    #expect(numbers.next(level: 0, isNumbered: true, first: 3) == 3)
    #expect(numbers.next(level: 1, isNumbered: true) == 1)
    #expect(numbers.next(level: 1, isNumbered: true) == 2)
    #expect(numbers.next(level: 0, isNumbered: true, first: 9) == 4)
    #expect(numbers.next(level: 1, isNumbered: true) == 1)
    #expect(numbers.next(level: 0, isNumbered: false) == nil)
    #expect(numbers.next(level: 0, isNumbered: true) == 1)
    numbers.end()
    #expect(numbers.next(level: 0, isNumbered: true) == 1)
  }
}
