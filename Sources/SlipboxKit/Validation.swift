public import SlipBase
public import SlipBundle

/// Checks bundles.
public enum Validation {
  public struct Outcome: Sendable {
    /// The bundle's own path.
    public var path: String
    public var report: ValidationReport
  }

  /// Validates the bundle that `argument` means, a directory or a pack; writes nothing.
  ///
  /// - Throws: `SlipError` where there is no bundle, or it can't be read at all.
  public static func run(
    _ argument: String, options: ValidationOptions = ValidationOptions()
  ) throws(SlipError) -> Outcome {
    try readingAgainWhenReplaced { () throws(SlipError) in
      let location = try BundleLocator.locate(argument)
      guard let storage = try location.storage(limits: options.limits) else {
        throw OpenBundle.tooOld(location.path)
      }
      let report = try validate(storage, options)
      // Files of a version that is on its way out may be gone already; that is no fault of the bundle.
      if report.count(.error) > 0 { try (storage as? DirectoryStorage)?.expectCurrent() }
      return Outcome(path: location.path, report: report)
    }
  }

  private static func validate(
    _ storage: some BundleStorage, _ options: ValidationOptions
  ) throws(SlipError) -> ValidationReport {
    try Validator(storage: storage, options: options).run()
  }
}
