internal import SlipFiles
public import SlipBase
public import SlipNotes

/// A change of a bundle directory that costs what it changes: the manifest, its digest, and the payload
/// that is new or goes.
///
/// ```swift
/// let patch = try BundlePatch.begin(at: "Notes.slipbox")
/// defer { patch.abandon() }
/// var box = try ManifestReader.read(storage: patch.old)
/// try patch.write(PayloadPath.body(note.id), body, replacing: note.body)
/// try patch.commit(box)
/// ```
///
/// All of it happens or nothing, whenever the process dies: see `TreePatch`. Readers see the old or the new
/// bundle. Use it from one thread at a time.
public final class BundlePatch {
  /// Prepares the files and moves them into place.
  private let patch: TreePatch
  /// The bundle as it is. Files that are read through it must be the same at the commit.
  public let old: DirectoryStorage

  /// Begins with no files; whatever is read through `old` is recorded in the patch.
  private init(_ patch: TreePatch) {
    self.patch = patch
    old = DirectoryStorage(root: patch.root, displayPath: patch.target) { patch.noteRead($0, $1) }
  }

  /// Begins a change of a bundle that exists.
  ///
  /// - Parameters:
  ///   - target: The bundle directory. Links are resolved.
  ///   - waitMilliseconds: How long to wait for another process that writes to this bundle.
  /// - Throws: `SlipError` with code `FileCode.locked` after that time, `FileCode.readOnly` for a bundle
  ///   that is write-protected, `FileCode.exists` for a directory that isn't a bundle.
  public static func begin(at target: String, waitMilliseconds: Int = 5_000) throws(SlipError) -> BundlePatch
  {
    let patch = try TreePatch.begin(at: target, waitMilliseconds: waitMilliseconds)
    do throws(SlipError) {
      let bundle = BundlePatch(patch)
      try BundleStage.expectBundle(bundle.old)
      return bundle
    } catch {
      patch.abandon()
      throw error
    }
  }

  /// The bundle's path, with links resolved.
  public var target: String { patch.target }

  /// Whether a file is written by this change.
  public func contains(_ path: String) -> Bool { patch.contains(path) }

  /// Writes a payload file.
  ///
  /// - Parameters:
  ///   - path: Relative to the bundle; each path once.
  ///   - replaced: What the manifest lists there now; nil where it lists nothing.
  /// - Returns: Length and digest.
  /// - Throws: `SlipError` with code `FileCode.inTheWay` where a file is at the path that the manifest
  ///   doesn't list, unless it has these bytes; other errors of the file system.
  @discardableResult
  public func write(
    _ path: String, _ bytes: [UInt8], replacing replaced: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    let fact = FileFact(of: bytes)
    if try old.length(of: path) != nil {
      let now = try old.fact(of: path)
      if now == fact { return fact }
      guard now == replaced else {
        throw SlipError(
          .cannotDo, code: FileCode.inTheWay,
          "A file that the manifest doesn't list like this is in the place of one that would be written; nothing was changed. See `slipconv validate`.",
          at: SourceLocation(file: old.displayPath(of: path)))
      }
    }
    return try patch.write(path, bytes, replacing: replaced)
  }

  /// Deletes a payload file, if it is still as the manifest lists it.
  ///
  /// - Returns: A warning where it isn't: then it stays.
  /// - Throws: `SlipError` where the file can't be read.
  public func delete(_ file: PayloadFile) throws(SlipError) -> Diagnostic? {
    if try patch.delete(file.path, file.fact) { return nil }
    guard try old.length(of: file.path) != nil else { return nil }
    return Diagnostic(
      code: ValidationRule.unlistedFile.code, severity: .warning,
      message: "Another program changed this file; it was left where it is",
      location: SourceLocation(file: "\(target)/\(file.path)"), hint: "see `slipconv validate`")
  }

  /// Writes the manifest with its digest, and puts everything in place, the manifest last.
  ///
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func commit(_ box: SlipBox) throws(SlipError) {
    try slipErrors {
      let manifest = BundleLayout.manifestPath
      let old = try old.fact(of: manifest)
      var pieces: [UInt8] = []
      let fact = try ManifestWriter.write(box) { pieces.append(contentsOf: $0) }
      try patch.write(
        BundleLayout.manifestDigestPath, BundleLayout.manifestDigest(hex: fact.digest.hex))
      try patch.write(manifest, replacing: old) { append in try pieces.withUnsafeBytes { try append($0) } }
      try patch.commit()
    }
  }

  /// Gives the change up. After a commit this does nothing.
  public func abandon() { patch.abandon() }
}
