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
    guard try storage.length(of: BundleLayout.manifestPath) != nil else {
      var findings = FindingList()
      findings.report(ManifestMissing.self, file: BundleLayout.manifestPath)
      return ValidationReport(diagnostics: findings.diagnostics(manifest: nil, storage: storage))
    }
    return try slipErrors {
      try storage.withBytes(of: BundleLayout.manifestPath) { try check($0) }
    }
  }

  private func check(_ manifest: UnsafeRawBufferPointer) throws(SlipError) -> ValidationReport {
    var report = ValidationReport(diagnostics: [])
    var findings = FindingList()
    report.schemaVersion = VersionUnknown.check(manifest, isTree: true, &findings)
    var check = self
    check.options.listsPictures = report.schemaVersion == VersionTable.current
    if let version = report.schemaVersion,
      let index = try checkManifest(manifest, version, &findings, &report)
    {
      try check.checkPayload(manifest, index, &findings, &report)
    }
    report.diagnostics = findings.diagnostics(manifest: manifest, storage: storage)
    return report
  }

  /// The manifest by itself; nil when it is too broken to go on.
  private func checkManifest(
    _ manifest: UnsafeRawBufferPointer, _ version: Int, _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) -> ManifestIndex? {
    if let old = VersionTable.named(version), version != VersionTable.current {
      return try checkOld(manifest, old, &findings, &report)
    }
    let indexer = ManifestIndexer()
    var isReadable = true
    var breaksSchema = false
    try timed("manifest", &report) { () throws(SlipError) in
      try ManifestEdited.check(manifest, storage, &findings)
      let walker = ManifestWalker(indexer)
      if let fault = try XMLParser.parse(manifest, limits: options.limits, handler: walker) {
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
    report.count(indexer.index)
    return breaksSchema ? nil : indexer.index
  }

  private func checkOld(
    _ manifest: UnsafeRawBufferPointer, _ version: SchemaVersion, _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) -> ManifestIndex? {
    var index: ManifestIndex?
    try timed("manifest", &report) { () throws(SlipError) in
      try ManifestEdited.check(manifest, storage, &findings)
      index = try OldVersionCheck.run(manifest, version, options.limits, &findings)?.index
    }
    if let index { report.count(index) }
    return index
  }

  private func checkPayload(
    _ manifest: UnsafeRawBufferPointer, _ index: ManifestIndex, _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) {
    PayloadNotListed.check(index, &findings)
    // Files can be matched only in their order.
    guard !findings.findings.contains(where: { $0.rule == FilesOutOfOrder.self }) else { return }
    var tree = TreeCheck(storage, manifest, index, options)
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
