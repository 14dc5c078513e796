internal import SlipBase

/// Finds what may have been meant by a search that finds nothing.
///
/// Only words change that no text of the box has. The rest of the search stays as it was written: fields, phrases,
/// OR, minus and asterisk.
public struct SearchSpelling: Sendable {
  /// A word of the search.
  private struct Word {
    /// Where it stands, in bytes.
    var range: Range<Int>
    /// The folded word.
    var folded: [UInt8]
    /// Whether it stands for all words that begin with it.
    var isPrefix: Bool
    /// Whether a text of the box has it.
    var isKnown = false
  }

  /// What was typed.
  private let text: [UInt8]
  /// The words that may change, in order.
  private var words: [Word] = []
  /// The folded words of the box, as far as they have about as many letters as one of the search.
  private var known: Set<[UInt8]> = []
  /// Folds texts.
  private var folded = FoldedText()

  /// The fewest letters of a word that may change: shorter ones are near to everything.
  private static let fewestLetters = 4

  /// Begins with the words of a search that are looked for anywhere and not excluded.
  ///
  /// What isn't in quotes and falls into several words, such as `don't`, stays.
  public init(_ search: SearchQuery) {
    text = Array(search.text.utf8)
    for range in search.freeWords {
      let found = words(in: range)
      if found.count == 1 || text[range.lowerBound] == UInt8(ascii: "\"") { words += found }
    }
  }

  /// Whether any word may change.
  public var hasWords: Bool { !words.isEmpty }

  /// The words in a part of the search.
  private func words(in range: Range<Int>) -> [Word] {
    text[range].withUnsafeBufferPointer { bytes in
      ASCIIWord.folded.withUnsafeBufferPointer { table in
        var (reader, folder, found) = (WordReader(bytes), WordFolder(), [Word]())
        while let word = reader.next(table) {
          folder.fold(UnsafeBufferPointer(rebasing: bytes[word.range]), isASCII: word.isASCII)
          let end = word.range.upperBound
          found.append(
            Word(
              range: range.lowerBound + word.range.lowerBound..<range.lowerBound + end, folded: folder.bytes,
              isPrefix: end < bytes.count && bytes[end] == UInt8(ascii: "*")))
        }
        return found
      }
    }
  }

  /// Adds a text of the box.
  public mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  /// Adds a text of the box, as bytes of UTF-8.
  public mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    folded.clear()
    folded.add(text)
    for word in folded.bytes.split(separator: 0x20) { word.withUnsafeBufferPointer { add(word: $0) } }
  }

  /// Adds a word of the box, which is folded already.
  public mutating func add(word: UnsafeBufferPointer<UInt8>) {
    for index in words.indices where !words[index].isKnown {
      let sought = words[index].folded
      let isSame = words[index].isPrefix ? word.starts(with: sought) : word.elementsEqual(sought)
      if isSame { words[index].isKnown = true }
      if abs(word.count - sought.count) <= max(2, sought.count / 2) { known.insert(Array(word)) }
    }
  }

  /// The search with words that exist in the place of those that don't; nil where one has none near, or all exist.
  public var suggestion: String? {
    let missing = words.filter { !$0.isKnown }
    guard !missing.isEmpty else { return nil }
    let candidates = known.map { String(decoding: $0, as: UTF8.self) }.sorted()
    var changed = text
    for word in missing.reversed() {
      let written = String(decoding: word.folded, as: UTF8.self)
      guard written.unicodeScalars.count >= SearchSpelling.fewestLetters,
        let near = Suggestion.nearest(to: written, among: candidates)
      else { return nil }
      changed.replaceSubrange(word.range, with: near.utf8)
    }
    return String(decoding: changed, as: UTF8.self)
  }
}
