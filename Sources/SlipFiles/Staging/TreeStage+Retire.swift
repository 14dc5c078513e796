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

/// Taking away a tree that has been replaced by something else.
extension TreeStage {
  /// Moves the old tree away from its name in one step and deletes it, while the lock is held.
  ///
  /// - Parameters:
  ///   - keeping: Whether the tree is kept under its name with `suffix` appended, rather than
  ///     deleted.
  ///   - suffix: What is added to the name of a tree that is kept.
  ///   - fingerprint: What the tree was like before. A tree that has changed since is kept in any
  ///     case.
  /// - Returns: The path of the tree where it was kept.
  /// - Throws: `SlipError`; the tree may then be under its name, under the other one, or be deleted by the next
  ///   stage.
  package func retireOld(
    keeping: Bool, suffix: String, unless fingerprint: TreeFingerprint
  ) throws(SlipError) -> String? {
    guard let old, try !place.isReplaced(old), ledger.finish(.committed) else { return nil }
    var isKept = keeping
    do throws(SlipError) {
      if !isKept { isKept = try TreeFingerprint(old) != fingerprint }
      if isKept {
        let path = try place.keep(place.name, as: place.name + suffix)
        place.finish()
        return path
      }
      unlinkat(place.parent.descriptor, place.stageName, AT_REMOVEDIR)
      guard slip_rename_new(place.parent.descriptor, place.name, place.stageName) == 0 else {
        throw SlipError.system("Cannot move the old version away", place.targetPath, errno: errno)
      }
    } catch {
      place.finish()
      throw error
    }
    // Someone may have saved something just before the renaming.
    let after = Result { () throws(SlipError) in try TreeFingerprint(old) }
    if case .success(fingerprint) = after {
      if let error = place.finish() { throw error }
      return nil
    }
    defer { place.lock.release() }
    do throws(SlipError) {
      return try place.keep(place.stageName, as: place.name + suffix)
    } catch {
      _ = slip_rename_new(place.parent.descriptor, place.stageName, place.name)
      throw error
    }
  }
}

/// A digest of the facts about all files in a tree, by which a change is noticed without reading
/// any contents.
///
/// It covers paths, inodes, lengths and times. Two fingerprints of the same tree are equal only if
/// nothing has changed, as far as the file system's clock can tell.
package struct TreeFingerprint: Sendable, Equatable {
  /// A digest of one line for each entry.
  private let digest: Digest

  /// Walks the tree beneath a directory.
  ///
  /// - Throws: `SlipError` where something can't be examined.
  package init(_ directory: DirectoryHandle) throws(SlipError) {
    var digester = Digester()
    var walker = try DirectoryWalker(directory)
    while let entry = walker.next() {
      if let error = entry.problem?.error { throw error }
      // Directories are left out: their times change with their entries, which are examined anyway.
      guard entry.status.kind != .directory else { continue }
      let status = entry.status
      let facts =
        "\(entry.path)\0\(status.inode) \(status.length) \(status.modified.microseconds) \(status.changed.microseconds)\n"
      Array(facts.utf8).withUnsafeBytes { digester.update($0) }
    }
    digest = digester.finish()
  }
}
