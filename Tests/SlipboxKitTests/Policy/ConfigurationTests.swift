import SlipBase
import SlipBatch
import SlipBundle
import SlipTestSupport
import Testing

@testable import SlipboxKit

@Suite struct ConfigurationTests {
  private func read(_ text: String) throws -> ValidationConfiguration {
    try ValidationConfiguration(Array(text.utf8), file: "/repo/.slipconv.toml", workingDirectory: "/repo/sub")
  }

  private func fault(_ text: String) -> SlipError? {
    do { _ = try read(text) } catch { return error as? SlipError }
    return nil
  }

  @Test func everything() throws {
    let configuration = try read(
      """
      [validate]
      fail-on = "never"
      quick = true
      baseline = "ci/base.txt"
      severity.SBXF004 = "info"
      severity.linktoitself = "error"
      [[validate.ignore]]
      code = ["ThumbnailMissing", "sbxp004"]
      path = "Old/**"
      reason = "made by hand"
      """)
    #expect(configuration.failLevel == .never)
    #expect(configuration.isQuick == true)
    #expect(configuration.baseline == "/repo/ci/base.txt")
    #expect(configuration.policy.severities == ["SBXF004": .info, "SBXL002": .error])
    #expect(configuration.policy.ignore("SBXP003", file: "../Old/a.slipbox/manifest.xml") == 0)
    #expect(configuration.policy.ignore("SBXP004", file: "/repo/Old/a") == 0)
    #expect(configuration.policy.ignore("SBXP004", file: "Old/a") == nil)
    #expect(configuration.policy.ignore("SBXP005", file: "../Old/a") == nil)
  }

  @Test func nothing() throws {
    let configuration = try read("")
    #expect(configuration.failLevel == nil && configuration.policy.ignores.isEmpty)
  }

  @Test(arguments: [
    ("[validate", "1:10"), ("[other]", "1:2"), ("[validate]\nfail-on = \"warn\"", "2:11"),
    ("[validate]\n\nfial-on = \"error\"", "3:1"), ("[validate]\nquick = 1", "2:9"),
    ("[validate.severity]\nSBXQ999 = \"error\"", "2:1"), ("[validate.severity]\nSBXF004 = \"off\"", "2:11"),
    ("[[validate.ignore]]\ncode = \"SBXF004\"", "1:1"),
    ("[[validate.ignore]]\ncode = \"SBXF004\"\nreason = \"  \"", "1:1"),
    ("[[validate.ignore]]\nreason = \"x\"", "1:1"), ("[[validate.ignore]]\ncode = []\nreason = \"x\"", "2:8"),
    ("[[validate.ignore]]\ncode = \"SBXF04\"\nreason = \"x\"", "2:8"),
    ("[validate]\nignore = \"x\"", "2:10"), ("validate = 1", "1:12"),
    ("[validate]\nfail-on = \"error\"\nfail-on = \"error\"", "3:"),
  ])
  func faultsNameTheirPlace(_ text: String, _ place: String) throws {
    let error = try #require(fault(text))
    #expect(error.kind == .usage)
    #expect(error.location?.description.hasPrefix("/repo/.slipconv.toml:" + place) == true, "\(error)")
  }

  @Test func deepNestingIsNoCrash() {
    #expect(fault("x = " + String(repeating: "[", count: 100_000)) != nil)
  }

  @Test func isFoundUpwards() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a/b/c/x", "")
    let deep = directory.path("a/b/c")
    #expect(try ValidationConfiguration.find(from: deep)?.hasPrefix(directory.path("")) != true)
    try directory.write("a/.slipconv.toml", "")
    #expect(try ValidationConfiguration.find(from: deep) == directory.path("a/.slipconv.toml"))
  }

  @Test(arguments: [
    ("*.txt", "a/b.txt", true), ("*.txt", "a/b.txt/c", true), ("/*.txt", "a/b.txt", false),
    ("a/*.txt", "a/b.txt", true), ("a/*.txt", "a/b/c.txt", false), ("a/**/c.txt", "a/c.txt", true),
    ("a/**/c.txt", "a/x/y/c.txt", true), ("a/**", "a/x/y", true), ("a/**", "a", false),
    ("a/**", "ab/c", false),
    ("a/", "x/a/b", true), ("a/b", "a/b/c/d", true), ("a/b", "x/a/b", false), ("./a/b", "a/b", true),
    ("a[0-9]/?", "a7/x", true), ("a[0-9]/?", "a7/xy", false),
  ])
  func globs(_ pattern: String, _ path: String, _ expected: Bool) throws {
    #expect(try Glob(pattern).matches(path) == expected)
  }

  @Test func globsThatConcernABundle() throws {
    #expect(try Glob("Old/**/*.rtf").couldMatch(below: "Old/a.slipbox"))
    #expect(try Glob("*.rtf").couldMatch(below: "Old/a.slipbox"))
    #expect(try Glob("Old/a.slipbox/notes").couldMatch(below: "Old/a.slipbox"))
    #expect(try !Glob("Old/*").couldMatch(below: "New/a.slipbox"))
  }
}
