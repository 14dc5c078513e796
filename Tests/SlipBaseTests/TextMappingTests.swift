import Foundation
import SlipBase
import SlipTestSupport
import Testing

/// A program folds text by the tables of utf8proc or by those of Foundation. Searches must not depend on which.
@Suite struct TextMappingTests {
  /// What Foundation makes of a text.
  private static func folded(_ text: String) -> String {
    text.folding(options: .caseInsensitive, locale: nil).precomposedStringWithCanonicalMapping
  }

  /// The letters that Foundation folds to themselves: Cherokee, whose small letters are younger than its capitals, and forms of
  /// Cyrillic letters that only manuscripts have.
  private static let exceptions: [ClosedRange<UInt32>] = [0x13A0...0x13FD, 0xAB70...0xABBF, 0x1C80...0x1C88]

  /// The scalars of a block between other letters, but for those of which nothing is known and the exceptions.
  private static func text(of block: Range<UInt32>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in block.lazy.compactMap(Unicode.Scalar.init) {
      // utf8proc 2.8 has the tables of Unicode 14.
      guard scalar.properties.age.map({ $0.major <= 14 }) ?? false,
        !exceptions.contains(where: { $0.contains(scalar.value) })
      else { continue }
      text.append("a")
      text.append(scalar)
      text.append("b")
    }
    return String(text)
  }

  /// All blocks with letters, marks and compatibility forms: the others are ideographs, syllables and private use.
  @Test func everyLetterIsFoldedAsFoundationDoes() {
    let blocks = [
      0x80..<0x3400, 0xA000..<0xD800, 0xF900..<0x1_2000, 0x1_6000..<0x1_7000, 0x1_D000..<0x1_F000,
    ]
    for block in blocks.flatMap({ stride(from: UInt32($0.lowerBound), to: UInt32($0.upperBound), by: 0x100) })
    {
      let text = TextMappingTests.text(of: block..<block + 0x100)
      let (mine, other) = (TextFolding.caseFolded(text), TextMappingTests.folded(text))
      #expect(Array(mine.utf8) == Array(other.utf8), "block \(String(block, radix: 16))")
    }
  }

  @Test(arguments: [
    ("Stra\u{DF}e", "strasse", "strasse"), ("\u{C9}lan", "\u{E9}lan", "elan"),
    ("\u{130}stanbul", "i\u{307}stanbul", "istanbul"),
    ("\u{3A3}\u{3AF}\u{3C2}", "\u{3C3}\u{3AF}\u{3C3}", "\u{3C3}\u{3B9}\u{3C3}"),
    ("E\u{301}\u{327}", "\u{229}\u{301}", "e"), ("\u{FB03}", "ffi", "ffi"),
  ])
  func samplesAreFoldedByEither(text: String, cases: String, marks: String) {
    #expect(Array(TextFolding.caseFolded(text).utf8) == Array(cases.utf8))
    #expect(Array(TextFolding.caseAndMarkFolded(text).utf8) == Array(marks.utf8))
  }
}
