import Testing

@testable import SlipExchange

@Suite struct ExportNamesTests {
  @Test(arguments: [
    ("Plan", "Plan"), ("a/b:c", "a-b-c"), ("  a \t\n b  ", "a b"), ("", "Untitled"), ("...", "Untitled"),
    (".git", "_.git"), ("-rf", "_-rf"), ("~$lock", "_~$lock"), ("CON", "_CON"), ("aux.txt", "_aux.txt"),
    ("a.", "a"), ("a\u{202E}b", "ab"), ("u\u{308}", "\u{FC}"), ("👨\u{200D}👩", "👨\u{200D}👩"),
  ])
  func safe(_ title: String, _ expected: String) {
    #expect(Array(ExportNames.safe(title).utf8) == Array(expected.utf8))
  }

  @Test func collisionsAreNumbered() {
    var names = ExportNames()
    #expect(names.name(for: "A", fileExtension: "rtf", in: "") == "A.rtf")
    #expect(names.name(for: "a", fileExtension: "rtf", in: "") == "a (2).rtf")
    #expect(names.name(for: "A", fileExtension: "rtf", in: "") == "A (3).rtf")
    #expect(names.name(for: "A", fileExtension: "rtf", in: "x/") == "A.rtf")
    #expect(names.name(for: "a (2)", fileExtension: "rtf", in: "") == "a (2) (2).rtf")
    names.take("B.rtf")
    #expect(names.name(for: "B", fileExtension: "rtf", in: "") == "B (2).rtf")
  }

  /// No name is longer than file systems take, and no character is cut in two.
  @Test(arguments: ["x", "ü", "日", "👨\u{200D}👩\u{200D}👧"])
  func longTitlesAreCut(_ character: Character) {
    var names = ExportNames()
    for _ in 0..<12 {
      let name = names.name(for: String(repeating: character, count: 400), fileExtension: "rtf", in: "")
      #expect(name.utf8.count <= ExportNames.longest)
      #expect(name.hasSuffix(".rtf"))
      #expect(name.prefix { $0 == character }.count > 5)
      #expect(!name.unicodeScalars.contains("\u{FFFD}"))
    }
  }
}
