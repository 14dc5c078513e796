/// The different words of texts, folded, each with its first spelling.
package struct DistinctWords: Sendable {
  /// The first spelling of each word.
  package private(set) var spellings: [[UInt8]: String] = [:]
  /// Folds words.
  private var folder = WordFolder()
  /// The fewest letters of a word; shorter ones are left out, and numbers, too.
  private let shortest: Int

  /// Begins without words.
  ///
  /// - Parameter shortest: The fewest letters of a word; shorter ones are left out, and what has no letter.
  package init(shortest: Int) { self.shortest = shortest }

  /// Adds the words of a text.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  /// Adds the words of a text in UTF-8.
  package mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    ASCIIWord.folded.withUnsafeBufferPointer { table in
      var reader = WordReader(text)
      while let word = reader.next(table) {
        let bytes = UnsafeBufferPointer(rebasing: text[word.range])
        // A scalar begins with a byte that doesn't go on with another.
        guard bytes.count(where: { $0 & 0xC0 != 0x80 }) >= shortest,
          bytes.contains(where: { !(0x30...0x39).contains($0) })
        else { continue }
        folder.fold(bytes, isASCII: word.isASCII)
        if spellings[folder.bytes] == nil {
          spellings[folder.bytes] = String(decoding: bytes, as: UTF8.self)
        }
      }
    }
  }
}
