import SlipCore
import Testing

/// Searches for ASCII texts.
@Suite struct ByteSearchTests {
  @Test(
    arguments: [
      ("", nil), ("a", nil), ("[", nil), ("[[", 0), ("a[[b", 1), ("[a[[", 2), ("ü[[", 2), ("🐝[ [[", 6),
      ("[[[", 0),
      ("x[", nil),
    ] as [(String, Int?)])
  func `the first place is found`(_ text: String, offset: Int?) {
    let found = text.firstRange(ofASCII: "[[")
    #expect(found.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offset)
    if let found { #expect(text[found] == "[[") }
    let rest = ("§" + text + "]").dropFirst().dropLast()
    let there = rest.firstRange(ofASCII: "[[")
    #expect(there.map { rest.utf8.distance(from: rest.startIndex, to: $0.lowerBound) } == offset)
  }

  @Test func `nothing is nowhere`() { #expect("abc".firstRange(ofASCII: "") == nil) }
}
