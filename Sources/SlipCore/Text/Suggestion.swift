/// Finds what somebody may have meant by a mistyped word, by the Levenshtein distance: how many letters must be
/// changed, added or removed to turn one word into the other.
package enum Suggestion {
  /// The nearest of several words, with at most a third of its letters changed; nil where none is near.
  package static func nearest(to word: String, among words: [String]) -> String? {
    let letters = letters(of: word)
    let ranked = words.map { ($0, distance(letters, self.letters(of: $0))) }
    return ranked.filter { $0.1 <= min(letters.count - 1, max(2, $0.0.count / 3)) }.min { $0.1 < $1.1 }?.0
  }

  /// The words that resemble another one, the nearest first.
  ///
  /// A word resembles another if at most a third of its letters differ, or one letter in a short word.
  package static func near(_ word: String, among known: [String], limit: Int = 3) -> [String] {
    let letters = letters(of: word)
    let candidates = known.enumerated().compactMap { index, text -> (distance: Int, index: Int)? in
      let distance = distance(letters, self.letters(of: text))
      return distance <= max(1, text.count / 3) ? (distance, index) : nil
    }
    return candidates.sorted { $0 < $1 }.prefix(limit).map { known[$0.index] }
  }

  /// The first 64 letters of a word, in lower case.
  private static func letters(of word: String) -> [Unicode.Scalar] {
    Array(word.lowercased().unicodeScalars.prefix(64))
  }

  /// The distance of two words, in time proportional to the product of their lengths.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let cost = x == y ? diagonal : min(diagonal, row[j], row[j + 1]) + 1
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }
}
