/// Texts as an index takes them: folded words with blanks between them.
///
/// The words are those that a search compares, so an index that splits at blanks finds just what
/// reading the texts finds.
package struct FoldedText {
  /// The folded words of the present field.
  package private(set) var bytes: [UInt8] = []
  /// The number of words of all fields.
  package private(set) var count = 0
  /// Folds words outside of ASCII.
  private var folder = WordFolder()

  /// A word that no text has (of private use). It stands between texts of one field, so that no
  /// phrase goes on from one to the next.
  private static let barrier = Array("\u{E000} ".utf8)

  /// Creates an empty text.
  package init() {}

  /// Begins with the first field.
  package mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Begins with the next field.
  package mutating func next() { bytes.removeAll(keepingCapacity: true) }

  /// Adds a text to the field.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  /// Adds a text of bytes in UTF-8 to the field.
  package mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    if !bytes.isEmpty { bytes += FoldedText.barrier }
    bytes.reserveCapacity(bytes.count + text.count + 16)
    ASCIIWord.folded.withUnsafeBufferPointer { table in
      var reader = WordReader(text)
      while let word = reader.next(table) {
        count += 1
        if word.isASCII {
          for index in word.range { bytes.append(table[Int(text[index])]) }
        } else {
          folder.fold(UnsafeBufferPointer(rebasing: text[word.range]), isASCII: false)
          bytes += folder.bytes
        }
        bytes.append(UInt8(ascii: " "))
      }
    }
  }
}

extension WordPattern {
  /// The pattern as a query of SQLite's FTS5; nil where it has no words.
  package var fullTextQuery: String? {
    words.isEmpty
      ? nil
      : "\"" + words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") + "\""
        + (isPrefix ? " *" : "")
  }
}
