package import SlipBase

/// Looks up facts about many files of one tree. Each folder is opened once, so that a look-up takes one
/// system call.
///
/// Like all look-ups beneath a `DirectoryHandle`, these follow no links.
package struct TreeStatus: Sendable {
  /// The folders that are open.
  private let folders: FolderCache

  /// Looks up files beneath a directory.
  package init(_ root: DirectoryHandle) { folders = FolderCache(root) }

  /// Facts about two regular files of one folder, which is looked up once; nil where one of them isn't there, or where
  /// nothing can be said about it.
  ///
  /// - Parameters:
  ///   - first: The path of a file.
  ///   - second: The path of another one in the same folder.
  package func files(_ first: String, _ second: String) -> (FileStatus, FileStatus)? {
    let (folder, name) = DirectoryHandle.split(first)
    let other = folder.map { String(second.utf8.dropFirst($0.utf8.count + 1)) ?? second } ?? second
    guard let folder = try? folders.folder(folder),
      let first = try? folder.statusOfChild(name), first.kind == .file,
      let second = try? folder.statusOfChild(other), second.kind == .file
    else { return nil }
    return (first, second)
  }
}

extension FileStatus {
  /// Whether a file was last changed before some moment, and not so shortly before it that a change after it
  /// could have the same time.
  package func isSettled(before moment: Timestamp) -> Bool {
    changed.microseconds < moment.microseconds - FileClock.tickMicroseconds
  }
}
