internal import SlipFiles
public import SlipBase
public import SlipBatch
internal import SlipBundle
internal import SlipExchange

/// Imports each entry of a directory into a bundle of its own: `NAME.slipbox` for a folder or for `NAME.rtf`; where two
/// entries would go to one name, files keep their suffix in it.
public struct ImportEach: BatchJob {
  private let request: ImportRequest
  private let output: String
  private let clashing: Set<UInt64>
  private let claims = OutputClaims()

  /// `request` has everything but inputs and target; `output` is the directory for the bundles. `parent` is the
  /// directory whose entries come in, nil where they come from a list.
  public init(_ request: ImportRequest, parent: String?, output: String) throws(SlipError) {
    self.request = request
    self.output = output
    clashing =
      try parent.map { path throws(SlipError) in try ImportEach.clashes(DirectoryHandle(path)) } ?? []
  }

  public func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord {
    do throws(SlipError) {
      return try importing(item)
    } catch  where error.code == KitCode.noSuchInput {
      var record = ItemRecord(path: item.path, .skipped, reason: "nothing to import")
      record.diagnostics = [JournalDiagnostic(error, .info)]
      return record
    } catch {
      return ItemRecord(path: item.path, error: error)
    }
  }

  private func importing(_ item: WorkItem) throws(SlipError) -> ItemRecord {
    let target = try claim(item.path)
    let before = try SourceState.fact(of: item.path)
    var request = request
    request.inputs = [item.path]
    request.target = .at(target)
    let outcome = try request.run()
    var record = ItemRecord(
      path: item.path, outcome.isChanged ? outcome.isDryRun ? .planned : .landed : .skipped,
      reason: outcome.isChanged ? nil : "unchanged")
    record.output = outcome.bundlePath
    record.to = Tool.schemaVersion
    record.counts = ImportEach.counts(outcome)
    record.before = before.digest.hex
    record.bytes = .init(before: before.length, after: nil)
    if !outcome.isDryRun {
      let after = try SourceState.fact(of: outcome.bundlePath)
      record.bytes?.after = after.length + outcome.payloadBytes
      record.after = after.digest.hex
    }
    record.add(outcome.diagnostics)
    if !outcome.report.skipped.isEmpty {
      record.leftOut = outcome.report.skipped.map {
        ItemRecord.LeftOut(
          path: $0.path, reason: $0.reason.name, message: $0.reason.explanation,
          isFailure: $0.reason.isFailure)
      }
    }
    if outcome.needsAttention { record.needsAttention = true }
    return record
  }

  /// Numbers that are 0 are left out, but for notes and those that were added.
  private static func counts(_ outcome: ImportOutcome) -> [String: Int] {
    let report = outcome.report
    var counts = ["notes": outcome.noteCount, "added": report.added.count]
    let others = [
      ("updated", report.updated.count), ("unchanged", report.unchanged.count), ("kept", report.kept.count),
      ("conflicts", report.conflicts.count), ("pruned", report.pruned.count),
      ("vanished", report.vanished.count), ("leftOut", report.skipped.count),
    ]
    for (name, count) in others where count > 0 { counts[name] = count }
    return counts
  }

  /// The source is what it was, and its bundle is there; what its owner did to the bundle meanwhile is theirs.
  public func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool {
    guard let before = earlier.before, let output = earlier.output, item.path == earlier.path,
      (try? FileSystem.status(output)) ?? nil != nil
    else { return false }
    return (try? SourceState.fact(of: item.path))?.digest.hex == before
  }

  /// The bundle's path; two entries of a list must not flow into one bundle.
  private func claim(_ path: String) throws(SlipError) -> String {
    let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    let isFile =
      try FileSystem.status(path, followLinks: false)?.kind == .file
      || ExchangeTable.importer(forPath: name, isPackage: true) != nil
    let stem = ImportEach.stem(name)
    let base = isFile && !clashing.contains(OutputClaims.key(stem)) ? stem : name
    guard claims.claim(base, for: path) else {
      throw SlipError(
        .cannotDo, code: KitCode.bundleTaken, "Another entry of the list has the same bundle name.",
        at: SourceLocation(file: path))
    }
    return (output.hasSuffix("/") ? output : output + "/") + base + BundleLayout.directorySuffix
  }

  /// Names that more than one entry would like to have.
  private static func clashes(_ directory: DirectoryHandle) throws(SlipError) -> Set<UInt64> {
    var seen: Set<UInt64> = []
    var clashing: Set<UInt64> = []
    for name in try directory.names() where !ImportEntries.isHidden(name) {
      let isFolder =
        try directory.status(of: name)?.kind == .directory
        && ExchangeTable.importer(forPath: name, isPackage: true) == nil
      let key = OutputClaims.key(isFolder ? name : stem(name))
      if !seen.insert(key).inserted { clashing.insert(key) }
    }
    return clashing
  }

  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// The entries of one directory, for an import of each; hidden ones are left out.
public struct ImportEntries: WorkSource {
  private var search: TreeSearch
  private let prefix: String

  /// - Throws: Where the directory can't be read.
  public init(_ directory: String) throws(SlipError) {
    prefix = directory.hasSuffix("/") ? directory : directory + "/"
    search = try TreeSearch(DirectoryHandle(directory), skips: ImportEntries.isHidden) { _ in .take }
  }

  public mutating func next() -> WorkItem? {
    switch search.next() {
    case .found(let path, _): WorkItem(path: prefix + path, relativePath: path)
    case .trouble(let path, let error): WorkItem(path: prefix + path, relativePath: path, problem: error)
    case nil: nil
    }
  }

  /// As `SkippedFile.Reason.hidden` has it.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") || name.hasPrefix("~$") }
}
