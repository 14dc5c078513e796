internal import SlipBase

/// A sort key for the order that people expect: regardless of case and marks, with digits compared
/// as numbers.
///
/// `note 2` comes before `Note 10`, and `Éa` between `eA` and `eb`. The order is the same for every
/// locale. Texts that are the same in this respect are ordered by their UTF-8 bytes in NFC, so only
/// equal texts compare as equal.
public struct NaturalKey: Sendable, Comparable {
  /// The text without case and marks, in UTF-8.
  private let folded: [UInt8]
  /// The text in NFC and UTF-8.
  private let exact: [UInt8]

  /// Creates the key of a text.
  public init(_ text: String) {
    let exact = TextFolding.nfc(text)
    self.exact = Array(exact.utf8)
    folded = Array(TextFolding.caseAndMarkFolded(exact).utf8)
  }

  /// Whether `a` comes before `b`.
  public static func < (a: NaturalKey, b: NaturalKey) -> Bool {
    let order = compare(a.folded, b.folded)
    return order == 0 ? a.exact.lexicographicallyPrecedes(b.exact) : order < 0
  }

  /// Whether both texts are the same in NFC.
  public static func == (a: NaturalKey, b: NaturalKey) -> Bool { a.exact == b.exact }

  /// Compares folded texts: negative when `a` comes first, 0 when they are the same, else positive.
  private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var i = 0
    var j = 0
    while i < a.count, j < b.count {
      if a[i].isASCIIDigit, b[j].isASCIIDigit {
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

  /// The digits from `index` on, without leading zeros. There may be any number of them; `index`
  /// moves behind them.
  private static func number(_ text: [UInt8], from index: inout Int) -> ArraySlice<UInt8> {
    while index < text.count, text[index] == UInt8(ascii: "0") { index += 1 }
    let start = index
    while index < text.count, text[index].isASCIIDigit { index += 1 }
    return text[start..<index]
  }

  /// Compares two numbers of any length: the one with more digits is greater.
  private static func compare(numbers a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Int {
    if a.count != b.count { return a.count - b.count }
    for (x, y) in zip(a, b) where x != y { return x < y ? -1 : 1 }
    return 0
  }
}
