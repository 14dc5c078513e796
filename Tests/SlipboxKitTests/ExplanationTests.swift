import SlipBundle
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

  @Test func nearMatches() {
    #expect(ExplanationTable.near("SBXF0O4").first == "SBXF004")
    #expect(ExplanationTable.near("unlistedfiles") == ["UnlistedFile"])
    #expect(ExplanationTable.near("nothing like it at all").isEmpty)
    #expect(ExplanationTable.near("").isEmpty)
  }
}
