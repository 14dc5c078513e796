public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

/// Folders and times of files, which exports set.
extension TreeStage {
  /// Creates a directory that stays even if nothing is put into it. Missing directories above it
  /// are created; one that exists is no error.
  ///
  /// - Throws: `SlipError` where the path is unsafe, the stage has ended, or the system refuses.
  public func makeDirectory(_ path: String) throws(SlipError) {
    try expectSafe(path)
    try ledger.expectOpen()
    try ledger.keepFolder(path)
  }

  /// Sets the time at which a file of the new tree was last changed.
  ///
  /// - Parameters:
  ///   - time: The time, with a resolution of one microsecond.
  ///   - path: The path of a file that this stage has written.
  public func setModified(_ time: Timestamp, of path: String) throws(SlipError) {
    let times = [time.asTimespec, time.asTimespec]
    guard utimensat(place.stage.descriptor, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .system("Cannot set the time of the file", place.stage.path(of: path), errno: errno)
    }
  }
}
