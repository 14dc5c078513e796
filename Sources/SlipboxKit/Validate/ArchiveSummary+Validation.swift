public import SlipBase
internal import SlipBatch
internal import SlipBundle

extension ArchiveSummary {
  /// Sums up a validation: what the files are, and what was found in them.
  ///
  /// Each file is identified once more, on all cores. A file that could not be checked counts with the reason for that.
  ///
  /// - Parameters:
  ///   - run: The validation.
  ///   - workers: How many files are read at the same time.
  public init(_ run: ValidationRun, workers: Int = Parallel.cores) {
    self.init()
    let items = run.items
    for file in Parallel.map(
      count: items.count, workers: workers, { Identification(of: WorkItem(path: items[$0].path)) })
    {
      add(file)
    }
    var checked = Checked()
    var rules: [String: Checked.Rule] = [:]
    for item in items {
      guard case .success(let outcome) = item.result else {
        checked.unreadable += 1
        continue
      }
      let severities = Set(outcome.findings.map(\.diagnostic.severity))
      if severities.contains(.error) {
        checked.errors += 1
      } else if severities.contains(.warning) {
        checked.warnings += 1
      } else {
        checked.sound += 1
      }
      for (code, findings) in Dictionary(grouping: outcome.findings, by: \.diagnostic.code) {
        ArchiveSummary.add(findings, code, item.path, to: &rules)
      }
    }
    checked.rules = rules.values.sorted(by: ArchiveSummary.isBefore)
    self.checked = checked
  }

  /// Adds the findings of a rule in a file.
  private static func add(
    _ findings: [ValidationFinding], _ code: String, _ path: String, to rules: inout [String: Checked.Rule]
  ) {
    guard let worst = findings.map(\.diagnostic).max(by: { $0.severity < $1.severity }) else { return }
    var rule =
      rules[code]
      ?? Checked.Rule(
        code: code, severity: "\(worst.severity)",
        title: RuleTable.rule(code: code)?.title ?? worst.message, files: 0, findings: 0, examples: [])
    rule.files += 1
    rule.findings += findings.count
    if rule.examples.count < mostExamples { rule.examples.append(path) }
    rules[code] = rule
  }

  /// Whether a rule stands before another.
  private static func isBefore(_ a: Checked.Rule, _ b: Checked.Rule) -> Bool {
    let order = ["error", "warning", "info"]
    let (first, second) = (order.firstIndex(of: a.severity) ?? 3, order.firstIndex(of: b.severity) ?? 3)
    return (first, b.files, a.code) < (second, a.files, b.code)
  }
}
