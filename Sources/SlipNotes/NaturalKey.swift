internal import SlipBase

/// A text's place in the order that people expect: without case and marks, digits as numbers, no locale.
///
/// Texts that are the same so far are ordered by their bytes in NFC, so only equal texts compare as equal.
public struct NaturalKey: Sendable, Comparable {
  private let folded: [UInt8]
  private let exact: [UInt8]

  public init(_ text: String) {
    let exact = TextFolding.nfc(text)
    self.exact = Array(exact.utf8)
    folded = Array(TextFolding.caseAndMarkFolded(exact).utf8)
  }

  public static func < (a: NaturalKey, b: NaturalKey) -> Bool {
    let order = compare(a.folded, b.folded)
    return order == 0 ? a.exact.lexicographicallyPrecedes(b.exact) : order < 0
  }

  public static func == (a: NaturalKey, b: NaturalKey) -> Bool { a.exact == b.exact }

  private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var i = 0
    var j = 0
    while i < a.count, j < b.count {
      if isDigit(a[i]), isDigit(b[j]) {
        let first = number(a, from: &i)
        let second = number(b, from: &j)
        let order = compare(numbers: first, second)
        if order != 0 { return order }
      } else if a[i] != b[j] {
        return a[i] < b[j] ? -1 : 1
      } else {
        i += 1
        j += 1
      }
    }
    return (a.count - i) - (b.count - j)
  }

  /// Digits of any count, leading zeros left out.
  private static func number(_ text: [UInt8], from index: inout Int) -> ArraySlice<UInt8> {
    while index < text.count, text[index] == 0x30 { index += 1 }
    let start = index
    while index < text.count, isDigit(text[index]) { index += 1 }
    return text[start..<index]
  }

  private static func compare(numbers a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
    if a.count != b.count { return a.count - b.count }
    for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
    return 0
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
