internal import SlipFiles
internal import SlipBase
package import SlipBatch
internal import SlipBundle
internal import SlipExchange

/// Imports each entry of a directory or list into a bundle of its own: the folder `Letters` and
/// the file `Letters.rtf` become `Letters.slipbox`.
///
/// It is the job of `slipconv import --each`. Where two entries of a directory would have the
/// same name, files keep their suffix: `Letters.rtf.slipbox`.
package struct ImportEach: BatchJob {
  /// Everything but inputs and target.
  private let request: ImportRequest
  /// The directory for the bundles.
  private let output: String
  /// The keys of names that several entries of the directory would have.
  private let clashing: Set<UInt64>
  /// Which entry writes which bundle.
  private let claims = OutputClaims()

  /// Prepares an import of each entry.
  ///
  /// - Parameters:
  ///   - request: Everything but inputs and target.
  ///   - parent: The directory whose entries are imported; nil where they come from a list.
  ///   - output: The directory for the bundles, which must exist.
  /// - Throws: `SlipError` where `parent` can't be read.
  package init(_ request: ImportRequest, parent: String?, output: String) throws(SlipError) {
    self.request = request
    self.output = output
    clashing =
      try parent.map { path throws(SlipError) in try ImportEach.clashes(DirectoryHandle(path)) } ?? []
  }

  /// Imports one entry. An entry without anything to import is skipped; an error becomes a
  /// record of the failure.
  package func run(_ item: WorkItem, earlier: ItemRecord?) -> ItemRecord {
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

  /// Imports one entry and records the result.
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
    record.to = SlipboxTool.schemaVersion
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
          path: $0.path, reason: $0.reason.name, message: $0.explanation,
          isFailure: $0.reason.isFailure)
      }
    }
    if outcome.needsAttention { record.needsAttention = true }
    return record
  }

  /// The counts for the record. Those that are 0 are left out, except notes and added notes.
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

  /// Whether the source is still what the earlier run recorded, and its bundle exists. What was
  /// changed in the bundle since belongs to its owner, so its digest isn't compared.
  package func isDone(_ item: WorkItem, _ earlier: ItemRecord) -> Bool {
    guard let before = earlier.before, let output = earlier.output, item.path == earlier.path,
      (try? FileSystem.status(output)) ?? nil != nil
    else { return false }
    return (try? SourceState.fact(of: item.path))?.digest.hex == before
  }

  /// The path of the bundle for an entry.
  ///
  /// - Throws: `SlipError` with `KitCode.bundleTaken` where another entry has the same one.
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

  /// The keys of names that several entries of the directory would have.
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

  /// The name without its suffix; a dot at the start doesn't begin a suffix.
  private static func stem(_ name: String) -> String {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
    return String(name[..<dot])
  }
}

/// The entries of one directory, as items for `ImportEach`; hidden ones are left out.
package struct ImportEntries: WorkSource {
  /// The search, which takes every entry and enters none.
  private var search: TreeSearch
  /// The path of the directory, with a slash at its end.
  private let prefix: String

  /// Begins to read a directory.
  ///
  /// - Throws: `SlipError` where it can't be read.
  package init(_ directory: String) throws(SlipError) {
    prefix = directory.hasSuffix("/") ? directory : directory + "/"
    search = try TreeSearch(DirectoryHandle(directory), skips: ImportEntries.isHidden) { _ in .take }
  }

  /// The next entry, bytewise by name; an entry that can't be examined carries the error.
  package mutating func next() -> WorkItem? {
    switch search.next() {
    case .found(let path, _): WorkItem(path: prefix + path, relativePath: path)
    case .trouble(let path, let error): WorkItem(path: prefix + path, relativePath: path, problem: error)
    case nil: nil
    }
  }

  /// Whether a name is that of a hidden file (`.name`) or of a lock file of Word (`~$name`), as
  /// `SkippedFile.Reason.hidden` has it.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") || name.hasPrefix("~$") }
}
