import SlipBase
import SlipTestSupport
import Testing

@Suite struct LongMarksTests {
  /// utf8proc alone takes hours.
  @Test func marksInDisorderTakeNoQuadraticTime() {
    let text = "a" + String(repeating: "\u{301}\u{327}", count: 500_000)
    let time = CPUTime.measure { #expect(TextFolding.nfc(text).unicodeScalars.count > 999_000) }
    #expect(time < .seconds(30))
  }

  @Test func shortRunsArePutInOrder() {
    let base = String(repeating: "x", count: 2_000)
    #expect(
      Array(TextFolding.nfc(base + "a\u{301}\u{327}").unicodeScalars.suffix(2))
        == Array("\u{E1}\u{327}".unicodeScalars))
  }
}
