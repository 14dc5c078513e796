import SlipBase

/// Reads the words of a text one by one, as its bytes of UTF-8.
///
/// The text is not folded as a whole, which would be slow. Its words are found first, and only
/// words with bytes outside of ASCII are folded, because folding changes no separator into a part
/// of a word.
struct WordReader {
  /// One word.
  struct Word {
    /// Where it stands in the text, in bytes.
    var range: Range<Int>
    /// Whether it has only ASCII.
    var isASCII: Bool
  }

  /// The text.
  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the next word is looked for.
  private(set) var position = 0
  /// How many scalars had to be looked up one by one.
  private var rare = 0

  /// Creates a reader.
  ///
  /// - Parameter bytes: Valid UTF-8 that stays where it is. What is invalid separates words.
  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Goes to a place that is not within a word.
  mutating func move(to place: Int) { position = place }

  /// The next word; nil at the end.
  ///
  /// - Parameter folded: `ASCIIWord.folded`, given by the caller so that loops have it at hand.
  @inline(__always)
  mutating func next(_ folded: UnsafeBufferPointer<UInt8>) -> Word? {
    var start = position
    while start < bytes.count {
      let byte = folded[Int(bytes[start])]
      if byte == 0 {
        start += 1
      } else if byte < 0x80 {
        break
      } else {
        return nextOther(from: start)
      }
    }
    guard start < bytes.count else {
      position = start
      return nil
    }
    var end = start + 1
    while end < bytes.count {
      let byte = folded[Int(bytes[end])]
      if byte == 0 { break }
      if byte == 0x80 { return other(from: start, at: end) }
      end += 1
    }
    position = end
    return Word(range: start..<end, isASCII: true)
  }

  /// The next word from a scalar outside of ASCII on.
  private mutating func nextOther(from start: Int) -> Word? {
    var start = start
    while start < bytes.count {
      let (scalar, length) = UTF8Bytes.scalar(bytes, at: start)
      switch WordClass.of(scalar, &rare) {
      case .letter: return other(from: start, at: start + length)
      case .single:
        let end = marks(from: start + length)
        position = end
        return Word(range: start..<end, isASCII: false)
      case .mark, .separator: start += length
      }
    }
    position = start
    return nil
  }

  /// The word that began at `start` and goes on at `end`, maybe with a scalar outside of ASCII.
  ///
  /// - Parameters:
  ///   - start: The first byte of the word.
  ///   - end: The end of what has been read of it.
  /// - Returns: The word with all letters and marks that follow.
  private mutating func other(from start: Int, at end: Int) -> Word {
    var end = end
    var isASCII = bytes[start] < 0x80
    while end < bytes.count {
      let (scalar, length) = UTF8Bytes.scalar(bytes, at: end)
      let kind = WordClass.of(scalar, &rare)
      guard kind == .letter || kind == .mark else { break }
      if length > 1 { isASCII = false }
      end += length
    }
    position = end
    return Word(range: start..<end, isASCII: isASCII)
  }

  /// The end of the marks from a place on.
  private mutating func marks(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] >= 0x80 {
      let (scalar, length) = UTF8Bytes.scalar(bytes, at: end)
      guard WordClass.of(scalar, &rare) == .mark else { break }
      end += length
    }
    return end
  }
}

/// Scalars in bytes of UTF-8.
enum UTF8Bytes {
  /// The scalar at a place and its length in bytes. What is invalid is U+FFFD, of one byte.
  static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (Unicode.Scalar, Int) {
    let first = bytes[place]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard length > 0, place + length <= bytes.count else { return ("\u{FFFD}", 1) }
    var value = UInt32(first) & (0xFF >> UInt32(length + 1))
    for index in 1..<length {
      let next = bytes[place + index]
      guard next & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
      value = value << 6 | UInt32(next & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
  }
}
