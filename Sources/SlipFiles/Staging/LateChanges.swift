internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What somebody saved in an old version of a tree at the moment when a new one took its place.
///
/// A program that opened a file or a folder by its path just before the exchange puts its work into the old version, which
/// is about to go. What came there since the new version was complete is such work: it comes over. All else was left behind
/// or written anew on purpose.
struct LateChanges {
  /// A file of the old version when the new one was complete.
  enum Known: Sendable, Equatable {
    /// It is in the new version, too, so that nothing that is written to it is lost.
    case shared
    /// The new version has something else in its place, or nothing.
    case superseded(modified: Timestamp, length: Int)
  }

  let old: DirectoryHandle
  let new: DirectoryHandle
  /// When the new version was complete.
  let since: Timestamp
  /// The old version's files by number; nil where a process died that knew them.
  var known: [UInt64: Known]?

  /// Looks through an old version that stays.
  ///
  /// - Throws: Where something can't be examined or brought over.
  func bringOver() throws(SlipError) {
    var walker = try DirectoryWalker(old)
    while let entry = walker.next() {
      if let error = entry.problem?.error { throw error }
      guard entry.problem == nil, entry.status.kind == .file, try isLate(entry.path, entry.status) else {
        continue
      }
      let (folder, name) = DirectoryHandle.split(entry.path)
      let source = try folder.map { folder throws(SlipError) in try old.openDirectory(folder) } ?? old
      try bringOver(entry.path, from: source, name)
    }
  }

  /// Whether a file of the old version, of which these were the facts, is somebody's work.
  func isLate(_ path: String, _ status: FileStatus) throws(SlipError) -> Bool {
    guard status.kind == .file, known != nil || status.changed >= since else { return false }
    switch known?[status.inode] {
    case .shared: return false
    case .superseded(let modified, let length) where modified == status.modified && length == status.length:
      return false
    default: break
    }
    guard let there = try new.status(of: path) else { return true }
    if there.isSameFile(as: status) { return false }
    // What is newer was saved once more, in the new version; all of that was written before it was complete.
    return there.modified <= status.modified || (known != nil && there.modified < since)
  }

  /// Brings a file over to `path` that lies as `name` in `source`.
  func bringOver(_ path: String, from source: DirectoryHandle, _ name: String) throws(SlipError) {
    let (folder, target) = DirectoryHandle.split(path)
    let directory = try folder.map { folder throws(SlipError) in try makeFolder(folder) } ?? new
    try LateChanges.replace(target, with: name, from: source, in: directory)
  }

  /// A second name beside the target takes its place: there is always one of the two files under the name.
  static func replace(
    _ target: String, with name: String, from source: DirectoryHandle, in directory: DirectoryHandle
  ) throws(SlipError) {
    let temporary = ".\(getpid())-late"
    unlinkat(directory.descriptor, temporary, 0)
    var failure: SlipError?
    name.withCString { name in
      temporary.withCString { temporary in
        do throws(SlipError) {
          _ = try TreeLinker.bringFile(
            name, from: source, to: temporary, in: directory, message: directory.path(of: target))
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
    let code = renameat(directory.descriptor, temporary, directory.descriptor, target) == 0 ? 0 : errno
    // Two names of one file stay where one is to take the other's place.
    unlinkat(directory.descriptor, temporary, 0)
    if code != 0 { throw .system("Cannot bring the file over", directory.path(of: target), errno: code) }
  }

  private func makeFolder(_ folder: String) throws(SlipError) -> DirectoryHandle {
    for end in folder.utf8.indices where folder.utf8[end] == 0x2F {
      mkdirat(new.descriptor, String(folder[..<end]), 0o777)
    }
    mkdirat(new.descriptor, folder, 0o777)
    return try new.openDirectory(folder)
  }
}
