internal import SlipRTF
internal import SlipBase
internal import SlipBundle
internal import SlipFormats

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
