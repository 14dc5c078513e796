internal import SlipBundle
internal import SlipFiles
internal import SlipSite
public import SlipBase
public import SlipDocument
internal import SlipExchange
public import SlipFormats
internal import SlipNotes
internal import SlipPrograms
public import SlipQuery

/// A box as a site: `export --to site`, and `view`.
///
/// ```swift
/// let request = SiteExport(bundle: "my.slipbox", output: "public")
/// let outcome = try request.run()
/// ```
///
/// A new site is a new directory. A site that is there is brought up to date: only files whose bytes differ are written, and
/// those that are no longer needed are deleted. Files that others put there stay, and a file of the site that somebody changed
/// is an error. All of it happens at once or not at all.
public struct SiteExport: Sendable {
  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// The directory.
  public var output: String
  /// The name of the site; nil: that of the bundle.
  public var name: String?
  /// The address at which it will be published; nil where it is unknown.
  public var url: String?
  /// Whether pages show the properties of notes.
  public var hasProperties = false
  /// Whether the site has the texts a second time, for snippets in lists of results.
  public var hasSnippets = true
  /// Which links stay live.
  public var links = LinkChoice.safe
  /// Where headings, lists and header rows come from.
  public var structure = StructureChoice.auto
  /// What happens to tracked changes.
  public var changes = TrackedChanges.keep
  /// Names of the notes to show (see `NoteLookup`); empty: all notes.
  public var notes: [String] = []
  /// What the notes must meet; nil: nothing.
  public var selection: NoteQuery?
  /// What `today` means in saved searches; nil: the day of the note that was changed last, in UTC.
  public var clock: QueryClock?
  /// Whether the directory is a cache of this program: it is made anew where it isn't as it was left.
  public var isCache = false
  /// How many notes are read at the same time.
  public var workers = Parallel.cores
  /// Bounds on what is read.
  public var limits = Limits()

  /// A request for all notes with the defaults.
  public init(bundle: String, output: String) { (self.bundle, self.output) = (bundle, output) }

  /// Writes all notes into one file, for up to 2,000 notes and 25 MB.
  ///
  /// - Parameter replacing: Whether an earlier export is replaced, if nobody has changed it.
  /// - Throws: `SlipError`; then there is no new file.
  public func runOneFile(replacing: Bool) throws(SlipError) -> Outcome {
    try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle, limits: limits)
      var sink = DiagnosticSink()
      let (site, wanted) = try prepare(opened, &sink)
      let place = try ExportFile(at: output, from: opened, replacing: replacing)
      let (bytes, found) = try slipErrors { try OnePage(site).page(seal: place.seal?.text) }
      sink.report(contentsOf: found)
      let file = try place.begin()
      do throws(SlipError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SlipError) in
          try file.write(UnsafeRawBufferPointer(bytes))
        }
        try opened.expectCurrent()
        try place.commit(file)
      } catch {
        file.abandon()
        throw error
      }
      return Outcome(
        path: file.path, notes: wanted?.count ?? opened.box.noteCount, drafts: drafts(of: opened, wanted),
        files: 1,
        written: 1, deleted: 0, diagnostics: sink.diagnostics)
    }
  }

  /// The number of drafts among the chosen notes.
  private func drafts(of opened: OpenBundle, _ wanted: Set<Note.ID>?) -> Int {
    opened.box.notes.count { $0.status == .draft && wanted?.contains($0.id) ?? true }
  }

  /// The result.
  public struct Outcome: Sendable {
    /// The path of the directory.
    public var path: String
    /// The number of notes.
    public var notes: Int
    /// How many of them are drafts.
    public var drafts: Int
    /// The number of files of the site.
    public var files: Int
    /// How many files were written.
    public var written: Int
    /// How many files were deleted.
    public var deleted: Int
    /// Findings about what was read, in the order of the notes.
    public var diagnostics: [Diagnostic]
  }

  /// Writes the site, or brings it up to date.
  ///
  /// - Throws: `SlipError`, also for payload that differs from what the manifest lists. The directory is then as it was.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> Outcome {
    do throws(SlipError) {
      return try retryingWhenReplaced { () throws(SlipError) in try runOnce(progress) }
    } catch {
      guard isCache, try emptyCache(after: error) else { throw error }
      return try retryingWhenReplaced { () throws(SlipError) in try runOnce(progress) }
    }
  }

  /// Makes the directory of a cache empty.
  ///
  /// - Parameter error: What the export ended with.
  /// - Returns: Whether that may help: false where the error isn't about the directory.
  /// - Throws: `SlipError` where the directory can't be replaced.
  private func emptyCache(after error: SlipError) throws(SlipError) -> Bool {
    let folder = PathText.withoutSlashes(output)
    let places = [folder, FileSystem.realPath(folder)].compactMap { $0 }
    guard let file = error.location?.file, places.contains(where: { file == $0 || file.hasPrefix($0 + "/") })
    else { return false }
    if let status = try FileSystem.status(folder, followLinks: false), status.kind != .directory {
      try FileSystem.remove(folder)
    }
    try TreeStage.begin(at: folder).commit()
    return true
  }

  /// One attempt; `run` repeats it if the bundle is replaced while it is read.
  private func runOnce(_ progress: WorkProgress) throws(SlipError) -> Outcome {
    let opened = try OpenBundle(bundle, limits: limits)
    var sink = DiagnosticSink()
    let (site, wanted) = try prepare(opened, &sink)
    let state = try state(of: opened, wanted)
    let output = try SiteFolder.begin(at: self.output, from: opened.path, state: state)
    do throws(SlipError) {
      var outcome = Outcome(
        path: output.target, notes: wanted?.count ?? opened.box.noteCount, drafts: 0, files: 0, written: 0,
        deleted: 0,
        diagnostics: [])
      outcome.drafts = drafts(of: opened, wanted)
      if try output.isCurrent(workers: workers) {
        outcome.files = output.earlierCount
        output.abandon()
        outcome.diagnostics = sink.diagnostics
        return outcome
      }
      let found = try slipErrors {
        try SiteBuilder(site, thumbnails: BundleThumbnails(bundle: opened)).write(to: output) { done, count in
          try progress("writing", done, of: count)
        }
      }
      sink.report(contentsOf: found)
      try opened.expectCurrent()
      let done = try output.commit()
      (outcome.files, outcome.written, outcome.deleted) = (done.files, done.written, done.deleted)
      outcome.diagnostics = sink.diagnostics + done.diagnostics
      return outcome
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Chooses the notes and their surroundings.
  private func prepare(
    _ opened: OpenBundle, _ sink: inout DiagnosticSink
  ) throws(SlipError) -> (SiteBox, Set<Note.ID>?) {
    var options = ContainerBox.Options()
    options.notes = try ExportRequest.wanted(notes, selection, of: opened)
    options.searches = try ContainerExport.searches(of: opened, clock: clock, &sink)
    (options.links, options.structure, options.changes, options.limits) = (links, structure, changes, limits)
    options.stated = ProgramTable.statedFormats
    let content = ContainerBox(opened.box, options: options, payload: opened)
    var choices = SiteOptions()
    choices.name = siteName(opened)
    choices.url = url.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
    (choices.hasProperties, choices.hasSnippets, choices.workers) = (hasProperties, hasSnippets, workers)
    return (SiteBox(content, options: choices), options.notes)
  }

  /// The name of the site.
  private func siteName(_ opened: OpenBundle) -> String {
    if let name { return name }
    let last = PathText.split(PathText.withoutSlashes(opened.path)).name
    return last.hasSuffix(".slipbox") || last.hasSuffix(".slippack")
      ? String(last[..<(last.lastIndex(of: ".") ?? last.endIndex)]) : last
  }

  /// A digest of all that the site depends on: the manifest, the chosen notes, the choices and the version of this program.
  ///
  /// - Throws: `SlipError` where the manifest can't be read.
  private func state(of opened: OpenBundle, _ wanted: Set<Note.ID>?) throws(SlipError) -> Digest {
    var parts = [
      "site 1", SlipboxTool.version, siteName(opened), url ?? "", "\(hasProperties) \(hasSnippets)",
      "\(links) \(structure) \(changes)", clock.map { $0.now.rfc3339 } ?? "",
    ]
    parts += (wanted ?? []).sorted().map(\.description) + [wanted == nil ? "all" : "some"]
    var digester = Digester()
    let text = Array(parts.joined(separator: "\n").utf8)
    text.withUnsafeBytes { digester.update($0) }
    let manifest = try opened.storage.fact(of: BundleLayout.manifestPath).digest.hex
    Array(manifest.utf8).withUnsafeBytes { digester.update($0) }
    return digester.finish()
  }
}

/// Thumbnails for sites.
private struct BundleThumbnails: ThumbnailReader {
  /// The bundle.
  let bundle: OpenBundle

  /// Calls `body` with the bytes of a thumbnail in pieces. They are compared with what the manifest says when all have come.
  func forEachChunk(
    ofThumbnail attachment: Attachment, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let thumbnail = attachment.thumbnail else { return }
    var digester = Digester()
    let path = PayloadPath.thumbnail(attachment.id, thumbnail.fileExtension)
    try bundle.storage.forEachChunk(of: path) { chunk in
      digester.update(chunk)
      try body(chunk)
    }
    let length = digester.length
    guard FileFact(digest: digester.finish(), length: length) == thumbnail.file else {
      throw SlipError(
        .badInput, code: ExchangeCode.payloadChanged,
        "This thumbnail differs from the manifest; `validate --fix` makes it anew.",
        at: SourceLocation(file: bundle.storage.displayPath(of: path)))
    }
  }
}
