import Foundation
import SlipBatch
import SlipTestSupport
import SlipboxKit
import Testing

/// What files are, and that it is told as the published schema says.
@Suite struct IdentificationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func identify(_ path: String, _ text: String? = nil) throws -> Identification {
    if let text { try directory.write(path, text) }
    let identification = Identification(of: WorkItem(path: directory.path(path)))
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(identification))
    #expect(try SchemaChecker(named: "identification").faults(object) == [])
    return identification
  }

  @Test func `content tells, not the name`() throws {
    let file = try identify("a.doc", "{\\rtf1\\ansi\\deflang1031{\\*\\generator X 1;}{\\lang1033 One}}")
    #expect(file.format == "rtf" && file.mediaType == "application/rtf" && file.rtf?.producer?.name == "X")
    let page = try identify("a.rtf", "<!DOCTYPE html><p>x")
    #expect(page.format == "html" && page.mediaType == "text/html" && page.rtf == nil)
    #expect(try identify("a.md", "# x").format == "markdown")
    #expect(try identify("empty", "").format == nil)
  }

  @Test func `full records follow the schema`() throws {
    let file = try identify(
      "a.rtf",
      """
      \u{FEFF} {\\rtf\\fromhtml1\\cocoartf1{\\fonttbl{\\f0\\fcharset2 A;}}\\u8364 ?{\\footnote a}{\\*\\atnid a}{\\annotation a}
      {\\footnote\\ftnalt b}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt x}}{\\revised a}{\\deleted b}{\\pict\\jpegblip ff}
      {\\object\\objemb{\\*\\objclass C}{\\*\\objdata 00}}{{\\NeXTGraphic x.png}x}\\trowd\\cellx9 a\\cell\\row}more
      """)
    #expect(file.rtf?.oddities.count == 5 && (file.rtf?.counts.count ?? 0) >= 10)
  }

  @Test func `directories`() throws {
    try directory.write("p.rtfd/TXT.rtf", "{\\rtf1 One}")
    try directory.write("p.rtfd/a.png", "x")
    let package = try identify("p.rtfd")
    #expect(package.format == "rtfd" && package.files == 2 && package.rtf?.counts["words"] == 1)
    try directory.write("b.slipbox/manifest.xml", "")
    #expect(try identify("b.slipbox").format == "slipbox")
    try directory.write("folder/x", "")
    #expect(try identify("folder").error?.code == "SBXG103")
    #expect(try identify("missing").error != nil)
  }

  @Test func `trees give all files, bundles and packages as one`() throws {
    try directory.write("t/p.rtfd/TXT.rtf", "{\\rtf1 One}")
    try directory.write("t/b.slipbox/manifest.xml", "")
    try directory.write("t/sub/a.png", "x")
    try directory.write("t/.hidden", "x")
    let list = WorkList(Identification.files(in: [directory.path("t")], recursive: true))
    var found: [String] = []
    while let item = list.next() { found.append(item.relativePath) }
    #expect(found == ["b.slipbox", "p.rtfd", "sub/a.png"])
  }

  @Test func `the schema is strict`() throws {
    let faults = try SchemaChecker(named: "identification").faults(
      ["path": "a", "other": 1] as [String: Any])
    #expect(!faults.isEmpty)
  }
}
