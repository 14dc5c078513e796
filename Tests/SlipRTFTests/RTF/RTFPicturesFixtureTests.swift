import SlipRTF
import Foundation
import SlipBase
import SlipTestSupport
import Testing

/// Files that word processors and converters wrote (`Scripts/make-fixtures`).
@Suite struct RTFPicturesFixtureTests {
  static let files: [String] = {
    let folder = Fixtures.directory.appending(path: "rtf/producers").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".rtf") }.sorted()
  }()

  private func bytes(_ file: String) throws -> [UInt8] { try Fixtures.bytes("rtf/producers/" + file) }

  private func mirror(_ bytes: [UInt8]) -> [UInt8] {
    var sink = DiagnosticSink()
    return bytes.withUnsafeBytes { RTFPlainText.extract($0, diagnostics: &sink) }
  }

  @Test func `there are files of each producer`() {
    for producer in ["abiword", "libreoffice", "pandoc"] {
      #expect(Self.files.filter { $0.hasPrefix(producer + "-") }.count >= 7)
    }
  }

  @Test(arguments: files)
  func `comes back, and shows the same text without its pictures`(file: String) throws {
    let bytes = try bytes(file)
    let lift = Lift(bytes)
    #expect(lift.diagnostics.isEmpty)
    #expect(try lift.restored() == bytes)
    #expect(mirror(lift.result.body) == mirror(bytes))
    #expect(lift.result.pictures.isEmpty != file.contains("pictures"))
  }

  /// Two pictures, one of them twice; LibreOffice adds a fallback to each, of which one is worth a blob.
  @Test(arguments: files.filter { $0.contains("pictures") })
  func `pictures`(file: String) throws {
    let lift = Lift(try bytes(file))
    let shown = lift.result.pictures.filter { !$0.isFallback }
    #expect(shown.map(\.mediaType) == [.png, .jpeg, .png])
    #expect(Set(shown.map(\.data.attachment)).count == 2)
    let fallbacks = lift.result.pictures.filter(\.isFallback)
    #expect(fallbacks.map(\.mediaType) == (file.hasPrefix("libreoffice") ? [.wmf] : []))
  }
}
