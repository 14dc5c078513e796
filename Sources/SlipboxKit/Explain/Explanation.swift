public import SlipBase
public import SlipBundle

/// What a code means, as `slipconv explain` prints it.
public struct Explanation: Sendable {
  /// The permanent code, such as `SBXF004`.
  public var code: String
  /// The name of the rule; nil for codes that don't belong to a validation rule.
  public var name: String?
  /// The usual severity; nil for errors that stop the work.
  public var severity: Diagnostic.Severity?
  /// What the code stands for, as a sentence without its full stop.
  public var title: String
  /// Which work reports the code, such as `validation` or `reading RTF`.
  public var reportedBy: String
  /// What a user can do about it, in one or two sentences; or why nothing needs to be done. No
  /// code is without it.
  public var advice: String
  /// The detailed explanation of a validation rule; nil for other codes.
  public var manual: RuleManual?
  /// What `--fix` and `--fix-unsafe` do about it.
  public var repair = RuleRepair.none
  /// Further explanation where there is no manual.
  public var remark: String?
}

/// All codes with their explanations, those of validation rules first. It is built once, from
/// the tables of all layers.
public enum ExplanationTable {
  /// The explanations. A code has several where several kinds of work report it.
  public static let rows: [Explanation] =
    RuleTable.rows.map {
      Explanation(
        code: $0.code, name: $0.name, severity: $0.severity, title: $0.title, reportedBy: "validation",
        advice: $0.manual.fix, manual: $0.manual, repair: $0.repair)
    } + FaultTexts.rows

  /// The explanations of a code or a rule's name, in any case. Empty for an unknown word.
  public static func entries(for word: String) -> [Explanation] {
    let wanted = word.lowercased()
    return rows.filter { $0.code.lowercased() == wanted || $0.name?.lowercased() == wanted }
  }

  /// Up to `limit` codes or names that resemble `word`, the nearest first: `SBXF994` →
  /// `SBXF004`, `SBXF014`.
  public static func near(_ word: String, limit: Int = 3) -> [String] {
    var seen: Set<String> = []
    let words = rows.flatMap { [$0.code, $0.name].compactMap(\.self) }.filter { seen.insert($0).inserted }
    return Suggestion.near(word, among: words, limit: limit)
  }
}
