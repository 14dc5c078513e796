import SlipBase
import SlipNotes
import SlipQuery
import SlipTestSupport
import Testing

/// Words are found in all scripts, with all spellings of accents; compared with a plain reading of
/// the definition.
@Suite struct SearchRecallTests {
  /// The folded words of a text, by folding it as a whole and splitting it scalar by scalar.
  private func words(_ text: String) -> [String] {
    var words: [String] = []
    var current = String.UnicodeScalarView()
    var isSingle = false
    func end() {
      if !current.isEmpty { words.append(String(current)) }
      current = .init()
      isSingle = false
    }
    for scalar in TextFolding.folded(text, cases: true, marks: true).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: if !current.isEmpty { current.append(scalar) }
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber,
        .letterNumber, .otherNumber:
        let value = scalar.value
        let alone =
          (0xE00...0xEFF).contains(value) || (0x1000...0x109F).contains(value)
          || (0x1780...0x17FF).contains(value) || (0x3040...0x30FF).contains(value)
          || (0x3400...0x9FFF).contains(value)
        if alone || isSingle { end() }
        current.append(scalar)
        isSingle = alone
      default: end()
      }
    }
    end()
    return words
  }

  /// Whether `*` stands directly behind a word.
  private func isPrefix(_ sought: String) -> Bool {
    guard sought.hasSuffix("*") else { return false }
    let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
    let scalars = sought.unicodeScalars.dropLast().reversed().drop {
      marks.contains($0.properties.generalCategory)
    }
    return scalars.first.map { !words(String($0)).isEmpty } ?? false
  }

  /// Whether the words of a search stand in a text in a row.
  private func occurs(_ sought: String, _ text: String) -> Bool {
    let (needle, all) = (words(sought), words(text))
    guard !needle.isEmpty, all.count >= needle.count else { return false }
    let isPrefix = isPrefix(sought)
    return (0...(all.count - needle.count)).contains { start in
      needle.indices.allSatisfy { index in
        isPrefix && index == needle.count - 1
          ? all[start + index].unicodeScalars.starts(with: needle[index].unicodeScalars)
          : all[start + index].utf8.elementsEqual(needle[index].utf8)
      }
    }
  }

  private static let pieces = [
    "a", "b", "ab", "I", "i", "İ", "ı", "ß", "ss", "ẞ", "ﬁ", "fi", "é", "e\u{301}", "e", "ё", "е", "ς", "σ",
    "Σ",
    "ᾳ", "α", "α\u{345}", "か", "が", "か\u{3099}", "ガ", "日", "本", "語", "ไ", "ท", "ที่", "שָׁ", "ש", "م\u{64E}", "م",
    "क", "की", "한", "국", "ㅎ", "🦊", "❤️", "1", "2", "½", "²", " ", " ", " ", "-", ".", "\n", "\u{200B}",
    "\u{FFFC}", "'",
    "≠", "=\u{338}", "Å", "Å", "က", "ក", "\u{301}", "x̂", "đ", "ø", "_",
  ]

  @Test func randomTexts() throws {
    var generator = SeededGenerator(seed: 11)
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &generator)).map { _ in
        SearchRecallTests.pieces.randomElement(using: &generator) ?? ""
      }.joined()
    }
    let note = try #require(BoxView(try sampleBox(), texts: SampleTexts()).note(id(1)))
    var matches = 0
    for _ in 0..<1_500 {
      let haystack = text(160)
      for _ in 0..<4 {
        let needle = text(3) + (Bool.random(using: &generator) ? "" : "*")
        let expected = occurs(needle, haystack)
        matches += expected ? 1 : 0
        var request = QueryRequest("words(%@, %@) == TRUE", clock: clock)
        request.arguments = [.string(haystack), .string(needle)]
        #expect(
          try request.prepare().holds(for: note) == expected, "\(needle) in \(haystack.debugDescription)")
      }
    }
    #expect(matches > 500)
  }

  @Test(arguments: [
    ("strasse", "Die STRAẞE", true), ("straße", "strasse", true), ("istanbul", "İstanbul", true),
    ("ılık", "ilik", false),
    ("final", "ﬁnal", true), ("か", "が", false), ("cafe", "cafe\u{301}", true), ("日本", "日本語", true),
    ("本日", "日本", false), ("مرحبا", "مَرْحَبًا", true), ("שלום", "שָׁלוֹם", true), ("ego", "category", false),
    ("categ*", "category", true), ("don't", "I don't", true), ("dont", "don't", false),
    ("aa a*", "aa aa", true),
    ("a a", "a b a", false), ("a a*", "a ab", true), ("a b a c", "a b a b a c", true),
  ])
  func examples(_ needle: String, _ haystack: String, _ expected: Bool) throws {
    #expect(try !found("words(%@, %@) == TRUE", [.string(haystack), .string(needle)]).isEmpty == expected)
  }

  /// Each match, cut out of the text by its place, is what was searched for.
  @Test func placesOfMatches() throws {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<1_000 {
      let text = (0..<60).map { _ in SearchRecallTests.pieces.randomElement(using: &generator) ?? "" }
        .joined()
      let terms = try SearchQuery("a e* \"日 本\" 1 fi", clock: clock).terms
      let bytes = Array(text.utf8)
      let (snippet, all) = bytes.withUnsafeBufferPointer {
        (Snippet($0, terms), Snippet.matches(in: $0, terms))
      }
      #expect(snippet.count == all.count)
      for match in all {
        let part = String(decoding: bytes[match.offset..<match.offset + match.length], as: UTF8.self)
        #expect(terms.contains { occurs($0.pattern.description, part) }, "\(part) in \(text)")
        let before = String(decoding: bytes[..<match.offset], as: UTF8.self).unicodeScalars
        #expect(match.line == before.count { $0 == "\n" } + 1)
        #expect(match.column == before.reversed().prefix { $0 != "\n" }.count + 1)
      }
      let excerpt = Array(snippet.text.utf8)
      for (range, match) in zip(snippet.ranges, snippet.matches) {
        let shown = String(decoding: excerpt[range], as: UTF8.self)
        let part = String(decoding: bytes[match.offset..<match.offset + match.length], as: UTF8.self)
        #expect(words(shown) == words(part))
      }
      #expect(!snippet.text.contains("\n") && !snippet.text.contains("\u{FFFC}"))
    }
  }

  @Test func snippetsShowMostTerms() throws {
    let filler = (1...40).map { "w\($0)" }.joined(separator: " ")
    let text = "honey first. \(filler) honey and wax\ttogether\n\(filler) honey last \(filler)"
    let bytes = Array(text.utf8)
    let terms = try SearchQuery("honey wax", clock: clock).terms
    let snippet = bytes.withUnsafeBufferPointer { Snippet($0, terms) }
    #expect(snippet.text == "… w37 w38 w39 w40 honey and wax together w1 w2 w3 w4 …")
    #expect(snippet.count == 4)
    #expect(snippet.ranges.count == 2)
  }
}
