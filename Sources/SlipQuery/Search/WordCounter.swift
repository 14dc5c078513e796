internal import CScanShims

/// Counts how often patterns occur in texts, all of them in one pass over each text.
///
/// A counter serves one thread.
final class WordCounter {
  /// Where a word belongs: the pattern, and the place in it.
  private struct Use {
    /// The number of the pattern.
    var pattern: Int
    /// The place in it, from 0.
    var place: Int
  }

  /// A word that is looked for.
  private struct Needle {
    /// The folded word, as bytes of UTF-8.
    var bytes: [UInt8]
    /// Whether longer words that begin with it are meant, too.
    var isPrefix: Bool
    /// Where it belongs; later places of a pattern come first.
    var uses: [Use]
  }

  /// How far a pattern has been found: for each of its places, the number of the last word that
  /// stood there after all before it, and where its first word began.
  private struct Progress {
    /// By place, the number of the word in the text; -2 where none stood there yet.
    var last: [Int]
    /// By place, where the first word of the pattern began, in bytes.
    var start: [Int]
  }

  /// One occurrence of a pattern.
  struct Occurrence: Sendable, Hashable {
    /// Which pattern.
    var pattern: Int
    /// The number of its first word in the text, from 0.
    var word: Int
    /// The number of its words.
    var words: Int
    /// Where it stands in the text, in bytes.
    var range: Range<Int>
  }

  /// What is counted.
  private let patterns: [WordPattern]
  /// The words of all patterns, each once.
  private var needles: [Needle] = []
  /// The numbers of needles by their first byte.
  private var byFirstByte: [[Int]] = Array(repeating: [], count: 256)
  /// Whether a folded word may begin with a byte.
  private var isFirst: [Bool] = Array(repeating: false, count: 256)
  /// The letters and digits with which needles begin.
  private var firsts: [UInt8] = []
  /// How far each pattern has been found.
  private var progress: [Progress]
  /// Folds words outside of ASCII.
  private var folder = WordFolder()

  /// How often each pattern occurred in the last text.
  private(set) var counts: [Int]
  /// The number of words in the last text.
  private(set) var length = 0

  /// Creates a counter.
  init(_ patterns: [WordPattern]) {
    self.patterns = patterns
    counts = Array(repeating: 0, count: patterns.count)
    progress = patterns.map {
      Progress(
        last: Array(repeating: -2, count: $0.words.count), start: Array(repeating: 0, count: $0.words.count))
    }
    var known: [[UInt8]: [Int]] = [:]
    for (number, pattern) in patterns.enumerated() {
      for (place, word) in pattern.words.enumerated() {
        let isPrefix = pattern.isPrefix && place == pattern.words.count - 1
        let use = Use(pattern: number, place: place)
        if let index = known[word]?.first(where: { needles[$0].isPrefix == isPrefix }) {
          needles[index].uses.append(use)
          continue
        }
        known[word, default: []].append(needles.count)
        byFirstByte[Int(word[0])].append(needles.count)
        isFirst[Int(word[0])] = true
        needles.append(Needle(bytes: word, isPrefix: isPrefix, uses: [use]))
      }
    }
    firsts = (0..<128).filter { isFirst[Int($0)] }
    // Later places first, so that a word that stands twice in a pattern isn't taken for both. A
    // prefix always has the last place.
    for index in needles.indices { needles[index].uses.sort { $0.place > $1.place } }
    for byte in byFirstByte.indices where byFirstByte[byte].count > 1 {
      byFirstByte[byte] =
        byFirstByte[byte].filter { needles[$0].isPrefix } + byFirstByte[byte].filter { !needles[$0].isPrefix }
    }
  }

  /// Counts the patterns in a text, into `counts` and `length`.
  func count(_ bytes: UnsafeBufferPointer<UInt8>) {
    scan(bytes) { pattern, _, _ in
      counts[pattern] += 1
      return true
    }
  }

  /// Counts the patterns in a text, into `counts` and `length`.
  func count(_ text: String) {
    var text = text
    text.withUTF8 { count($0) }
  }

  /// Whether any of the patterns occurs in a text.
  func isAnyIn(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isFound = false
    scan(bytes) { _, _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// All occurrences in a text, in the order in which they end.
  func occurrences(in bytes: UnsafeBufferPointer<UInt8>) -> [Occurrence] {
    var found: [Occurrence] = []
    scan(bytes) { pattern, word, range in
      found.append(
        Occurrence(pattern: pattern, word: word, words: patterns[pattern].words.count, range: range))
      return true
    }
    return found
  }

  /// Reads a text and reports each occurrence: the pattern, the number of its first word, and its
  /// bytes.
  ///
  /// - Parameter report: Returns false to end the reading.
  @inline(__always)
  private func scan(_ bytes: UnsafeBufferPointer<UInt8>, _ report: (Int, Int, Range<Int>) -> Bool) {
    for index in counts.indices { counts[index] = 0 }
    for index in progress.indices {
      for place in progress[index].last.indices { progress[index].last[place] = -2 }
    }
    length = 0
    ASCIIWord.folded.withUnsafeBufferPointer { table in
      var reader = WordReader(bytes)
      var number = 0
      guard skipping(bytes, &reader, &number, table, report) else { return }
      while let word = reader.next(table) {
        guard look(at: word, number, bytes, table, report) else { return }
        number += 1
      }
      length = number
    }
  }

  /// Reads all but the last bytes of a text. Where 64 bytes are ASCII, words that can't be meant
  /// are only counted.
  ///
  /// - Returns: False to end the reading.
  @inline(__always)
  private func skipping(
    _ bytes: UnsafeBufferPointer<UInt8>, _ reader: inout WordReader, _ number: inout Int,
    _ table: UnsafeBufferPointer<UInt8>, _ report: (Int, Int, Range<Int>) -> Bool
  ) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    let firsts = firsts
    var position = 0
    while position + 64 <= bytes.count {
      var other: UInt64 = 0
      let words = slip_scan_words(base + position, &other)
      // Bits below the end are those of whole words.
      let end: Int
      if other != 0 {
        let separators = ~words & (other & (0 &- other) &- 1)
        end = 64 - separators.leadingZeroBitCount
      } else {
        end = 64 - (~words).leadingZeroBitCount
      }
      let inside: UInt64 = end == 64 ? .max : 1 << UInt64(end) &- 1
      let starts = words & ~(words << 1) & inside
      var candidates: UInt64 = 0
      for first in firsts { candidates |= slip_scan_letter(base + position, first) }
      candidates &= starts
      while candidates != 0 {
        let bit = candidates.trailingZeroBitCount
        let start = position + bit
        var stop = start + 1
        while stop < bytes.count, table[Int(bytes[stop])] != 0 { stop += 1 }
        let before = (starts & (1 << UInt64(bit) &- 1)).nonzeroBitCount
        let word = WordReader.Word(range: start..<stop, isASCII: true)
        guard look(at: word, number + before, bytes, table, report) else { return false }
        candidates &= candidates - 1
      }
      number += starts.nonzeroBitCount
      position += end
      guard other != 0 || end == 0 else { continue }
      reader.move(to: position)
      guard let word = reader.next(table) else { return true }
      guard look(at: word, number, bytes, table, report) else { return false }
      number += 1
      position = reader.position
    }
    reader.move(to: position)
    return true
  }

  /// Compares a word with the needles.
  ///
  /// - Returns: False to end the reading.
  @inline(__always)
  private func look(
    at word: WordReader.Word, _ number: Int, _ bytes: UnsafeBufferPointer<UInt8>,
    _ table: UnsafeBufferPointer<UInt8>, _ report: (Int, Int, Range<Int>) -> Bool
  ) -> Bool {
    guard let found = candidates(bytes, word, table) else { return true }
    for index in found where isSame(needles[index], bytes, word, table) {
      for use in needles[index].uses where advance(use, number, word.range.lowerBound) {
        let start = progress[use.pattern].start[use.place]
        let count = patterns[use.pattern].words.count
        guard report(use.pattern, number - count + 1, start..<word.range.upperBound) else { return false }
      }
    }
    return true
  }

  /// The needles that a word may be, after folding it where that is needed.
  private func candidates(
    _ bytes: UnsafeBufferPointer<UInt8>, _ word: WordReader.Word, _ table: UnsafeBufferPointer<UInt8>
  ) -> [Int]? {
    if word.isASCII {
      let first = Int(table[Int(bytes[word.range.lowerBound])])
      return isFirst[first] ? byFirstByte[first] : nil
    }
    folder.fold(UnsafeBufferPointer(rebasing: bytes[word.range]), isASCII: false)
    guard let first = folder.bytes.first, isFirst[Int(first)] else { return nil }
    return byFirstByte[Int(first)]
  }

  /// Whether a word is a needle. A word outside of ASCII has been folded.
  ///
  /// - Returns: Whether all of the word is the needle or, for a prefix, whether it begins with it.
  private func isSame(
    _ needle: Needle, _ bytes: UnsafeBufferPointer<UInt8>, _ word: WordReader.Word,
    _ table: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let count = needle.bytes.count
    if word.isASCII {
      guard needle.isPrefix ? word.range.count >= count : word.range.count == count else { return false }
      for index in 0..<count where table[Int(bytes[word.range.lowerBound + index])] != needle.bytes[index] {
        return false
      }
      return true
    }
    guard needle.isPrefix ? folder.bytes.count >= count : folder.bytes.count == count else { return false }
    for index in 0..<count where folder.bytes[index] != needle.bytes[index] { return false }
    return true
  }

  /// Notes that a word stands at a place of a pattern; whether the pattern is complete with it.
  ///
  /// - Parameters:
  ///   - use: The pattern and the place in it.
  ///   - number: The number of the word in the text.
  ///   - start: Where the word begins, in bytes.
  private func advance(_ use: Use, _ number: Int, _ start: Int) -> Bool {
    if use.place > 0 {
      guard progress[use.pattern].last[use.place - 1] == number - 1 else { return false }
      progress[use.pattern].start[use.place] = progress[use.pattern].start[use.place - 1]
    } else {
      progress[use.pattern].start[0] = start
    }
    progress[use.pattern].last[use.place] = number
    return use.place == progress[use.pattern].last.count - 1
  }
}
