internal import SlipFiles
public import SlipBase
internal import Synchronization

/// A new version of a bundle directory: it takes the old one's place all at once, or not at all.
///
/// Payload that doesn't change is carried over as a second name of the same file; files are only ever created, never
/// written in place. Of the old version only what its manifest lists, and what still is as it is listed, may be left behind
/// or written over; all else (version control, files that the user or a merge laid into the bundle) comes over as it is.
/// `write` and `carry` may be called from several threads.
public final class BundleStage: Sendable {
  private let tree: TreeStage
  /// The version that is to be replaced; nil for a new bundle. What is read of it must be the same at the commit.
  public let old: DirectoryStorage?
  /// What the old version's manifest lists.
  private let listed: Deferred<ManifestListing>
  /// The old version stays beside the new one, with all that it holds.
  private let keepsOld: Bool
  private let leftAlone = Mutex<[String]>([])
  private let discarded = Mutex<[String: FileFact]>([:])

  private init(tree: TreeStage, keepsOld: Bool) {
    (self.tree, self.keepsOld) = (tree, keepsOld)
    let old = tree.old.map { root in
      DirectoryStorage(root: root, displayPath: tree.target) { tree.noteRead($0, $1) }
    }
    self.old = old
    listed = Deferred { ManifestListing(old) }
  }

  /// Begins a new version of the bundle at `target`, or a new bundle where there is nothing or an empty directory.
  ///
  /// A directory that holds other things is an error. Waits at most `waitMilliseconds` for another process that writes
  /// to this bundle; after that an error with code `FileFault.locked`.
  ///
  /// - Parameter keepsOld: The old version will stay beside the new one. Then payload is copied, so that each stays what it
  ///   is whoever writes to the other, and any payload may be left behind.
  public static func begin(
    at target: String, keepsOld: Bool = false, waitMilliseconds: Int = 5_000
  ) throws(SlipError) -> BundleStage {
    let tree = try TreeStage.begin(
      at: target, sharesFiles: !keepsOld, waitMilliseconds: waitMilliseconds,
      // A body that is edited meanwhile is one that was edited behind the change.
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

  private static func expectBundle(_ old: DirectoryStorage) throws(SlipError) {
    if try BundleLocator.isBundle(old.root) {
      guard try old.root.status(of: BundleLayout.manifestPath)?.isReadOnly == true else { return }
      throw SlipError(
        .cannotDo, code: FileFault.readOnly,
        "The manifest's permissions say that nobody may change the bundle; nothing was changed.",
        at: SourceLocation(file: old.displayPath(of: BundleLayout.manifestPath)))
    }
    if try old.root.isEmpty() { return }
    throw SlipError(
      .cannotDo, code: FileFault.exists,
      "This directory holds other things than a bundle; nothing was changed.",
      at: SourceLocation(file: old.displayPath))
  }

  /// The bundle's path, with links resolved.
  public var target: String { tree.target }
  /// Files written so far, or copied because they couldn't be linked.
  public var newFileCount: Int { tree.newFileCount }

  /// Writes a new file. The same bytes may be written to the same path again, as equal blobs are; other bytes are an
  /// error.
  @discardableResult
  public func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    let fact = fact ?? FileFact(of: bytes)
    try expectOwn(path, fact)
    return try tree.write(path, bytes, fact: fact)
  }

  /// `fact` spares the digest where the caller knows it already.
  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8], fact: FileFact? = nil) throws(SlipError) -> FileFact {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try write(path, UnsafeRawBufferPointer(bytes), fact: fact)
    }
  }

  /// Writes a new file in pieces: `produce` gets a function that appends.
  @discardableResult
  public func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    let fact = try tree.write(path, pieces: produce)
    try expectOwn(path, fact)
    return fact
  }

  /// A file that the old manifest doesn't list is nobody's to write over, unless it has these very bytes.
  private func expectOwn(_ path: String, _ fact: FileFact) throws(SlipError) {
    guard !keepsOld, let old, PayloadShape(path: path).map({ $0 != .own }) == true,
      let length = try old.length(of: path),
      discarded.withLock({ $0[path] }) == nil, try listed.value.fact(of: path) == nil
    else { return }
    if length == fact.length, try old.fact(of: path) == fact { return }
    throw SlipError(
      .cannotDo, code: FileFault.inTheWay,
      "A file that the manifest doesn't list lies where another is to be written; nothing was changed. Move it away, or see `slipconv validate`.",
      at: SourceLocation(file: old.displayPath(of: path)))
  }

  /// Whether a file lies there that the old version's manifest doesn't list.
  public func hasUnlisted(_ path: String) throws(SlipError) -> Bool {
    guard let old, try old.length(of: path) != nil else { return false }
    return try listed.value.fact(of: path) == nil
  }

  /// Leaves a file behind that the old manifest doesn't list, if it has these bytes at the commit.
  package func discard(_ path: String, _ fact: FileFact) { discarded.withLock { $0[path] = fact } }

  /// Payload that the new version's manifest doesn't list, but that stays because nothing says whose it is: sorted, and
  /// known once the commit is done.
  public var unlisted: [String] { (leftAlone.withLock { $0 } + tree.spared).sorted() }

  /// A warning for each such file, the first of many.
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

  /// Takes a file of the old version over as it is; doing so twice is allowed.
  public func carry(_ path: String) throws(SlipError) { try tree.carry(path) }

  /// Whether the new version has this file already.
  public func contains(_ path: String) throws(SlipError) -> Bool { try tree.contains(path) }

  /// Begins to write out what was written so far, while the caller makes the rest.
  public func beginFlush() { tree.beginFlush() }

  /// Writes the manifest, in pieces, and the bundle's other own files, and puts the new version in place.
  ///
  /// On any error the bundle is as it was, and the stage is gone.
  @discardableResult
  public func commit(
    manifest produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    try commit(keepingOldWith: nil, manifest: produce, check: { _ in }).manifest
  }

  /// The same, with a last look at the new version before it is put in place, and with the old one kept beside it.
  package func commit(
    keepingOldWith suffix: String?,
    manifest produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void,
    check: (DirectoryStorage) throws -> Void
  ) throws -> (manifest: FileFact, backup: String?) {
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

  /// Puts the new version in place with nothing but what was written, and the user's own files.
  ///
  /// - Returns: Where the old version lies, if it was kept.
  func commitAsWritten(keepingOldWith suffix: String?) throws(SlipError) -> String? {
    defer { abandon() }
    try carryRest()
    return try tree.commit(keepingOldWith: suffix)
  }

  private func carryRest() throws(SlipError) {
    leftAlone.withLock { $0 = [] }
    try tree.carryRest { path, status throws(SlipError) in try fate(path, status) }
  }

  /// Gives the new version up. Nothing happens after a commit.
  public func abandon() { tree.abandon() }

  /// As if the process had died here; for tests.
  func dropWithoutCleaning() { tree.dropWithoutCleaning() }

  /// What becomes of an entry of the old version that was not carried over: payload that was listed goes, all else is the
  /// user's.
  private func fate(_ path: String, _ status: FileStatus) throws(SlipError) -> TreeStage.Fate {
    let (folder, name) = BundleStage.split(path)
    if name == ".DS_Store" || name.hasPrefix("._") {
      // What desktops leave behind stays with the folder or file that it belongs to.
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

  private static func split(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path[...]) }
    let start = path.utf8.index(after: slash)
    return (String(path[..<start]), path[start...])
  }
}
