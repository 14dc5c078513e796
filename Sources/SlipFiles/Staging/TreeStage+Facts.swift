public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What an exported tree has beside the bytes of files.
extension TreeStage {
  /// Makes a directory that may stay empty, with those above it; one that exists is no error.
  public func makeDirectory(_ path: String) throws(SlipError) {
    try expectSafe(path)
    try ledger.expectOpen()
    try ledger.keepFolder(path)
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
