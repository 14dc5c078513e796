internal import SlipBase
internal import SlipFiles
internal import SlipSite
internal import Synchronization

/// The directory of a site while it is written: a new one, or one that is brought up to date.
///
/// A new directory gets its name when it is complete (`ExportStage`). In one that is there, files with other bytes are replaced
/// by a journal (`TreePatch`), so that it is the old site or the new one at any time.
final class SiteFolder: SiteOutput {
  /// The result of writing.
  struct Done {
    /// The number of files of the site.
    var files: Int
    /// How many were written.
    var written: Int
    /// How many were deleted.
    var deleted: Int
    /// What went wrong after the change counted.
    var diagnostics: [Diagnostic]
  }

  /// How the files get their places.
  private enum Place {
    /// In a new directory.
    case new(ExportStage)
    /// In a directory of an earlier site.
    case old(TreePatch, ExportMarker)
  }

  /// How the files get their places.
  private let place: Place
  /// What the site depends on.
  private let state: Digest
  /// The digest of each file of the new site, and whether it was written.
  private let files = Mutex<[String: (digest: Digest, isWritten: Bool)]>([:])

  /// A directory that was begun.
  private init(_ place: Place, _ state: Digest) { (self.place, self.state) = (place, state) }

  /// Begins to write.
  ///
  /// - Parameters:
  ///   - output: The directory: a new or empty one, or one with a site.
  ///   - bundle: The bundle that is read.
  ///   - state: What the site depends on.
  /// - Throws: `SlipError` with `FileCode.exists` where there is a directory without a site, and with `KitCode.insideBundle`
  ///   where it would be inside a bundle.
  static func begin(at output: String, from bundle: String, state: Digest) throws(SlipError) -> SiteFolder {
    if try ExportMarker(in: output)?.state != nil {
      try ExportStage.expectApart(output, bundle)
      let patch = try TreePatch.begin(at: output)
      // An export that died while it put files in place is complete only now, so its list is read only now.
      if let earlier = try ExportMarker(in: output), earlier.state != nil {
        return SiteFolder(.old(patch, earlier), state)
      }
      patch.abandon()
    }
    let stage = try ExportStage.begin(
      at: output, from: bundle, replacing: false, hasList: true, names: .everySystem, state: state)
    return SiteFolder(.new(stage), state)
  }

  /// The path of the directory, with links resolved.
  var target: String {
    switch place {
    case .new(let stage): stage.target
    case .old(let patch, _): patch.target
    }
  }

  /// How many files the earlier site has.
  var earlierCount: Int { if case .old(_, let earlier) = place { earlier.digests.count } else { 0 } }

  /// Whether the earlier site is what would be written: it was made from the same, and all of its files are as they were.
  ///
  /// - Throws: `SlipError` where a file can't be read, and with `FileCode.exists` where somebody changed one.
  func isCurrent(workers: Int) throws(SlipError) -> Bool {
    guard case .old(let patch, let earlier) = place, earlier.state == state else { return false }
    let all = Array(earlier.digests)
    let results = Parallel.map(count: all.count, workers: workers) { index in
      Result { () throws(SlipError) in try SiteFolder.status(all[index].key, all[index].value, patch) }
    }
    var isWhole = true
    for result in results where try result.get() == nil { isWhole = false }
    return isWhole
  }

  /// The fact of a file of the earlier site; nil where it is missing.
  ///
  /// - Throws: `SlipError` with `FileCode.exists` where somebody changed it.
  private static func status(_ path: String, _ digest: Digest, _ patch: TreePatch) throws(SlipError)
    -> FileFact?
  {
    guard let status = try patch.root.status(of: path) else { return nil }
    guard status.kind == .file else { throw foreign(path, patch) }
    var digester = Digester()
    let file = try InputFile(path, beneath: patch.root)
    patch.noteRead(path, file.status)
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    let length = digester.length
    let fact = FileFact(digest: digester.finish(), length: length)
    guard fact.digest == digest else { throw foreign(path, patch) }
    return fact
  }

  /// The error for a file that isn't as the earlier site had it.
  private static func foreign(_ path: String, _ patch: TreePatch) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.exists,
      "Somebody else created or changed this file since the last export; nothing was changed.",
      at: SourceLocation(file: patch.target + "/" + path))
  }

  // MARK: Writing

  /// Writes a file, unless it is there already.
  func write(_ path: String, _ bytes: [UInt8]) throws {
    let fact = FileFact(of: bytes)
    try write(path, fact) { append in try bytes.withUnsafeBytes { try append($0) } }
  }

  /// Writes a file in pieces, unless it is there already.
  func write(
    _ path: String, _ fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    switch place {
    case .new(let stage):
      _ = try stage.write(path, pieces: produce)
      files.withLock { $0[path] = (fact.digest, true) }
    case .old(let patch, let earlier):
      let old: FileFact?
      if let digest = earlier.digests[path] {
        old = try SiteFolder.status(path, digest, patch)
      } else {
        if try patch.root.status(of: path) != nil { throw SiteFolder.foreign(path, patch) }
        old = nil
      }
      if old != fact { _ = try patch.write(path, replacing: old, pieces: produce) }
      files.withLock { $0[path] = (fact.digest, old != fact) }
    }
  }

  /// Deletes what is no longer needed, writes the list of files, and puts everything in place.
  ///
  /// - Throws: `SlipError`; then the directory is as it was.
  func commit() throws(SlipError) -> Done {
    let files = files.withLock { $0 }
    let written = files.values.count(where: \.isWritten)
    switch place {
    case .new(let stage):
      return Done(files: files.count, written: written, deleted: 0, diagnostics: try stage.commit())
    case .old(let patch, let earlier):
      var deleted = 0
      for (path, digest) in earlier.digests.sorted(by: { $0.key < $1.key }) where files[path] == nil {
        guard let fact = try SiteFolder.status(path, digest, patch) else { continue }
        if try patch.delete(path, fact) { deleted += 1 }
      }
      let list = ExportMarker(files.mapValues(\.digest), state: state)
      let old = try InputFile(ExportMarker.name, beneath: patch.root)
      patch.noteRead(ExportMarker.name, old.status)
      var digester = Digester()
      try slipErrors { try old.forEachChunk { digester.update($0) } }
      let length = digester.length
      let fact = FileFact(digest: digester.finish(), length: length)
      try slipErrors {
        _ = try patch.write(ExportMarker.name, replacing: fact) { try list.write(to: $0) }
      }
      let done = try patch.commit(last: ExportMarker.name)
      return Done(files: files.count, written: written, deleted: deleted, diagnostics: done.diagnostics)
    }
  }

  /// Gives the site up. What was there stays.
  func abandon() {
    switch place {
    case .new(let stage): stage.abandon()
    case .old(let patch, _): patch.abandon()
    }
  }
}
