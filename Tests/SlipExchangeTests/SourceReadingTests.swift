import SlipBase
import SlipTestSupport
import Testing

@testable import SlipExchange

/// Dates, trees and archives of containers.
@Suite struct SourceReadingTests {
  @Test(arguments: [
    ("2016-05-19 11:50:25 +1000", "2016-05-19T01:50:25Z", true),
    ("20160519T015025Z", "2016-05-19T01:50:25Z", true),
    ("2016-05-19T01:50:25.125000Z", "2016-05-19T01:50:25.125Z", true),
    ("2010-05-04T15:22:47,857916Z", "2010-05-04T15:22:47.857916Z", true),
    ("2016-05-19", "2016-05-19T00:00:00Z", false), ("201605191150", "2016-05-19T11:50:00Z", false),
    ("Thu, 19 May 2016 01:50:25 GMT", "2016-05-19T01:50:25Z", true),
    ("Tue Aug 29 2023 08:44:38 GMT-0700 (Pacific Daylight Time)", "2023-08-29T15:44:38Z", true),
    ("May 3, 2023 4:05 PM", "2023-05-03T16:05:00Z", false),
    ("2023-04-03T10:20", "2023-04-03T10:20:00Z", false),
    ("2025-01-01T00:00:00+00:00", "2025-01-01T00:00:00Z", true),
  ])
  func theseAreDates(_ text: String, _ expected: String, _ hasZone: Bool) {
    let date = SourceDate(text)
    #expect(date?.time.rfc3339 == expected && date?.hasZone == hasZone)
  }

  @Test(arguments: [
    "", "x", "2016-13-01", "2016-02-30", "10101T000000Z", "0000-01-01", "12", "May", "99999999999999",
  ])
  func theseAreNone(_ text: String) { #expect(SourceDate(text) == nil) }

  @Test func pathsNeverLeadOut() {
    #expect(SourcePath.join("a/b", "../c/./d") == "a/c/d")
    #expect(SourcePath.join("a", "../../c") == nil && SourcePath.join("", "..") == nil)
    for path in ["", "/a", "a/", "../a", "a/../b", "a//b", "./a", "a\u{0}b"] {
      #expect(!SourcePath.isInside(path))
    }
    #expect(SourcePath.isInside("a/b.c"))
  }

  /// A tar archive of files.
  static func tar(_ files: [(path: String, text: String)]) -> [UInt8] {
    var output: [UInt8] = []
    for file in files {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, _ place: Int) {
        for (index, byte) in text.utf8.enumerated() { header[place + index] = byte }
      }
      put(file.path, 0)
      let size = String(file.text.utf8.count, radix: 8)
      put(String(repeating: "0", count: 11 - size.count) + size, 124)
      put("00000000000", 136)
      put("        ", 148)
      put("0", 156)
      put("ustar", 257)
      put(String(header.reduce(0) { $0 + Int($1) }, radix: 8), 148)
      header[154] = 0
      output += header + Array(file.text.utf8)
      output += [UInt8](repeating: 0, count: (512 - file.text.utf8.count % 512) % 512)
    }
    return output + [UInt8](repeating: 0, count: 1_024)
  }

  @Test func tarArchivesAreTrees() throws {
    let tree = try SourceTree.of(
      Self.tar([("b.md", "one"), ("r/a", "two"), ("../evil", "no"), ("/etc/x", "no")]), named: "x.jex")
    #expect(tree.form == .archive && tree.files.map(\.path) == ["b.md", "r/a"])
    #expect(try tree.read("r/a") == Array("two".utf8))
    #expect(tree.unreadable == ["../evil", "/etc/x"])
  }

  @Test func everyBeginningOfATarIsRead() throws {
    let bytes = Self.tar([("b.md", "one"), ("r/a", String(repeating: "x", count: 600))])
    for count in stride(from: 512, to: bytes.count, by: 97) {
      let tree = try SourceTree.of(Array(bytes.prefix(count)), named: "x.jex")
      #expect(tree.files.count <= 2)
      for place in tree.files.indices { _ = try tree.bytes(at: place).array }
    }
  }
}
