public import SlipBase
internal import XMLSyntax

/// Checks a whole bundle: schema, references, fixity, mirrors, pictures, originals, and the tree itself.
///
/// The rules are in `RuleTable`. The manifest is read as a stream, and payload file by file on all cores; memory
/// grows by some tens of bytes a note. The same bundle gives the same report, whatever the number of cores.
public struct Validator<Storage: BundleStorage> {
  private let storage: Storage
  private let options: ValidationOptions

  public init(storage: Storage, options: ValidationOptions = ValidationOptions()) {
    self.storage = storage
    self.options = options
  }

  /// - Throws: Only where the bundle can't be read at all. All that is wrong with it is in the report.
  ///   References are judged once the manifest is well-formed and valid, and payload after that.
  public func run() throws(SlipError) -> ValidationReport {
    guard let length = try storage.length(of: BundleLayout.manifestPath) else {
      return unreadable(ManifestMissing.self, nil)
    }
    guard length <= options.limits.manifestBytes else {
      return unreadable(LimitExceeded.self, "\(length) bytes")
    }
    return try slipErrors {
      try storage.withBytesInOrder(of: BundleLayout.manifestPath) { bytes, done in
        try withoutActuallyEscaping(done) { try check(bytes, done: $0) }
      }
    }
  }

  private func unreadable(_ rule: any ValidationRule.Type, _ detail: String?) -> ValidationReport {
    var findings = FindingList()
    findings.report(rule, detail, file: BundleLayout.manifestPath)
    return ValidationReport(diagnostics: findings.diagnostics(manifest: nil, storage: storage))
  }

  private func check(
    _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void
  ) throws(SlipError) -> ValidationReport {
    var report = ValidationReport(diagnostics: [])
    var findings = FindingList()
    try PackCheck.run(storage, &findings)
    if let index = try checkManifest(manifest, done: done, &findings, &report) {
      PayloadNotListed.check(index, &findings)
      if options.checksTree { try checkPayload(manifest, done: done, index, &findings, &report) }
    }
    report.diagnostics = findings.diagnostics(manifest: manifest, storage: storage)
    return report
  }

  /// The manifest by itself; nil when it is too broken to go on.
  private func checkManifest(
    _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void, _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) -> ManifestIndex? {
    let indexer = ManifestIndexer(now: options.now)
    var isReadable = true
    var breaksSchema = false
    try timed("manifest", &report) { () throws(SlipError) in
      try ManifestEdited.check(manifest, storage, done: done, &findings)
      isReadable = VersionUnknown.check(manifest, &findings)
      guard isReadable else { return }
      let walker = ManifestWalker(indexer)
      if let fault = try XMLParser.parse(manifest, limits: options.limits, done: done, handler: walker) {
        isReadable = false
        findings.report(RuleTable.rule(fault), RuleTable.detail(fault), at: .offset(fault.offset))
      } else if walker.form.isDoubtful {
        breaksSchema = try SchemaCheck.run(manifest, options.limits, &findings)
      }
    }
    guard isReadable else { return nil }
    try timed("references", &report) { () throws(SlipError) in if !breaksSchema { indexer.finish() } }
    breaksSchema = breaksSchema || indexer.breaksSchema
    findings.append(indexer.findings.findings)
    report.notes = indexer.index.notes.count
    report.attachments = indexer.index.attachments.count
    report.files = indexer.index.files.count
    return breaksSchema ? nil : indexer.index
  }

  private func checkPayload(
    _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void, _ index: ManifestIndex,
    _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) {
    // Files can be matched only in their order.
    guard !findings.findings.contains(where: { $0.rule == FilesOutOfOrder.self }) else { return }
    var tree = TreeCheck(storage, manifest, done: done, index, options)
    try GitAttributesDiffer.check(storage, &findings)
    try timed("files", &report) { () throws(SlipError) in try tree.run() }
    findings.append(tree.findings.findings)
    report.bytesRead = tree.bytesRead
    try timed("sources", &report) { () throws(SlipError) in
      let check = SourceCheck(storage: storage, index: index, tree: tree, options: options)
      findings.append(try check.run().findings)
    }
  }

  private func timed(
    _ phase: String, _ report: inout ValidationReport, _ body: () throws(SlipError) -> Void
  ) throws(SlipError) {
    let start = options.clock?()
    try body()
    if let start, let end = options.clock?() {
      report.timings.append(ValidationReport.Timing(phase: phase, duration: end - start))
    }
  }
}
