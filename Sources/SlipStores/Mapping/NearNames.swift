internal import SlipBase

/// Names that a wrong one may have been meant for.
enum NearNames {
  /// How many names are proposed.
  private static let most = 5

  /// The names that differ least, the nearest first. Case doesn't count.
  static func of(_ name: String, among known: [String]) -> [String] {
    let wanted = Array(name.lowercased().utf8.prefix(64))
    let rated = Set(known).map { (distance(wanted, Array($0.lowercased().utf8.prefix(64))), $0) }
    return rated.sorted { $0 < $1 }.prefix(most).map(\.1)
  }

  /// The message that a store lacks a name, with the nearest ones.
  ///
  /// - Parameter what: What the name should be of, such as `attribute of Note`.
  static func message(_ what: String, _ name: String, _ known: [String]) -> String {
    let near = of(name, among: known).prefix(3).map { "`\(PrintableText.of($0))`" }
    let list = near.isEmpty ? "" : "; the nearest are " + near.joined(separator: ", ")
    return "The store has no \(what) called `\(PrintableText.of(name))`\(list)."
  }

  /// How many letters have to be added, removed or replaced.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let next = min(row[j] + 1, row[j + 1] + 1, diagonal + (left == right ? 0 : 1))
        (diagonal, row[j + 1]) = (row[j + 1], next)
      }
    }
    return row[b.count]
  }
}
