/// How many letters to change, add or drop to turn one word into another (Levenshtein).
public enum EditDistance {
  /// The words of `known` that look like `word`, the nearest first.
  public static func near(_ word: String, among known: [String], limit: Int = 3) -> [String] {
    let wanted = Array(word.lowercased().utf8.prefix(64))
    let candidates = known.enumerated().compactMap { index, text -> (distance: Int, index: Int)? in
      let distance = between(wanted, Array(text.lowercased().utf8))
      return distance <= max(1, text.utf8.count / 3) ? (distance, index) : nil
    }
    return candidates.sorted { $0 < $1 }.prefix(limit).map { known[$0.index] }
  }

  static func between(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (x == y ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
