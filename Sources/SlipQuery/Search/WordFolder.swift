import SlipBase

/// Folds words as `[cd]` folds text. Most need no library: their scalars are ASCII or have a row
/// in a table.
struct WordFolder {
  /// The folded bytes of the last word.
  private(set) var bytes: [UInt8] = []

  /// Folds a word into `bytes`.
  ///
  /// - Parameter word: The bytes of one word of `WordReader`.
  mutating func fold(_ word: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    bytes.removeAll(keepingCapacity: true)
    if isASCII {
      for byte in word { bytes.append(ASCIIWord.folded[Int(byte)]) }
      return
    }
    var place = 0
    while place < word.count {
      let byte = word[place]
      if byte < 0x80 {
        bytes.append(ASCIIWord.folded[Int(byte)])
        place += 1
        continue
      }
      let (scalar, length) = UTF8Bytes.scalar(word, at: place)
      if WordFolder.isStable(scalar) {
        for index in 0..<length { bytes.append(word[place + index]) }
      } else if let row = WordFolder.row(of: scalar) {
        bytes.append(contentsOf: row)
      } else {
        bytes = Array(TextForm.fold(String(decoding: word, as: UTF8.self), .cd).utf8)
        return
      }
      place += length
    }
  }

  /// Whether folding leaves a scalar as it is, whatever follows, unless a mark does: the common
  /// Han ideographs.
  private static func isStable(_ scalar: Unicode.Scalar) -> Bool {
    (0x3400...0x9FFF).contains(scalar.value)
  }

  /// The folded form of a scalar that folds by itself; nil for one that may combine with others.
  private static func row(of scalar: Unicode.Scalar) -> [UInt8]? {
    scalar.value < 0x530 ? table[Int(scalar.value)] : nil
  }

  /// The folded forms of Latin, Greek and Cyrillic letters, which have no marks that stay.
  private static let table: [[UInt8]?] = (0..<UInt32(0x530)).map { value in
    switch value {
    case 0x80..<0x2B0, 0x370..<0x483, 0x48A..<0x530:
      Unicode.Scalar(value).map { Array(TextForm.fold(String($0), .cd).utf8) }
    default: nil
    }
  }
}
