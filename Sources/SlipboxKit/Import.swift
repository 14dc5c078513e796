public import SlipBase
internal import SlipBundle
public import SlipExchange
internal import SlipNotes

/// What an import did.
public struct ImportOutcome: Sendable {
  public var bundlePath: String
  public var isNewBundle: Bool
  /// Whether the bundle was written.
  public var isChanged: Bool
  public var report: ImportReport
  /// Titles of notes whose bodies other programs had edited; they were adopted first.
  public var adopted: [String]
  public var diagnostics: [Diagnostic]
  /// Notes in the bundle after the import.
  public var noteCount: Int

  /// Whether the user has to look at something: exit status 1.
  public var needsAttention: Bool { report.needsAttention }
}

extension ImportRequest {
  /// Imports all inputs in one atomic change. When nothing changed, nothing is written.
  ///
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func run(progress: Progress = .silent) throws(SlipError) -> ImportOutcome {
    let scans = try scan()
    let path = try bundlePath()
    if scans.allSatisfy(\.files.isEmpty) { try refuseIfNothingCame(scans, path) }
    var rewrite = try BundleRewrite.begin(at: path, limits: limits)
    do throws(SlipError) {
      return try run(scans, in: &rewrite, progress)
    } catch {
      rewrite.abandon()
      throw error
    }
  }

  /// One scan for each directory; files of one parent share a scan, so that links between them resolve.
  private func scan() throws(SlipError) -> [ImportScan] {
    var scans: [ImportScan] = []
    for input in inputs {
      let scan = try ImportScanner.scan(input, sourceName: sourceName)
      if !scan.isTree,
        let index = scans.firstIndex(where: {
          !$0.isTree && $0.root == scan.root && $0.sourceName == scan.sourceName
        })
      {
        scans[index].files += scan.files
        scans[index].skipped += scan.skipped
      } else {
        scans.append(scan)
      }
    }
    return scans
  }

  /// A single input that can't be taken makes no empty bundle.
  private func refuseIfNothingCame(_ scans: [ImportScan], _ path: String) throws(SlipError) {
    guard try FileSystem.status(path) == nil else { return }
    let skipped = scans.flatMap(\.skipped)
    let reason =
      skipped.first.map { "\(PrintableText.of($0.path)) \($0.reason.explanation)" }
      ?? "there is no .rtf or .txt file"
    let more = skipped.count > 1 ? " (and \(skipped.count - 1) more)" : ""
    throw SlipError(
      .badInput, code: KitCode.noSuchInput, "Nothing to import: \(reason)\(more).",
      at: SourceLocation(file: inputs.first))
  }

  private func run(
    _ scans: [ImportScan], in rewrite: inout BundleRewrite, _ progress: Progress
  ) throws(SlipError) -> ImportOutcome {
    let isNew = rewrite.stage.old == nil
    let adoption = try BodyAdoption(limits: limits, thumbnailSize: thumbnailSize, workers: workers)
      .run(in: &rewrite)
    var report = ImportReport()
    var thumbnails = ThumbnailMaker(longSide: thumbnailSize, limits: limits)
    for scan in scans {
      var pass = try ImportPass(request: self, scan: scan, rewrite: rewrite)
      try pass.run(thumbnails: &thumbnails, progress)
      rewrite.box = pass.merger.box
      report.append(pass.merger.report)
    }
    try thumbnails.attach(to: &rewrite.box)
    if isNew, rewrite.box.noteCount == 0 {
      throw SlipError(
        .badInput, code: report.skipped.first?.reason.code ?? KitCode.noSuchInput,
        "Nothing could be imported"
          + (report.skipped.first.map { ": \($0.path) \($0.reason.explanation)" } ?? "."),
        at: SourceLocation(file: inputs.first))
    }
    let isChanged = isNew || report.isChange || !adoption.titles.isEmpty
    if isChanged {
      progress("writing", 0, of: nil)
      try rewrite.commit(HistoryEvent(kind: .import, tool: Tool.name))
    } else {
      rewrite.abandon()
    }
    return ImportOutcome(
      bundlePath: rewrite.stage.target, isNewBundle: isNew, isChanged: isChanged, report: report,
      adopted: adoption.titles,
      diagnostics: adoption.diagnostics + report.diagnostics + thumbnails.diagnostics,
      noteCount: rewrite.box.noteCount)
  }
}

extension ImportReport {
  mutating func append(_ other: ImportReport) {
    added += other.added
    updated += other.updated
    unchanged += other.unchanged
    kept += other.kept
    conflicts += other.conflicts
    skipped += other.skipped
    pruned += other.pruned
    vanished += other.vanished
    unresolvedLinks += other.unresolvedLinks
    newLinks += other.newLinks
    diagnostics += other.diagnostics
  }
}

extension SkippedFile.Reason {
  /// The code of the error behind it.
  var code: String? {
    switch self {
    case .unreadable(let error), .refused(let error): error.code
    default: nil
    }
  }
}
