internal import SlipFiles
public import SlipBase
public import SlipNotes
internal import Synchronization

/// A change of a bundle directory that costs what it changes: the manifest, its digest, the parts that
/// change, and the payload that is new or goes.
///
/// ```swift
/// let patch = try BundlePatch.begin(at: "Notes.slipbox")
/// defer { patch.abandon() }
/// let old = try ManifestReader.read(storage: patch.bundle)
/// var box = old
/// try patch.write(PayloadPath.body(note.id), body)
/// …
/// try patch.commit(box, replacing: old)
/// ```
///
/// All of it happens or nothing, whenever the process dies: see `TreePatch`. Readers see the old or the new
/// bundle.
public final class BundlePatch: BundleOutput {
  /// Prepares the files and moves them into place.
  private let patch: TreePatch
  /// The bundle as it is. Files that are read through it and that the patch replaces or deletes must be the
  /// same at the commit.
  public let bundle: DirectoryStorage
  /// What the manifest lists; read when it is first needed.
  private let listed: Deferred<ManifestListing>
  /// All parts, as the manifest lists them, where the boxes of the commit have only some, in which all changes are.
  private let partsOfPartial = Mutex<[ManifestPart]?>(nil)
  /// The parts of a manifest that can't be read, where the caller knows them.
  private let partsOfBroken = Mutex<(isGiven: Bool, parts: [ManifestPart]?)>((false, nil))
  /// Whether all parts are written anew.
  private let rewritesParts = Mutex(false)
  /// What was written so far.
  private let written = Mutex<[String: FileFact]>([:])

  /// The bundle as it is.
  public var old: DirectoryStorage? { bundle }

  /// Begins with no files; whatever is read through `bundle` is recorded in the patch.
  private init(_ patch: TreePatch) {
    self.patch = patch
    let bundle = DirectoryStorage(root: patch.root, displayPath: patch.target) { patch.noteRead($0, $1) }
    self.bundle = bundle
    listed = Deferred { ManifestListing(bundle) }
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
      try BundleStage.expectBundle(bundle.bundle)
      return bundle
    } catch {
      patch.abandon()
      throw error
    }
  }

  /// The bundle's path, with links resolved.
  public var target: String { patch.target }

  /// Writes a payload file; see `BundleOutput`.
  @discardableResult
  public func write(
    _ path: String, _ bytes: UnsafeRawBufferPointer, fact: FileFact? = nil
  ) throws(SlipError) -> FileFact {
    let fact = fact ?? FileFact(of: bytes)
    try slipErrors { try write(path, fact: fact) { append in try append(bytes) } }
    return fact
  }

  /// Writes a large payload file in pieces; see `BundleOutput`.
  public func write(
    _ path: String, fact: FileFact, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws {
    if let earlier = written.withLock({ $0.updateValue(fact, forKey: path) }) {
      if earlier == fact { return }
      throw SlipError(
        .cannotDo, code: FileCode.writtenTwice, "The same path was written twice with different contents.",
        at: SourceLocation(file: path))
    }
    var replaced: FileFact?
    if try bundle.length(of: path) != nil {
      replaced = try bundle.fact(of: path)
      if replaced == fact { return }
      guard try listed.value.fact(of: path) != nil else { throw inTheWay(path) }
    }
    guard try patch.write(path, replacing: replaced, pieces: produce) == fact else { throw otherBytes(path) }
  }

  /// Writes a payload file in the place of one that the caller knows; see `BundleOutput`.
  public func write(_ path: String, _ bytes: [UInt8], replacing replaced: FileFact?) throws(SlipError) {
    if try bundle.length(of: path) != nil {
      let now = try bundle.fact(of: path)
      if now == FileFact(of: bytes) { return }
      guard now == replaced else { throw inTheWay(path) }
    }
    try patch.write(path, bytes, replacing: replaced)
  }

  /// The error that a file of somebody else is where one is to be written.
  private func inTheWay(_ path: String) -> SlipError {
    SlipError(
      .cannotDo, code: FileCode.inTheWay,
      "A file that the manifest doesn't list is in the place of one that would be written; nothing was changed. Move it away, or see `slipconv validate`.",
      at: SourceLocation(file: bundle.displayPath(of: path)))
  }

  /// Whether the bundle has a file at this path that its manifest doesn't list; see `BundleOutput`.
  public func hasUnlisted(_ path: String) throws(SlipError) -> Bool {
    guard try bundle.length(of: path) != nil else { return false }
    return try listed.value.fact(of: path) == nil
  }

  /// Begins to write to disk what was prepared so far; a hint that saves time at the commit.
  public func beginFlush() { patch.beginFlush() }

  /// Deletes the payload that the box no longer lists, writes the manifest with its digest, and puts
  /// everything in place, the manifest last.
  ///
  /// - Parameters:
  ///   - box: What the manifest will say.
  ///   - original: What the bundle says now.
  /// - Returns: Warnings about files that were to be deleted but that another program has changed: they stay.
  ///   Errors with code `FileCode.unfinished` where the change was made but isn't complete yet.
  /// - Throws: `SlipError`; then the bundle is as it was.
  public func commit(_ box: SlipBox, replacing original: SlipBox) throws(SlipError) -> [Diagnostic] {
    let manifest = BundleLayout.manifestPath
    return try slipErrors {
      let found = try deleteUnlisted(box, original)
      let parts = try writeParts(box, original)
      let old = try bundle.fact(of: manifest)
      let fact = try patch.write(manifest, replacing: old) { append in
        _ = try ManifestWriter.write(box, parts: parts, to: append)
      }
      let digest = BundleLayout.manifestDigest(hex: fact.digest.hex)
      // A commit that was interrupted is completed only where the file is as it was.
      let path = BundleLayout.manifestDigestPath
      let earlier = try bundle.length(of: path) == nil ? nil : bundle.fact(of: path)
      try patch.write(path, digest, replacing: earlier)
      return found + (try patch.commit(last: manifest).diagnostics)
    }
  }

  /// Writes the parts of the manifest that change, and deletes those that go.
  ///
  /// - Returns: The parts as the manifest will list them; nil for a box without parts.
  /// - Throws: `SlipError` with code `ValidationRule.partDiffers` where a part that stays or is replaced isn't as
  ///   it was listed, unless all are written anew.
  private func writeParts(_ box: SlipBox, _ original: SlipBox) throws -> [ManifestPart]? {
    let known = partsOfPartial.withLock { $0 }
    let broken = partsOfBroken.withLock { $0 }
    let listed = try known ?? (broken.isGiven ? broken.parts : ManifestReader.listedParts(of: bundle))
    guard known != nil || box.hasParts else {
      for part in listed ?? [] { try deletePart(part) }
      return nil
    }
    var parts: [UInt8: ManifestPart] = [:]
    for part in listed ?? [] { parts[part.key] = part }
    let writesAll = listed == nil || rewritesParts.withLock { $0 }
    let keys = writesAll ? Set(0...UInt8.max) : original.changedParts(to: box)
    for content in box.partContents(keys) {
      let old = parts.removeValue(forKey: content.key)
      if content.isEmpty {
        if let old { try deletePart(old) }
        continue
      }
      let (part, bytes) = try ManifestWriter.write(content, of: box)
      parts[part.key] = part
      let before = try bundle.length(of: part.path) == nil ? nil : bundle.fact(of: part.path)
      if before == part.fact { continue }
      if !writesAll, before != old?.fact {
        throw ManifestReader.partDiffers(bundle.displayPath(of: part.path))
      }
      if before != nil, old == nil { throw inTheWay(part.path) }
      try patch.write(part.path, bytes, replacing: before)
    }
    return parts.values.sorted { $0.key < $1.key }
  }

  /// Deletes a part at the commit.
  ///
  /// - Throws: `SlipError` with code `ValidationRule.partDiffers` where it isn't as it was listed, unless all are written
  ///   anew.
  private func deletePart(_ part: ManifestPart) throws(SlipError) {
    guard try bundle.length(of: part.path) != nil else { return }
    let fact = try bundle.fact(of: part.path)
    guard fact == part.fact || rewritesParts.withLock({ $0 }) else {
      throw ManifestReader.partDiffers(bundle.displayPath(of: part.path))
    }
    _ = try patch.delete(part.path, fact)
  }

  /// Says that the boxes of the commit have only some parts of the manifest, in which all changes are: the others
  /// stay.
  ///
  /// - Parameter parts: All parts, as the manifest lists them.
  package func expectPartialBoxes(of parts: [ManifestPart]) { partsOfPartial.withLock { $0 = parts } }

  /// Says which parts there are where the manifest can't be read, so that it is replaced.
  ///
  /// - Parameter parts: The parts; of one that is named twice, either may be there. Nil: there are none.
  package func expectParts(_ parts: [ManifestPart]?) { partsOfBroken.withLock { $0 = (true, parts) } }

  /// Writes all parts of the manifest anew at the commit, whatever is in their place.
  package func rewriteParts() { rewritesParts.withLock { $0 = true } }

  /// Deletes the files of the changed entities that the box no longer lists, if they are still as the
  /// manifest lists them.
  ///
  /// - Returns: Warnings about those that aren't: they stay.
  /// - Throws: `SlipError` where a file can't be read.
  private func deleteUnlisted(_ box: SlipBox, _ original: SlipBox) throws(SlipError) -> [Diagnostic] {
    // What is inserted had no files.
    let changes = BoxChanges(from: original, to: box, insertions: false)
    var stays = Set(changes.payloadAfter.map(\.path))
    let before = changes.payloadBefore.filter { !stays.contains($0.path) }
    // Several sources may share a retained file.
    if !changes.sources.isEmpty {
      stays.formUnion(box.sources.lazy.map { box.keptPath(of: $0) })
    }
    var found: [Diagnostic] = []
    for file in before where !stays.contains(file.path) {
      if let warning = try delete(file.path, file.fact) { found.append(warning) }
    }
    return found
  }

  /// Deletes a file at the commit, if it is as the manifest lists it.
  ///
  /// - Returns: A warning that it isn't, and was left alone.
  /// - Throws: `SlipError` where the file can't be read.
  private func delete(_ path: String, _ fact: FileFact) throws(SlipError) -> Diagnostic? {
    if patch.contains(path) { return nil }
    if try patch.delete(path, fact) { return nil }
    guard try bundle.length(of: path) != nil else { return nil }
    return Diagnostic(
      code: ValidationRule.unlistedFile.code, severity: .warning,
      message: "Another program changed this file; it was left where it is",
      location: SourceLocation(file: "\(target)/\(path)"), hint: "see `slipconv validate`")
  }

  /// Deletes a file that an edit replaced, at the commit; the box must no longer list it then.
  ///
  /// - Returns: A warning where the file isn't as the manifest lists it; then it is left alone.
  /// - Throws: `SlipError` where it can't be read.
  package func delete(_ file: BoxHistory.Replaced) throws(SlipError) -> Diagnostic? {
    try delete(PayloadPath.replaced(file.fact.digest, file.fileExtension), file.fact)
  }

  /// Deletes a file that the caller knows at the commit, whether or not the manifest lists it.
  ///
  /// - Returns: False where it has other bytes by now; then it is left alone.
  package func delete(known path: String, _ fact: FileFact) throws(SlipError) -> Bool {
    try patch.delete(path, fact)
  }

  /// Gives the change up. After a commit this does nothing.
  public func abandon() { patch.abandon() }
}
