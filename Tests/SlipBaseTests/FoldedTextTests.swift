import SlipBase
import Testing

/// Folding by combining class, as queries compare text.
@Suite struct FoldedTextTests {
  @Test(
    arguments: [
      ("Élan", "elan"), ("e\u{301}\u{323}", "e"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("ᾳ", "α"),
      ("שָׁלוֹם", "שלום"), ("İ", "i"), ("ı", "ı"), ("が", "が"), ("की", "की"), ("≠", "≠"), ("ø", "ø"), ("", ""),
    ])
  func casesAndMarks(_ text: String, _ expected: String) {
    #expect(TextFolding.folded(text, cases: true, marks: true) == expected)
  }

  @Test func eachAlone() {
    #expect(TextFolding.folded("Ça", cases: true, marks: false) == "ça")
    #expect(TextFolding.folded("Ça", cases: false, marks: true) == "Ca")
    #expect(TextFolding.folded("e\u{301}", cases: false, marks: false).unicodeScalars.count == 1)
    #expect(TextFolding.folded("ᾳ", cases: true, marks: false) == "αι")
  }
}
