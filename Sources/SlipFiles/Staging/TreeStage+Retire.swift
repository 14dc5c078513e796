package import SlipBase
internal import CFileShims

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Taking a tree away for which something else stands now.
extension TreeStage {
  /// Moves the old tree away from its name in one step, then deletes it; the lock is held all the while. It is kept under its
  /// name with `suffix` behind it where `keeping` says so, or where it is no longer what `fingerprint` says.
  ///
  /// - Returns: Where it lies if it was kept.
  package func retireOld(
    keeping: Bool, suffix: String, unless fingerprint: TreeFingerprint
  ) throws(SlipError) -> String? {
    guard let old, try !place.isReplaced(old), ledger.finish(.committed) else { return nil }
    defer { place.finish() }
    var isKept = keeping
    if !isKept { isKept = try TreeFingerprint(old) != fingerprint }
    if isKept { return place.keep(place.name, as: place.name + suffix) }
    unlinkat(place.parent.descriptor, place.stageName, AT_REMOVEDIR)
    guard slip_rename_new(place.parent.descriptor, place.name, place.stageName) == 0 else {
      throw .system("Cannot take the old version away", place.targetPath, errno: errno)
    }
    // What somebody saved just before.
    guard try TreeFingerprint(old) == fingerprint else {
      return place.keep(place.stageName, as: place.name + suffix)
    }
    return nil
  }
}

/// Tells whether anything in a directory tree changed, by the file system's facts alone.
package struct TreeFingerprint: Sendable, Equatable {
  private let digest: Digest

  /// - Throws: Where something can't be examined.
  package init(_ directory: DirectoryHandle) throws(SlipError) {
    var digester = Digester()
    var walker = try DirectoryWalker(directory)
    while let entry = walker.next() {
      if let error = entry.problem?.error { throw error }
      // A directory's own times change with what is done in it; that shows in its entries.
      guard entry.status.kind != .directory else { continue }
      let status = entry.status
      let facts =
        "\(entry.path)\0\(status.inode) \(status.length) \(status.modified.microseconds) \(status.changed.microseconds)\n"
      Array(facts.utf8).withUnsafeBytes { digester.update($0) }
    }
    digest = digester.finish()
  }
}
