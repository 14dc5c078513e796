import Foundation
import SlipTestSupport
import Testing

@testable import SlipboxKit

/// A code means one thing, everywhere and for ever.
@Suite struct CodeTests {
  @Test func eachCodeIsGivenOnce() throws {
    let sources = Fixtures.directory.deletingLastPathComponent().appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var owners: [String: Set<String>] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      // What explains codes repeats them.
      if file.path.contains("/Explain/") || file.path.contains("/Reports/") { continue }
      // Examples in documentation mention codes, too.
      let text = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.drop { $0 == " " }.hasPrefix("///") }.joined(separator: "\n")
      for match in text.matches(of: /"(SBX[A-Z][0-9]{3})"/) {
        owners[String(match.1), default: []].insert(file.lastPathComponent)
      }
    }
    #expect(owners.count > 100)
    let explained = Set(ExplanationTable.rows.map(\.code))
    #expect(owners.keys.filter { !explained.contains($0) }.sorted() == [])
    for (code, files) in owners.sorted(by: { $0.key < $1.key }) {
      #expect(files.count == 1, "\(code) is given in \(files.sorted().joined(separator: ", "))")
    }
  }
}
