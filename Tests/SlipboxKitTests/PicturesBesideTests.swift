import Foundation
import SlipBase
import SlipTestSupport
import SlipboxKit
import Testing

/// Pictures that lie beside a page or a Markdown file.
@Suite struct PicturesBesideTests {
  private let directory: TemporaryDirectory
  private var notes: String { directory.path("notes") }

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: notes + "/sub", withIntermediateDirectories: true)
    try write("a.png", try Fixtures.bytes("images/png-2-8.png"))
    try write("sub/b b.tif", try Fixtures.bytes("images/tiff-lzw.tif"))
    try write("none.png", Array("no picture".utf8))
    try Data(try Fixtures.bytes("images/png-2-8.png")).write(to: URL(filePath: directory.path("outside.png")))
    try FileManager.default.createSymbolicLink(
      atPath: notes + "/link.png", withDestinationPath: directory.path("outside.png"))
  }

  private func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: notes + "/" + name))
  }

  private func convert(
    _ name: String, _ text: String, to output: String
  ) throws -> (text: String, diagnostics: [Diagnostic]) {
    try write(name, Array(text.utf8))
    let path = directory.path(output)
    let diagnostics = try ConvertRequest(input: notes + "/" + name, output: path).run { _ in }
    let text = try? String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    return (text ?? "", diagnostics)
  }

  private static let markdown = "![one](a.png) and ![two](<./sub/../sub/b b.tif>)"
  private static let page =
    "<p><img src=\"a.png\" alt=\"one\"> and <img src=\"sub/b%20b.tif\" alt=\"two\"></p>"

  @Test(arguments: [("p.md", markdown), ("p.html", page)])
  func `they are embedded`(_ name: String, _ text: String) throws {
    let page = try convert(name, text, to: "out.html")
    #expect(page.diagnostics.isEmpty)
    #expect(page.text.components(separatedBy: "src=\"data:image/png;base64,").count == 3)
    let rtf = try convert(name, text, to: "out.rtf")
    #expect(rtf.diagnostics.isEmpty && !rtf.text.contains("INCLUDEPICTURE"))
    // A TIFF becomes a PNG, as RTF cannot hold it.
    #expect(rtf.text.components(separatedBy: "\\pngblip").count == 3 && !rtf.text.contains("\\objdata"))
  }

  @Test func `they are packed and copied`() throws {
    let package = try convert("p.md", Self.markdown, to: "out.rtfd")
    #expect(package.diagnostics.isEmpty)
    let packed = try FileManager.default.contentsOfDirectory(atPath: directory.path("out.rtfd")).sorted()
    #expect(packed == ["TXT.rtf", "a.png", "b b.tif"])
    #expect(
      try Data(contentsOf: URL(filePath: directory.path("out.rtfd/b b.tif")))
        == Data(Fixtures.bytes("images/tiff-lzw.tif")))
    let copy = try convert("p.md", Self.markdown, to: "out.md")
    #expect(
      copy.text.contains("![one](out_files/a.png)") && copy.text.contains("![two](<out_files/b b.png>)")
        || copy.text.contains("![two](out_files/b%20b.png)"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path("out_files")).sorted() == [
        "a.png", "b b.png",
      ])
  }

  @Test(arguments: ["gone.png", "../outside.png", "sub/../../outside.png", "link.png", "none.png", "sub"])
  func `what isn't a picture in the folder is not read, and said`(_ path: String) throws {
    let page = try convert("p.md", "![one](\(path))", to: "out.html")
    #expect(page.diagnostics.map(\.code) == ["SBXG116"])
    #expect(page.diagnostics.first?.severity == .warning)
    #expect(page.diagnostics.first?.location.file == notes + "/" + path)
    #expect(!page.text.contains("base64") && page.text.contains("alt=\"one\""))
    var request = ConvertRequest(input: notes + "/p.md", output: "-")
    request.to = "html"
    #expect(try request.report().totals.contains { $0.loss.name == "SBXG116" })
  }

  @Test func `all files of a folder are read so`() throws {
    try write("p.md", Array(Self.markdown.utf8))
    try write("sub/q.html", Array("<img src=\"b b.tif\" alt=\"\"><img src=\"../a.png\" alt=\"\">".utf8))
    var request = ConvertRequest(input: notes, output: directory.path("out"))
    request.to = "html"
    let diagnostics = try request.run { _ in }
    #expect(diagnostics.filter { $0.severity != .info }.map(\.code) == ["SBXG116"])
    let page = try String(
      decoding: Data(contentsOf: URL(filePath: directory.path("out/p.html"))), as: UTF8.self)
    #expect(page.components(separatedBy: "src=\"data:image/png;base64,").count == 3)
  }
}
