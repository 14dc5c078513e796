import SlipBase
import SlipBundle
import SlipTestSupport
import Testing

@testable import SlipboxKit

@Suite struct FindingContextTests {
  private func window(_ text: String, _ offset: Int) -> (
    column: Int?, text: String?, caret: Int?, object: String
  ) {
    Array(text.utf8).withUnsafeBytes { bytes in
      let window = SourceWindow(bytes, offset)
      return (window.column, window.excerpt?.text, window.excerpt?.caret, window.object)
    }
  }

  @Test func windows() {
    let found = window("<a>\n  <é b=\"1\" c=\"2\"/>\r\n", 6)
    #expect(found.column == 3)
    #expect(found.text == "<é b=\"1\" c=\"2\"/>")
    #expect(found.caret == 0)
    #expect(found.object == "<é b=\"1\"")
    #expect(window("  <é b=\"1\"/>", 5).column == 5)
    #expect(window("", 0).text == nil)
    #expect(window("abc", 99).column == 4)
  }

  @Test func longLinesAreCut() {
    let long = String(repeating: "ä", count: 500)
    let found = window(long, 401)
    #expect(found.text?.hasPrefix("…") == true)
    #expect(found.text?.hasSuffix("…") == true)
    #expect((found.text?.count ?? 0) < 130)
    #expect(found.text?.contains("\u{FFFD}") == false || 401 % 2 == 1)
    #expect(window(String(repeating: "x", count: 5000), 4999).column == nil)
  }

  @Test func controlsAreNotShown() {
    #expect(PlainLine.text("a\tb\u{1B}[31m\u{202E}c\n") == "a b\u{FFFD}[31m\u{FFFD}c\u{FFFD}")
    #expect(PlainLine.text("plain ü 漢") == "plain ü 漢")
  }

  @Test func fingerprintsOutliveLines() throws {
    let folder = try TemporaryDirectory()
    let element = "<link to=\"x\"/>"
    func prints(_ text: String, _ offsets: [Int]) throws -> [String] {
      try folder.write("manifest.xml", text)
      let storage = try DirectoryStorage(folder.url.path)
      let diagnostics = offsets.map {
        Diagnostic(
          code: "SBXL001", severity: .error, message: "m",
          location: SourceLocation(
            file: storage.displayPath(of: "manifest.xml"), .position(line: 1, column: $0 + 1, offset: $0)))
      }
      return FindingContext.findings(diagnostics, in: storage).map(\.fingerprint)
    }
    let first = try prints("\(element)\(element)<link to=\"y\"/>", [0, 14, 28])
    #expect(Set(first).count == 3)
    #expect(try prints("\n\n\(element)\(element)<link to=\"y\"/>", [2, 16, 30]) == first)
    #expect(try prints("<link to=\"z\"/>", [0]) != [first[0]])
  }

  @Test func bytesGetLines() throws {
    let folder = try TemporaryDirectory()
    try folder.write("notes/a.rtf", "{\\rtf1\n{\\pict}}")
    let storage = try DirectoryStorage(folder.url.path)
    let file = storage.displayPath(of: "notes/a.rtf")
    let found = FindingContext.findings(
      [
        Diagnostic(
          code: "SBXP007", severity: .error, message: "m", location: SourceLocation(file: file, .byte(7))),
        Diagnostic(
          code: "SBXP007", severity: .error, message: "m",
          location: SourceLocation(file: storage.displayPath(of: "gone"), .byte(7))),
      ], in: storage)
    #expect(found.map(\.entry) == ["notes/a.rtf", "gone"])
    #expect(found.map(\.line) == [2, nil])
    #expect(found.map(\.column) == [1, nil])
    #expect(found[0].excerpt == .init(text: "{\\pict}}", caret: 0))
  }

  @Test func unreadableBundlesDoNotStopTheOthers() throws {
    let folder = try TemporaryDirectory()
    for name in ["z", "a", "deep/er/m"] {
      try folder.write("tree/\(name).slipbox/mimetype", "application/vnd.slipbox")
      try folder.write("tree/\(name).slipbox/manifest.xml", "<")
    }
    try folder.write("tree/broken.slippack", "no zip")
    let run = ValidationRun([folder.path("nothing"), folder.path("tree")], recursive: true)
    #expect(
      run.items.map { $0.path.split(separator: "/").last } == [
        "nothing", "a.slipbox", "broken.slippack", "m.slipbox", "z.slipbox",
      ])
    #expect(run.failures.count == 2)
    #expect(
      run.outcomes.allSatisfy { $0.findings.count == $0.report.diagnostics.count && !$0.findings.isEmpty })
    #expect(run.reaches(.error))
  }
}
