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

  /// Facts about a regular file; nil where there is none, or where nothing can be said about it.
  package func file(_ path: String) -> FileStatus? {
    let (folder, name) = DirectoryHandle.split(path)
    guard let found = try? folders.folder(folder).statusOfChild(name), found.kind == .file else { return nil }
    return found
  }
}

extension FileStatus {
  /// Whether a file was last changed before some moment, and not so shortly before it that a change after it
  /// could have the same time.
  package func isSettled(before moment: Timestamp) -> Bool {
    changed.microseconds < moment.microseconds - FileClock.tickMicroseconds
  }
}
