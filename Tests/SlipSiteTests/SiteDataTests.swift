import Foundation
import SlipBase
import Testing

@testable import SlipQuery
@testable import SlipSite

/// The index and tables of a site say what searching here does.
@Suite struct SiteDataTests {
  /// Texts in several scripts.
  private static let texts = [
    "The hive, the HIVE and don't", "Straße nach Süden; Größe ΟΔΥΣΣΕΑΣ ς", "日本語のメモ 蜂蜜",
    "e\u{301}te\u{301} x\u{1F980}y", "",
    "a\u{E000}b \u{10400}\u{FB01}sh",
  ]

  private func words(_ text: String) -> NoteWords {
    var text = text
    return text.withUTF8 { NoteWords(title: "hive", keywords: ["one two", "three"], files: [], text: $0) }
  }

  @Test(arguments: texts) func countsAreThoseOfTheSearch(text: String) {
    let found = words(text)
    for number in 0..<found.words.count {
      let word = String(decoding: found.words.bytes[found.words.range(number)], as: UTF8.self)
      let counter = WordCounter([WordPattern(word)])
      counter.count(text)
      #expect(Int(found.counts[number][3]) == counter.counts[0])
      counter.count("hive")
      #expect(Int(found.counts[number][0]) == counter.counts[0])
    }
    let counter = WordCounter([])
    counter.count(text)
    #expect(found.length == counter.length + 4)
  }

  @Test func phrasesDoNotGoOnFromOneKeywordToTheNext() {
    var text = ""
    let found = text.withUTF8 { NoteWords(title: "", keywords: ["one two", "three"], files: [], text: $0) }
    // Places: one 0, two 1, and three 3, after the sign between the names.
    #expect(found.places == [35, 36, 38])
  }

  @Test func wordsStandInTheOrderOfUnitsOfUTF16() {
    var table = WordTable()
    let words = ["b", "a", "ab", "\u{FB01}", "\u{10400}", "蜂", "\u{E9}", "\u{FF41}"]
    for word in words {
      var word = word
      word.withUTF8 { _ = table.number(of: $0, hash: WordTable.hash($0)) }
    }
    let sorted = table.sorted.map { String(decoding: table.bytes[table.range($0)], as: UTF8.self) }
    #expect(sorted == words.sorted { $0.utf16.lexicographicallyPrecedes($1.utf16) })
  }

  @Test func tablesFoldAsTheSearchDoes() {
    let tables = SearchTables.shared
    let cases = Dictionary(uniqueKeysWithValues: tables.cases.map { ($0.0, $0.1) })
    let removed = tables.removed
    /// What the scripts do.
    func folded(_ text: String) -> String {
      var scalars = String.UnicodeScalarView()
      for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars
      where !removed.contains(where: { $0.contains(scalar.value) }) {
        for small in scalar.properties.lowercaseMapping.unicodeScalars {
          scalars.append(contentsOf: cases[small].map { Array($0.unicodeScalars) } ?? [small])
        }
      }
      return TextFolding.nfc(String(scalars))
    }
    // Alphabets with capitals, and what decomposes. Capitals of the newest alphabets, which the library that folds doesn't
    // know, stay as they are.
    let unknown: Set<UInt32> = [0x1C89, 0xA7CB, 0xA7CC, 0xA7CE, 0xA7D2, 0xA7D4, 0xA7DA, 0xA7DC]
    var different: [UInt32] = []
    for range in tables.letters + tables.singles {
      for value in range {
        switch value {
        case ..<0x2E80, 0xA640...0xABFF, 0xF900...0xFFFF, 0x1_0400...0x1_05BF, 0x1_E900...0x1_E94F: break
        default: continue
        }
        guard let scalar = Unicode.Scalar(value), !unknown.contains(value) else { continue }
        let text = String(scalar)
        if !TextForm.isSame(folded(text), TextForm.fold(text, .cd)) { different.append(value) }
      }
    }
    #expect(different == [])
  }

  @Test func whiteSpaceIsThatOfUnicode() {
    let different = (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init).filter {
      SiteText.isWhite($0) != $0.properties.isWhitespace
    }
    #expect(different == [])
  }

  @Test(arguments: texts + ["one two\u{3000}three\n four\u{85}", " \u{A0} "])
  func wordsAreCountedAsPredicatesDo(text: String) {
    var copy = text
    #expect(
      copy.withUTF8 { SearchTables.wordCount($0, isWhite: SiteText.isWhite) } == TextForm.wordCount(text))
  }

  @Test func classesAreThoseOfTheSearch() {
    let tables = SearchTables.shared
    var rare = 0
    var different: [UInt32] = []
    for value in stride(from: UInt32(0), to: 0x3_0000, by: 7) {
      guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else {
        continue
      }
      let kind = WordClass.of(scalar, &rare)
      let isAs = [(tables.singles, WordClass.single), (tables.letters, .letter), (tables.marks, .mark)]
        .allSatisfy { ranges, wanted in ranges.contains { $0.contains(value) } == (kind == wanted) }
      if !isAs { different.append(value) }
    }
    #expect(different == [])
  }

  @Test func stringsOfScriptsAreEscaped() {
    var script = SiteScript("l", 3)
    script.string("a\"b\\c\nd\u{2028}e\u{2029}f\u{1}g\u{E2}\u{A8}")
    #expect(
      String(decoding: script.finished(), as: UTF8.self)
        == "slip(\"l\",3,\"a\\\"b\\\\c\\nd\\u2028e\\u2029f\\u0001g\u{E2}\u{A8}\")\n")
  }

  @Test func longValuesAreDividedBetweenCharacters() throws {
    var index = SiteIndex()
    // A word with so many places that they need several files.
    let text = String(repeating: "蜂 ", count: 300_000)
    for slot in 0..<2 { index.add(words(text), slot: slot) }
    var files: [String: Int] = [:]
    let shards = index.write(limit: 65_536) { path, bytes in
      files[path] = bytes.count
      #expect(String(validating: bytes, as: UTF8.self) != nil)
    }
    #expect(shards.placeParts == [0: 2])
    #expect(files.keys.sorted() == ["x/i/0/0.js", "x/p/0/0-1.js", "x/p/0/0.js"])
    #expect(files.values.allSatisfy { $0 < 512 << 10 })
  }

  @Test func openingsLeaveTheTitleOut() {
    var text = "Spring check\n\nThe hive  was checked.\n"
    text.withUTF8 {
      #expect(SiteText.opening($0, title: "Spring check") == "The hive was checked.")
      #expect(SiteText.opening($0, title: "Other") == "Spring check The hive was checked.")
    }
  }

  @Test(arguments: [
    ("", "Untitled"), (" \n", "Untitled"), ("\u{202E}evil", "evil"), ("a\tb", "a b"),
    ("\u{200B}", "Untitled"),
  ])
  func titlesAreShownOnOneLine(title: String, shown: String) { #expect(SiteText.shown(title) == shown) }
}
