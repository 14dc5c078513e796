import SlipBase
import SlipDocument
import SlipFormats
import SlipRTF
import Testing

/// The lines around paragraphs and cells, from RTF to documents, pages and RTF again.
@Suite struct RTFBordersTests {
  private static func read(_ body: String) -> Document {
    Array("{\\rtf1\\ansi{\\colortbl;\\red255\\green0\\blue0;}\(body)}".utf8).withUnsafeBytes {
      RTFReader.read($0).document
    }
  }

  private static func html(_ document: Document) -> String {
    var options = WriteOptions()
    options.isFragment = true
    return String(decoding: HTMLWriter.write(document, options: options), as: UTF8.self)
  }

  private static func cells(_ definition: String) -> [DocumentTableCell] {
    guard
      case .table(let table)? = read("\\trowd\(definition)\\pard\\intbl a\\cell b\\cell\\row").blocks.first
    else {
      return []
    }
    return table.rows.flatMap(\.cells)
  }

  /// A side without a kind of line has none, and words about other lines don't reach it.
  @Test(
    arguments: [
      ("\\brdrt\\brdrl\\brdrb\\brdrr\\brdrbtw\\brdrbar", nil), ("\\brdrt\\brdrw15\\brdrcf1", nil),
      ("\\brdrt\\brdrs\\brdrnone", nil), ("\\brdrt\\brdrs\\brdrnil", nil),
      ("\\brdrt\\brdrs\\brdrw20", Borders(top: .init(width: 20))),
      ("\\brdrt\\brdrwavy", Borders(top: .init())),
      ("\\brdrt\\brdrw20\\brdrs\\brdrbtw\\brdrdb\\brdrw90", Borders(top: .init(width: 20))),
      ("\\brdrt\\brdrs\\brdrw20{\\chbrdr\\brdrdb\\brdrw90}", Borders(top: .init(width: 20))),
      ("\\box\\brdrdot\\brdrw10\\brsp40", Borders(all: .init(style: .dotted, width: 10, space: 40))),
    ] as [(String, Borders?)])
  func paragraphs(_ words: String, _ expected: Borders?) {
    guard case .paragraph(let paragraph)? = Self.read("\\pard\(words) text\\par").blocks.first else {
      Issue.record("no paragraph")
      return
    }
    #expect(paragraph.style.borders == expected)
  }

  @Test(arguments: [
    ("\\cellx900\\cellx1800", [Borders(), Borders()]),
    ("\\clbrdrb\\brdrs\\brdrw10\\cellx900\\cellx1800", [Borders(bottom: .init(width: 10)), Borders()]),
    ("\\clbrdrt\\brdrw15\\cellx900\\clbrdrl\\brdrtbl\\cellx1800", [Borders(), Borders()]),
    (
      "\\clbrdrl\\brdrdash\\brdrw30\\brdrcf1\\cellx900\\cldglu\\brdrs\\brdrw30\\cellx1800",
      [
        Borders(left: .init(style: .dashed, width: 30, color: DocumentColor(red: 255, green: 0, blue: 0))),
        Borders(),
      ]
    ),
    (
      "\\lastrow\\trbrdrt\\brdrs\\brdrw10\\trbrdrl\\brdrs\\brdrw10\\trbrdrb\\brdrs\\brdrw10\\trbrdrr\\brdrs\\brdrw10\\trbrdrv\\brdrdot\\brdrw10\\cellx900\\clbrdrr\\brdrnone\\cellx1800",
      [
        Borders(
          top: .init(width: 10), left: .init(width: 10), bottom: .init(width: 10),
          right: .init(style: .dotted, width: 10)),
        Borders(top: .init(width: 10), left: .init(style: .dotted, width: 10), bottom: .init(width: 10)),
      ]
    ),
  ])
  func cells(_ definition: String, _ expected: [Borders]) {
    #expect(Self.cells(definition).map(\.borders) == expected)
  }

  @Test func aLineOnOneSideStaysOne() {
    let document = Self.read(
      "\\trowd\\clbrdrb\\brdrs\\brdrw10\\cellx900\\cellx1800\\pard\\intbl a\\cell b\\cell\\row")
    let html = Self.html(document)
    #expect(html.contains("border-top:none;border-right:none;border-left:none\">a</td>"))
    #expect(html.contains("border:none\">b</td>"))
    let again = RTFWriter.write(document)
    #expect(again.withUnsafeBytes { RTFReader.read($0).document } == document.normalized())
    let words = String(decoding: again, as: UTF8.self).split(separator: "\\")
    #expect(words.count { $0.hasPrefix("clbrdr") } == 1)
  }

  /// A heading looks as its text says. One that says nothing has the look of headings.
  @Test(arguments: [
    (
      "{\\s3\\outlinelevel2\\fs24 heading 3;}", "\\s3\\outlinelevel2\\fs24 Quiet",
      "<h3 style=\"font-weight:normal\">", false
    ),
    (
      "{\\s3\\outlinelevel2 heading 3;}", "\\s3\\outlinelevel2 Quiet", "<h3 style=\"font-weight:normal\">",
      false
    ),
    (
      "{\\s1\\outlinelevel0\\fs28 heading 1;}", "\\s1\\outlinelevel0\\fs28\\ul Thin",
      "<h1 style=\"font-weight:normal\">", false
    ),
    ("{\\s1\\outlinelevel0\\b\\fs36 heading 1;}", "\\s1\\outlinelevel0 Styled", "<h1>", true),
    ("{\\s1\\outlinelevel0\\b\\fs36 heading 1;}", "\\s1\\outlinelevel0\\b\\fs36 Bold", "<h1>", true),
  ])
  func headings(_ style: String, _ text: String, _ start: String, _ isBold: Bool) {
    let document = Self.read(
      "{\\stylesheet{\\s0 Normal;}\(style)}\\pard\\plain\(text)\\par\\pard\\plain Text.\\par")
    #expect(Self.html(document).hasPrefix(start))
    let canonical = String(decoding: RTFWriter.write(document), as: UTF8.self)
    let line =
      canonical.split(separator: "\n").last { $0.contains("outlinelevel") && $0.hasSuffix("\\par") } ?? ""
    #expect(line.contains("\\b\\") == isBold)
    #expect(
      RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document }.blocks
        == document.normalized().blocks)
  }

  @Test func spaceAroundParagraphsIsStated() {
    let html = Self.html(Self.read("\\pard\\sb120\\sa240 a\\par\\pard b\\par"))
    #expect(html.hasPrefix("<p style=\"margin-top:6pt;margin-bottom:12pt\">a</p>\n<p>b</p>"))
  }
}
