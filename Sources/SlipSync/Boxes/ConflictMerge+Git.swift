internal import SlipBase
internal import SlipBundle
internal import SlipNotes
internal import SlipboxKit

/// Both sides of a merge of Git.
extension ConflictMerge {
  /// Merges both sides of a merge of Git, whose manifest can't be read for its marks.
  ///
  /// - Parameters:
  ///   - git: What Git has of the files.
  ///   - path: The path of the bundle.
  ///   - limits: Bounds on what is read.
  /// - Returns: Nil where Git doesn't have the manifests of both sides any more.
  /// - Throws: `SlipError`; then the bundle is as it was.
  static func run(
    _ git: GitTree, _ path: String, _ limits: Limits
  ) throws(SlipError) -> GitMerge.Outcome? {
    guard let ours = try git.bytes(of: BundleLayout.manifestPath, .ours),
      let theirs = try git.bytes(of: BundleLayout.manifestPath, .theirs)
    else { return nil }
    let patch = try ConflictPatch(at: path, copies: [:])
    do throws(SlipError) {
      var merge = ConflictMerge(path, limits, patch)
      (merge.git, merge.ownName) = (git, "ours")
      let isDone = try merge.mergeSides(ours, theirs)
      let outcome = merge.outcome
      return GitMerge.Outcome(
        notes: outcome.notes, conflicts: outcome.conflicts, hasMerged: isDone,
        diagnostics: outcome.diagnostics)
    } catch {
      patch.abandon()
      throw error
    }
  }

  /// Merges the bundles of two manifests.
  ///
  /// - Returns: False where files of one of them are missing, which is reported; then nothing was changed.
  private mutating func mergeSides(_ ours: [UInt8], _ theirs: [UInt8]) throws(SlipError) -> Bool {
    // What lies in these places has the marks of the merge, or is one of the sides.
    for file in git?.unmerged.keys.sorted() ?? [] {
      if let fact = try patch.fact(file) { known[file, default: []].insert(fact) }
    }
    setManifest(ours, of: &here)
    let name = BundleLayout.manifestPath
    let (mine, other) = (
      try ManifestPieces(root: ours, file: name, limits: limits),
      try ManifestPieces(root: theirs, file: name, limits: limits)
    )
    var missing: [String] = []
    for part in mine.parts ?? [] {
      guard let place = try place(of: part.path, part.fact) else {
        missing.append(part.path)
        continue
      }
      here.put(place, at: part.path)
    }
    if missing.isEmpty {
      box = try ManifestReader.reading(storage: here, limits: limits, adoptsParts: true).box
      let before = box
      if let bundle = try bundle(name, theirs) {
        try settle(against: bundle.box)
        try merge(bundle, named: "theirs", since: before)
        patch.expectParts(
          mine.parts == nil && other.parts == nil ? nil : (mine.parts ?? []) + (other.parts ?? []))
        patch.state.withLock { $0.rewritesManifest = true }
        _ = try commit(since: before, passingOver: [])
        return true
      }
    } else {
      report(missing, in: name)
    }
    patch.abandon()
    return false
  }

  /// Finds our side's files where the other side changed them, so that its version may be in their places.
  private mutating func settle(against other: SlipBox) throws(SlipError) {
    let files =
      BoxChanges(from: other, to: box).newPayload.map(\.file)
      + box.history.payload(unlistedIn: other.history)
    for file in files {
      known[file.path, default: []].insert(file.fact)
      if let place = try place(of: file.path, file.fact) { here.put(place, at: file.path) }
    }
    for file in BoxChanges(from: box, to: other).newPayload {
      known[file.file.path, default: []].insert(file.file.fact)
    }
  }
}
