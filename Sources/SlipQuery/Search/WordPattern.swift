/// Words in a row that a text is searched for: `bee`, `two words`, `hon*`.
///
/// Both sides are folded as `[cd]` does it and split alike, so that `don't` is the words `don` and
/// `t`. All words match as a whole, but the last one may stand for all that begin with it.
public struct WordPattern: Sendable, Hashable {
  /// The folded words; none where the text had none.
  let words: [[UInt8]]
  /// Whether the last word stands for all that begin with it.
  let isPrefix: Bool

  /// Splits a text.
  ///
  /// - Parameter text: Any text. `*` directly behind the last word makes that one a prefix.
  public init(_ text: String) {
    var (words, end) = ([[UInt8]](), 0)
    var folder = WordFolder()
    let bytes = Array(text.utf8)
    bytes.withUnsafeBufferPointer { bytes in
      ASCIIWord.folded.withUnsafeBufferPointer { table in
        var reader = WordReader(bytes)
        while let word = reader.next(table) {
          folder.fold(UnsafeBufferPointer(rebasing: bytes[word.range]), isASCII: word.isASCII)
          words.append(folder.bytes)
          end = word.range.upperBound
        }
      }
    }
    self.words = words
    isPrefix = end > 0 && end < bytes.count && bytes[end] == UInt8(ascii: "*")
  }

  /// Creates a pattern of folded words.
  init(words: [[UInt8]], isPrefix: Bool) {
    self.words = words
    self.isPrefix = isPrefix
  }

  /// Whether a text has these words in a row. No words are in no text.
  func occurs(in text: String) -> Bool {
    guard !words.isEmpty else { return false }
    var text = text
    return text.withUTF8 { bytes in
      let counter = WordCounter([self])
      return counter.isAnyIn(bytes)
    }
  }

  /// The words as text, with `*` behind a prefix.
  public var description: String {
    words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") + (isPrefix ? "*" : "")
  }
}
