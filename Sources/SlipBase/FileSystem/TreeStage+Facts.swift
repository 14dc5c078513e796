#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What an exported tree has beside the bytes of files.
extension TreeStage {
  /// Makes a directory that may stay empty; one that exists is no error. Its parent must exist.
  public func makeDirectory(_ path: String) throws(SlipError) {
    guard mkdirat(place.stage.descriptor, path, 0o777) != 0, errno != EEXIST else { return }
    throw .system("Cannot make the directory", place.stage.path(of: path), errno: errno)
  }

  /// Sets the time at which a file written here was last changed.
  public func setModified(_ time: Timestamp, of path: String) throws(SlipError) {
    let microseconds = time.microseconds
    var seconds = microseconds / 1_000_000
    if microseconds % 1_000_000 < 0 { seconds -= 1 }
    let value = timespec(
      tv_sec: Int(seconds), tv_nsec: Int(microseconds - seconds * 1_000_000) * 1_000)
    let times = [value, value]
    guard utimensat(place.stage.descriptor, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
      throw .system("Cannot set the time of the file", place.stage.path(of: path), errno: errno)
    }
  }
}
