public import SlipBase
internal import SlipFiles
public import SlipNotes

/// Where the new files of a bundle go: a `BundleStage` makes a new bundle, a `BundlePatch` changes one that
/// exists at the cost of what changes.
///
/// `write` may be called from several threads; `commit` and `abandon` once, when these calls have returned.
public protocol BundleOutput: AnyObject, Sendable {
  /// The bundle's path, with links resolved.
  var target: String { get }
  /// The bundle as it is; nil where there is none yet.
  var old: DirectoryStorage? { get }
  /// The same, wherever the bundle is: in a directory or in memory.
  var oldStorage: (any BundleStorage)? { get }
  /// Whether the bundle is a directory.
  var isOnDisk: Bool { get }

  /// Writes a payload file. The same bytes may be written to the same path again.
  ///
  /// - Parameters:
  ///   - path: Relative to the bundle.
  ///   - bytes: The content.
  ///   - fact: Length and digest of the bytes, where the caller knows them; otherwise they are computed.
  /// - Returns: Length and digest.
  /// - Throws: `SlipError`, with code `FileCode.inTheWay` where a file is at the path that the manifest
  ///   doesn't list, unless it has these bytes.
  @discardableResult
  func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact?
  ) throws(SlipError) -> FileFact

  /// Writes a large payload file in pieces. Nothing is done where the file is there already.
  ///
  /// - Parameters:
  ///   - path: Relative to the bundle.
  ///   - fact: Length and digest that the bytes must have.
  ///   - produce: Gets a function that appends a piece.
  /// - Throws: As the other one, what `produce` throws, and `SlipError` with code `FileCode.changedMeanwhile`
  ///   for other bytes.
  func write(
    _ path: String, fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws

  /// Writes a payload file in the place of one that the caller knows.
  ///
  /// - Parameters:
  ///   - path: Relative to the bundle.
  ///   - bytes: The file's new bytes.
  ///   - replaced: What the manifest lists there now; nil where it lists nothing.
  /// - Throws: `SlipError` with code `FileCode.inTheWay` where the file isn't as listed.
  func write(_ path: String, _ bytes: [UInt8], replacing replaced: FileFact?) throws(SlipError)

  /// Whether the bundle has a file at this path that its manifest doesn't list.
  ///
  /// - Throws: `SlipError` where the manifest can't be read.
  func hasUnlisted(_ path: String) throws(SlipError) -> Bool

  /// Begins to write to disk what was prepared so far; a hint that saves time at the commit.
  func beginFlush()

  /// Writes the manifest, and puts everything in place.
  ///
  /// - Parameters:
  ///   - box: What the manifest will say.
  ///   - original: What the bundle says now; payload that is listed there only is deleted.
  /// - Returns: Warnings about files in the bundle that are left where they are, as they aren't its own, and
  ///   errors with code `FileCode.unfinished` about what went wrong after the change counted as made.
  /// - Throws: `SlipError`; then the bundle is as it was.
  func commit(_ box: SlipBox, replacing original: SlipBox) throws(SlipError) -> [Diagnostic]

  /// Gives the change up. After a commit this does nothing.
  func abandon()
}

extension BundleOutput {
  /// The directory.
  public var oldStorage: (any BundleStorage)? { old }
  /// It is one: only bundles in memory are none.
  public var isOnDisk: Bool { true }

  /// The error that pieces gave other bytes than were expected.
  func otherBytes(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.changedMeanwhile, "The file changed while it was read; nothing was changed.",
      at: SourceLocation(file: path))
  }

  /// Whether a new note can't have this UUID, because its files would replace some that the manifest doesn't list.
  ///
  /// - Throws: `SlipError` where the manifest can't be read.
  public func isTaken(_ id: UniqueID) throws(SlipError) -> Bool {
    if try hasUnlisted(PayloadPath.body(id)) { return true }
    return try hasUnlisted(PayloadPath.mirror(id))
  }

  /// Writes a payload file from an array.
  @discardableResult
  public func write(_ path: String, _ bytes: [UInt8], fact: FileFact? = nil) throws(SlipError) -> FileFact {
    try bytes.withUnsafeBufferPointer { bytes throws(SlipError) in
      try write(path, UnsafeRawBufferPointer(bytes), fact: fact)
    }
  }
}

extension BundleStage: BundleOutput {
  /// Writes a large payload file in pieces; see `BundleOutput`.
  public func write(
    _ path: String, fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if try contains(path) { return }
    guard try write(path, pieces: produce) == fact else { throw otherBytes(path) }
  }

  /// Writes a payload file; what it replaces isn't asked for, since the stage knows the old manifest.
  public func write(_ path: String, _ bytes: [UInt8], replacing replaced: FileFact?) throws(SlipError) {
    try write(path, bytes)
  }

  /// Takes over all payload of the box that wasn't written again, and commits with its manifest.
  ///
  /// - Parameters:
  ///   - box: The facts of the new version.
  ///   - original: Not needed: what the box doesn't list isn't taken over.
  public func commit(
    _ box: SlipBox, replacing original: SlipBox = SlipBox()
  ) throws(SlipError) -> [Diagnostic] {
    try commit(box) { _ in }
  }

  /// The same, with a last look at the new version before it is put in place.
  ///
  /// - Parameter check: Reads the complete new version; what it throws stops the commit.
  package func commit(
    _ box: SlipBox, check: (DirectoryStorage) throws(SlipError) -> Void
  ) throws(SlipError) -> [Diagnostic] {
    try slipErrors {
      // A new bundle has no old payload to carry over.
      if old != nil {
        for file in box.payload() where try !contains(file.path) { try carry(file.path) }
      }
      let done = try commit(manifestOf: box, check: check).done
      return unlistedDiagnostics + done.diagnostics
    }
  }
}
