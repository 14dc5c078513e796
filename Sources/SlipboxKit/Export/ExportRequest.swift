internal import SlipFiles
public import SlipBase
public import SlipDocument
internal import SlipBundle
public import SlipExchange
public import SlipFormats
internal import SlipNotes

/// What is to come out of a bundle, and where to.
public struct ExportRequest: Sendable {
  public var bundle: String
  /// The directory to make.
  public var output: String
  public var target: ExportTarget
  /// nil for what suits the target.
  public var attachments: ExportTarget.Attachments?
  public var hasFrontMatter = true
  /// Which links stay in HTML and Markdown.
  public var links = LinkChoice.safe
  /// Where headings, lists and header rows of HTML and Markdown come from.
  public var structure = StructureChoice.auto
  /// With `accept` and `reject` RTF is written anew where there are changes.
  public var changes = TrackedChanges.keep
  /// What names the only notes wanted (see `NoteLookup`); empty for all.
  public var notes: [String] = []
  /// Takes the place of an earlier export, of which only what it wrote and nobody changed goes. One of originals has no list
  /// of what was written, and is never replaced.
  public var replaces = false
  public var workers = Parallel.cores
  public var limits = Limits()

  public init(bundle: String, output: String, target: ExportTarget) {
    self.bundle = bundle
    self.output = output
    self.target = target
  }

  public struct Outcome: Sendable {
    /// The directory's path.
    public var path: String
    public var notes: Int
    public var files: Int
    /// Attachments that the format does not support.
    public var leftOut: Int
    /// Notes that came from no file; with originals only.
    public var withoutOriginal: Int
    /// Originals that couldn't be given back; each is among the diagnostics.
    public var refused: Int
    public var diagnostics: [Diagnostic]
  }

  /// Writes everything to a new directory, all at once or not at all. Only originals are for themselves: one that can't be
  /// given back is reported, and the others are written.
  ///
  /// - Throws: `SlipError`, also for payload that isn't what the manifest says; nothing is written then.
  public func run(progress: Progress = .silent) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in try runOnce(progress) }
  }

  private func runOnce(_ progress: Progress) throws(SlipError) -> Outcome {
    let (bundle, plan, exporter) = try prepare()
    // Originals keep their names.
    let stage = try ExportStage.begin(
      at: output, from: bundle.path, replacing: replaces,
      hasList: target != .original, names: target == .original ? .thisSystem : .everySystem)
    do throws(SlipError) {
      for directory in plan.directories { try stage.makeDirectory(directory) }
      let (diagnostics, refused) = try write(plan.items, of: bundle, exporter, stage, progress)
      try stage.commit()
      return Outcome(
        path: stage.target, notes: plan.items.count { if case .note = $0.content { true } else { false } },
        files: plan.items.count { !$0.isRendering } - refused, leftOut: plan.leftOut.count,
        withoutOriginal: plan.withoutOriginal.count, refused: refused,
        diagnostics: plan.diagnostics + diagnostics)
    } catch {
      stage.abandon()
      throw error
    }
  }

  private func prepare() throws(SlipError) -> (OpenBundle, ExportPlan, Exporter) {
    let bundle = try OpenBundle(bundle, limits: limits)
    var options = ExportPlan.Options()
    options.attachments = attachments
    options.hasFrontMatter = hasFrontMatter
    options.links = links
    options.structure = structure
    options.changes = changes
    if !notes.isEmpty {
      var wanted: Set<Note.ID> = []
      let lookup = NoteLookup(bundle.box, path: bundle.path)
      for name in notes { wanted.insert(try lookup.note(named: name).id) }
      options.notes = wanted
    }
    let plan = ExportPlan(bundle.box, target: target, options: options)
    return (bundle, plan, Exporter(bundle.box, plan, limits: limits, payload: bundle))
  }

  // MARK: Report

  /// What the export would lose of each note. Nothing is written; `output` counts for nothing.
  public func report(progress: Progress = .silent) throws(SlipError) -> LossReport {
    try retryingWhenReplaced { () throws(SlipError) in try reportOnce(progress) }
  }

  private func reportOnce(_ progress: Progress) throws(SlipError) -> LossReport {
    guard let format = FormatTable.named(target.name) else {
      throw SlipError(.usage, code: KitCode.unknownFormat, "Loss reports are unsupported for \(target.name).")
    }
    let (_, plan, exporter) = try prepare()
    var report = LossReport(format)
    var start = 0
    while start < plan.items.count {
      let batch = plan.items[start..<min(start + 512, plan.items.count)]
      let results = Parallel.map(count: batch.count, workers: workers) { index in
        ExportRequest.losses(batch[batch.startIndex + index], exporter)
      }
      for (item, result) in zip(batch, results) {
        guard let losses = try result.get() else { continue }
        report.add(item.path, losses.writing, reading: losses.reading, isBody: true)
      }
      start = batch.endIndex
      progress("reading", start, of: plan.items.count)
    }
    return report
  }

  private static func losses(
    _ item: ExportPlan.Item, _ exporter: Exporter
  ) -> Result<Exporter.Losses?, SlipError> {
    do {
      return .success(try exporter.losses(of: item))
    } catch {
      return .failure(error as? SlipError ?? SlipError(.cannotDo, String(describing: error)))
    }
  }

  // MARK: Writing

  private func write(
    _ items: [ExportPlan.Item], of bundle: OpenBundle, _ exporter: Exporter, _ stage: ExportStage,
    _ progress: Progress
  ) throws(SlipError) -> ([Diagnostic], refused: Int) {
    var sink = DiagnosticSink()
    var refused = 0
    var start = 0
    while start < items.count {
      // In batches, so that the first error ends the work soon.
      let batch = items[start..<min(start + 512, items.count)]
      let results = Parallel.map(count: batch.count, workers: workers) { index in
        ExportRequest.write(batch[batch.startIndex + index], of: bundle, exporter, stage)
      }
      for result in results {
        let written = try result.get()
        sink.report(contentsOf: written.diagnostics)
        if written.isRefused { refused += 1 }
      }
      start = batch.endIndex
      progress("exporting", start, of: items.count)
    }
    return (sink.diagnostics, refused)
  }

  private struct Written {
    var diagnostics: [Diagnostic]
    /// An original that can't be given back.
    var isRefused = false
  }

  private static func write(
    _ item: ExportPlan.Item, of bundle: OpenBundle, _ exporter: Exporter, _ stage: ExportStage
  ) -> Result<Written, SlipError> {
    do {
      let output: Exporter.Output
      do {
        output = try exporter.render(item)
        try write(output.content, item, stage)
      } catch let error as SlipError where isOfOriginal(error, item) {
        return .success(Written(diagnostics: [Diagnostic(error, in: item)], isRefused: true))
      }
      return .success(
        Written(
          diagnostics: output.diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.location.file = input(of: item, in: bundle)
            return diagnostic
          }))
    } catch {
      return .failure(error as? SlipError ?? SlipError(.cannotDo, String(describing: error)))
    }
  }

  /// What an item is made of: that is where its findings stand.
  private static func input(of item: ExportPlan.Item, in bundle: OpenBundle) -> String {
    switch item.content {
    case .note(let id): bundle.storage.displayPath(of: PayloadPath.body(id))
    case .attachment(let id), .rendering(let id):
      bundle.box.attachment(id).map {
        bundle.storage.displayPath(of: PayloadPath.blob(id, $0.fileExtension))
      } ?? item.path
    case .original: item.path
    }
  }

  /// Whether an original is at fault, and not the disk that it is written to, or a bundle that went meanwhile.
  private static func isOfOriginal(_ error: SlipError, _ item: ExportPlan.Item) -> Bool {
    guard case .original = item.content, error.code != ContainerFault.replacedMeanwhile else { return false }
    return error.kind == .badInput || error.code == FileFault.missing
  }
}

extension Diagnostic {
  fileprivate init(_ error: SlipError, in item: ExportPlan.Item) {
    self.init(
      code: error.code ?? ExchangeCode.originalChanged, severity: .error, message: error.message,
      location: SourceLocation(file: item.path))
  }
}

extension ExportRequest {
  private static func write(
    _ content: Exporter.Output.Content, _ item: ExportPlan.Item, _ stage: ExportStage
  ) throws {
    switch content {
    case .file(let bytes):
      try stage.write(item.path, bytes)
      if let modified = item.modified { try stage.setModified(modified, of: item.path) }
    case .pieces(let produce):
      try stage.write(item.path, pieces: produce)
      if let modified = item.modified { try stage.setModified(modified, of: item.path) }
    case .nothing:
      break
    case .package(let package):
      try stage.makeDirectory(item.path)
      for entry in package.entries {
        let path = item.path + "/" + entry.path
        guard let bytes = entry.bytes else {
          try stage.makeDirectory(path)
          continue
        }
        try stage.write(path, bytes)
        if let modified = item.modified { try stage.setModified(modified, of: path) }
      }
    }
  }
}

extension OpenBundle: ExportPayloadReader {
  public func withBytes<R>(
    of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    try storage.withBytes(of: path(of: payload), body)
  }

  public func forEachChunk(
    of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws { try storage.forEachChunk(of: path(of: payload), body) }

  private func path(of payload: ExportPayload) throws(SlipError) -> String {
    let path: String? =
      switch payload {
      case .body(let id): PayloadPath.body(id)
      case .mirror(let id): PayloadPath.mirror(id)
      case .attachment(let id): box.attachment(id).map { PayloadPath.blob(id, $0.fileExtension) }
      case .kept(let id): box.source(id).map { PayloadPath.kept($0.kept.digest, $0.keptExtension) }
      }
    if let path { return path }
    throw SlipError(.badInput, "The manifest doesn't list this file.", at: SourceLocation(file: self.path))
  }
}
