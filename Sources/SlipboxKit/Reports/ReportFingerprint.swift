internal import SlipBase

/// A finding's fingerprint among those of several bundles: the one that all formats and the baseline have.
enum ReportFingerprint {
  static func text(
    _ finding: ValidationFinding, _ outcome: Validation.Outcome, _ options: ReportOptions
  ) -> String {
    let bundle = ReportPlace.relative(outcome.path, options.workingDirectory)
    return Digest(of: Array("\(bundle)\n\(finding.fingerprint)".utf8)).hex
  }
}
