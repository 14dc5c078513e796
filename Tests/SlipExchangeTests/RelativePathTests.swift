import SlipExchange
import Testing

@Suite struct RelativePathTests {
  @Test(arguments: [
    ("b.rtf", "a.rtf", ["b.rtf"]), ("b.rtf", "x/y/a.rtf", ["x/y/b.rtf"]), ("../b.rtf", "x/a.rtf", ["b.rtf"]),
    ("./c/../b.rtf", "x/a.rtf", ["x/b.rtf"]), ("..\\b.rtf", "x/a.rtf", ["b.rtf"]),
    // As it stands first: the name may really hold `%20` or `#`.
    ("b%20c.rtf", "a.rtf", ["b%20c.rtf", "b c.rtf"]), ("b.rtf#p2", "a.rtf", ["b.rtf#p2", "b.rtf"]),
    ("b%23.rtf#x", "a.rtf", ["b%23.rtf#x", "b#.rtf#x", "b%23.rtf", "b#.rtf"]),
    // Bytes that are no UTF-8 mean nothing else.
    ("b%FF.rtf", "a.rtf", ["b%FF.rtf"]),
  ])
  func candidates(_ reference: String, _ path: String, _ expected: [String]) {
    #expect(RelativePath.candidates(for: reference, from: path) == expected)
  }

  @Test(arguments: ["../b.rtf", "x/../../b.rtf", "..%2F..%2Fb.rtf", "", "#only", ".."])
  func nothingLeadsOut(_ reference: String) {
    let found = RelativePath.candidates(for: reference, from: "a.rtf")
    #expect(!found.contains { $0.split(separator: "/").contains("..") })
    #expect(found.allSatisfy { $0.contains("%") || $0.contains("#") || $0 == "b.rtf" }, "\(found)")
  }

  @Test func candidatesAreInNFC() {
    #expect(
      RelativePath.candidates(for: "u\u{308}.rtf", from: "a.rtf").map { Array($0.utf8) } == [
        Array("\u{FC}.rtf".utf8)
      ])
  }

  @Test(arguments: [
    ("a.rtf", "b.rtf", "b.rtf"), ("x/a.rtf", "b.rtf", "../b.rtf"), ("a.rtf", "x/b.rtf", "x/b.rtf"),
    ("x/y/a.rtf", "x/z/b.rtf", "../z/b.rtf"), ("x/a.rtf", "x/b.rtf", "b.rtf"), ("x/a.rtf", "x", "../x"),
  ])
  func referenceBetweenFiles(_ from: String, _ to: String, _ expected: String) {
    #expect(RelativePath.reference(from: from, to: to) == expected)
    // What is written is found again.
    #expect(RelativePath.candidates(for: expected, from: from).first == to)
  }
}
