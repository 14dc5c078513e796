package import SlipBase

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#else
  internal import Darwin
#endif

extension ScratchFolder {
  /// Creates a file with the folders that it lies in.
  ///
  /// - Parameters:
  ///   - file: The path within the folder, which must not lead out of it.
  ///   - bytes: The content.
  ///   - modified: When it was last changed, with a resolution of one microsecond.
  /// - Throws: `SlipError` where the system refuses, or the file is there already.
  package func create(
    _ file: String, _ bytes: UnsafeRawBufferPointer, modified: Timestamp
  ) throws(SlipError) {
    let target = path + "/" + file
    if let folder = DirectoryHandle.split(target).folder {
      try FileSystem.makeDirectory(folder, parents: true)
    }
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let output = retrying { open(target, flags, 0o600) }
    guard output >= 0 else { throw .system("Cannot create the file", target, errno: errno) }
    defer { close(output) }
    try MappedPages.forEachPiece(of: bytes) { (piece) throws(SlipError) in
      try FileSystem.writeFully(output, piece, target)
    }
    let times = [modified.asTimespec, modified.asTimespec]
    guard futimens(output, times) == 0 else {
      throw .system("Cannot set the time of the file", target, errno: errno)
    }
  }
}

extension Timestamp {
  /// The time as the system has it.
  var asTimespec: timespec {
    var seconds = microseconds / 1_000_000
    if microseconds % 1_000_000 < 0 { seconds -= 1 }
    return timespec(tv_sec: Int(seconds), tv_nsec: Int(microseconds - seconds * 1_000_000) * 1_000)
  }
}
