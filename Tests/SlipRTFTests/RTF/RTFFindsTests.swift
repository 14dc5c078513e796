import SlipRTF
import SlipRTFD
import SlipBase
import SlipDocument
import SlipTestSupport
import Testing

/// Laws that hold for any bytes, over what fuzzing found and over all other RTF fixtures.
@Suite struct RTFFindsTests {
  static let files = ["rtf", "rtf/producers", "rtf/handchecked", "fuzz/rtf"].flatMap {
    folder in
    Fixtures.names(in: folder).filter { $0.hasSuffix(".rtf") }.map { "\(folder)/\($0)" }
  }

  private static func text(_ rtf: [UInt8]) -> String {
    var diagnostics = DiagnosticSink()
    return String(
      decoding: rtf.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &diagnostics) }, as: UTF8.self)
  }

  static func read(_ rtf: [UInt8]) -> Document { rtf.withUnsafeBytes { RTFReader.read($0).document } }

  @Test(arguments: files) func `both roads give one text, and writing keeps it`(file: String) throws {
    Self.checkLaws(try Fixtures.bytes(file))
  }

  static func checkLaws(_ bytes: [UInt8]) {
    let text = Self.text(bytes)
    let document = Self.read(bytes)
    #expect(String(decoding: PlainTextWriter.write(document), as: UTF8.self) == text)
    let rtf = RTFWriter.write(document)
    #expect(Self.text(rtf) == text)
    let back = Self.read(rtf)
    #expect(TreeDump.text(of: back) == TreeDump.text(of: document.normalized()))
    #expect(RTFWriter.write(back) == rtf)
  }

  @Test(arguments: files) func `lifted pictures go back, and the text stays`(file: String) throws {
    let bytes = try Fixtures.bytes(file)
    let lift = Lift(bytes)
    #expect(try lift.restored() == bytes)
    #expect(Self.text(lift.result.body) == Self.text(bytes))
    let blobs = Dictionary(
      lift.result.pictures.map { ($0.data.attachment, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    var diagnostics = DiagnosticSink()
    let embedded = lift.result.body.withUnsafeBytes {
      RTFPictures.embed(body: $0, diagnostics: &diagnostics, blob: { blobs[$0] })
    }
    #expect(Self.text(embedded) == Self.text(bytes))
  }
}
