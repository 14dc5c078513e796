internal import SlipBase
internal import SlipBundle

extension ValidationRun {
  /// Gives findings the project's severities, and takes out those that it ignores. What ignores nothing any more is
  /// told in `notices`, unless payload wasn't read.
  public mutating func apply(_ policy: ValidationPolicy, isQuick: Bool = false) {
    var used: Set<Int> = []
    changeOutcomes { outcome in
      let path = outcome.path
      let removed = outcome.filter { finding in
        if let severity = policy.severities[finding.diagnostic.code] {
          finding.diagnostic.severity = severity
        }
        let file = finding.diagnostic.location.file ?? path
        guard let row = policy.ignore(finding.diagnostic.code, file: file) else { return true }
        used.insert(row)
        return false
      }
      outcome.ignored += removed
    }
    guard !isQuick, failures.isEmpty else { return }
    for (index, ignore) in policy.ignores.enumerated() where !used.contains(index) {
      guard outcomes.contains(where: { policy.concerns(ignore, bundle: $0.path) }) else { continue }
      notices.append(
        Diagnostic(
          code: KitCode.unusedIgnore, severity: .warning,
          message: "This entry no longer ignores anything: \(ignore.codes.joined(separator: ", "))",
          location: ignore.place, hint: "remove it"))
    }
  }

  /// Today's findings.
  public func baseline(workingDirectory: String?) -> Baseline {
    var options = ReportOptions()
    options.workingDirectory = workingDirectory
    var entries: [Baseline.Entry] = []
    for outcome in outcomes {
      for finding in outcome.findings { entries.append(entry(finding, outcome, options)) }
    }
    return Baseline(entries: entries)
  }

  /// Takes out what the baseline has. Entries that aren't found any more are told in `notices`, unless payload wasn't
  /// read; only those of bundles that were checked are looked for.
  public mutating func apply(
    _ baseline: Baseline, file: String, workingDirectory: String?, isQuick: Bool = false
  ) {
    var options = ReportOptions()
    options.workingDirectory = workingDirectory
    var left = Dictionary(grouping: baseline.entries, by: \.fingerprint)
    changeOutcomes { outcome in
      let whole = outcome
      let removed = outcome.filter { finding in
        left[ReportFingerprint.text(finding, whole, options)]?.popLast() == nil
      }
      outcome.baselined += removed
    }
    guard !isQuick else { return }
    let checked = outcomes.map { ReportPlace.relative($0.path, workingDirectory) }
    let stale = left.values.joined().filter { entry in
      checked.contains { entry.path == $0 || entry.path.hasPrefix($0 + "/") }
    }
    guard !stale.isEmpty else { return }
    let codes = Set(stale.map(\.code)).sorted().joined(separator: ", ")
    notices.append(
      Diagnostic(
        code: KitCode.staleBaseline, severity: .warning,
        message: "\(stale.count) of the baseline's findings no longer occur: \(codes)",
        location: SourceLocation(file: ReportPlace.relative(file, workingDirectory)),
        hint: "--write-baseline removes them"))
  }

  private func entry(
    _ finding: ValidationFinding, _ outcome: Validation.Outcome, _ options: ReportOptions
  ) -> Baseline.Entry {
    let file = finding.diagnostic.location.file ?? outcome.path
    return Baseline.Entry(
      code: finding.diagnostic.code, fingerprint: ReportFingerprint.text(finding, outcome, options),
      path: ReportPlace.relative(file, options.workingDirectory))
  }

  private mutating func changeOutcomes(_ change: (inout Validation.Outcome) -> Void) {
    for index in items.indices {
      guard case .success(var outcome) = items[index].result else { continue }
      change(&outcome)
      items[index].result = .success(outcome)
    }
  }
}

extension Validation.Outcome {
  /// Keeps findings that `isKept` says to keep, as it leaves them. Gives the number of the others.
  mutating func filter(_ isKept: (inout ValidationFinding) -> Bool) -> Int {
    let count = findings.count
    findings = findings.compactMap { finding in
      var finding = finding
      return isKept(&finding) ? finding : nil
    }
    report.diagnostics = findings.map(\.diagnostic)
    return count - findings.count
  }
}
