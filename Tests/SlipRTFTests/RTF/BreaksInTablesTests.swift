import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

@testable import SlipRTF
@testable import SlipRTFD

/// Breaks, deleted paragraph ends and tables, in order and in disorder.
@Suite struct BreaksInTablesTests {
  private static func rtf(_ body: String) -> [UInt8] { Array("{\\rtf1\\ansi \(body)}".utf8) }

  private static func read(_ rtf: [UInt8]) -> Document { rtf.withUnsafeBytes { RTFReader.read($0).document } }

  private static func text(_ rtf: [UInt8]) -> String {
    var diagnostics = DiagnosticSink()
    return String(
      decoding: rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }, as: UTF8.self)
  }

  private static let box = "{\\shp{\\*\\shpinst{\\shptxt b}}}"
  private static let unseen = "{\\field{\\*\\fldinst INCLUDEPICTURE \"https://example.org/a.png\"}}"

  private static let cases: [(body: String, text: String)] = [
    // The table begins behind the break, wherever its cell says so.
    ("x\\sect\\intbl y\\cell\\row", "x\ny"), ("x\\sect y\\intbl\\cell\\row", "x\ny"),
    ("x\\sect\\intbl\\par y\\cell\\row", "x\n y"), ("x\\sect\\intbl y\\page z\\cell\\row", "x\ny z"),
    ("x\\page\\intbl\\page y\\cell\\row", "x\n\ny"), ("x\(box)\\sect\\intbl y\\cell\\row", "x\ny b"),
    ("x\(box){\\deleted\\par}\\page y\\intbl\\cell\\row", "x\ny b"),
    ("\(unseen)\\sect\\intbl y\\cell\\row", "\ny"),
    ("\\intbl x\\page\\itap2 y\\nestcell{\\nestrow}\\itap1 z\\cell\\row", "x y z"),
    // A deleted end on either side of the break.
    ("x\\sect\\intbl{\\deleted\\par}y\\cell\\row", "x\ny"),
    ("x\\sect{\\deleted\\par}\\intbl y\\cell\\row", "x\ny"),
    ("x{\\deleted\\par}\\sect\\intbl y\\cell\\row", "x\ny"),
    ("x\\sect y{\\deleted\\par}z\\tab\\intbl\\cell\\row", "x\nyz "),
    // A table that comes to nothing.
    ("x\\sect{\\deleted\\par}\\nestrow", "x\n"), ("x\\sect\\intbl\\par", "x\n"),
    ("x\\column\\deleted\\intbl\\par", "x\n"), ("x{\\deleted\\par}\\sect\\intbl\\column\\par", "x\n\n"),
    ("{\\intbl x\\page\\deleted\\par\\nestcell}", "x\n"), ("x\\page y\\intbl\\par z", "x\ny\nz"),
    // Behind the last cell there is nothing to break.
    ("x{\\deleted\\par}\\cell\\column{\\deleted\\par}\\row", "x"),
  ]

  @Test(arguments: cases) func `text behind a break and in a table`(body: String, text: String) {
    #expect(Self.text(Self.rtf(body)) == text)
    Self.expectLaws(Self.rtf(body))
  }

  /// The paragraph with the break ends before the table; its deleted end stays on its side of the break.
  @Test func `a paragraph ends at the break before a table`() {
    let dump = TreeDump.text(of: Self.read(Self.rtf("x\\sect y{\\deleted\\par}\\pard\\intbl z\\cell\\row")))
    #expect(
      dump.split(separator: "\n").map { $0.drop { $0 == " " } }.prefix(6).dropFirst()
        == ["paragraph", "text \"x\"", "break section", "paragraph end-deletion", "text \"y\""])
  }

  private static let words = [
    "x", "{\\deleted\\par}", "{\\deleted\\itap2\\par}", "\\par ", "\\sect ", "\\page ", "\\column ",
    "\\intbl ", "\\cell ",
    "\\nestcell ", "\\nestrow ", "\\row ", "{\\v h}", "\\pard ", "\\itap2 ", "\\trowd ",
    "{\\listtext 1.\\tab}", box, unseen,
    "{\\footnote n}", "{\\deleted d}", "\\lastrow ", "\\line ",
  ]

  @Test func `text and document agree on any disorder`() {
    var generator = Generator(state: 20_261_121)
    for _ in 0..<1_500 {
      let body = (0..<Int.random(in: 3...12, using: &generator)).map { _ in
        Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
      }
      Self.expectLaws(Self.rtf(body.joined()))
    }
  }

  /// One text by either road, kept by writing; what is written reads as the same document.
  private static func expectLaws(_ rtf: [UInt8]) {
    let (text, document) = (text(rtf), read(rtf))
    let source = String(decoding: rtf, as: UTF8.self)
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == text, "\(source)")
    let written = RTFWriter.write(document)
    #expect(Self.text(written) == text, "\(source)")
    #expect(read(written) == document.normalized(), "\(source)")
  }
}
