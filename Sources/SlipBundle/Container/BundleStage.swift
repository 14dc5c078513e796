package import SlipFiles
public import SlipBase
package import SlipNotes
internal import Synchronization

/// A new version of a bundle directory, made beside the old one and put in its place all at once or not at
/// all.
///
/// ```swift
/// let stage = try BundleStage.begin(at: "Notes.slipbox")
/// defer { stage.abandon() }
/// try stage.carry(PayloadPath.body(note.id))             // stays as it is
/// try stage.write(PayloadPath.mirror(note.id), text)     // new
/// try stage.commit { _ = try ManifestWriter.write(box, to: $0) }
/// ```
///
/// Until the commit nothing of the bundle changes, and a process that dies leaves it as it was.
///
/// What doesn't change is carried over as a second name (hard link) of the same file, so that a commit costs
/// what it changes. Files are only created, never written in place.
///
/// The stage removes or replaces only what is known to be the bundle's: files that the old manifest lists,
/// and that are still as listed. Everything else, such as version control or files that a merge put into the
/// bundle, comes over as it is. `unlisted` names what stayed although it looks like payload.
///
/// `write`, `carry` and `contains` may be called from several threads.
public final class BundleStage: Sendable {
  /// The staged directory tree; this class adds what is known about bundles.
  private let tree: TreeStage
  /// The version that is to be replaced; nil for a new bundle.
  ///
  /// All files that are read through it must still be the same at the commit; otherwise the commit fails.
  /// Bodies are the exception: an edit that somebody saves meanwhile comes over.
  public let old: DirectoryStorage?
  /// What the old version's manifest lists; read when it is first needed.
  private let listed: Deferred<ManifestListing>
  /// Whether the old version stays beside the new one, complete.
  private let keepsOld: Bool
  /// Files that look like payload and stay, as the old manifest doesn't list them.
  private let leftAlone = Mutex<[String]>([])
  /// Unlisted files that the caller decided to leave behind, with the content that it saw.
  private let discarded = Mutex<[String: FileFact]>([:])

  private init(tree: TreeStage, keepsOld: Bool) {
    (self.tree, self.keepsOld) = (tree, keepsOld)
    let old = tree.old.map { root in
      DirectoryStorage(root: root, displayPath: tree.target) { tree.noteRead($0, $1) }
    }
    self.old = old
    listed = Deferred { ManifestListing(old) }
  }

  /// Begins a new version of the bundle at `target`, or a new bundle where there is nothing or an empty
  /// directory.
  ///
  /// - Parameters:
  ///   - target: The bundle directory. Links are resolved.
  ///   - keepsOld: Whether the old version will stay beside the new one. Payload is then copied rather than
  ///     linked, so that neither changes when a program writes to a file of the other; and any payload may be
  ///     left behind.
  ///   - waitMilliseconds: How long to wait for another process that writes to this bundle.
  /// - Throws: `SlipError` with code `FileCode.locked` after that time, `FileCode.exists` for a directory
  ///   that holds anything but a bundle, `FileCode.readOnly` for a bundle whose manifest has no write
  ///   permission.
  public static func begin(
    at target: String, keepsOld: Bool = false, waitMilliseconds: Int = 5_000
  ) throws(SlipError) -> BundleStage {
    let tree = try TreeStage.begin(
      at: target, sharesFiles: !keepsOld, waitMilliseconds: waitMilliseconds,
      // An edit of a body meanwhile counts as one that was made after this change.
      takesAlong: { PayloadShape(path: $0) == .body })
    let stage = BundleStage(tree: tree, keepsOld: keepsOld)
    do throws(SlipError) {
      if let old = stage.old { try expectBundle(old) }
    } catch {
      stage.abandon()
      throw error
    }
    return stage
  }

  /// Refuses a directory that isn't a bundle and isn't empty, and a bundle that is write-protected.
  static func expectBundle(_ old: DirectoryStorage) throws(SlipError) {
    if let manifest = try BundleLocator.manifest(of: old.root) {
      guard manifest.isReadOnly else { return }
      throw SlipError(
        .cannotDo, code: FileCode.readOnly,
        "The manifest is write-protected, so the bundle must not be changed; nothing was changed.",
        at: SourceLocation(file: old.displayPath(of: BundleLayout.manifestPath)))
    }
    if try old.root.isEmpty() { return }
    throw SlipError(
      .cannotDo, code: FileCode.exists,
      "This directory is not empty and not a bundle; nothing was changed.",
      at: SourceLocation(file: old.displayPath))
  }

  /// The bundle's path, with links resolved.
  public var target: String { tree.target }
  /// How many files were written so far, or copied because they couldn't be linked.
  public var newFileCount: Int { tree.newFileCount }

  /// Writes a new file.
  ///
  /// The same bytes may be written to the same path again, as equal attachments of several notes are.
  ///
  /// - Parameters:
  ///   - path: Relative to the bundle.
  ///   - bytes: The content.
  ///   - fact: Length and digest of the bytes, where the caller knows them; otherwise they are computed.
  /// - Returns: Length and digest.
  /// - Throws: `SlipError` for other bytes at a path that was written, with code `FileCode.inTheWay` where a
  ///   file is at the path that the old manifest doesn't list, and for errors of the file system.
  @discardableResult
  public func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    let fact = fact ?? FileFact(of: bytes)
    try expectOwn(path, fact)
    return try tree.write(path, bytes, fact: fact)
  }

  /// Writes a new file from an array; see `write(_:_:fact:)` for a buffer.
  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8], fact: FileFact? = nil) throws(SlipError) -> FileFact {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try write(path, UnsafeRawBufferPointer(bytes), fact: fact)
    }
  }

  /// Writes a new file in pieces: `produce` gets a function that appends.
  ///
  /// The path must be new.
  ///
  /// - Throws: As the others, and what `produce` throws.
  @discardableResult
  public func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    let fact = try tree.write(path, pieces: produce)
    try expectOwn(path, fact)
    return fact
  }

  /// Refuses to write over a file that the old manifest doesn't list, unless it has these very bytes.
  ///
  /// Such a file may be somebody's only copy of a note: a merge can leave it there.
  private func expectOwn(_ path: String, _ fact: FileFact) throws(SlipError) {
    guard !keepsOld, let old, PayloadShape(path: path).map({ $0 != .own }) == true,
      let length = try old.length(of: path),
      discarded.withLock({ $0[path] }) == nil, try listed.value.fact(of: path) == nil
    else { return }
    if length == fact.length, try old.fact(of: path) == fact { return }
    throw SlipError(
      .cannotDo, code: FileCode.inTheWay,
      "A file that the manifest doesn't list is in the place of one that would be written; nothing was changed. Move it away, or see `slipconv validate`.",
      at: SourceLocation(file: old.displayPath(of: path)))
  }

  /// Whether the old version has a file at this path that its manifest doesn't list.
  ///
  /// - Throws: `SlipError` where the old manifest can't be read.
  public func hasUnlisted(_ path: String) throws(SlipError) -> Bool {
    guard let old, try old.length(of: path) != nil else { return false }
    return try listed.value.fact(of: path) == nil
  }

  /// Leaves a file behind that the old manifest doesn't list, provided that it still has these bytes at the
  /// commit.
  ///
  /// For repairs, which take such files into the manifest under another path or delete them on request.
  package func discard(_ path: String, _ fact: FileFact) { discarded.withLock { $0[path] = fact } }

  /// Files that look like payload but that the new manifest doesn't list. They stay, as nobody knows whose
  /// they are.
  ///
  /// Sorted. Complete once the commit is done.
  public var unlisted: [String] { (leftAlone.withLock { $0 } + tree.spared).sorted() }

  /// A warning for each file in `unlisted`; after 20 of them, the last one gives the number of the others.
  public var unlistedDiagnostics: [Diagnostic] {
    let paths = unlisted
    return paths.prefix(20).map { path in
      Diagnostic(
        code: ValidationRule.unlistedFile.code, severity: .warning,
        message: paths.count > 20 && path == paths[19]
          ? "This file, like \(paths.count - 20) more, isn't in the manifest; it was left where it is"
          : "This file isn't in the manifest; it was left where it is",
        location: SourceLocation(file: "\(target)/\(path)"), hint: "see `slipconv validate`")
    }
  }

  /// Takes a file of the old version over as it is. Doing so twice is allowed.
  ///
  /// - Throws: `SlipError` where the old version has no such file, or it changed.
  public func carry(_ path: String) throws(SlipError) { try tree.carry(path) }

  /// Whether the new version has this file so far.
  public func contains(_ path: String) throws(SlipError) -> Bool { try tree.contains(path) }

  /// Begins to write to disk what was staged so far, while the caller prepares the rest.
  ///
  /// This only saves time: the commit waits for all files to be durable in any case.
  public func beginFlush() { tree.beginFlush() }

  /// Writes the manifest of a box, as the other one.
  ///
  /// - Parameters:
  ///   - box: What the manifest says.
  ///   - suffix: What to append to the old version's name, to leave it beside the new one; nil to remove it.
  ///   - check: Reads the complete new version; what it throws stops the commit.
  package func commit(
    manifestOf box: SlipBox, keepingOldWith suffix: String? = nil,
    check: (DirectoryStorage) throws -> Void = { _ in }
  ) throws -> (manifest: FileFact, done: Committed) {
    try commit(
      keepingOldWith: suffix,
      manifest: { write in
        _ = try ManifestWriter.write(
          box, part: { try self.write($0.path, $1, fact: $0.fact) }, root: write)
      }, check: check)
  }

  /// Writes a manifest of any version, as the other one.
  ///
  /// - Parameters:
  ///   - suffix: What to append to the old version's name, to leave it beside the new one; nil to remove it.
  ///   - documents: The manifest; the root is the last one.
  ///   - check: Reads the complete new version; what it throws stops the commit.
  package func commit(
    keepingOldWith suffix: String?, documents: [ManifestDocument],
    check: (DirectoryStorage) throws -> Void
  ) throws -> (manifest: FileFact, done: Committed) {
    guard let root = documents.last else {
      throw SlipError(.cannotDo, "There is no manifest to write.", at: SourceLocation(file: tree.target))
    }
    for part in documents.dropLast() { try write(part.path, part.bytes) }
    return try commit(
      keepingOldWith: suffix, manifest: { output in try root.bytes.withUnsafeBytes { try output($0) } },
      check: check)
  }

  /// Writes the manifest and the bundle's other fixed files, and puts the new version in place.
  ///
  /// After an error the bundle is as it was. Either way the stage can't be used again.
  ///
  /// - Parameter produce: Gets a function that appends a piece of the manifest.
  /// - Returns: Length and digest of the manifest, and errors with code `FileCode.unfinished` about what went
  ///   wrong after the new version was in place.
  /// - Throws: `SlipError`, and what `produce` throws.
  @discardableResult
  public func commit(
    manifest produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> (manifest: FileFact, diagnostics: [Diagnostic]) {
    let (manifest, done) = try commit(keepingOldWith: nil, manifest: produce, check: { _ in })
    return (manifest, done.diagnostics)
  }

  /// The same, with a last look at the new version before it is put in place.
  ///
  /// - Parameters:
  ///   - suffix: What to append to the old version's name, to leave it beside the new one; nil to remove it.
  ///   - produce: Gets a function that appends a piece of the manifest. Parts are written by whoever has them.
  ///   - check: Reads the complete new version; what it throws stops the commit.
  /// - Returns: Length and digest of the manifest, the path of the old version if it stays, and what went wrong
  ///   after the new one was in place.
  package func commit(
    keepingOldWith suffix: String?,
    manifest produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void,
    check: (DirectoryStorage) throws -> Void
  ) throws -> (manifest: FileFact, done: Committed) {
    defer { abandon() }
    let fact = try tree.write(BundleLayout.manifestPath, pieces: produce)
    try tree.write(BundleLayout.manifestDigestPath, BundleLayout.manifestDigest(hex: fact.digest.hex))
    try tree.write(BundleLayout.mimetypePath, BundleLayout.mimetype)
    try carryRest()
    if try !tree.contains(BundleLayout.gitAttributesPath) {
      try tree.write(BundleLayout.gitAttributesPath, BundleLayout.gitAttributes)
    }
    try check(DirectoryStorage(root: tree.root, displayPath: tree.target))
    return (fact, try tree.commit(keepingOldWith: suffix))
  }

  /// Puts the new version in place with nothing but what was written, and files of the old one that aren't
  /// payload.
  ///
  /// No manifest is made: `SlipPack.unpack` writes the one that it unpacks.
  ///
  /// - Returns: The path of the old version, if it stays, and what went wrong after the new one was in place.
  func commitAsWritten(keepingOldWith suffix: String?) throws(SlipError) -> Committed {
    defer { abandon() }
    try carryRest()
    return try tree.commit(keepingOldWith: suffix)
  }

  /// Decides about every entry of the old version that was neither written nor carried.
  private func carryRest() throws(SlipError) {
    leftAlone.withLock { $0 = [] }
    try tree.carryRest { path, status throws(SlipError) in try fate(path, status) }
  }

  /// Gives the new version up and removes what was staged. After a commit it does nothing.
  public func abandon() { tree.abandon() }

  /// Leaves everything as if the process had died here; for tests.
  func dropWithoutCleaning() { tree.dropWithoutCleaning() }

  /// What becomes of an entry of the old version that was not carried over.
  ///
  /// - Payload that the old manifest lists is dropped, if it is still as listed.
  /// - What desktops leave behind stays with the folder or file that it belongs to, or goes with it.
  /// - Everything else is the user's and comes over.
  private func fate(_ path: String, _ status: FileStatus) throws(SlipError) -> TreeStage.Fate {
    let (folder, name) = BundleStage.split(path)
    if path == BundleLayout.gitAttributesPath, status.kind == .file,
      try old?.read(path) == BundleLayout.formerGitAttributes
    {
      return keepsOld ? .leave : .drop(FileFact(of: BundleLayout.formerGitAttributes))
    }
    if name == ".DS_Store" || name.hasPrefix("._") {
      // Files that desktops leave behind stay with the folder or file that they belong to.
      let owner = name.hasPrefix("._") ? folder + name.dropFirst(2) : String(folder.dropLast())
      if owner.isEmpty { return .take }
      return try tree.contains(owner) ? .take : .leave
    }
    if PayloadShape.isFolder(path) { return status.kind == .directory ? .enter : .take }
    guard let shape = PayloadShape(path: path), shape != .own else { return .take }
    if try tree.contains(path) { return .take }
    if keepsOld { return .leave }
    if let fact = try listed.value.fact(of: path) ?? discarded.withLock({ $0[path] }) { return .drop(fact) }
    leftAlone.withLock { $0.append(path) }
    return .take
  }

  /// A path's folder, with its slash, and the last component: `notes/` and `ab` for `notes/ab`.
  private static func split(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path[...]) }
    let start = path.utf8.index(after: slash)
    return (String(path[..<start]), path[start...])
  }
}
