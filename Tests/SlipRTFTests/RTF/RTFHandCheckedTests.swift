import SlipRTF
import SlipBase
import SlipTestSupport
import Testing

/// Texts written by hand; why each reads so stands in `Fixtures/rtf/handchecked/README.md`.
@Suite struct RTFHandCheckedTests {
  static let files = Fixtures.names(in: "rtf/handchecked").filter { $0.hasSuffix(".rtf") }

  @Test func `there are enough of them, each with a reason`() throws {
    #expect(Self.files.count >= 40)
    let reasons = String(decoding: try Fixtures.bytes("rtf/handchecked/README.md"), as: UTF8.self)
    for file in Self.files { #expect(reasons.contains("| `\(file.dropLast(4))` |")) }
  }

  @Test(arguments: files) func `reads as a person says`(file: String) throws {
    let folder = "rtf/handchecked/"
    let expected = String(decoding: try Fixtures.bytes(folder + file.dropLast(3) + "txt"), as: UTF8.self)
    let bytes = try Fixtures.bytes(folder + file)
    var diagnostics = DiagnosticSink()
    let text = bytes.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }
    #expect(String(decoding: text, as: UTF8.self) == expected)
    let document = bytes.withUnsafeBytes { RTFReader.read($0).document }
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == expected)
  }
}
