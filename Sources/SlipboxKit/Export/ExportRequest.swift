internal import SlipFiles
public import SlipBase
public import SlipDocument
internal import SlipBundle
public import SlipExchange
public import SlipFormats
internal import SlipNotes
internal import SlipPrograms

/// What to export from a bundle, and where to.
///
/// ```swift
/// let request = ExportRequest(bundle: "my.slipbox", output: "pages", target: .html)
/// let outcome = try request.run()
/// ```
///
/// Building a request does nothing; `run` writes everything to a new directory or nothing at
/// all. `report` says what the format would lose, and writes nothing. `ExportPlan` decides
/// which files there are and how they are named, `Exporter` renders them, and `ExportStage`
/// writes them.
public struct ExportRequest: Sendable {
  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// The directory to create. It must not exist, or be empty, unless `replaces` is set.
  public var output: String
  /// The format, or `.original` for the imported files.
  public var target: ExportTarget
  /// Whether attachments are embedded or written beside the notes; nil: what suits the target.
  public var attachments: ExportTarget.Attachments?
  /// Whether Markdown begins with the note's facts in YAML.
  public var hasFrontMatter = true
  /// Which links stay in HTML and Markdown.
  public var links = LinkChoice.safe
  /// Where headings, lists and header rows of HTML and Markdown come from.
  public var structure = StructureChoice.auto
  /// What happens to tracked changes. With `accept` and `reject` an RTF body that has some is
  /// rewritten; others are copied.
  public var changes = TrackedChanges.keep
  /// Names of the notes to export (see `NoteLookup`); empty: all notes.
  public var notes: [String] = []
  /// What the notes must meet; nil: nothing.
  public var selection: NoteQuery?
  /// Whether to replace an earlier export. Of that, only files that it wrote and nobody changed
  /// are deleted; everything else stays. An export of originals has no list of what was
  /// written, and is never replaced.
  public var replaces = false
  /// Whether an export of pages has a list of all of them, `index.html`.
  public var hasIndex = true
  /// How many notes are rendered at the same time.
  public var workers = Parallel.cores
  /// Bounds on what is read.
  public var limits = Limits()

  /// A request for all notes with the defaults.
  public init(bundle: String, output: String, target: ExportTarget) {
    self.bundle = bundle
    self.output = output
    self.target = target
  }

  /// The result of an export.
  public struct Outcome: Sendable {
    /// The path of the directory.
    public var path: String
    /// The number of exported notes.
    public var notes: Int
    /// The number of written files, without pictures that were only converted for a page.
    public var files: Int
    /// The number of attachments that the format does not support.
    public var leftOut: Int
    /// The number of notes that were not imported from a file; only with originals.
    public var withoutOriginal: Int
    /// The number of originals that could not be restored; each is among the diagnostics.
    public var refused: Int
    /// Findings about what was read and written, in the order of the notes.
    public var diagnostics: [Diagnostic]
  }

  /// Writes everything to a new directory, completely or not at all. Originals are independent:
  /// one that can't be restored is reported, and the others are written.
  ///
  /// - Throws: `SlipError`, also for payload that differs from what the manifest lists; nothing
  ///   is written then.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in try runOnce(progress) }
  }

  /// One attempt to export; `run` repeats it if the bundle is replaced while it is read.
  private func runOnce(_ progress: WorkProgress) throws(SlipError) -> Outcome {
    let (bundle, plan, exporter) = try prepare()
    // Originals keep the names that they were imported with.
    let stage = try ExportStage.begin(
      at: output, from: bundle.path, replacing: replaces,
      hasList: target != .original, names: target == .original ? .thisSystem : .everySystem)
    do throws(SlipError) {
      for directory in plan.directories { try stage.makeDirectory(directory) }
      let (diagnostics, refused) = try write(plan.items, of: bundle, exporter, stage, progress)
      if writesIndex {
        let title = PathText.split(PathText.withoutSlashes(bundle.path)).name
        try stage.write(ExportPlan.indexName, ExportIndex.page(bundle.box, plan, title: title))
      }
      try bundle.expectCurrent()
      let unfinished = try stage.commit()
      return Outcome(
        path: stage.target, notes: plan.items.count { if case .note = $0.content { true } else { false } },
        files: plan.items.count { !$0.isRendering } - refused, leftOut: plan.leftOut.count,
        withoutOriginal: plan.withoutOriginal.count, refused: refused,
        diagnostics: plan.diagnostics + diagnostics + unfinished)
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Whether the list of all pages is written.
  private var writesIndex: Bool { hasIndex && target.kind == .html }

  /// Opens the bundle, plans all files with their names, and prepares the rendering.
  func prepare() throws(SlipError) -> (OpenBundle, ExportPlan, Exporter) {
    let bundle = try OpenBundle(bundle, limits: limits)
    var options = ExportPlan.Options()
    options.attachments = attachments
    options.hasFrontMatter = hasFrontMatter
    options.links = links
    options.structure = structure
    options.stated = ProgramTable.statedFormats
    options.changes = changes
    options.hasIndex = writesIndex
    options.notes = try ExportRequest.wanted(notes, selection, of: bundle)
    let plan = ExportPlan(bundle.box, target: target, options: options)
    return (bundle, plan, Exporter(bundle.box, plan, limits: limits, payload: bundle))
  }

  /// The notes that names and a query select; nil for all.
  ///
  /// - Throws: `SlipError` for a name that means no note, and for a query that can't be used.
  static func wanted(
    _ names: [String], _ selection: NoteQuery?, of bundle: OpenBundle
  ) throws(SlipError) -> Set<Note.ID>? {
    var found: Set<Note.ID>?
    if !names.isEmpty {
      var wanted: Set<Note.ID> = []
      let lookup = NoteLookup(bundle.box, path: bundle.path, titles: TitleIndex(bundle.box))
      for name in names { wanted.insert(try lookup.note(named: name).id) }
      found = wanted
    }
    guard let selection else { return found }
    let among = bundle.box.notes.filter { found?.contains($0.id) ?? true }
    return Set(try selection.notes(of: bundle, among: among).map(\.id))
  }

  // MARK: Report

  /// What the export would lose of each note. Nothing is written, and `output` isn't used.
  ///
  /// - Throws: `SlipError`, with `KitCode.unknownFormat` for originals, which lose nothing.
  public func report(progress: WorkProgress = .silent) throws(SlipError) -> LossReport {
    try retryingWhenReplaced { () throws(SlipError) in try reportOnce(progress) }
  }

  /// One attempt to report; `report` repeats it if the bundle is replaced while it is read.
  private func reportOnce(_ progress: WorkProgress) throws(SlipError) -> LossReport {
    guard let format = FormatTable.named(target.name) else {
      throw SlipError(.usage, code: KitCode.unknownFormat, "Loss reports are unsupported for \(target.name).")
    }
    let (bundle, plan, exporter) = try prepare()
    var report = LossReport(format)
    var start = 0
    while start < plan.items.count {
      let batch = plan.items[start..<min(start + 512, plan.items.count)]
      let results = Parallel.map(count: batch.count, workers: workers) { index in
        ExportRequest.losses(batch[batch.startIndex + index], exporter)
      }
      for (item, result) in zip(batch, results) {
        guard let losses = try result.get() else { continue }
        report.add(item.path, losses.writing, reading: losses.reading, facts: losses.facts, isBody: true)
      }
      start = batch.endIndex
      try progress("reading", start, of: plan.items.count)
    }
    if let loss = BoxFeature.savedSearch.loss(target.fate(of: .savedSearch)) {
      for folder in plan.folders(of: bundle.box) where SavedSearch(folder) != nil {
        report.add(folder: bundle.box.path(of: folder.id).joined(separator: "/"), loss)
      }
    }
    return report
  }

  /// What rendering one item would lose; nil for items that aren't notes.
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

  /// Renders and writes all items, in batches, so that the first error ends the work soon.
  private func write(
    _ items: [ExportPlan.Item], of bundle: OpenBundle, _ exporter: Exporter, _ stage: ExportStage,
    _ progress: WorkProgress
  ) throws(SlipError) -> ([Diagnostic], refused: Int) {
    var sink = DiagnosticSink()
    var refused = 0
    var start = 0
    while start < items.count {
      // Batches let the first error end the work soon.
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
      try progress("exporting", start, of: items.count)
    }
    return (sink.diagnostics, refused)
  }

  /// The result of writing one item.
  private struct Written {
    /// Findings about the item.
    var diagnostics: [Diagnostic]
    /// Whether it is an original that could not be restored.
    var isRefused = false
  }

  /// Renders and writes one item.
  private static func write(
    _ item: ExportPlan.Item, of bundle: OpenBundle, _ exporter: Exporter, _ stage: ExportStage
  ) -> Result<Written, SlipError> {
    do {
      let output: Exporter.Output
      do {
        output = try exporter.render(item)
        try write(output.content, item, stage)
        if case .note(let id) = item.content { stage.note(id, at: item.path) }
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

  /// The path of what an item is made from, where its findings are.
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

  /// Whether an error is due to an original, and not to the disk that is written to or to a
  /// bundle that was replaced.
  private static func isOfOriginal(_ error: SlipError, _ item: ExportPlan.Item) -> Bool {
    guard case .original = item.content, error.code != ContainerCode.replacedMeanwhile else { return false }
    return error.kind == .badInput || error.code == FileCode.missing
  }
}

/// Originals that are refused.
extension Diagnostic {
  /// The finding that an original could not be restored.
  fileprivate init(_ error: SlipError, in item: ExportPlan.Item) {
    self.init(
      code: error.code ?? ExchangeCode.originalChanged, severity: .error, message: error.message,
      location: SourceLocation(file: item.path))
  }
}

/// Writing what was rendered.
extension ExportRequest {
  /// Writes a rendered file or package with its date of modification.
  private static func write(
    _ content: Exporter.Output.Content, _ item: ExportPlan.Item, _ stage: ExportStage
  ) throws {
    switch content {
    case .file(let bytes):
      try stage.write(item.path, bytes)
      if let modified = item.modified { try stage.setModified(modified, of: item.path) }
    case .pieces(let produce):
      _ = try stage.write(item.path, pieces: produce)
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

/// Payload for exports.
extension OpenBundle: ExportPayloadReader {
  /// Calls `body` with the bytes of a payload file, which are only valid during the call.
  public func withBytes<R>(
    of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    try storage.withBytes(of: path(of: payload), body)
  }

  /// Calls `body` with the bytes of a payload file in pieces, so that large files need little
  /// memory.
  public func forEachChunk(
    of payload: ExportPayload, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws { try storage.forEachChunk(of: path(of: payload), body) }

  /// The path of a payload file in the bundle.
  ///
  /// - Throws: `SlipError` where the manifest doesn't list it.
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
