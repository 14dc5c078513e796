package import SlipFiles
internal import SlipBase
internal import SlipBundle
internal import Synchronization

/// The directory that an export creates, with a list of what it wrote.
///
/// The directory replaces nothing, an empty directory or an earlier export. Of an earlier
/// export, files that are listed and unchanged are deleted; what others put there stays. It may
/// be written to from several threads.
///
/// Everything is written under a hidden name beside the target, which `commit` then exchanges,
/// so nobody sees an incomplete export.
package final class ExportStage: Sendable {
  /// The directory while it is written, under a hidden name.
  private let tree: TreeStage
  /// Whether the directory gets a list of what was written.
  private let hasList: Bool
  /// The list of the export that is replaced; nil where none is.
  private let earlier: ExportMarker?
  /// The digest of each written file, by path.
  private let written = Mutex<[String: Digest]>([:])
  /// What a site is made from; nil for other exports.
  private let state: Digest?

  /// The notes that files and packages are made from, by path.
  private let notes = Mutex<[String: UniqueID]>([:])

  /// A stage over a directory that was begun.
  private init(_ tree: TreeStage, _ earlier: ExportMarker?, hasList: Bool, state: Digest?) {
    (self.tree, self.earlier, self.hasList, self.state) = (tree, earlier, hasList, state)
  }

  /// Begins an export.
  ///
  /// - Parameters:
  ///   - output: The directory to create or replace.
  ///   - bundle: The bundle that is read.
  ///   - replacing: Whether an earlier export may be replaced.
  ///   - hasList: Whether the directory gets a list. Without one it contains nothing but what
  ///     is exported, and no later export replaces it.
  ///   - scope: The systems on which names must be valid.
  ///   - state: What a site is made from; nil for other exports.
  /// - Throws: `SlipError` with `FileCode.exists` where there is a directory that this export
  ///   may not replace, or with `KitCode.insideBundle` where the export would be inside a
  ///   bundle, or contain the one that it reads.
  package static func begin(
    at output: String, from bundle: String, replacing: Bool, hasList: Bool, names scope: SafePath.Scope,
    state: Digest? = nil
  ) throws(SlipError) -> ExportStage {
    try expectApart(output, bundle)
    let earlier = replacing ? try ExportMarker(in: output) : nil
    if replacing, earlier == nil, try FileSystem.status(output)?.kind == .directory,
      try !DirectoryHandle(output).isEmpty()
    {
      throw SlipError(
        .cannotDo, code: FileCode.exists,
        "This directory was not written by an export: it has no list of exported files, \(ExportMarker.name). Nothing was changed.",
        at: SourceLocation(file: output))
    }
    let tree = try TreeStage.begin(
      at: output, existing: earlier == nil ? .refuseUnlessEmpty : .replace, names: scope)
    return ExportStage(tree, earlier, hasList: hasList, state: state)
  }

  /// Throws where the export would be inside a bundle, to which it would be foreign, or where
  /// it would contain the bundle that it reads.
  package static func expectApart(_ output: String, _ bundle: String) throws(SlipError) {
    let place = PathText.split(PathText.withoutSlashes(output))
    let folder = FileSystem.realPath(place.folder.isEmpty ? "." : place.folder)
    let target = FileSystem.realPath(output) ?? folder.map { "\($0)/\(place.name)" } ?? output
    let source = FileSystem.realPath(bundle) ?? bundle
    var isWithin = try BundleLocator.isBundle(at: target)
    if !isWithin { isWithin = try BundleLocator.enclosing(target) != nil }
    guard isWithin || source == target || source.hasPrefix(target + "/") else { return }
    throw SlipError(
      .cannotDo, code: KitCode.insideBundle,
      isWithin
        ? "This directory is a bundle or inside one; an export needs a directory of its own. Nothing was changed."
        : "This directory contains the bundle that is exported; nothing was changed.",
      at: SourceLocation(file: output))
  }

  /// The path of the directory, with links resolved.
  package var target: String { tree.target }

  /// Creates a directory in the export.
  package func makeDirectory(_ path: String) throws(SlipError) { try tree.makeDirectory(path) }

  /// Sets the date of modification of a written file.
  package func setModified(_ time: Timestamp, of path: String) throws(SlipError) {
    try tree.setModified(time, of: path)
  }

  /// Notes which note a file or package is made from.
  package func note(_ id: UniqueID, at path: String) { notes.withLock { $0[path] = id } }

  /// Writes a file.
  ///
  /// - Throws: `SlipError` where another file is there that the earlier export did not write.
  package func write(_ path: String, _ bytes: [UInt8]) throws(SlipError) {
    try expectReplaceable(path)
    let fact = try tree.write(path, bytes)
    written.withLock { $0[path] = fact.digest }
  }

  /// Writes a file in pieces: `produce` is called with a function that appends.
  package func write(
    _ path: String, pieces produce: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> FileFact {
    try expectReplaceable(path)
    let fact = try tree.write(path, pieces: produce)
    written.withLock { $0[path] = fact.digest }
    return fact
  }

  /// Throws where a file is in the place of a new one and isn't what the earlier export wrote
  /// there.
  private func expectReplaceable(_ path: String) throws(SlipError) {
    guard let old = tree.old, try old.status(of: path) != nil else { return }
    if let digest = earlier?.digests[path] {
      let (fact, status) = try fact(of: path, in: old)
      tree.noteRead(path, status)
      if fact.digest == digest { return }
    }
    throw SlipError(
      .cannotDo, code: FileCode.exists,
      "Somebody else created or changed this file since the last export; nothing was changed.",
      at: SourceLocation(file: old.path(of: path)))
  }

  /// The digest and length of a file of the earlier export, and its status when it was read.
  private func fact(
    of path: String, in old: DirectoryHandle
  ) throws(SlipError) -> (FileFact, FileStatus) {
    var digester = Digester()
    let file = try InputFile(path, beneath: old)
    try slipErrors { try file.forEachChunk { digester.update($0) } }
    let length = digester.length
    return (FileFact(digest: digester.finish(), length: length), file.status)
  }

  /// Adds the list, carries over what isn't the earlier export's, and puts the directory in
  /// place.
  ///
  /// - Returns: What went wrong after the directory was in place.
  /// - Throws: `SlipError`; then the earlier export is as it was.
  package func commit() throws(SlipError) -> [Diagnostic] {
    if let earlier, let old = tree.old {
      let folders = earlier.folders
      try tree.carryRest { path, status throws(SlipError) in
        if status.kind == .directory { return folders.contains(path) ? .enter : .take }
        if path == ExportMarker.name { return .leave }
        guard let digest = earlier.digests[path], status.kind == .file else { return .take }
        let (fact, _) = try fact(of: path, in: old)
        return fact.digest == digest ? .drop(fact) : .take
      }
    }
    if hasList {
      let list = ExportMarker(written.withLock { $0 }, notes: notes.withLock { $0 }, state: state)
      try slipErrors { _ = try tree.write(ExportMarker.name) { try list.write(to: $0) } }
    }
    return try tree.commit().diagnostics
  }

  /// Gives the export up. After a commit this does nothing.
  package func abandon() { tree.abandon() }
}
