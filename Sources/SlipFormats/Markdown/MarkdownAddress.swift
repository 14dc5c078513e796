/// Addresses in text that GFM makes links of by itself (GFM 0.29, 6.9), as cmark-gfm finds them: nothing in them may be
/// escaped.
enum MarkdownAddress {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Whether `://` stands at `index`, behind a scheme that makes a link.
  static func hasScheme(_ bytes: Bytes, before index: Int) -> Bool {
    guard index + 3 < bytes.count, bytes[index + 1] == 0x2F, bytes[index + 2] == 0x2F,
      isHost(bytes[index + 3])
    else { return false }
    let scheme = bytes[..<index].suffix(6).reversed().prefix(while: isLetter)
    return ["http", "https", "ftp"].contains { $0.utf8.reversed().elementsEqual(scheme.map { $0 | 0x20 }) }
  }

  /// Whether the stop at `index` ends the `www` of an address.
  static func isWeb(_ bytes: Bytes, before index: Int) -> Bool {
    guard index >= 3, index + 1 < bytes.count, isHost(bytes[index + 1]),
      bytes[(index - 3)..<index].allSatisfy({ $0 == UInt8(ascii: "w") })
    else { return false }
    if index == 3 { return true }
    switch bytes[index - 4] {
    case 0..<0x21, UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "("): return true
    default: return false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isHost(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
  }

  /// The end of the address that is found at `index`; nil where what comes behind the text might be taken into it.
  static func end(_ bytes: Bytes, from index: Int, isAtEnd: Bool) -> Int? {
    var end = bytes[index...].firstIndex { $0 <= 0x20 || $0 == 0x3C } ?? bytes.count
    if end == bytes.count, !isAtEnd { return nil }
    while end > index + 1, let shorter = trimmed(bytes, index..<end) { end = shorter }
    return end
  }

  /// Where the address ends without the sign at its end, if that belongs to the sentence.
  private static func trimmed(_ bytes: Bytes, _ range: Range<Int>) -> Int? {
    let last = range.upperBound - 1
    switch bytes[last] {
    case UInt8(ascii: "?"), UInt8(ascii: "!"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"),
      UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "'"), UInt8(ascii: "\""):
      return last
    case UInt8(ascii: ")"):
      let opened = bytes[range].count { $0 == UInt8(ascii: "(") }
      let closed = bytes[range].count { $0 == UInt8(ascii: ")") }
      return closed > opened ? last : nil
    case UInt8(ascii: ";"):
      let name = bytes[range.lowerBound..<last].reversed().prefix(while: isLetter).count
      let start = last - name - 1
      return name > 0 && start >= range.lowerBound && bytes[start] == UInt8(ascii: "&") ? start : last
    default: return nil
    }
  }
}
