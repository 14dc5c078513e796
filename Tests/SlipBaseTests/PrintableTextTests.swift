import SlipBase
import Testing

@Suite struct PrintableTextTests {
  /// The bytes can be told from the text.
  @Test func namesThatAreNotUnicode() {
    #expect(PrintableText.ofBytes(Array("café\\".utf8)) == "café\\")
    #expect(PrintableText.ofBytes(Array("caf".utf8) + [0xE9]) == "caf\\xE9")
    #expect(PrintableText.ofBytes([0x5C, 0xFF] + Array("é".utf8) + [0xC3]) == "\\\\\\xFFé\\xC3")
  }

  @Test func plainTextStays() {
    for text in ["", "Notes/Größe 1.rtf", "日本語", "e\u{301}"] { #expect(PrintableText.of(text) == text) }
  }

  @Test func whatDrivesTerminalsIsSpeltOut() {
    #expect(PrintableText.of("a\u{1B}[31mb\nc\u{9B}d\u{7F}") == #"a\u{1b}[31mb\u{a}c\u{9b}d\u{7f}"#)
    #expect(PrintableText.of("x\u{202E}ftr.exe") == #"x\u{202e}ftr.exe"#)
  }

  @Test func longTextLosesItsMiddle() {
    let text = String(repeating: "a", count: 60_000) + "/end"
    #expect(PrintableText.of(text).hasSuffix("/end") && PrintableText.of(text).unicodeScalars.count == 501)
    // One character of many scalars is as long.
    #expect(PrintableText.of("e" + String(repeating: "\u{301}", count: 60_000)).unicodeScalars.count == 501)
  }

  @Test func locationsAreOneLine() {
    #expect(SourceLocation(file: "a\nb", .object("c\r")).description == #"a\u{a}b#c\u{d}"#)
  }
}
