import ArgumentParser
import SlipBundle

/// `slipconv rules`: the table of validation rules, which is the same as in `Docs/Rules.md`.
///
///     CODE     SEVERITY  FIX     RULE          FINDS
///     SBXF004  error     unsafe  UnlistedFile  A file is not listed
///
/// The column FIX says which repairs there are: `safe` for `--fix`, `unsafe` for
/// `--fix-unsafe`.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the validation rules.",
    discussion: """
      EXAMPLE
        slipconv rules
        slipconv rules --json
      """)

  /// A rule as JSON. The names of the properties are the keys. `wrong` and `right` are excerpts
  /// of files, of several lines.
  private struct Record: Encodable {
    /// The permanent code.
    var code: String
    /// The name, which can be used instead of the code.
    var name: String
    /// The severity, unless a configuration changes it.
    var severity: String
    /// What the rule finds, in a sentence without its full stop.
    var title: String
    /// What the rule finds, in detail.
    var finds: String
    /// Why it matters.
    var matters: String
    /// An example that the rule reports.
    var wrong: String
    /// The same example, corrected.
    var right: String
    /// How to fix it by hand.
    var fix: String
    /// What `--fix` does; absent where it does nothing.
    var safeRepair: String?
    /// What `--fix-unsafe` does; absent where it does nothing.
    var unsafeRepair: String?

    /// The JSON form of a rule.
    init(_ rule: ValidationRule) {
      code = rule.code
      name = rule.name
      severity = rule.severity.description
      title = rule.title
      finds = rule.manual.finds
      matters = rule.manual.matters
      wrong = rule.manual.bad
      right = rule.manual.good
      fix = rule.manual.fix
      safeRepair = rule.repair.safe
      unsafeRepair = rule.repair.unsafe
    }
  }

  /// The value of the column FIX: `safe`, `unsafe` or nothing.
  private func fix(_ rule: ValidationRule) -> String {
    rule.repair.safe != nil ? "safe" : rule.repair.unsafe != nil ? "unsafe" : ""
  }

  /// Prints the rules as JSON.
  @OptionGroup var json: JSONOption

  /// Prints all rules in the order of their codes.
  func run() throws {
    if json.json { return try JSONOutput.print(RuleTable.rows.map(Record.init)) }
    var table = TextTable(header: ["CODE", "SEVERITY", "FIX", "RULE", "FINDS"])
    for rule in RuleTable.rows {
      table.append([rule.code, rule.severity.description, fix(rule), rule.name, rule.title])
    }
    Terminal.standardOutput.write(table.text())
  }
}
