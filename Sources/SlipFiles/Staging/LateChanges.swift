internal import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Finds what someone saved in the old version of a tree at the moment of the exchange, and brings
/// it over to the new one.
///
/// A program that opened a file or folder by its path just before the exchange writes into the old
/// version, which is about to be deleted. A file that changed there after the new version was
/// complete is such work. All other files of the old version were replaced or left behind on
/// purpose.
struct LateChanges {
  /// What is known of a file of the old version since the new one was complete.
  enum Known: Sendable, Equatable {
    /// The new version has the same file under a second name, so nothing that is written to it is
    /// lost.
    case shared
    /// The new version has another file in its place, or none. The file's time and length tell
    /// whether it has changed since.
    case superseded(modified: Timestamp, length: Int)
  }

  /// What proves that a file of the old version was changed late.
  enum Evidence: Sendable {
    /// What each file was like, by inode.
    case facts([UInt64: Known])
    /// A change of any kind since the new version was complete. Only for a process that has itself changed
    /// nothing of the old version yet: deleting it changes these times, too.
    case changes
    /// A change of the contents since then.
    case contents

    /// Whether it is known what each file was like.
    var isComplete: Bool {
      if case .facts = self { return true }
      return false
    }
  }

  /// The old version, which is about to be deleted or kept under another name.
  let old: DirectoryHandle
  /// The new version, which has taken its place.
  let new: DirectoryHandle
  /// The moment at which the new version was complete.
  let since: Timestamp
  /// How a late change is told from a file that was replaced or left behind.
  let evidence: Evidence

  /// Brings over all late changes of an old version that is to be kept.
  ///
  /// - Throws: `SlipError` where something can't be examined or brought over.
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

  /// Whether a file of the old version holds work that must be carried over.
  ///
  /// - Parameter status: The facts about the file before it was renamed or deleted.
  func isLate(_ path: String, _ status: FileStatus) throws(SlipError) -> Bool {
    guard status.kind == .file, mayBeLate(status) else { return false }
    guard let there = try new.status(of: path) else { return true }
    if there.isSameFile(as: status) { return false }
    // A newer file in the new version was saved there by someone, later; it stays. A file that this program
    // wrote there is older than `since`.
    return there.modified <= status.modified || (evidence.isComplete && there.modified < since)
  }

  /// Whether a file of the old version isn't as it was when the new version was complete.
  private func mayBeLate(_ status: FileStatus) -> Bool {
    switch evidence {
    case .changes: return status.changed >= since
    case .contents: return status.modified >= since
    case .facts(let known):
      switch known[status.inode] {
      case .shared: return false
      case .superseded(let modified, let length):
        return modified != status.modified || length != status.length
      case nil: return true
      }
    }
  }

  /// Puts a file of the old version into the new one.
  ///
  /// - Parameters:
  ///   - path: The path that the file gets in the new version. Missing folders are created.
  ///   - source: The folder that holds the file.
  ///   - name: The file's name in that folder.
  func bringOver(_ path: String, from source: DirectoryHandle, _ name: String) throws(SlipError) {
    let (folder, target) = DirectoryHandle.split(path)
    let directory = try folder.map { folder throws(SlipError) in try makeFolder(folder) } ?? new
    try LateChanges.replace(target, with: name, from: source, in: directory)
  }

  /// Replaces a file by another one in a single step, so that the name never lacks a file.
  ///
  /// The other file gets a temporary second name in the target's folder, which then takes the
  /// target's place.
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
    // Renaming does nothing where both are names of one file; then the temporary name is still there.
    unlinkat(directory.descriptor, temporary, 0)
    if code != 0 {
      throw .system("Cannot copy the file to the new version", directory.path(of: target), errno: code)
    }
  }

  /// Opens a folder of the new version; it and missing folders above it are created.
  private func makeFolder(_ folder: String) throws(SlipError) -> DirectoryHandle {
    for end in folder.utf8.indices where folder.utf8[end] == UInt8(ascii: "/") {
      mkdirat(new.descriptor, String(folder[..<end]), 0o777)
    }
    mkdirat(new.descriptor, folder, 0o777)
    return try new.openDirectory(folder)
  }
}
