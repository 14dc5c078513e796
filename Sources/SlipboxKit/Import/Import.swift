internal import SlipPrograms
public import SlipNotes
internal import SlipFiles
public import SlipBase
public import SlipExchange
public import SlipNotes

/// The result of an import. `ImportReport` has what became of each file; the other properties
/// are about the bundle.
public struct ImportOutcome: Sendable {
  /// The path of the bundle.
  public var bundlePath: String
  /// Whether the bundle was created.
  public var isNewBundle: Bool
  /// Whether the bundle was written, or would be in a dry run.
  public var isChanged: Bool
  /// What became of each file and note.
  public var report: ImportReport
  /// The titles of the notes that the report says were added, updated, deleted, kept or in conflict.
  public var titles: [Note.ID: String]
  /// Whether the outcome is only what an import would do.
  public var isDryRun = false
  /// Titles of notes whose bodies other programs had edited; they were adopted first.
  public var adopted: [String]
  /// Findings about the imported files and the bundle, in the order of the work.
  public var diagnostics: [Diagnostic]
  /// The number of notes in the bundle after the import.
  public var noteCount: Int
  /// The sum of the lengths of all files that the manifest lists after the import, in bytes.
  public var payloadBytes: Int {
    var sum = 0
    box.forEachPayloadFile { sum += $0.fact.length }
    return sum
  }
  /// The box after the import.
  let box: SlipBox

  /// Whether the user should look at something, such as a conflict or a file that was refused.
  /// It makes the exit status 1.
  public var needsAttention: Bool { report.needsAttention }
}

/// Running an import.
extension ImportRequest {
  /// Imports all inputs in one atomic change. If nothing changed, nothing is written.
  ///
  /// - Parameter progress: Reports files per input, and the writing of the bundle.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func run(progress: WorkProgress = .silent) throws(SlipError) -> ImportOutcome {
    let scans = try scan(progress)
    let path = try bundlePath()
    if scans.allSatisfy({ $0.files.isEmpty && $0.containers.isEmpty }) {
      try refuseIfNothingCame(scans, path)
    }
    var before = Refresh.Outcome(titles: [], diagnostics: [])
    if onConflict == .replace, !isDryRun, try FileSystem.status(path) != nil {
      // What a source replaces stays in the history, also where another program has just edited it.
      before = try Refresh.run(path, thumbnailSize: thumbnailSize, limits: limits)
    }
    // What is in archives was unpacked for the scans, and goes with them.
    defer { withExtendedLifetime(scans) {} }
    do throws(SlipError) {
      return try run(scans, path, after: before, progress)
    } catch {
      guard onConflict == .merge, !isDryRun, error.code == FileCode.writtenTwice else { throw error }
      // A text that another program has just edited is merged with that of its source. First it is taken over as it is.
      before = try Refresh.run(path, thumbnailSize: thumbnailSize, limits: limits)
      return try run(scans, path, after: before, progress)
    }
  }

  /// Imports what was found, after bodies were taken over that other programs had edited.
  private func run(
    _ scans: [ImportScan], _ path: String, after before: Refresh.Outcome, _ progress: WorkProgress
  ) throws(SlipError) -> ImportOutcome {
    var transaction = try BundleTransaction.begin(at: path, limits: limits)
    do throws(SlipError) {
      var outcome = try run(scans, path, in: &transaction, progress)
      outcome.adopted = before.titles + outcome.adopted
      outcome.diagnostics = before.diagnostics + outcome.diagnostics
      return outcome
    } catch {
      transaction.abandon()
      throw error
    }
  }

  /// The files of all inputs: one scan per directory. Files with the same parent share a scan,
  /// so that links between them resolve.
  ///
  /// - Throws: `SlipError` where an input doesn't exist or can't be read.
  private func scan(_ progress: WorkProgress) throws(SlipError) -> [ImportScan] {
    var scans: [ImportScan] = []
    let scanner = ImportScanner(sources: ProgramTable.sources) { count throws(SlipError) in
      try progress("looking", count, of: nil)
    }
    for group in ArchiveParts.groups(of: inputs) {
      if group.count > 1, let scan = try scanner.scan(parts: group, sourceName: sourceName) {
        ImportRequest.add(scan, to: &scans)
      } else {
        for input in group {
          ImportRequest.add(try scanner.scan(input, sourceName: sourceName), to: &scans)
        }
      }
    }
    return scans
  }

  /// Adds a scan to others, or to that of the same directory.
  private static func add(_ scan: ImportScan, to scans: inout [ImportScan]) {
    if !scan.isTree, scan.unpacked.isEmpty,
      let index = scans.firstIndex(where: {
        !$0.isTree && $0.root == scan.root && $0.sourceName == scan.sourceName
      })
    {
      scans[index].files += scan.files
      scans[index].containers += scan.containers
      scans[index].skipped += scan.skipped
    } else {
      scans.append(scan)
      scans += scan.around
    }
  }

  /// Throws where there is nothing to import, so that an input that is refused doesn't leave an
  /// empty bundle.
  private func refuseIfNothingCame(_ scans: [ImportScan], _ path: String) throws(SlipError) {
    guard try FileSystem.status(path) == nil else { return }
    throw nothingCame(scans.flatMap(\.skipped))
  }

  /// The error that nothing could be imported. It names the reason of the first skipped file.
  private func nothingCame(_ skipped: [SkippedFile], _ findings: [Diagnostic] = []) -> SlipError {
    let input = SourceLocation(file: inputs.first)
    let failed = skipped.filter(\.reason.isFailure)
    let faults = findings.filter { $0.severity == .error }
    if failed.isEmpty, let finding = faults.first {
      let others = faults.dropFirst().map { fault in
        (fault.location.file.map { PrintableText.of($0) + ": " } ?? "") + fault.message
      }
      return SlipError(
        .badInput, code: finding.code, ([finding.message] + others).joined(separator: " "),
        at: finding.location)
    }
    guard let first = failed.first ?? skipped.first else {
      return SlipError(
        .badInput, code: KitCode.noSuchInput, "There is nothing to import.", at: input)
    }
    if skipped.count == 1, let error = first.reason.error {
      return SlipError(.badInput, code: error.code, error.message, at: input)
    }
    let more = skipped.count > 1 ? " (and \(skipped.count - 1) more)" : ""
    return SlipError(
      .badInput, code: first.reason.error?.code ?? KitCode.noSuchInput,
      "Nothing could be imported: \(PrintableText.of(first.path)) \(first.reason.explanation)\(more).",
      at: input)
  }

  /// Throws where something in a folder can't be read that is known as a container. It might not be recognized, or not as a whole:
  /// then its notes would come in a second time, or count as gone.
  private func refuseParts(of scans: [ImportScan], _ box: SlipBox) throws(SlipError) {
    for scan in scans where scan.isTree {
      guard let key = scan.wholeKey, box.has(source: key.text) else { continue }
      for case .unreadable(let error) in scan.skipped.map(\.reason) { throw error }
    }
  }

  /// Imports the scans within a transaction: adopts edited bodies, merges source by source, and
  /// commits.
  ///
  /// Edited bodies come first, because merging compares notes with the manifest: an edit that
  /// isn't adopted yet would look as if the note were unchanged, and the file's new version
  /// would replace it.
  private func run(
    _ scans: [ImportScan], _ path: String, in transaction: inout BundleTransaction, _ progress: WorkProgress
  ) throws(SlipError) -> ImportOutcome {
    let isNew = transaction.output.old == nil
    var scans = scans
    try LostContainers.expect(in: &scans, transaction.box)
    try refuseParts(of: scans, transaction.box)
    var editedBodies = EditedBodyImport(limits: limits, thumbnailSize: thumbnailSize, workers: workers)
    editedBodies.readsLinks = true
    let bundle = transaction.output.target
    var files = ReadFiles(cache, bundle: bundle)
    let adoption = try editedBodies.run(in: &transaction, &files)
    var sources = try SourceImport(
      request: self, scans: scans, transaction: transaction, adoption, files, progress)
    try sources.run()
    (transaction.box, files) = (sources.merger.box, sources.files)
    try sources.thumbnails.attach(to: &transaction.box)
    var report = sources.merger.report
    report.recognized = sources.recognized
    report.removeRepeatedFaults()
    // A container that holds no notes is imported, too; then there are none.
    // Where nothing at all could be read, no bundle is made of it.
    if isNew, transaction.box.noteCount == 0, sources.isEmpty || report.needsAttention {
      throw nothingCame(report.skipped, report.diagnostics)
    }
    let isChanged = isNew || report.isChange || !adoption.titles.isEmpty
    var aboutBundle: [Diagnostic] = []
    if isChanged, !isDryRun {
      try progress("writing", 0, of: nil)
      let moment = FileClock.now
      aboutBundle = try transaction.commit(BoxTransaction(.import, tool: SlipboxTool.name, date: date))
      files.save(transaction.box, bundle: bundle, committedAt: moment)
    } else {
      transaction.abandon()
      if !isDryRun, !isNew { files.save(transaction.original, bundle: bundle, committedAt: nil) }
    }
    return ImportOutcome(
      bundlePath: path, isNewBundle: isNew, isChanged: isChanged, report: report,
      titles: report.titles(transaction.box, transaction.original), isDryRun: isDryRun,
      adopted: adoption.titles,
      diagnostics: adoption.diagnostics + report.diagnostics + sources.thumbnails.diagnostics + aboutBundle,
      noteCount: transaction.box.noteCount, box: transaction.box)
  }
}

extension ImportReport {
  /// The titles of the notes that aren't as before, as they are in the new box, or else in the old one.
  fileprivate func titles(_ new: SlipBox, _ old: SlipBox) -> [Note.ID: String] {
    var titles: [Note.ID: String] = [:]
    let notes =
      (added + updated + pruned + vanished).map(\.note)
      + conflicts.flatMap { [$0.note, $0.version ?? $0.note] }
    titles.reserveCapacity(notes.count)
    for id in notes { titles[id] = (new.note(id) ?? old.note(id))?.title }
    return titles
  }

  /// Removes faults that both the walk and the reading of a container found.
  fileprivate mutating func removeRepeatedFaults() {
    // Names of two files may be the same but for their normalization, so bytes are compared.
    var seen: Set<[UInt8]> = []
    skipped.removeAll { $0.reason.error != nil && !seen.insert(Array($0.path.utf8)).inserted }
  }
}
