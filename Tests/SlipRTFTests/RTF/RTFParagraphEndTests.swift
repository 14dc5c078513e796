import SlipBase
import SlipDocument
import SlipRTF
import SlipTestSupport
import Testing

/// Where paragraphs end without a `\par`: at the end of a file, of a section, of a note, of a cell.
@Suite struct RTFParagraphEndTests {
  private static func read(_ rtf: String) -> Document {
    Array(rtf.utf8).withUnsafeBytes { RTFReader.read($0).document }
  }

  private static let head =
    "{\\rtf1\\ansi{\\colortbl;\\red200\\green0\\blue0;}{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0\\b\\fs36 heading 1;}}"
    + "{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}\\listid7}}"
    + "{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}"

  /// With and without the last `\par` the document is the same.
  @Test(arguments: [
    "\\pard\\qc One\\par Two", "\\pard One\\par\\pard\\s1\\outlinelevel0\\b\\fs36 Head",
    "\\pard One\\par\\pard\\li720\\fi-360\\sb120\\sl480\\slmult1 Two",
    "\\pard{\\listtext 1.\\tab}\\ls1\\ilvl0\\li720\\fi-360 item", "\\pard\\qr{\\b Two}", "\\pard{\\qr Two}",
    "\\pard\\box\\brdrs\\brdrw20\\brdrcf1 Two", "\\pard\\qc a\\footnote{x}",
    "\\pard\\qc a{\\footnote\\pard\\qr note}",
    "\\pard\\qc a{\\header\\pard\\qr head}", "\\pard\\qc a\\sect\\sectd\\pard\\qr b", "\\pard\\qc a\\page b",
    "\\trowd\\cellx900\\pard\\intbl\\qc a\\cell\\row\\pard\\qr b",
    "\\pard\\qc{\\field{\\*\\fldinst HYPERLINK \"x\"}{\\fldrslt y}}",
    "\\pard\\qc {\\shp{\\*\\shpinst{\\shptxt\\pard\\qr box}}}a",
  ])
  func theLastParagraphIsOne(_ body: String) {
    let (without, with) = (Self.read(Self.head + body + "}"), Self.read(Self.head + body + "\\par}"))
    #expect(TreeDump.text(of: without) == TreeDump.text(of: with))
    #expect(without == with)
  }

  @Test func theLastParagraphOfTheFixturesIsOne() throws {
    var compared = 0
    for name in RTFGoldenTests.names {
      let text = try Fixtures.bytes("rtf/\(name).rtf")
      guard let end = text.lastIndex(of: 0x7D), let mark = text[..<end].lastIndex(where: { $0 > 0x20 }),
        text[...mark].suffix(4).elementsEqual("\\par".utf8)
      else { continue }
      let shorter = Array(text[...(mark - 4)]) + Array("}".utf8)
      func read(_ bytes: [UInt8]) -> Document {
        var document = bytes.withUnsafeBytes { RTFReader.read($0).document }
        // The last `\par` may end an empty paragraph, which is nothing without it.
        while case .paragraph(let last)? = document.blocks.last, last.inlines.isEmpty {
          document.blocks.removeLast()
        }
        return document
      }
      #expect(read(shorter) == read(text), "\(name)")
      compared += 1
    }
    #expect(compared > 3)
  }

  /// The end of a section ends its paragraph, which has what was in force there.
  @Test(arguments: [
    ("\\pard\\qc a\\sect\\sectd\\pard\\qr b\\par", [("center", "a"), ("right", "b")]),
    ("\\pard\\qc a\\sect\\sectd\\pard\\qr b", [("center", "a"), ("right", "b")]),
    ("\\pard\\qc a\\sect\\par\\pard\\qr b\\par", [("center", "a"), ("right", "b")]),
    ("\\pard\\qc a\\par\\sect\\pard\\qr b\\par", [("center", "a"), ("right", "b")]),
    (
      "\\pard\\qc a\\sect\\pard\\qr b\\sect\\pard\\qj c\\par",
      [("center", "a"), ("right", "b"), ("justified", "c")]
    ),
    ("\\pard\\qc a\\sect{\\listtext 1.\\tab}\\pard\\ls1\\qr b\\par", [("center", "a"), ("right", "b")]),
  ])
  func sectionsEndParagraphs(_ body: String, _ expected: [(String, String)]) {
    let document = Self.read(Self.head + body + "}")
    let found = document.blocks.compactMap { block -> (String, String)? in
      guard case .paragraph(let paragraph) = block else { return nil }
      let text = paragraph.inlines.map { if case .run(let run) = $0 { run.text } else { "" } }.joined()
      return (paragraph.style.alignment.rawValue, text)
    }
    #expect(found.map { $0.0 + $0.1 } == expected.map { $0.0 + $0.1 })
    #expect(
      RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0).document } == document.normalized())
  }
}
