import SlipRTF
import Foundation
import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

/// Every `Fixtures/rtf/NAME.rtf` against `NAME.document`, its tree, and `NAME.txt`, its plain text.
struct RTFGoldenTests {
  static let names: [String] = {
    let folder = Fixtures.directory.appending(path: "rtf")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".rtf") }.map { String($0.dropLast(4)) }.sorted()
  }()

  /// Compares with a golden file; one that is missing is written, and fails.
  private func expectGolden(_ actual: String, _ path: String) throws {
    let url = Fixtures.directory.appending(path: path)
    guard FileManager.default.fileExists(atPath: url.path) else {
      try Data(actual.utf8).write(to: url)
      Issue.record("\(path) was missing and has been written: check it")
      return
    }
    #expect(actual == String(decoding: try Fixtures.bytes(path), as: UTF8.self))
  }

  @Test("There are fixtures")
  func thereAreFixtures() {
    #expect(RTFGoldenTests.names.count >= 15)
  }

  @Test("Document, text and findings are as expected", arguments: names)
  func goldens(name: String) throws {
    let rtf = try Fixtures.bytes("rtf/\(name).rtf")
    let result = rtf.withUnsafeBytes { RTFReader.read($0) }
    let findings = result.diagnostics.map { "\($0.severity) \($0.code) \($0.message) (\($0.count))\n" }
    try expectGolden(TreeDump.text(of: result.document) + findings.joined(), "rtf/\(name).document")
    let text = PlainTextWriter.write(result.document)
    try expectGolden(String(decoding: text, as: UTF8.self), "rtf/\(name).txt")
  }

  @Test("The text needs no document", arguments: names)
  func plainText(name: String) throws {
    let rtf = try Fixtures.bytes("rtf/\(name).rtf")
    var diagnostics = DiagnosticSink()
    let text = rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
    #expect(text == PlainTextWriter.write(rtf.withUnsafeBytes { RTFReader.read($0) }.document))
  }

  @Test("Writing and reading again changes nothing", arguments: names)
  func roundTrip(name: String) throws {
    let rtf = try Fixtures.bytes("rtf/\(name).rtf")
    let document = rtf.withUnsafeBytes { RTFReader.read($0) }.document
    let again = RTFWriter.write(document).withUnsafeBytes { RTFReader.read($0) }.document
    #expect(TreeDump.text(of: again) == TreeDump.text(of: document))
    #expect(again == document)
  }
}
