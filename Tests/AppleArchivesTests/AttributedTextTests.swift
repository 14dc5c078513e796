import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import AppleArchives

/// Attributed strings become documents.
@Suite struct AttributedTextTests {
  private func text(_ maker: ArchiveMaker, _ root: ListValue) throws -> AttributedText {
    let bytes = maker.archive(root)
    let object = try #require(bytes.withUnsafeBytes { KeyedArchive($0) }?.root)
    return try #require(AttributedText(object))
  }

  private func paragraphs(_ document: Document) -> [Paragraph] {
    document.blocks.compactMap { if case .paragraph(let paragraph) = $0 { paragraph } else { nil } }
  }

  private func runs(_ paragraph: Paragraph) -> [Run] {
    paragraph.inlines.compactMap { if case .run(let run) = $0 { run } else { nil } }
  }

  @Test func fontsColoursAndLinksAreFormatting() throws {
    var maker = ArchiveMaker()
    let bold = maker.object(
      ["NSFont"], [("NSName", maker.string("Helvetica-BoldOblique")), ("NSSize", .real(12))])
    let red = maker.object(
      ["NSColor"], [("NSColorSpace", .integer(1)), ("NSRGB", .data(Array("1 0 0\0".utf8)))])
    let url = maker.object(
      ["NSURL"], [("NS.base", .uid(0)), ("NS.relative", maker.string("https://a.example"))])
    let first = maker.dictionary([("NSFont", bold), ("NSColor", red), ("NSUnknown", maker.string("?"))])
    let second = maker.dictionary([("NSLink", url), ("NSUnderline", maker.add(.integer(1)))])
    let source = maker.object(
      ["NSMutableAttributedString", "NSAttributedString"],
      [
        (
          "NSString",
          maker.object(["NSMutableString", "NSString"], [("NS.string", .string("bold🐝\nlink\u{2028}x"))])
        ),
        ("NSAttributes", maker.array([first, second])), ("NSAttributeInfo", maker.add(.data([7, 0, 4, 1]))),
      ])
    let text = try text(maker, source)
    let paragraphs = paragraphs(text.document())
    try #require(paragraphs.count == 2)
    let style = try #require(runs(paragraphs[0]).first).style
    #expect(runs(paragraphs[0]).map(\.text) == ["bold🐝"])
    #expect(style.isBold && style.isItalic && style.size == 24 && style.font == "Helvetica")
    #expect(style.color == DocumentColor(red: 255, green: 0, blue: 0))
    #expect(runs(paragraphs[1]).map(\.text) == ["link", "x"])
    #expect(runs(paragraphs[1])[0].style.link?.target == "https://a.example")
    #expect(runs(paragraphs[1])[0].style.underline == .single)
    #expect(runs(paragraphs[1])[1].style.isPlain)
    #expect(paragraphs[1].inlines.contains(.lineBreak))
    #expect(text.diagnostics(code: "X").map(\.count) == [1])
  }

  @Test func oneDictionaryStandsForTheWholeText() throws {
    var maker = ArchiveMaker()
    let picture: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 5_000)
    let wrapper = AttributedTextTests.wrapper("a.png", picture)
    let file = maker.object(
      ["NSFileWrapper"],
      [("NSFileWrapperData", maker.object(["NSMutableData", "NSData"], [("NS.data", .data(wrapper))]))])
    let attachment = maker.object(["NSTextAttachment"], [("NSFileWrapper", file)])
    let source = maker.object(
      ["NSAttributedString"],
      [
        ("NSString", maker.string("\u{FFFC}")),
        ("NSAttributes", maker.dictionary([("NSAttachment", attachment)])),
      ])
    let document = try text(maker, source).document()
    #expect(document.resources.map(\.name) == ["a.png"])
    #expect(document.resources.map(\.content) == [.bytes(picture)])
    #expect(document.picturedResources == [0])
  }

  /// A serialized wrapper of one file, whose content is aligned.
  private static func wrapper(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let content = number(1) + number(0x8000_0000) + number(bytes.count) + number(3) + [0, 0, 0] + bytes
    let title = number(1) + number(name.utf8.count) + Array(name.utf8)
    var wrapper = Array("rtfd".utf8) + number(0) + number(3) + number(2)
    for entry in ["..", "__@PreferredName@__"] { wrapper += number(entry.utf8.count) + Array(entry.utf8) }
    return wrapper + number(content.count) + number(title.count) + content + title
  }

  @Test func listsAndHeadings() throws {
    var maker = ArchiveMaker()
    let outer = maker.object(["NSTextList"], [("NSMarkerFormat", maker.string("{decimal}."))])
    let inner = maker.object(["NSTextList"], [("NSMarkerFormat", maker.string("{disc}"))])
    let first = maker.dictionary([
      ("NSParagraphStyle", maker.object(["NSParagraphStyle"], [("NSTextLists", maker.array([outer]))]))
    ])
    let second = maker.dictionary([
      (
        "NSParagraphStyle",
        maker.object(["NSParagraphStyle"], [("NSTextLists", maker.array([outer, inner]))])
      )
    ])
    let third = maker.dictionary([
      (
        "NSParagraphStyle",
        maker.object(["NSParagraphStyle"], [("NSHeaderLevel", .integer(2)), ("NSAlignment", .integer(2))])
      )
    ])
    let source = maker.object(
      ["NSAttributedString"],
      [
        ("NSString", maker.string("\t1.\tone\n\t•\tinner\nplain\n")),
        ("NSAttributes", maker.array([first, second, third])),
        ("NSAttributeInfo", maker.add(.data([8, 0, 9, 1, 6, 2]))),
      ])
    let document = try text(maker, source).document()
    let paragraphs = paragraphs(document)
    #expect(paragraphs.map { runs($0).map(\.text).joined() } == ["one", "inner", "plain"])
    #expect(paragraphs.map { $0.listItem?.marker } == ["1.", "•", nil])
    #expect(paragraphs.map { $0.listItem?.level } == [0, 1, nil])
    #expect(document.lists.count == 1)
    #expect(document.lists[0].levels.map(\.numbering) == [.decimal, .bullet])
    #expect(paragraphs[2].style.headingLevel == 2 && paragraphs[2].style.alignment == .center)
  }

  @Test func runsThatDoNotFitAreClipped() throws {
    for info: [UInt8] in [[200, 1, 0], [1, 0], [1, 9], [], [0, 0, 0]] {
      var maker = ArchiveMaker()
      let source = maker.object(
        ["NSAttributedString"],
        [
          ("NSString", maker.string("🐝x")), ("NSAttributes", maker.array([maker.dictionary([])])),
          ("NSAttributeInfo", maker.add(.data(info))),
        ])
      let document = try text(maker, source).document()
      #expect(paragraphs(document).map { runs($0).map(\.text).joined() } == ["🐝x"])
    }
  }
}
