import ArgumentParser
import SlipBundle

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List the rules of validation.",
    discussion: """
      EXAMPLE
        slipconv rules
        slipconv rules --json
      """)

  private struct Record: Encodable {
    var code: String
    var name: String
    var severity: String
    var title: String
    var finds: String
    var matters: String
    var wrong: String
    var right: String
    var fix: String
    var safeRepair: String?
    var unsafeRepair: String?

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

  private func fix(_ rule: ValidationRule) -> String {
    rule.repair.safe != nil ? "safe" : rule.repair.unsafe != nil ? "unsafe" : ""
  }

  @OptionGroup var json: JSONOption

  func run() throws {
    if json.json { return try JSONOutput.print(RuleTable.rows.map(Record.init)) }
    var table = TextTable(header: ["CODE", "SEVERITY", "FIX", "RULE", "FINDS"])
    for rule in RuleTable.rows {
      table.append([rule.code, rule.severity.description, fix(rule), rule.name, rule.title])
    }
    Terminal.standardOutput.write(table.text())
  }
}
