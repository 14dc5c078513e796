#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What somebody saved in an old version of a tree at the moment when a new one took its place.
///
/// A program that opened a file or a folder by its path just before the exchange puts its work into the old version, which
/// is about to go. What lies there, isn't the same file in the new version, and changed since the new one was sealed, is such
/// work: it comes over. All else was left behind or written anew on purpose.
struct LateChanges {
  let old: DirectoryHandle
  let new: DirectoryHandle
  let since: Timestamp

  /// - Throws: Where something can't be examined or brought over; then the old version must not be deleted.
  func bringOver() throws(SlipError) {
    var walker = try DirectoryWalker(old)
    while let entry = walker.next() {
      if let error = entry.problem?.error { throw error }
      guard entry.problem == nil, entry.status.kind == .file else { continue }
      try bringOver(entry.path, entry.status)
    }
  }

  private func bringOver(_ path: String, _ status: FileStatus) throws(SlipError) {
    let there = try new.status(of: path)
    guard there?.isSameFile(as: status) != true, status.changed >= since else { return }
    // Whoever saved it once more did so in the new version.
    if let there, there.changed > status.changed { return }
    let (folder, name) = DirectoryHandle.split(path)
    let target = try folder.map { folder throws(SlipError) in try makeFolder(folder) } ?? new
    let source = try folder.map { folder throws(SlipError) in try old.openDirectory(folder) } ?? old
    try replace(name, from: source, in: target)
  }

  /// A second name beside the target takes its place: there is always one of the two files under the name.
  private func replace(
    _ name: String, from source: DirectoryHandle, in target: DirectoryHandle
  ) throws(SlipError) {
    let temporary = ".\(getpid())-late"
    unlinkat(target.descriptor, temporary, 0)
    var failure: SlipError?
    name.withCString { name in
      temporary.withCString { temporary in
        do throws(SlipError) {
          _ = try TreeLinker.bringFile(
            name, from: source, to: temporary, in: target, message: target.path(of: String(cString: name)))
        } catch { failure = error }
      }
    }
    if let failure { throw failure }
    guard renameat(target.descriptor, temporary, target.descriptor, name) == 0 else {
      let code = errno
      unlinkat(target.descriptor, temporary, 0)
      throw .system("Cannot bring the file over", target.path(of: name), errno: code)
    }
  }

  private func makeFolder(_ folder: String) throws(SlipError) -> DirectoryHandle {
    for end in folder.utf8.indices where folder.utf8[end] == 0x2F {
      mkdirat(new.descriptor, String(folder[..<end]), 0o777)
    }
    mkdirat(new.descriptor, folder, 0o777)
    return try new.openDirectory(folder)
  }
}
