public import SlipBase
public import SlipBundle

/// Repairs of many bundles.
extension ValidationRun {
  /// Repairs what `judged` still reports after policy and baseline, bundle by bundle, and
  /// validates the changed bundles again. Files of RTF outside of bundles are left alone.
  ///
  /// - Parameters:
  ///   - judged: This run after policy and baseline: accepted findings aren't repaired.
  ///   - options: How far the repairs may go.
  ///   - validation: The options for validating again.
  /// - Returns: What trials would change; empty without `isTrial`. And what could not be
  ///   repaired, and why: those bundles are as they were.
  public mutating func repair(
    _ judged: ValidationRun, _ options: Repair.Options, validation: ValidationOptions
  ) -> (trials: [Repair.Outcome], failures: [(path: String, error: SlipError)]) {
    var trials: [Repair.Outcome] = []
    var failures: [(path: String, error: SlipError)] = []
    for (index, item) in judged.items.enumerated() where items.indices.contains(index) {
      guard case .success(let wanted) = item.result, case .success(let raw) = items[index].result else {
        continue
      }
      // RTF outside of bundles has no manifest or original to repair it from.
      if raw.isText { continue }
      do throws(SlipError) {
        let location = BundleLocation(path: raw.path, kind: raw.isPacked ? .zip : .directory)
        let outcome = try Repair.run(
          location, found: raw.findings, wanted: wanted.findings, options: options)
        guard !outcome.actions.isEmpty else { continue }
        notices += outcome.diagnostics
        if options.isTrial { trials.append(outcome) } else { validate(index, location, outcome, validation) }
      } catch {
        failures.append((raw.path, error))
      }
    }
    return (trials, failures)
  }

  /// Validates a repaired bundle again. If that fails, the repair stays, and a notice says so.
  private mutating func validate(
    _ index: Int, _ location: BundleLocation, _ outcome: Repair.Outcome, _ options: ValidationOptions
  ) {
    do throws(SlipError) {
      var after = try Validation.run(location, options)
      after.repairs = ValidationRun.effective(outcome.actions, after)
      items[index].result = .success(after)
    } catch {
      notices.append(
        Diagnostic(
          code: KitCode.uncheckedRepair, severity: .error,
          message: "The bundle was repaired, but could not be checked again. \(error.message)",
          location: SourceLocation(file: location.path)))
    }
  }

  /// The repairs without those whose findings are still there.
  private static func effective(
    _ actions: [Repair.Action], _ after: Validation.Outcome
  ) -> [Repair.Action] {
    let left = Set(after.findings.map { "\($0.diagnostic.code) \($0.entry)" })
    return actions.filter { $0.object != nil || !left.contains("\($0.code) \($0.path)") }
  }
}
