internal import SlipBase

/// What a project has decided about findings, applied after the validation, so that validating
/// doesn't depend on it.
extension ValidationRun {
  /// Gives findings the severities of the project, and removes those that it accepts.
  ///
  /// An entry that accepted nothing, although a bundle that it concerns was checked, is
  /// reported in `notices`. It isn't after a quick run or where something could not be read,
  /// because a finding may be missing then.
  ///
  /// Call this before applying a baseline, so that accepted findings aren't counted as
  /// baselined.
  ///
  /// - Parameters:
  ///   - policy: What the project has decided.
  ///   - isQuick: Whether payload was left unread.
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

  /// All findings of this run as a baseline.
  ///
  /// - Parameter workingDirectory: An absolute path; paths below it are written relative to it.
  public func baseline(workingDirectory: String?) -> Baseline {
    var entries: [Baseline.Entry] = []
    for outcome in outcomes {
      for finding in outcome.findings { entries.append(entry(finding, outcome, workingDirectory)) }
    }
    return Baseline(entries: entries)
  }

  /// Removes the findings that are in a baseline. Each entry removes one finding.
  ///
  /// Entries that no finding matches are reported in `notices` as one warning, but only those
  /// of bundles that were checked, and not after a quick run.
  ///
  /// - Parameters:
  ///   - baseline: The findings that are accepted.
  ///   - file: The path of the baseline, for the warning.
  ///   - workingDirectory: The absolute path that was given when the baseline was written.
  ///   - isQuick: Whether payload was left unread.
  public mutating func apply(
    _ baseline: Baseline, file: String, workingDirectory: String?, isQuick: Bool = false
  ) {
    var left = Dictionary(grouping: baseline.entries, by: \.fingerprint)
    changeOutcomes { outcome in
      let whole = outcome
      let removed = outcome.filter { finding in
        left[ReportFingerprint.text(finding, whole, workingDirectory)]?.popLast() == nil
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

  /// The baseline entry of a finding.
  private func entry(
    _ finding: ValidationFinding, _ outcome: Validation.Outcome, _ workingDirectory: String?
  ) -> Baseline.Entry {
    let file = finding.diagnostic.location.file ?? outcome.path
    return Baseline.Entry(
      code: finding.diagnostic.code, fingerprint: ReportFingerprint.text(finding, outcome, workingDirectory),
      path: ReportPlace.relative(file, workingDirectory))
  }

  /// Changes the outcome of each bundle that could be checked.
  private mutating func changeOutcomes(_ change: (inout Validation.Outcome) -> Void) {
    for index in items.indices {
      guard case .success(var outcome) = items[index].result else { continue }
      change(&outcome)
      items[index].result = .success(outcome)
    }
  }
}

/// Removal of findings.
extension Validation.Outcome {
  /// Keeps the findings for which `isKept` returns true, with the changes that it makes to
  /// them, and updates the diagnostics of the report.
  ///
  /// - Returns: How many findings were removed.
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
