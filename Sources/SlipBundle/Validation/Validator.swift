public import SlipBase
internal import XMLSyntax

/// Checks a whole bundle: schema, references, fixity, mirrors, pictures, originals, and the tree itself.
///
/// ```swift
/// let report = try Validator(storage: try DirectoryStorage("Notes.slipbox")).run()
/// for finding in report.diagnostics { print(finding.code, finding.message) }
/// ```
///
/// `RuleTable` lists what can be found. Each phase needs the one before:
///
/// - the layout of a pack (`PackCheck`) and the schema version (`VersionUnknown`);
/// - the manifest: form, schema (`SchemaCheck`) and, on the way, entities and references (`ManifestIndexer`);
/// - the tree, compared with the listed files (`TreeCheck`), and each file by itself (`PayloadCheck`), on all
///   cores;
/// - originals, put together again (`SourceCheck`).
///
/// The manifest is read as a stream. Memory grows by some tens of bytes a note. The same bundle gives the
/// same report, whatever the number of cores.
public struct Validator<Storage: BundleStorage> {
  /// The bundle.
  private let storage: Storage
  /// What to check.
  private var options: ValidationOptions

  /// Prepares a validation; nothing is read yet.
  public init(storage: Storage, options: ValidationOptions = ValidationOptions()) {
    self.storage = storage
    self.options = options
  }

  /// Checks the bundle.
  ///
  /// References are checked only in a well-formed manifest that keeps its schema, payload only where the
  /// manifest lists it in order.
  ///
  /// - Returns: Everything that is wrong with the bundle.
  /// - Throws: `SlipError` only where the bundle can't be read at all.
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

  /// The report for a manifest that isn't read: one finding.
  private func unreadable(_ rule: ValidationRule, _ detail: String?) -> ValidationReport {
    var findings = FindingList()
    findings.report(rule, detail, file: BundleLayout.manifestPath)
    return ValidationReport(diagnostics: findings.diagnostics(manifest: nil, storage: storage))
  }

  /// Checks a bundle whose manifest is in memory. `done` takes offsets up to which it isn't needed any more.
  private func check(
    _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void
  ) throws(SlipError) -> ValidationReport {
    var report = ValidationReport(diagnostics: [])
    var findings = FindingList()
    try PackCheck.run(storage, &findings)
    report.schemaVersion = VersionUnknown.check(manifest, isTree: true, &findings)
    var check = self
    check.options.listsPictures = (report.schemaVersion ?? 0) >= Version5.number
    if let version = report.schemaVersion,
      let index = try checkManifest(manifest, version, done: done, &findings, &report)
    {
      PayloadNotListed.check(index, &findings)
      if options.checksTree { try check.checkPayload(manifest, done: done, index, &findings, &report) }
    }
    report.diagnostics = findings.diagnostics(manifest: manifest, report.documents, storage: storage)
    return report
  }

  /// Checks the manifest by itself, in one pass.
  ///
  /// The same pass that fills the index finds out whether the schema is kept beyond doubt. Only otherwise the
  /// XSD is asked, in a second pass.
  ///
  /// - Returns: What references and payload are checked against; nil where the manifest is too broken for
  ///   that.
  private func checkManifest(
    _ manifest: UnsafeRawBufferPointer, _ version: Int, done: @escaping (Int) -> Void,
    _ findings: inout FindingList, _ report: inout ValidationReport
  ) throws(SlipError) -> ManifestIndex? {
    guard let version = VersionTable.named(version) else { return nil }
    guard let schema = version.manifest else {
      return try checkOld(manifest, version, done: done, &findings, &report)
    }
    let indexer = ManifestIndexer(
      schema, part: version.part ?? .part, now: options.now, limits: options.limits)
    var documents = ManifestDocuments(root: manifest.count)
    var isReadable = true
    var breaksSchema = false
    try timed("manifest", &report) { () throws(SlipError) in
      try ManifestEdited.check(manifest, storage, done: done, &findings)
      let walker = ManifestWalker(indexer, schema, limits: options.limits)
      if let fault = try XMLParser.parse(manifest, limits: options.limits, done: done, handler: walker) {
        isReadable = false
        findings.report(RuleTable.rule(fault), fault.message, at: .offset(fault.offset))
      } else if let tagEnd = walker.excess {
        isReadable = false
        findings.report(
          .limitExceeded, "foreign elements have more than \(options.limits.foreignBytes) bytes",
          at: .tag(tagEnd))
      } else if walker.form.needsSchemaCheck {
        breaksSchema = try SchemaCheck.run(manifest, version: version, options.limits, &findings)
        if !breaksSchema, !indexer.unreadable.isEmpty {
          breaksSchema = true
          findings.append(indexer.unreadable)
        }
      }
      if isReadable, !breaksSchema, !indexer.breaksSchema, !indexer.index.parts.isEmpty {
        documents = ManifestDocuments(root: manifest.count, indexer.index.parts.values.map(\.listed))
        let state = try checkParts(documents, indexer, version, &findings)
        (isReadable, breaksSchema) = (state.isReadable, state.breaksSchema)
        if isReadable, !breaksSchema, !indexer.unreadable.isEmpty {
          breaksSchema = true
          findings.append(indexer.unreadable)
        }
      }
    }
    report.documents = documents
    guard isReadable else { return nil }
    try timed("references", &report) { () throws(SlipError) in if !breaksSchema { indexer.finish() } }
    breaksSchema = breaksSchema || indexer.breaksSchema
    findings.append(indexer.findings)
    report.count(indexer.index)
    return breaksSchema ? nil : indexer.index
  }

  /// Checks the parts of a manifest, each kind of entity in a pass of its own.
  ///
  /// - Returns: Whether all could be read, and whether one breaks the schema.
  private func checkParts(
    _ documents: ManifestDocuments, _ indexer: ManifestIndexer, _ version: SchemaVersion,
    _ findings: inout FindingList
  ) throws(SlipError) -> (isReadable: Bool, breaksSchema: Bool) {
    var state = (isReadable: true, breaksSchema: false)
    for document in documents.parts {
      guard let length = try storage.length(of: document.path) else {
        findings.report(.missingFile, file: document.path)
        state.isReadable = false
        continue
      }
      if length > options.limits.manifestBytes {
        findings.report(.limitExceeded, "\(length) bytes", file: document.path)
        state.isReadable = false
      }
    }
    guard state.isReadable else { return state }
    for pass in ManifestIndexer.Pass.allCases {
      indexer.pass = pass
      for document in documents.parts {
        indexer.willRead(document.part.key)
        try slipErrors {
          try storage.withBytes(of: document.path) { bytes in
            try check(part: document, bytes, pass, indexer, version, &state, &findings)
          }
        }
      }
      guard state.isReadable, !state.breaksSchema else { return state }
    }
    return state
  }

  /// Checks a part in one pass.
  private func check(
    part document: ManifestDocuments.Part, _ bytes: UnsafeRawBufferPointer, _ pass: ManifestIndexer.Pass,
    _ indexer: ManifestIndexer, _ version: SchemaVersion,
    _ state: inout (isReadable: Bool, breaksSchema: Bool),
    _ findings: inout FindingList
  ) throws(SlipError) {
    let isFirst = pass == ManifestIndexer.Pass.allCases.first
    if isFirst, FileFact(of: bytes) != document.part.fact {
      findings.report(.partDiffers, file: document.path)
    }
    let walker = ManifestWalker(indexer, version.part ?? .part, limits: options.limits, base: document.start)
    if let fault = try XMLParser.parse(bytes, limits: options.limits, handler: walker) {
      state.isReadable = false
      return findings.report(RuleTable.rule(fault), fault.message, at: .offset(document.start + fault.offset))
    }
    guard isFirst else { return }
    if let tagEnd = walker.excess {
      state.isReadable = false
      findings.report(
        .limitExceeded, "foreign elements have more than \(options.limits.foreignBytes) bytes",
        at: .tag(tagEnd))
    } else if walker.form.needsSchemaCheck {
      let isBroken = try SchemaCheck.run(
        bytes, version: version, options.limits, base: document.start, &findings)
      if isBroken { state.breaksSchema = true }
    }
  }

  /// The same for a manifest of an older version, by that version's schema.
  ///
  /// References are checked by the same code as in the current version.
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

  /// Checks tree, payload and originals.
  ///
  /// Does nothing for a manifest that lists files out of order: list and tree can't be compared then.
  private func checkPayload(
    _ manifest: UnsafeRawBufferPointer, done: @escaping (Int) -> Void, _ index: ManifestIndex,
    _ findings: inout FindingList,
    _ report: inout ValidationReport
  ) throws(SlipError) {
    // Files can only be compared in order.
    guard !findings.findings.contains(where: { $0.code == ValidationRule.filesOutOfOrder.code }) else {
      return
    }
    var tree = TreeCheck(storage, manifest, done: done, index, options)
    try GitAttributesDiffer.check(storage, &findings)
    try timed("files", &report) { () throws(SlipError) in try tree.run() }
    findings.append(tree.findings)
    report.bytesRead = tree.bytesRead
    try timed("sources", &report) { () throws(SlipError) in
      let check = SourceCheck(storage: storage, index: index, tree: tree, options: options)
      findings.append(check.run())
    }
  }

  /// Runs one phase, and notes how long it took if there is a clock.
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
  /// Takes the numbers of entities.
  fileprivate mutating func count(_ index: ManifestIndex) {
    (notes, attachments, files) = (index.notes.count, index.attachments.count, index.fileCount)
  }
}
