import SlipBase
import Testing

@testable import SlipBatch

@Suite struct GlobTests {
  @Test(arguments: [
    ("*.slipbox", "a.slipbox", true), ("*.slipbox", "x/y/a.slipbox", true),
    ("*.slipbox", "a.slippack", false),
    ("old", "old", true), ("old", "x/old/a.slipbox", true), ("old", "x/older/a.slipbox", false),
    ("x/*.slipbox", "x/a.slipbox", true), ("x/*.slipbox", "x/y/a.slipbox", false),
    ("x/*.slipbox", "z/x/a.slipbox", false), ("x/**/a.slipbox", "x/a.slipbox", true),
    ("x/**/a.slipbox", "x/y/z/a.slipbox", true), ("**/a.slipbox", "a.slipbox", true),
    ("x/**", "x/y", true), ("x/**", "xy", false), ("x/", "x/y/z", true), ("20[0-9][!0-8]", "2019", true),
    ("20[0-9][!0-8]", "2018", false), ("?.slipbox", "é.slipbox", true), ("[]a]", "]", true),
    ("a\\*b", "a*b", true), ("a\\*b", "axb", false), ("a?b", "a/b", false), ("*", "a/b", true),
    ("é", "é", true),
  ])
  func fits(_ pattern: String, _ path: String, _ expected: Bool) throws {
    #expect(try Glob(pattern).matches(path) == expected)
  }

  @Test(arguments: ["", "/", "[a", "[z-a]"]) func badOnesAreRefused(pattern: String) {
    #expect { try Glob(pattern) } throws: { ($0 as? SlipError)?.code == BatchCode.badGlob }
  }

  @Test func manyStarsTakeNoLongerThanTheirNumber() throws {
    let glob = try Glob(String(repeating: "*a", count: 200) + "b")
    #expect(!glob.matches(String(repeating: "a", count: 2000)))
  }
}
