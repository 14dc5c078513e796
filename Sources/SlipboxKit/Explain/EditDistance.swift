/// How many letters to change, add or drop to turn one word into another (Levenshtein).
enum EditDistance {
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
