import Foundation
import SlipBundle
import SlipTestSupport
import Testing

@testable import SlipboxKit

@Suite struct ExplanationTests {
  @Test func everyRuleHasAPage() {
    for rule in RuleTable.rows {
      #expect(
        ExplanationTable.entries(for: rule.code.lowercased()).contains {
          $0.name == rule.name && $0.manual != nil
        })
      #expect(ExplanationTable.entries(for: rule.name).count == 1)
    }
  }

  @Test func titlesAreSentencesWithoutStop() {
    for row in ExplanationTable.rows {
      #expect(!row.title.isEmpty && !row.title.hasSuffix("."), "\(row.code)")
      #expect(row.code.wholeMatch(of: /SBX[A-Z][0-9]{3}/) != nil)
    }
  }

  @Test func everyCodeHasAdvice() {
    let meanings = Set(ExplanationTable.rows.map { $0.title + "." })
    for row in ExplanationTable.rows {
      #expect(row.advice.count > 1 && row.advice.hasSuffix("."), "\(row.code)")
      #expect(row.advice.count <= 240, "\(row.code)")
      #expect(!meanings.contains(row.advice), "\(row.code)")
    }
  }

  /// Options and commands that advice names exist: the sources of the commands declare them.
  @Test func adviceNamesWhatExists() throws {
    let folder = Fixtures.directory.deletingLastPathComponent().appending(path: "Sources/slipconv")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var options: Set<String> = ["help"]
    var commands: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/customLong\("([a-z\-]+)"\)/#) { options.insert(String(match.1)) }
      for match in text.matches(of: #/@(?:Option|Flag)[^@]*?\bvar ([A-Za-z]+)/#) {
        options.insert(match.1.map { $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined())
      }
      for match in text.matches(of: #/commandName: "([a-z]+)"/#) { commands.insert(String(match.1)) }
    }
    #expect(options.count > 50 && commands.count > 30)
    for row in ExplanationTable.rows {
      for match in row.advice.matches(of: #/--([a-z][a-z\-]*)/#) {
        #expect(options.contains(String(match.1)), "\(row.code): --\(match.1)")
      }
      for match in row.advice.matches(of: #/`slipconv ([a-z]+)/#) {
        #expect(commands.contains(String(match.1)), "\(row.code): slipconv \(match.1)")
      }
    }
  }

  @Test func nearMatches() {
    #expect(ExplanationTable.near("SBXF0O4").first == "SBXF004")
    #expect(ExplanationTable.near("unlistedfiles") == ["UnlistedFile"])
    #expect(ExplanationTable.near("nothing like it at all").isEmpty)
    #expect(ExplanationTable.near("").isEmpty)
  }
}
