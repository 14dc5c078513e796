public import SlipBase
public import SlipBundle

/// What a code means.
public struct Explanation: Sendable {
  public var code: String
  /// A rule's name; nil for what isn't a rule of validation.
  public var name: String?
  /// Nil for errors that stop the work.
  public var severity: Diagnostic.Severity?
  /// One sentence without its full stop.
  public var title: String
  /// Who reports it, such as `validation` or `reading RTF`.
  public var reportedBy: String
  /// The whole page; rules of validation have one.
  public var manual: RuleManual?
  public var repair = RuleRepair.none
  /// What there is to know besides, where there is no manual.
  public var remark: String?
}

/// All codes with a text, the rules of validation first.
public enum ExplanationTable {
  public static let rows: [Explanation] =
    RuleTable.rows.map {
      Explanation(
        code: $0.code, name: $0.name, severity: $0.severity, title: $0.title, reportedBy: "validation",
        manual: $0.manual, repair: $0.repair)
    } + FaultTexts.rows

  /// What a code or a rule's name means, in any case of letters. A code may have several entries.
  public static func entries(for word: String) -> [Explanation] {
    let wanted = word.lowercased()
    return rows.filter { $0.code.lowercased() == wanted || $0.name?.lowercased() == wanted }
  }

  /// Up to `limit` codes or names that look like `word`, the nearest first.
  public static func near(_ word: String, limit: Int = 3) -> [String] {
    var seen: Set<String> = []
    let words = rows.flatMap { [$0.code, $0.name].compactMap(\.self) }.filter { seen.insert($0).inserted }
    return EditDistance.near(word, among: words, limit: limit)
  }
}

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
