public import SlipBase
internal import XMLSyntax

/// Checks a whole bundle: schema, references, fixity, mirrors, pictures, originals, and the tree itself.
///
/// The rules are in `RuleTable`. The manifest is read as a stream, and payload file by file on all cores; memory
/// grows by some tens of bytes a note. The same bundle gives the same report, whatever the number of cores.
public struct Validator<Storage: BundleStorage> {
  private let storage: Storage
  private var options: ValidationOptions

  public init(storage: Storage, options: ValidationOptions = ValidationOptions()) {
    self.storage = storage
    self.options = options
  }

  /// - Throws: Only where the bundle can't be read at all. All that is wrong with it is in the report.
  ///   References are judged once the manifest is well-formed and valid, and payload after that.
  public func run() throws(SlipError) -> ValidationReport {
    guard let length = try storage.length(of: BundleLayout.manifestPath) else {
      return unreadable(.manifestMissing, nil)
    }
    guard length <= options.limits.manifestBytes else {
      return unreadable(.limitExceeded, "\(length) bytes")
    }
    return try slipErrors {
      try storage.withBytesInOrder(of: BundleLayout.manifestPath) { bytes, done in
        try withoutActuallyEscaping(done) { try check(bytes, done: $0) }
      }
    }
  }

  private func unreadable(_ rule: ValidationRule, _ detail: String?) -> ValidationReport {
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
    report.schemaVersion = VersionUnknown.check(manifest, isTree: true, &findings)
    var check = self
    check.options.listsPictures = report.schemaVersion == VersionTable.current
    if let version = report.schemaVersion,
      let index = try checkManifest(manifest, version, done: done, &findings, &report)
    {
      PayloadNotListed.check(index, &findings)
      if options.checksTree { try check.checkPayload(manifest, done: done, index, &findings, &report) }
    }
    report.diagnostics = findings.diagnostics(manifest: manifest, storage: storage)
    return report
  }

  /// The manifest by itself; nil when it is too broken to go on.
  private func checkManifest(
    _ manifest: UnsafeRawBufferPointer, _ version: Int, done: @escaping (Int) -> Void,
    _ findings: inout FindingList, _ report: inout ValidationReport
  ) throws(SlipError) -> ManifestIndex? {
    if let old = VersionTable.named(version), version != VersionTable.current {
      return try checkOld(manifest, old, done: done, &findings, &report)
    }
    let indexer = ManifestIndexer(now: options.now, limits: options.limits)
    var isReadable = true
    var breaksSchema = false
    try timed("manifest", &report) { () throws(SlipError) in
      try ManifestEdited.check(manifest, storage, done: done, &findings)
      let walker = ManifestWalker(indexer, limits: options.limits)
      if let fault = try XMLParser.parse(manifest, limits: options.limits, done: done, handler: walker) {
        isReadable = false
        findings.report(RuleTable.rule(fault), fault.message, at: .offset(fault.offset))
      } else if let tagEnd = walker.excess {
        isReadable = false
        findings.report(
          .limitExceeded, "foreign elements have more than \(options.limits.foreignBytes) bytes",
          at: .tag(tagEnd))
      } else if walker.form.needsSchemaCheck {
        breaksSchema = try SchemaCheck.run(manifest, options.limits, &findings)
        if !breaksSchema, !indexer.unreadable.isEmpty {
          breaksSchema = true
          findings.append(indexer.unreadable.findings)
        }
      }
    }
    guard isReadable else { return nil }
    try timed("references", &report) { () throws(SlipError) in if !breaksSchema { indexer.finish() } }
    breaksSchema = breaksSchema || indexer.breaksSchema
    findings.append(indexer.findings.findings)
    report.count(indexer.index)
    return breaksSchema ? nil : indexer.index
  }

  private func checkOld(
    _ manifest: UnsafeRawBufferPointer, _ version: SchemaVersion, done: @escaping (Int) -> Void,
    _ findings: inout FindingList, _ report: inout ValidationReport
  ) throws(SlipError) -> ManifestIndex? {
    var index: ManifestIndex?
    try timed("manifest", &report) { () throws(SlipError) in
      try ManifestEdited.check(manifest, storage, done: done, &findings)
      index = try OldVersionCheck.run(manifest, version, options.limits, now: options.now, &findings)?.index
    }
    if let index { report.count(index) }
    return index
  }

  private func checkPayload(
    _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void, _ index: ManifestIndex,
    _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) {
    // Files can be matched only in their order.
    guard !findings.findings.contains(where: { $0.code == ValidationRule.filesOutOfOrder.code }) else {
      return
    }
    var tree = TreeCheck(storage, manifest, done: done, index, options)
    try GitAttributesDiffer.check(storage, &findings)
    try timed("files", &report) { () throws(SlipError) in try tree.run() }
    findings.append(tree.findings.findings)
    report.bytesRead = tree.bytesRead
    try timed("sources", &report) { () throws(SlipError) in
      let check = SourceCheck(storage: storage, index: index, tree: tree, options: options)
      findings.append(check.run().findings)
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

extension ValidationReport {
  fileprivate mutating func count(_ index: ManifestIndex) {
    (notes, attachments, files) = (index.notes.count, index.attachments.count, index.files.count)
  }
}
