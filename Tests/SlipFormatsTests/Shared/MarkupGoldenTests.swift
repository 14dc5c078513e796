import Foundation
import SlipDocument
import SlipFormats
import SlipTestSupport
import Testing

/// One document with a bit of everything, as files that a person can read. A missing golden is written, and fails.
@Suite struct MarkupGoldenTests {
  static let tour: Document = {
    func run(_ text: String, _ change: (inout CharacterStyle) -> Void = { _ in }) -> Inline {
      var style = CharacterStyle()
      change(&style)
      return .run(Run(text, style: style))
    }
    func paragraph(_ inlines: Inline..., change: (inout Paragraph) -> Void = { _ in }) -> Block {
      var paragraph = Paragraph(inlines: inlines)
      change(&paragraph)
      return .paragraph(paragraph)
    }
    func item(_ text: String, _ level: Int, _ marker: String) -> Block {
      paragraph(run(text)) { $0.listItem = ListItem(list: 0, level: level, marker: marker) }
    }
    func cell(_ text: String, _ horizontal: DocumentTableCell.Merge? = nil) -> DocumentTableCell {
      DocumentTableCell(blocks: [paragraph(run(text))], horizontalMerge: horizontal)
    }
    var document = Document()
    document.info.title = "A tour of <markup>"
    document.info.author = "Jane Doe"
    document.info.keywords = ["notes", "R&D"]
    document.resources = [
      Resource(content: .bytes([0x89, 0x50, 0x4E, 0x47]), mediaType: "image/png", name: "dot.png"),
      Resource(
        content: .file("files/Annual report.pdf"), mediaType: "application/pdf", name: "Annual report.pdf"),
    ]
    document.notes = [
      MarginNote(kind: .footnote, mark: "1", blocks: [paragraph(run("A footnote."))]),
      MarginNote(
        kind: .annotation, mark: "[A1]", blocks: [paragraph(run("Is this so?"))], author: "Max",
        date: CalendarDate(year: 2024, month: 5, day: 6, hour: 7, minute: 8)),
    ]
    document.blocks = [
      paragraph(run("Heading & more")) { $0.style.headingLevel = 1 },
      paragraph(
        run("Plain, "), run("bold", { $0.isBold = true }), run(" and "),
        run(
          "bold italic",
          {
            $0.isBold = true; $0.isItalic = true
          }), run(", H"),
        run("2", { $0.position = .subscript }), run("O, "), run("struck", { $0.isStruck = true }), run(", "),
        run("red", { $0.color = DocumentColor(red: 255, green: 0, blue: 0) }), run(", *stars* and 5 < 6."),
        .lineBreak,
        run("A "), run("link", { $0.link = Hyperlink(target: "https://example.com/?a=1&b=2", tip: "See") }),
        run(", one that must not be live", { $0.link = Hyperlink(target: "javascript:alert(1)") }),
        run(", a note"), .noteReference(0), run(" and a remark"), .noteReference(1), run(".")),
      paragraph(run("Centred   with  spaces")) { $0.style.alignment = .center },
      paragraph(
        run("kept"),
        run(
          " inserted",
          {
            $0.revision = Revision(
              kind: .insertion, author: "Max", date: CalendarDate(year: 2024, month: 1, day: 2))
          }),
        run(" deleted", { $0.revision = Revision(kind: .deletion, author: "Max") }),
        run(" hidden", { $0.isHidden = true })),
      item("First", 0, "1."), item("Within", 1, "•"), item("Also within", 1, "•"), item("Second", 0, "2."),
      item("Special", 0, "§ 3"),
      .table(
        DocumentTable(rows: [
          DocumentTableRow(cells: [cell("Name"), cell("Sum | total")], isHeader: true),
          DocumentTableRow(cells: [cell("a"), cell("1")]),
        ])),
      .table(
        DocumentTable(rows: [
          DocumentTableRow(cells: [
            cell("wide", .first), DocumentTableCell(blocks: [paragraph()], horizontalMerge: .continued),
          ]),
          DocumentTableRow(cells: [cell("l"), cell("r")]),
        ])),
      .break(.page),
      paragraph(
        .picture(Picture(resource: 0, width: 1440, height: 720, description: "A dot")), run(" "),
        .attachment(resource: 1)
      ) { $0.textBoxes = [TextBox(blocks: [paragraph(run("In a box."))])] },
    ]
    return document
  }()

  @Test(arguments: ["html", "markdown"]) func tour(format: String) throws {
    let row = try #require(FormatTable.named(format))
    let write = try #require(row.write)
    let suffix = try #require(row.suffixes.first)
    try Self.compare(write(Self.tour, WriteOptions()), "\(format)/tour.\(suffix)")
  }

  /// The tour's goldens read back.
  @Test(arguments: ["html", "markdown"]) func readBack(format: String) throws {
    let row = try #require(FormatTable.named(format))
    let read = try #require(row.read)
    let write = try #require(row.write)
    let result = try write(Self.tour, WriteOptions()).withUnsafeBytes { read($0, .init()) }
    try Self.compare(Array(TreeDump.text(of: result.document).utf8), "\(format)/tour.document")
  }

  private static func compare(_ bytes: [UInt8], _ path: String) throws {
    let file = Fixtures.directory.appending(path: path)
    guard let golden = try? [UInt8](Data(contentsOf: file)) else {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
      Issue.record("\(path) was missing and has been written: look at it, then commit it")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
  }
}
