#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#else
  internal import Darwin
#endif

extension StringProtocol {
  /// Where an ASCII text first stands; nil where it doesn't, or is empty.
  ///
  /// The text is compared byte by byte, so that a combining mark behind it makes no difference. `firstRange(of:)` of the
  /// standard library compares characters, which takes many times as long.
  ///
  /// - Parameter text: ASCII only.
  package func firstRange(ofASCII text: StaticString) -> Range<Index>? {
    let found = utf8.withContiguousStorageIfAvailable {
      ByteSearch.first(text, in: UnsafeRawBufferPointer($0))
    }
    guard let found else { return ByteSearch.range(of: text, in: self) }
    guard let found else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: found)
    return start..<utf8.index(start, offsetBy: text.utf8CodeUnitCount)
  }
}

/// Looks for ASCII texts in UTF-8.
package enum ByteSearch {
  /// The offset of the first occurrence at or behind a place; nil where there is none, and for an empty text.
  package static func first(
    _ text: StaticString, in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Int? {
    first(
      UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), in: bytes, from: start)
  }

  /// The offset of the first occurrence of some bytes at or behind a place; nil where there is none, and for no bytes.
  package static func first(
    _ wanted: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer, from start: Int = 0
  ) -> Int? {
    guard let base = bytes.baseAddress, let text = wanted.baseAddress, let first = wanted.first else {
      return nil
    }
    var index = start
    while index + wanted.count <= bytes.count {
      guard let found = memchr(base + index, Int32(first), bytes.count - index) else { return nil }
      index = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      guard index + wanted.count <= bytes.count else { return nil }
      if memcmp(base + index, text, wanted.count) == 0 { return index }
      index += 1
    }
    return nil
  }

  /// The same in strings that don't have their UTF-8 in one piece.
  fileprivate static func range<Text: StringProtocol>(of text: StaticString, in other: Text) -> Range<
    Text.Index
  >? {
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

/// Looks for bytes in others, in steps of their number where the last byte doesn't fit (Horspool, "Practical fast
/// searching in strings", 1980).
package struct HorspoolSearch: Sendable {
  /// What is looked for.
  private let wanted: [UInt8]
  /// How far to go on by the byte at the last place.
  private var steps: [Int]

  /// Prepares a search.
  package init(_ wanted: [UInt8]) {
    self.wanted = wanted
    steps = Array(repeating: max(1, wanted.count), count: 256)
    for (index, byte) in wanted.dropLast().enumerated() { steps[Int(byte)] = wanted.count - 1 - index }
  }

  /// Whether the bytes are there.
  package func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return wanted.isEmpty }
    return wanted.withUnsafeBufferPointer { wanted in
      steps.withUnsafeBufferPointer { steps in
        let last = wanted.count - 1
        var start = 0
        while start + last < bytes.count {
          let byte = bytes[start + last]
          if byte == wanted[last] {
            var index = 0
            while index < last, bytes[start + index] == wanted[index] { index += 1 }
            if index == last { return true }
          }
          start += steps[Int(byte)]
        }
        return false
      }
    }
  }
}
