public import SlipboxKit
internal import SlipBase
internal import SlipBundle
internal import SlipFiles
internal import SlipNotes

/// Mends a bundle that a merge of Git has left with conflict marks in its manifest, or without files that the manifest lists.
///
/// 1. Where `manifest.xml` or a part of it can't be read, the manifests of both sides are merged as `sync` does, from what Git
///    has of each side (`git ls-files -u`), as one change.
/// 2. Where a file is missing that the manifest lists, and Git has the listed content, it comes back. So does a text that one
///    side edited and the other one deleted.
///
/// What Git knows of the merge stays as it is: `git add` says that it is done.
public struct GitMerge {
  /// What was done.
  public struct Outcome: Sendable {
    /// The notes that were changed, as seen from our side, by title.
    public var notes: [BoxSyncOutcome.NoteChange] = []
    /// What both sides had changed.
    public var conflicts: [MergeRequest.Outcome.Conflict] = []
    /// The files that came back, by path in the bundle.
    public var restored: [String] = []
    /// Whether the manifest was made anew.
    public var hasMerged = false
    /// What went wrong, and files that Git doesn't have.
    public var diagnostics: [Diagnostic] = []

    /// Whether anything was changed.
    public var isChanged: Bool { hasMerged || !restored.isEmpty }
  }

  /// Mends a bundle. Nothing is done where nothing is broken, and in packs.
  ///
  /// - Parameters:
  ///   - bundle: The bundle: see `BundleLocator.locate`.
  ///   - limits: Bounds on what is read.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public static func run(_ bundle: String, limits: Limits = Limits()) throws(SlipError) -> Outcome {
    let location = try BundleLocator.locate(bundle)
    guard location.kind == .directory else { return Outcome() }
    let storage = try DirectoryStorage(location.path)
    guard try GitTree.isAround(location.path) else { return Outcome() }
    guard let listed = try listed(storage, limits) else {
      guard let git = try GitTree(of: location.path),
        let outcome = try ConflictMerge.run(git, location.path, limits)
      else { throw ConflictMarks.error(location.path + "/" + BundleLayout.manifestPath) }
      return outcome
    }
    var missing: [PayloadFile] = []
    for file in listed where try storage.length(of: file.path) == nil { missing.append(file) }
    guard !missing.isEmpty, let git = try GitTree(of: location.path) else { return Outcome() }
    return try restore(missing, from: git, at: location.path)
  }

  /// The payload that the manifest lists; nil where the manifest can't be read, such as for conflict marks.
  ///
  /// - Throws: `SlipError` where a file can't be read.
  private static func listed(
    _ storage: DirectoryStorage, _ limits: Limits
  ) throws(SlipError) -> [PayloadFile]? {
    guard try storage.length(of: BundleLayout.manifestPath) != nil else { return [] }
    do throws(SlipError) {
      return try ManifestReader.reading(storage: storage, limits: limits, adoptsParts: true).box.payload()
    } catch {
      guard error.kind == .badInput, try hasMarks(storage) else {
        // Others report what is wrong with it.
        return []
      }
      return nil
    }
  }

  /// Whether the manifest or a part of it has marks of a merge.
  private static func hasMarks(_ storage: DirectoryStorage) throws(SlipError) -> Bool {
    let manifest = BundleLayout.manifestPath
    guard try storage.length(of: manifest) != nil else { return false }
    let bytes = try storage.read(manifest)
    if ConflictMarks.areIn(bytes) { return true }
    for key in 0...UInt8.max {
      let part = ManifestPart.path(key)
      guard try storage.length(of: part) != nil else { continue }
      if ConflictMarks.areIn(try storage.read(part)) { return true }
    }
    return false
  }

  /// Brings files back, as one change.
  private static func restore(
    _ missing: [PayloadFile], from git: GitTree, at path: String
  ) throws(SlipError) -> Outcome {
    var outcome = Outcome()
    let patch = try TreePatch.begin(at: path)
    defer { patch.abandon() }
    for file in missing where try patch.root.status(of: file.path) == nil {
      guard let bytes = try git.content(of: file.path, file.fact) else {
        var finding = Diagnostic(
          code: ValidationRule.missingFile.code, severity: .error,
          message: "This file is missing, and neither side of the merge has it.",
          location: SourceLocation(file: path + "/" + file.path))
        finding.hint = "`git log --all -- \(file.path)` in the bundle's folder names the commits that have it"
        outcome.diagnostics.append(finding)
        continue
      }
      try patch.write(file.path, bytes)
      outcome.restored.append(file.path)
    }
    if !outcome.restored.isEmpty { outcome.diagnostics += try patch.commit().diagnostics }
    return outcome
  }
}
