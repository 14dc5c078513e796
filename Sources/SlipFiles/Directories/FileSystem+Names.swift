package import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

extension FileSystem {
  /// Gives a file or directory another name in its directory; a number is added where that is taken.
  ///
  /// - Returns: The new path.
  package static func rename(_ path: String, toUnused name: String) throws(SlipError) -> String {
    let (parent, own) = try place(of: path)
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if slip_rename_new(parent.descriptor, own, candidate) == 0 {
        _ = slip_sync_file(parent.descriptor)
        return beside(path, candidate)
      }
      guard errno == EEXIST else { break }
    }
    throw .system("Cannot rename", path, errno: errno)
  }

  /// Gives a file a second name in its directory; a number is added where that is taken by another file.
  ///
  /// - Returns: The second path.
  package static func link(_ path: String, toUnused name: String) throws(SlipError) -> String {
    let (parent, own) = try place(of: path)
    let status = try parent.status(of: own)
    for number in 1..<10_000 {
      let candidate = number == 1 ? name : "\(name)-\(number)"
      if linkat(parent.descriptor, own, parent.descriptor, candidate, 0) == 0 {
        return beside(path, candidate)
      }
      guard errno == EEXIST else { break }
      // Left over from a run that was cut short.
      if let status, let other = try parent.status(of: candidate), other.isSameFile(as: status) {
        return beside(path, candidate)
      }
    }
    throw .system("Cannot keep the old file", path, errno: errno)
  }

  /// Deletes a file, or a directory with all that it holds.
  package static func remove(_ path: String) throws(SlipError) {
    let (parent, own) = try place(of: path)
    try TreeRemover.remove(own, in: parent)
  }

  /// Bytes that may still be written at `path`, a directory; nil where the system doesn't tell.
  package static func freeBytes(at path: String) -> Int? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    let (bytes, overflow) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: facts.f_frsize))
    return overflow ? nil : bytes
  }

  /// As the caller wrote the path.
  private static func beside(_ path: String, _ name: String) -> String {
    DirectoryHandle.split(path).folder.map { "\($0)/\(name)" } ?? name
  }

  private static func place(of path: String) throws(SlipError) -> (DirectoryHandle, String) {
    let (folder, name) = DirectoryHandle.split(path)
    return (try DirectoryHandle(folder.map { $0.isEmpty ? "/" : $0 } ?? "."), name)
  }
}
