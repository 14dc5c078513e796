public import SlipBase
public import SlipBundle
internal import SlipRTF
internal import SlipFormats

/// Checks bundles, and RTF outside of them.
public enum Validation {
  public struct Outcome: Sendable {
    /// The bundle's own path.
    public var path: String
    /// One file that is packed; places in it are no files of their own.
    public var isPacked = false
    /// RTF outside of bundles: a file or an RTFD package.
    public var isText = false
    public var report: ValidationReport
    /// The report's diagnostics in their order, with what reports tell of each.
    public var findings: [ValidationFinding] = []
    /// Findings that the project ignores, and those that are in its baseline; `findings` lacks them.
    public var ignored = 0
    public var baselined = 0
    /// What was put right before this validation.
    public var repairs: [Repair.Action] = []
  }

  /// Validates the bundle that `argument` means, a directory or a pack; writes nothing.
  ///
  /// - Throws: `SlipError` where there is no bundle, or it can't be read at all.
  public static func run(
    _ argument: String, options: ValidationOptions = ValidationOptions()
  ) throws(SlipError) -> Outcome {
    try run(BundleLocator.locate(argument), options)
  }

  static func run(_ location: BundleLocation, _ options: ValidationOptions) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in
      guard let storage = try location.storage(limits: options.limits, checksEntries: true) else {
        let file = try SingleFileStorage(location.path)
        let report = try file.validate(limits: options.limits)
        return Outcome(
          path: location.path, report: report, findings: FindingContext.findings(report.diagnostics, in: file)
        )
      }
      let report = try validate(storage, options)
      // Files of a version that is on its way out may be gone already; that is no fault of the bundle.
      if report.count(.error) > 0 { try (storage as? DirectoryStorage)?.expectCurrent() }
      return Outcome(
        path: location.path, isPacked: location.kind == .zip, report: report,
        findings: NoteTitles.naming(FindingContext.findings(report.diagnostics, in: storage), in: storage))
    }
  }

  private static func validate(
    _ storage: some BundleStorage, _ options: ValidationOptions
  ) throws(SlipError) -> ValidationReport {
    try Validator(storage: storage, options: options).run()
  }
}

/// RTF outside of bundles.
extension Validation {
  static func run(_ target: ValidationTarget, _ options: ValidationOptions) throws(SlipError) -> Outcome {
    switch target {
    case .bundle(let location): try run(location, options)
    case .text(let path): try file(path, options.limits)
    case .package(let path): try package(path, options.limits)
    }
  }

  private static func file(_ path: String, _ limits: Limits) throws(SlipError) -> Outcome {
    let storage = try SingleFileStorage(path)
    return outcome(path, try storage.validateRTF(limits: limits), storage)
  }

  private static func package(_ path: String, _ limits: Limits) throws(SlipError) -> Outcome {
    var diagnostics: [Diagnostic] = []
    let package = try FilePackage.read(directory: path, limits: limits, diagnostics: &diagnostics)
    guard let contents = RTFDContents(package) else { throw RTFDContents.noText(path) }
    let text = path + "/" + package.entries[contents.text].path
    return outcome(
      path, RTFFileValidator.check(contents, path: text, limits: limits), try DirectoryStorage(path))
  }

  private static func outcome(
    _ path: String, _ report: ValidationReport, _ storage: some BundleStorage
  ) -> Outcome {
    var outcome = Outcome(
      path: path, report: report, findings: FindingContext.findings(report.diagnostics, in: storage))
    outcome.isText = true
    return outcome
  }
}
