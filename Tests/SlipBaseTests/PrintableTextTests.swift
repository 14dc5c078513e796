import SlipBase
import Testing

@Suite struct PrintableTextTests {
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
