import Foundation
import SlipBundle
import SlipTestSupport
import Testing

@Suite struct ManifestGoldenTests {
  /// The form of a manifest never changes by accident: digests and diffs hang on it.
  @Test func unusualText() throws {
    var generator = BoxGenerator(seed: 4)
    let text = String(decoding: try ManifestWriter.bytes(try generator.box()), as: UTF8.self)
    let url = Fixtures.directory.appending(path: "manifest/unusual-text.xml")
    let golden = try? String(contentsOf: url, encoding: .utf8)
    if golden == nil {
      try SampleBundle.write(Array(text.utf8), to: url.path)
      Issue.record("the golden was missing and has been written")
    }
    #expect(golden == nil || golden.map { Array($0.utf8) } == Array(text.utf8))
  }
}
