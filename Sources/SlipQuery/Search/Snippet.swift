/// The parts of a text in which the terms of a search stand, with every match marked and located.
public struct Snippet: Sendable, Hashable {
  /// A place where a term stands in the text.
  public struct Match: Sendable, Hashable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in code points.
    public var column: Int
    /// The place in the text, in bytes.
    public var offset: Int
    /// The length in bytes.
    public var length: Int
  }

  /// One to three parts of the text, with `…` where it was cut. Line breaks and tabs are blanks.
  public var text = ""
  /// The matches within `text`, in bytes of UTF-8.
  public var ranges: [Range<Int>] = []
  /// Where those matches stand in the whole text.
  public var matches: [Match] = []
  /// The number of matches in the whole text.
  public var count = 0

  /// The most words of one part.
  private static let windowWords = 12
  /// The most parts.
  private static let windows = 3
  /// The most words before the first match of a part.
  private static let leadingWords = 4

  /// Makes a snippet.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - terms: The terms of the search; without any the text's beginning is shown.
  public init(_ text: UnsafeBufferPointer<UInt8>, _ terms: [SearchTerm]) {
    let patterns = terms.filter { $0.field != .title }.map(\.pattern)
    let occurrences = Snippet.disjoint(WordCounter(patterns).occurrences(in: text))
    count = occurrences.count
    let words = Snippet.words(of: text)
    var chosen: [Range<Int>] = []
    var covered: Set<Int> = []
    while chosen.count < Snippet.windows {
      guard let best = Snippet.window(occurrences, words.count, chosen, covered) else { break }
      chosen.append(best.words)
      covered.formUnion(best.patterns)
    }
    if chosen.isEmpty, !words.isEmpty { chosen = [0..<min(words.count, Snippet.windowWords)] }
    var places = MatchPlaces(text)
    for window in chosen.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let part = Snippet.bytes(of: window, words, text)
      if !self.text.isEmpty || window.lowerBound > 0 { self.text += self.text.isEmpty ? "… " : " … " }
      append(
        text, part,
        occurrences.filter { part.contains($0.range.lowerBound) && $0.range.upperBound <= part.upperBound },
        &places)
    }
    if let last = chosen.map(\.upperBound).max(), last < words.count { self.text += " …" }
  }

  /// All matches of a text.
  ///
  /// - Parameters:
  ///   - text: The whole text.
  ///   - terms: The terms of the search.
  public static func matches(in text: UnsafeBufferPointer<UInt8>, _ terms: [SearchTerm]) -> [Match] {
    let patterns = terms.filter { $0.field != .title }.map(\.pattern)
    var places = MatchPlaces(text)
    return disjoint(WordCounter(patterns).occurrences(in: text)).map { places.match($0.range) }
  }

  // MARK: Choosing

  /// Occurrences in the order of the text, without those within others.
  private static func disjoint(_ occurrences: [WordCounter.Occurrence]) -> [WordCounter.Occurrence] {
    var found: [WordCounter.Occurrence] = []
    for next in occurrences.sorted(by: {
      ($0.range.lowerBound, -$0.range.count) < ($1.range.lowerBound, -$1.range.count)
    }) where next.range.lowerBound >= (found.last?.range.upperBound ?? 0) {
      found.append(next)
    }
    return found
  }

  /// The bytes of a window, with the punctuation at its ends.
  private static func bytes(
    of window: Range<Int>, _ words: [Range<Int>], _ text: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var (start, end) = (words[window.lowerBound].lowerBound, words[window.upperBound - 1].upperBound)
    let least = window.lowerBound > 0 ? words[window.lowerBound - 1].upperBound : 0
    let most = window.upperBound < words.count ? words[window.upperBound].lowerBound : text.count
    let before = (max(least, start - longestPunctuation)..<start).last { text[$0] <= 0x20 }
    if let before { start = before + 1 } else if least == 0, start <= longestPunctuation { start = 0 }
    let behind = (end..<min(most, end + longestPunctuation)).first { text[$0] <= 0x20 }
    if let behind { end = behind } else if most == text.count, most - end <= longestPunctuation { end = most }
    return start..<end
  }

  /// The most bytes of punctuation that are shown before and behind the words of a part.
  private static let longestPunctuation = 16

  /// Where the words of a text stand.
  private static func words(of text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    ASCIIWord.folded.withUnsafeBufferPointer { table in
      var reader = WordReader(text)
      while let word = reader.next(table) { words.append(word.range) }
    }
    return words
  }

  /// The earliest window with the most terms that no other window has.
  private static func window(
    _ occurrences: [WordCounter.Occurrence], _ wordCount: Int, _ chosen: [Range<Int>], _ covered: Set<Int>
  ) -> (words: Range<Int>, patterns: Set<Int>)? {
    var best: (words: Range<Int>, patterns: Set<Int>)?
    for (index, first) in occurrences.enumerated() where !covered.contains(first.pattern) {
      let leading = max(0, min(leadingWords, windowWords - first.words))
      let start = max(0, min(first.word - leading, wordCount - windowWords))
      let window = start..<min(wordCount, start + windowWords)
      guard !chosen.contains(where: { $0.overlaps(window) }) else { continue }
      var patterns: Set<Int> = []
      for occurrence in occurrences[index...] {
        guard window.contains(occurrence.word) else { break }
        patterns.insert(occurrence.pattern)
      }
      patterns.subtract(covered)
      if patterns.count > best?.patterns.count ?? 0 { best = (window, patterns) }
    }
    return best
  }

  // MARK: Writing

  /// Adds one part of the text with its matches.
  ///
  /// - Parameters:
  ///   - source: The whole text.
  ///   - part: The bytes of it that are shown.
  ///   - found: The matches within the part, in ascending order.
  ///   - places: Counts lines and columns.
  private mutating func append(
    _ source: UnsafeBufferPointer<UInt8>, _ part: Range<Int>, _ found: [WordCounter.Occurrence],
    _ places: inout MatchPlaces
  ) {
    var position = part.lowerBound
    for occurrence in found {
      let end = occurrence.range.upperBound
      text += Snippet.plain(source, position..<occurrence.range.lowerBound)
      let start = text.utf8.count
      text += Snippet.plain(source, occurrence.range.lowerBound..<end)
      ranges.append(start..<text.utf8.count)
      matches.append(places.match(occurrence.range))
      position = end
    }
    text += Snippet.plain(source, position..<part.upperBound)
  }

  /// A part of the text on one line, without U+FFFC, which stands for pictures.
  private static func plain(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: source[range], as: UTF8.self).unicodeScalars where scalar != "\u{FFFC}" {
      text.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
    }
    return String(text)
  }
}

/// Finds lines and columns of places that come in ascending order.
private struct MatchPlaces {
  /// The text.
  private let text: UnsafeBufferPointer<UInt8>
  /// Up to where lines and columns were counted.
  private var position = 0
  /// The line at that place.
  private var line = 1
  /// The column at that place.
  private var column = 1

  /// Begins at the start of a text.
  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The line and column of a range.
  mutating func match(_ range: Range<Int>) -> Snippet.Match {
    if range.lowerBound < position { (position, line, column) = (0, 1, 1) }
    while position < range.lowerBound {
      let byte = text[position]
      if byte == UInt8(ascii: "\n") {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      position += 1
    }
    return Snippet.Match(line: line, column: column, offset: range.lowerBound, length: range.count)
  }
}
