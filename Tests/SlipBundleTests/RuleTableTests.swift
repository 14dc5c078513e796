import Foundation
import SlipBundle
import SlipTestSupport
import Testing

@Suite struct RuleTableTests {
  private let package = Fixtures.directory.deletingLastPathComponent()

  /// A rule that is declared but isn't in the table would be found and never explained.
  @Test func everyDeclaredRuleIsARow() throws {
    let folder = package.appending(path: "Sources/SlipBundle/Rules")
    let declaration = /static let (?<member>\w+) = ValidationRule\(\s*code: [^,]+, name: "(?<name>\w+)"/
    var names: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for match in text.matches(of: declaration) {
        #expect(match.name.prefix(1).lowercased() + match.name.dropFirst() == match.member)
        names.append(String(match.name))
      }
    }
    #expect(names.sorted() == RuleTable.rows.map { $0.name }.sorted())
  }

  @Test func codesNameTheFamily() {
    for rule in RuleTable.rows { #expect(rule.code.hasPrefix("SBX" + rule.family.rawValue)) }
  }

  @Test func codesAndNamesAreUnique() {
    #expect(Set(RuleTable.rows.map { $0.code }).count == RuleTable.rows.count)
    #expect(Set(RuleTable.rows.map { $0.title }).count == RuleTable.rows.count)
    for rule in RuleTable.rows {
      #expect(rule.code.wholeMatch(of: /SBX[CXIFRMPSVLKDG][0-9]{3}/) != nil)
      #expect(!rule.title.hasSuffix("."))
      for text in [
        rule.manual.finds, rule.manual.matters, rule.manual.bad, rule.manual.good, rule.manual.fix,
      ] {
        #expect(!text.isEmpty)
      }
    }
  }

  /// Codes are given for good: this list only grows.
  @Test func codesArePermanent() {
    let codes = RuleTable.rows.map { "\($0.code) \($0.name)" }.sorted()
    #expect(codes.joined(separator: "\n") == Self.frozen)
  }

  @Test func manual() throws {
    let url = package.appending(path: "Docs/Rules.md")
    let text = try? String(contentsOf: url, encoding: .utf8)
    guard text != RuleTable.markdown else { return }
    if text == nil { try RuleTable.markdown.write(to: url, atomically: true, encoding: .utf8) }
    Issue.record("Docs/Rules.md isn't what the rules say; delete it and run the tests to have it written")
  }
}
