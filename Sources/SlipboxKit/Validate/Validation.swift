public import SlipBase
public import SlipBundle
internal import SlipFiles
internal import SlipFormats
internal import SlipRTF
internal import SlipRTFD

/// Validates bundles, and RTF and documents of word processors outside of bundles. Nothing is ever written.
public enum Validation {
  /// The result of validating one bundle or file.
  public struct Outcome: Sendable {
    /// The path of the bundle or file itself.
    public var path: String
    /// Whether it is a packed bundle; its entries are not files of the file system.
    public var isPacked = false
    /// Whether it is text outside of bundles: a file of RTF, an RTFD package, or a document of a word processor.
    public var isText = false
    /// The name of its format: `docx`, `odt`. Nil for RTF and for bundles.
    public var documentFormat: String?
    /// The diagnostics, with counts of what was checked.
    public var report: ValidationReport
    /// The diagnostics of the report in the same order, with what reports show besides.
    public var findings: [ValidationFinding] = []
    /// How many findings the project's policy has removed from `findings`.
    public var ignored = 0
    /// How many findings the baseline has removed from `findings`.
    public var baselined = 0
    /// What was repaired before this validation.
    public var repairs: [Repair.Action] = []
  }

  /// Validates the bundle that `argument` means, a directory, a pack or a single file of an old
  /// version.
  ///
  /// ```swift
  /// let outcome = try Validation.run("my.slipbox")
  /// for finding in outcome.findings { print(finding.diagnostic.code, finding.entry) }
  /// ```
  ///
  /// - Throws: `SlipError` where there is no bundle, or where it can't be read at all. Damage
  ///   is a finding, not an error.
  public static func run(
    _ argument: String, options: ValidationOptions = ValidationOptions()
  ) throws(SlipError) -> Outcome {
    try run(BundleLocator.locate(argument), options)
  }

  /// Validates a bundle whose place is known. If a writer replaces the bundle in the meantime,
  /// the new version is validated instead.
  static func run(_ location: BundleLocation, _ options: ValidationOptions) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in
      guard let storage = try location.storage(limits: options.limits, checksEntries: true) else {
        let file = try SingleFileStorage(location.path)
        let report = try file.validate(limits: options.limits)
        return Outcome(
          path: location.path, report: report, findings: FindingContext.findings(report.diagnostics, in: file)
        )
      }
      var report = try validate(storage, options)
      if location.kind == .directory { report.diagnostics += try leftovers(beside: location.path) }
      // Files of a version that is being replaced may be gone already, which is no damage of the bundle.
      if report.count(.error) > 0 { try storage.expectCurrent() }
      return Outcome(
        path: location.path, isPacked: location.kind == .zip, report: report,
        findings: NoteTitles.naming(FindingContext.findings(report.diagnostics, in: storage), in: storage))
    }
  }

  /// What interrupted commands have left beside a bundle, which the next one removes that writes to it.
  private static func leftovers(beside path: String) throws(SlipError) -> [Diagnostic] {
    try TreeStage.leftovers(beside: path).map { name in
      Diagnostic(
        code: FileCode.unfinished, severity: .info,
        message:
          "An interrupted command left \(name) beside the bundle; the next command that writes to it removes this.",
        location: SourceLocation(file: path))
    }
  }

  /// Runs the rules over any kind of storage.
  private static func validate(
    _ storage: some BundleStorage, _ options: ValidationOptions
  ) throws(SlipError) -> ValidationReport {
    try Validator(storage: storage, options: options).run()
  }
}

/// RTF outside of bundles.
extension Validation {
  /// Validates whatever kind of target was found.
  static func run(
    _ target: ValidationTarget, _ options: ValidationOptions, _ passphrase: Passphrase? = nil
  ) throws(SlipError) -> Outcome {
    switch target {
    case .sealed(let path): try sealed(path, options, passphrase)
    case .bundle(let location): try run(location, options)
    case .text(let path): try file(path, options.limits)
    case .document(let path): try document(path, options.limits)
    case .package(let path): try package(path, options.limits)
    }
  }

  /// Validates an encrypted pack.
  private static func sealed(
    _ path: String, _ options: ValidationOptions, _ passphrase: Passphrase?
  ) throws(SlipError) -> Outcome {
    let storage = try SealedPack.storage(path, passphrase, limits: options.limits, checksEntries: true)
    let report = try validate(storage, options)
    return Outcome(
      path: path, isPacked: true, report: report,
      findings: NoteTitles.naming(FindingContext.findings(report.diagnostics, in: storage), in: storage))
  }

  /// Validates a file of RTF by the rules for bodies.
  private static func file(_ path: String, _ limits: Limits) throws(SlipError) -> Outcome {
    let storage = try SingleFileStorage(path)
    return outcome(path, try storage.validateRTF(limits: limits), storage)
  }

  /// Validates a document of a word processor: whether it can be read, and what of it is left out.
  ///
  /// - Throws: `SlipError` where the file can't be read. That it is no document, or encrypted, is a finding.
  private static func document(_ path: String, _ limits: Limits) throws(SlipError) -> Outcome {
    let storage = try SingleFileStorage(path)
    guard let format = FormatTable.forPath(path), let read = format.read else {
      return outcome(path, ValidationReport(diagnostics: []), storage)
    }
    let file = try MappedFile(path)
    let result = file.withBytes { read($0, limits) }
    try file.expectUnchanged()
    let findings = result.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location.file = diagnostic.location.file.map { path + "#" + $0 } ?? path
      return diagnostic
    }
    var outcome = outcome(path, ValidationReport(diagnostics: findings), storage)
    outcome.documentFormat = format.name
    return outcome
  }

  /// Validates the text of an RTFD package by the rules for bodies.
  ///
  /// - Throws: `SlipError` where the package can't be read, or has no text.
  private static func package(_ path: String, _ limits: Limits) throws(SlipError) -> Outcome {
    var diagnostics: [Diagnostic] = []
    let package = try FilePackage.read(directory: path, limits: limits, diagnostics: &diagnostics)
    guard let contents = RTFDContents(package) else { throw RTFDContents.noText(path) }
    let text = path + "/" + package.entries[contents.text].path
    return outcome(
      path, RTFFileValidator.check(contents, path: text, limits: limits), try DirectoryStorage(path))
  }

  /// The outcome for RTF outside of bundles.
  private static func outcome(
    _ path: String, _ report: ValidationReport, _ storage: some BundleStorage
  ) -> Outcome {
    var outcome = Outcome(
      path: path, report: report, findings: FindingContext.findings(report.diagnostics, in: storage))
    outcome.isText = true
    return outcome
  }
}
