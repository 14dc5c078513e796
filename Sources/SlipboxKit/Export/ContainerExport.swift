internal import SlipBundle
internal import SlipFiles
internal import Synchronization
internal import ZipContainer
public import SlipBase
public import SlipDocument
public import SlipExchange
public import SlipFormats
internal import SlipNotes
internal import SlipPrograms
public import SlipQuery

/// A slip-box as a container of another program: `export --to joplin`.
///
/// ```swift
/// let request = ContainerExport(bundle: "my.slipbox", output: "my.jex", target: .joplin)
/// let outcome = try request.run()
/// ```
///
/// The target plans the files, and this request makes and writes them: to a new directory, or into one archive. It is written as a
/// whole or not at all. The same box always gives the same bytes.
public struct ContainerExport: Sendable {
  /// The bundle: see `BundleLocator.locate`.
  public var bundle: String
  /// The directory or file to create. It must not exist unless `replaces` is set.
  public var output: String
  /// The container.
  public var target: ContainerTarget
  /// How much of a note's facts Markdown begins with, where the container has no other place for them.
  public var frontMatter = ContainerBox.FrontMatter.full
  /// How links between notes are written in a vault.
  public var linkStyle = ContainerBox.LinkStyle.wiki
  /// Which links stay live.
  public var links = LinkChoice.safe
  /// Where headings, lists and header rows come from.
  public var structure = StructureChoice.auto
  /// What happens to tracked changes.
  public var changes = TrackedChanges.keep
  /// Names of the notes to export (see `NoteLookup`); empty: all notes.
  public var notes: [String] = []
  /// What the notes must meet; nil: nothing.
  public var selection: NoteQuery?
  /// What `today` means in saved searches of folders; nil: the day of the note that was changed last, in UTC.
  public var clock: QueryClock?
  /// Whether an earlier export is replaced. Of a directory, only files that it wrote and nobody changed are deleted. A file is
  /// replaced only if its seal shows that an export wrote it and nobody has changed it.
  public var replaces = false
  /// How many notes are rendered at the same time.
  public var workers = Parallel.cores
  /// Bounds on what is read.
  public var limits = Limits()

  /// How many files are made before they are written. Their contents are in memory together.
  /// More of them use more memory and keep more cores busy.
  private static let batch = 64

  /// How long a file of an archive is assumed to be before it is made, in bytes. By this many are made ahead.
  private static let assumedLength = 128 << 10

  /// A request for all notes with the defaults.
  public init(bundle: String, output: String, target: ContainerTarget) {
    (self.bundle, self.output, self.target) = (bundle, output, target)
  }

  /// Writes the container.
  ///
  /// - Throws: `SlipError`, also for payload that differs from what the manifest lists; nothing is written then.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> ExportRequest.Outcome {
    try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle, limits: limits)
      var sink = DiagnosticSink()
      let box = try content(of: opened, &sink)
      let plan = try target.plan(box)
      let path: String
      sink.report(contentsOf: plan.diagnostics)
      switch target.form {
      case .folder: path = try writeFolder(plan, box, opened, &sink, progress)
      case .zip: path = try writeZip(plan, box, opened, &sink, progress)
      case .tar: path = try writeTar(plan, box, opened, &sink, progress)
      }
      return ExportRequest.Outcome(
        path: path, notes: box.notes.count, files: box.notes.count + plan.attachments, leftOut: 0,
        withoutOriginal: 0, refused: 0, diagnostics: sink.diagnostics)
    }
  }

  /// What is exported.
  ///
  /// The name of the output, without the extension of the target, becomes the name of the container.
  /// Where there is no output, as for a report, the name of the bundle does.
  ///
  /// - Parameter sink: Gets findings about saved searches that can't be used.
  /// - Throws: `SlipError` where a name in `notes` fits no note or several, or the selection can't be
  ///   answered.
  private func content(
    of opened: OpenBundle, _ sink: inout DiagnosticSink
  ) throws(SlipError) -> ContainerBox {
    var options = ContainerBox.Options()
    options.notes = try ExportRequest.wanted(notes, selection, of: opened)
    options.searches = try ContainerExport.searches(of: opened, clock: clock, &sink)
    let name = output.isEmpty ? opened.path : output
    let bare = PathText.split(PathText.withoutSlashes(name)).name
    let suffix = "." + target.suffix
    let stem =
      !target.suffix.isEmpty && bare.hasSuffix(suffix) ? String(bare.dropLast(suffix.utf8.count)) : bare
    if !stem.isEmpty { options.name = stem }
    options.version = SlipboxTool.version
    (options.frontMatter, options.linkStyle, options.links) = (frontMatter, linkStyle, links)
    (options.structure, options.changes, options.limits) = (structure, changes, limits)
    options.stated = ProgramTable.statedFormats
    return ContainerBox(opened.box, options: options, payload: opened)
  }

  /// The saved searches of folders, with the notes that they find.
  ///
  /// - Throws: `SlipError` where a note's text can't be read. A search that can't be used is a finding.
  ///
  /// - Parameter clock: What `today` means; nil: the day of the note that was changed last, in UTC.
  static func searches(
    of opened: OpenBundle, clock: QueryClock?, _ sink: inout DiagnosticSink
  ) throws(SlipError) -> [ContainerBox.Search] {
    let box = opened.box
    let clock = clock ?? QueryClock(now: box.notes.compactMap(\.modified).max() ?? Timestamp(seconds: 0))
    var found: [ContainerBox.Search] = []
    for folder in box.folders {
      guard let search = SavedSearch(folder) else { continue }
      do throws(SlipError) {
        let notes = try search.query(clock: clock).notes(of: opened, among: Array(box.notes)).map(\.id)
        found.append(
          ContainerBox.Search(folder: folder.id, properties: search.properties, notes: notes))
      } catch {
        guard error.code == KitCode.badQuery else { throw error }
        sink.report(
          Diagnostic(
            code: KitCode.badQuery, severity: .warning,
            message: "The saved search of a folder can't be used.",
            location: EntityID.folder(folder.id).location))
      }
    }
    return found
  }

  // MARK: Report

  /// What the export would lose of each note. Nothing is written, and `output` isn't used.
  ///
  /// - Throws: `SlipError` where a body can't be read.
  ///
  /// Notes are read in groups of 512, several at a time, and their order in the report is that of the
  /// box.
  ///
  /// - Parameter progress: Gets the number of notes that were read; it may throw to end the report.
  /// - Returns: For each note the losses of its text, of reading it, and of its facts.
  public func report(progress: WorkProgress = .silent) throws(SlipError) -> LossReport {
    try retryingWhenReplaced { () throws(SlipError) in
      let opened = try OpenBundle(bundle, limits: limits)
      var sink = DiagnosticSink()
      let box = try content(of: opened, &sink)
      var report = LossReport(target)
      var start = 0
      while start < box.notes.count {
        let notes = box.notes[start..<min(start + 512, box.notes.count)]
        let results = Parallel.map(count: notes.count, workers: workers) { index in
          ContainerExport.attempt { try box.losses(of: notes[notes.startIndex + index], in: target) }
        }
        for (id, result) in zip(notes, results) {
          let losses = try result.get()
          let place = opened.box.path(of: opened.box.note(id)?.folder) + [opened.box.note(id)?.title ?? ""]
          report.add(
            place.joined(separator: "/"), losses.writing, reading: losses.reading, facts: losses.facts,
            isBody: true)
        }
        start = notes.endIndex
        try progress("reading", start, of: box.notes.count)
      }
      if let loss = BoxFeature.savedSearch.loss(target.fate(of: .savedSearch)) {
        for search in box.searches {
          report.add(folder: opened.box.path(of: search.folder).joined(separator: "/"), loss)
        }
      }
      return report
    }
  }

  // MARK: Writing

  /// A result of a closure that throws anything.
  ///
  /// - Returns: The value, or the error. An error that isn't a `SlipError` becomes one.
  private static func attempt<R: Sendable>(_ body: () throws -> R) -> Result<R, SlipError> {
    do {
      return .success(try body())
    } catch {
      return .failure(error as? SlipError ?? SlipError(.cannotDo, String(describing: error)))
    }
  }

  /// Writes a directory.
  ///
  /// Files are made in groups by several threads. The directory takes its place only when all of them
  /// are there and the bundle is still the one that was read; before that, an error leaves nothing
  /// behind.
  ///
  /// - Parameters:
  ///   - plan: The directories and files.
  ///   - box: What is exported.
  ///   - opened: The bundle.
  ///   - sink: What gets the findings.
  ///   - progress: Gets the number of files that were written.
  /// - Returns: The path of the directory.
  private func writeFolder(
    _ plan: ContainerPlan, _ box: ContainerBox, _ opened: OpenBundle, _ sink: inout DiagnosticSink,
    _ progress: WorkProgress
  ) throws(SlipError) -> String {
    let stage = try ExportStage.begin(
      at: output, from: opened.path, replacing: replaces, hasList: true, names: .everySystem)
    do throws(SlipError) {
      for directory in plan.directories { try stage.makeDirectory(directory) }
      var start = 0
      while start < plan.files.count {
        let files = plan.files[start..<min(start + ContainerExport.batch, plan.files.count)]
        let results = Parallel.map(count: files.count, workers: workers) { index in
          ContainerExport.attempt {
            try ContainerExport.write(files[files.startIndex + index], box, to: stage)
          }
        }
        for result in results { sink.report(contentsOf: try result.get()) }
        start = files.endIndex
        try progress("exporting", start, of: plan.files.count)
      }
      try opened.expectCurrent()
      sink.report(contentsOf: try stage.commit())
      return stage.target
    } catch {
      stage.abandon()
      throw error
    }
  }

  /// Makes a file and writes it to a directory.
  ///
  /// - Returns: Findings about it.
  ///
  /// - Parameters:
  ///   - file: The file. An attachment is copied in pieces, and a file in pieces is written as it is
  ///     made.
  ///   - box: What is exported.
  ///   - stage: The directory that is being written.
  private static func write(
    _ file: ContainerFile, _ box: ContainerBox, to stage: ExportStage
  ) throws -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    switch file.content {
    case .made(let make):
      let made = try make()
      diagnostics = made.diagnostics
      try stage.write(file.path, made.bytes)
    case .attachment(let id): _ = try stage.write(file.path) { try box.forEachChunk(of: id, $0) }
    case .pieces(let produce): _ = try stage.write(file.path) { diagnostics = try produce($0) }
    }
    if let modified = file.modified { try stage.setModified(modified, of: file.path) }
    return diagnostics.located(in: file.path)
  }

  /// Writes a ZIP archive.
  ///
  /// The writer makes the files on several threads, by the closures that it gets, and packs them. A
  /// file in pieces is made whole in memory.
  ///
  /// - Returns: The path of the archive.
  private func writeZip(
    _ plan: ContainerPlan, _ box: ContainerBox, _ opened: OpenBundle, _ sink: inout DiagnosticSink,
    _ progress: WorkProgress
  ) throws(SlipError) -> String {
    let place = try ExportFile(at: output, from: opened, replacing: replaces)
    let output = try place.begin()
    let found = FoundDiagnostics()
    do throws(SlipError) {
      let writer = try ZipWriter(output)
      if let seal = place.seal { try writer.setComment(seal.text) }
      for file in plan.files {
        switch file.content {
        case .made(let make):
          try writer.add(
            file.path,
            .made(length: 0) { () throws(SlipError) in
              try slipErrors {
                let made = try make()
                found.add(made.diagnostics.located(in: file.path))
                return made.bytes
              }
            }, length: ContainerExport.assumedLength, isStored: false)
        case .attachment(let id):
          let length = opened.box.attachment(id)?.blob.length
          try writer.add(
            file.path,
            .made(length: length ?? 0) { () throws(SlipError) in try slipErrors { try box.blob(id) } },
            length: length, isStored: false)
        case .pieces(let produce):
          try writer.add(
            file.path,
            .made(length: 0) { () throws(SlipError) in
              try slipErrors {
                var bytes: [UInt8] = []
                found.add(try produce { bytes += $0 }.located(in: file.path))
                return bytes
              }
            }, length: ContainerExport.assumedLength, isStored: false)
        }
      }
      try writer.finish()
      try opened.expectCurrent()
      try place.commit(output)
    } catch {
      output.abandon()
      throw error
    }
    sink.report(contentsOf: found.all)
    return output.path
  }

  /// Writes a tar archive.
  ///
  /// `TarHeader` makes the headers. A file needs its length
  /// before its bytes, so each is made as a whole; only attachments are copied in pieces.
  ///
  /// - Returns: The path of the archive.
  private func writeTar(
    _ plan: ContainerPlan, _ box: ContainerBox, _ opened: OpenBundle, _ sink: inout DiagnosticSink,
    _ progress: WorkProgress
  ) throws(SlipError) -> String {
    let place = try ExportFile(at: output, from: opened, replacing: replaces)
    let output = try place.begin()
    do throws(SlipError) {
      if let seal = place.seal { try ContainerExport.put(TarHeader.comment(seal.text), to: output) }
      var start = 0
      while start < plan.files.count {
        let files = plan.files[start..<min(start + ContainerExport.batch, plan.files.count)]
        let results = Parallel.map(count: files.count, workers: workers) { index in
          ContainerExport.attempt { try ContainerExport.made(files[files.startIndex + index]) }
        }
        for (file, result) in zip(files, results) {
          let made = try result.get()
          try ContainerExport.write(file, made?.bytes ?? [], opened, box, to: output)
          sink.report(contentsOf: (made?.diagnostics ?? []).located(in: file.path))
        }
        start = files.endIndex
        try progress("exporting", start, of: plan.files.count)
      }
      try ContainerExport.put(TarHeader.end, to: output)
      try opened.expectCurrent()
      try place.commit(output)
    } catch {
      output.abandon()
      throw error
    }
    return output.path
  }

  /// The content of a file that has to be made; nil for an attachment.
  private static func made(_ file: ContainerFile) throws -> (bytes: [UInt8], diagnostics: [Diagnostic])? {
    guard case .made(let make) = file.content else { return nil }
    return try make()
  }

  /// Writes a file of a tar archive.
  ///
  /// - Parameter bytes: The content, unless it is an attachment.
  ///
  /// - Throws: `SlipError` where the attachment can't be read, or nothing can be written.
  private static func write(
    _ file: ContainerFile, _ bytes: [UInt8], _ opened: OpenBundle, _ box: ContainerBox, to output: AtomicFile
  ) throws(SlipError) {
    guard case .attachment(let id) = file.content else {
      try put(TarHeader.bytes(path: file.path, length: bytes.count), to: output)
      try put(bytes, to: output)
      return try put(TarHeader.padding(after: bytes.count), to: output)
    }
    let length = opened.box.attachment(id)?.blob.length ?? 0
    try put(TarHeader.bytes(path: file.path, length: length), to: output)
    try slipErrors { try box.forEachChunk(of: id) { try output.write($0) } }
    try put(TarHeader.padding(after: length), to: output)
  }

  /// Writes bytes.
  private static func put(_ bytes: [UInt8], to output: AtomicFile) throws(SlipError) {
    try bytes.withUnsafeBufferPointer { (buffer) throws(SlipError) in
      try output.write(UnsafeRawBufferPointer(buffer))
    }
  }
}

/// Findings that several threads report while an archive is written.
private final class FoundDiagnostics: Sendable {
  private let found = Mutex(DiagnosticSink())

  /// Adds findings.
  ///
  /// The order of findings of different files isn't fixed.
  func add(_ diagnostics: [Diagnostic]) {
    if !diagnostics.isEmpty { found.withLock { $0.report(contentsOf: diagnostics) } }
  }

  /// All findings.
  var all: [Diagnostic] { found.withLock(\.diagnostics) }
}

extension [Diagnostic] {
  /// The findings, each in a file where it has no other place.
  fileprivate func located(in file: String) -> [Diagnostic] {
    map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.location.file = diagnostic.location.file ?? file
      return diagnostic
    }
  }
}
