extension StringProtocol {
  /// Where an ASCII text first stands; nil where it doesn't, or is empty.
  ///
  /// The text is compared byte by byte, so that a combining mark behind it makes no difference. `firstRange(of:)` of the
  /// standard library compares characters, which takes many times as long.
  ///
  /// - Parameter text: ASCII only.
  package func firstRange(ofASCII text: StaticString) -> Range<Index>? {
    let found = utf8.withContiguousStorageIfAvailable { ByteSearch.first(text, in: $0) }
    guard let found else { return ByteSearch.range(of: text, in: self) }
    guard let found else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: text.utf8CodeUnitCount)
  }
}

/// Looks for ASCII texts in UTF-8.
private enum ByteSearch {
  /// The offset of the first occurrence; nil where there is none.
  static func first(_ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard let head = wanted.first else { return nil }
    var offset = 0
    while offset + wanted.count <= bytes.count {
      guard let next = bytes[offset...].firstIndex(of: head), next + wanted.count <= bytes.count else {
        return nil
      }
      if bytes[next..<next + wanted.count].elementsEqual(wanted) { return next }
      offset = next + 1
    }
    return nil
  }

  /// The same in strings that don't have their UTF-8 in one piece.
  static func range<Text: StringProtocol>(of text: StaticString, in other: Text) -> Range<Text.Index>? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard !wanted.isEmpty else { return nil }
    var start = other.utf8.startIndex
    while start < other.utf8.endIndex {
      let rest = other.utf8[start...]
      if rest.starts(with: wanted) { return start..<rest.index(start, offsetBy: wanted.count) }
      start = rest.index(after: start)
    }
    return nil
  }
}
