import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange

/// Names in ZIP files that aren't UTF-8.
@Suite struct ArchiveNamesTests {
  /// The tree of a ZIP with files of these names.
  private func tree(_ names: [[UInt8]]) throws -> SourceTree {
    var zip = ZipMaker()
    for name in names {
      var entry = ZipMaker.Entry("", "text")
      entry.name = name
      zip.entries.append(entry)
    }
    return try SourceTree.of(zip.bytes(), named: "a.zip")
  }

  @Test(arguments: [
    ([0x4D, 0x81, 0x6E, 0x7A, 0x65, 0x6E], 437, "Münzen"), ([0x63, 0x61, 0x66, 0x82], 437, "café"),
    ([0x4D, 0xFC, 0x6E, 0x7A, 0x65, 0x6E], 1252, "Münzen"), ([0xB5, 0x72, 0x61], 850, "Ára"),
    ([0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], 932, "日本語"), ([0x83, 0x81, 0x83, 0x82], 932, "メモ"),
    ([0x8F, 0xE0, 0xA8, 0xA2, 0xA5, 0xE2], 866, "Привет"),
    ([0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], 1251, "Привет"),
    ([0xD6, 0xD0, 0xCE, 0xC4], 936, "中文"), ([0xC7, 0xD1, 0xB1, 0xDB], 949, "한글"),
  ])
  func namesAreDecoded(_ name: [Int], _ page: Int, _ expected: String) throws {
    let tree = try tree([name.map(UInt8.init) + Array(".md".utf8), Array("plain.md".utf8)])
    #expect(tree.files.map(\.path).contains(expected + ".md") && tree.nameCodePage == page)
    #expect(tree.files.contains { $0.path == "plain.md" })
    for place in tree.files.indices { #expect(try tree.bytes(at: place).array == Array("text".utf8)) }
  }

  @Test func namesInUTF8AreAsTheyAre() throws {
    #expect(try tree([Array("日本.md".utf8)]).nameCodePage == nil)
  }

  @Test func anyNameIsReadOrRefused() throws {
    for seed in 0..<200 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let name = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        UInt8.random(in: 0x80...0xFF, using: &generator)
      }
      if let tree = try? tree([name + Array(".md".utf8)]) {
        #expect(tree.files.allSatisfy { SourcePath.isInside($0.path) })
      }
    }
  }

  @Test func whatLeadsOutIsRefused() {
    #expect(throws: SlipError.self) { try tree([Array("../".utf8) + [0x81]]) }
  }
}
