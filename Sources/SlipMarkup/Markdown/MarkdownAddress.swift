/// Finds addresses in text that GFM turns into links by itself (GFM 0.29, 6.9), by the
/// same rules as cmark-gfm.
///
/// Nothing in such an address may be escaped, because a backslash would become part of
/// the link: `https://a.example/b_c` must not be written as `https://a.example/b\_c`.
enum MarkdownAddress {
  /// A piece of text in UTF-8.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Whether the colon at `index` belongs to `http://`, `https://` or `ftp://` with a
  /// host behind it.
  static func hasScheme(_ bytes: Bytes, before index: Int) -> Bool {
    guard index + 3 < bytes.count, bytes[index + 1] == UInt8(ascii: "/"),
      bytes[index + 2] == UInt8(ascii: "/"),
      isHost(bytes[index + 3])
    else { return false }
    let scheme = bytes[..<index].suffix(6).reversed().prefix(while: \.isASCIILetter)
    return ["http", "https", "ftp"].contains { $0.utf8.reversed().elementsEqual(scheme.map { $0 | 0x20 }) }
  }

  /// Whether the full stop at `index` ends the `www` of an address, which must stand at
  /// the beginning or behind white space, `*`, `_`, `~` or `(`.
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

  /// Whether the byte can begin a host name. Any byte beyond ASCII can.
  private static func isHost(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80
  }

  /// The index behind the address that `index` belongs to.
  ///
  /// An address goes up to white space or `<`, without the punctuation at its end that
  /// belongs to the sentence. Returns nil if it reaches the end of the piece and text
  /// behind the piece might continue it.
  ///
  /// - Parameters:
  ///   - index: the colon or full stop by which the address was found.
  ///   - isAtEnd: whether the word ends with the piece.
  static func end(_ bytes: Bytes, from index: Int, isAtEnd: Bool) -> Int? {
    var end = bytes[index...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "<") } ?? bytes.count
    if end == bytes.count, !isAtEnd { return nil }
    while end > index + 1, let shorter = trimmed(bytes, index..<end) { end = shorter }
    return end
  }

  /// The end of an address without its last sign, or nil if that sign belongs to the
  /// address. A `)` belongs to it if the address has a `(` for it, and a `;` at the end
  /// of an entity goes together with the whole entity.
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
      let name = bytes[range.lowerBound..<last].reversed().prefix(while: \.isASCIILetter).count
      let start = last - name - 1
      return name > 0 && start >= range.lowerBound && bytes[start] == UInt8(ascii: "&") ? start : last
    default: return nil
    }
  }
}
