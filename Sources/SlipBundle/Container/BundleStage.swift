public import SlipBase

/// A new version of a bundle directory: it takes the old one's place all at once, or not at all.
///
/// Payload that doesn't change is carried over as a second name of the same file; files are only ever created, never
/// written in place. What is not this format's own (version control, files that the user laid into the bundle) comes
/// over as it is. `write` and `carry` may be called from several threads.
public final class BundleStage: Sendable {
  private let tree: TreeStage
  /// The version that is to be replaced; nil for a new bundle.
  public let old: DirectoryStorage?

  private init(tree: TreeStage) {
    self.tree = tree
    old = tree.old.map { DirectoryStorage(root: $0, displayPath: tree.target) }
  }

  /// Begins a new version of the bundle at `target`, or a new bundle where there is nothing or an empty directory.
  ///
  /// A directory that holds other things is an error. Waits at most `waitMilliseconds` for another process that writes
  /// to this bundle; after that an error with code `FileFault.locked`.
  public static func begin(at target: String, waitMilliseconds: Int = 5_000) throws(SlipError) -> BundleStage
  {
    let stage = BundleStage(tree: try TreeStage.begin(at: target, waitMilliseconds: waitMilliseconds))
    do throws(SlipError) {
      if let old = stage.old { try expectBundle(old) }
    } catch {
      stage.abandon()
      throw error
    }
    return stage
  }

  private static func expectBundle(_ old: DirectoryStorage) throws(SlipError) {
    if try BundleLocator.isBundle(old.root) { return }
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
  public func write(_ path: String, _ bytes: UnsafeRawBufferPointer) throws(SlipError) -> FileFact {
    try tree.write(path, bytes)
  }

  /// `fact` spares the digest where the caller knows it already.
  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8], fact: FileFact? = nil) throws(SlipError) -> FileFact {
    try tree.write(path, bytes, fact: fact)
  }

  /// Writes a new file in pieces: `produce` gets a function that appends.
  @discardableResult
  public func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    try tree.write(path, pieces: produce)
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
  func commitAsWritten() throws(SlipError) {
    defer { abandon() }
    try carryRest()
    try tree.commit()
  }

  private func carryRest() throws(SlipError) {
    let stage = tree
    try tree.carryRest { path, status throws(SlipError) in try BundleStage.fate(path, status, in: stage) }
  }

  /// Gives the new version up. Nothing happens after a commit.
  public func abandon() { tree.abandon() }

  /// As if the process had died here; for tests.
  func dropWithoutCleaning() { tree.dropWithoutCleaning() }

  /// What becomes of an entry of the old version that was not carried over: payload goes, all else is the user's.
  private static func fate(
    _ path: String, _ status: FileStatus, in tree: TreeStage
  ) throws(SlipError) -> TreeStage.Fate {
    let (folder, name) = split(path)
    if BundleLayout.isIgnored(name: name), !name.hasPrefix(".git") {
      // What desktops leave behind stays with the folder or file that it belongs to.
      let owner = name.hasPrefix("._") ? folder + name.dropFirst(2) : String(folder.dropLast())
      if owner.isEmpty { return .take }
      return try tree.contains(owner) ? .take : .drop
    }
    if PayloadShape.isFolder(path) { return status.kind == .directory ? .enter : .drop }
    guard let shape = PayloadShape(path: path) else { return .take }
    return shape == .own && path == BundleLayout.gitAttributesPath ? .take : .drop
  }

  private static func split(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path[...]) }
    let start = path.utf8.index(after: slash)
    return (String(path[..<start]), path[start...])
  }
}
