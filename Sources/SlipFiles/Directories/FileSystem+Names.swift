package import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

extension FileSystem {
  /// Renames a file or directory within its directory. Where the new name is taken, a number is
  /// added: `old`, `old-2`, `old-3`.
  ///
  /// - Returns: The new path, relative or absolute as the caller wrote the old one.
  package static func rename(_ path: String, toUnused name: String) throws(SlipError) -> String {
    let (parent, own) = try openParent(of: path)
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if slip_rename_new(parent.descriptor, own, candidate) == 0 {
        _ = slip_sync_file(parent.descriptor)
        return sibling(path, candidate)
      }
      guard errno == EEXIST else { break }
    }
    throw .system("Cannot rename", path, errno: errno)
  }

  /// Gives a file a second name within its directory. Where that name is taken by another file, a
  /// number is added.
  ///
  /// - Returns: The second path, relative or absolute as the caller wrote the first one.
  package static func link(_ path: String, toUnused name: String) throws(SlipError) -> String {
    let (parent, own) = try openParent(of: path)
    let status = try parent.status(of: own)
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if linkat(parent.descriptor, own, parent.descriptor, candidate, 0) == 0 {
        return sibling(path, candidate)
      }
      guard errno == EEXIST else { break }
      // An earlier run that was interrupted may have made this very name already.
      if let status, let other = try parent.status(of: candidate), other.isSameFile(as: status) {
        return sibling(path, candidate)
      }
    }
    throw .system("Cannot retain the old file", path, errno: errno)
  }

  /// Deletes a file, or a directory with everything in it. Links are deleted, not followed.
  package static func remove(_ path: String) throws(SlipError) {
    let (parent, own) = try openParent(of: path)
    try TreeRemover.remove(own, in: parent)
  }

  /// The number of bytes that may still be written on the file system of the directory `path`; nil
  /// where the system doesn't say.
  package static func freeBytes(at path: String) -> Int? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: facts.f_frsize))
    return overflow ? nil : bytes
  }

  /// The path of an entry in the same folder, relative or absolute as `path` is.
  private static func sibling(_ path: String, _ name: String) -> String {
    DirectoryHandle.split(path).folder.map { "\($0)/\(name)" } ?? name
  }

  /// The opened folder of a path, and the path's last component.
  private static func openParent(of path: String) throws(SlipError) -> (DirectoryHandle, String) {
    let (folder, name) = DirectoryHandle.split(path)
    return (try DirectoryHandle(folder.map { $0.isEmpty ? "/" : $0 } ?? "."), name)
  }
}
