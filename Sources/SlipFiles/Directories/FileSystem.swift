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

/// Functions for single files and directories given by a path: facts, reading, creating.
///
/// Paths are the caller's choice, so links in them are followed unless said otherwise. For paths
/// that come from input, use `DirectoryHandle`, which never leaves its directory.
public enum FileSystem {
  /// Facts about `path`; nil where there is nothing.
  ///
  /// - Parameter followLinks: Whether the facts are about the target of a link, which is the
  ///   default, or about the link itself. A followed link that leads nowhere gives nil.
  /// - Throws: `SlipError` where the system can't say whether anything is there.
  public static func status(_ path: String, followLinks: Bool = true) throws(SlipError) -> FileStatus? {
    var status = stat()
    let result = followLinks ? stat(path, &status) : lstat(path, &status)
    if result == 0 { return FileStatus(status) }
    if FileCode.meansNothing(errno) { return nil }
    throw .system("Cannot examine the file", path, errno: errno)
  }

  /// The bytes of a whole file, also of a pipe or device, which is read to its end.
  ///
  /// - Parameter limit: The largest number of bytes.
  /// - Throws: `SlipError`, with code `FileCode.tooLarge` where there are more bytes than the
  ///   limit.
  public static func readFile(_ path: String, limit: Int = .max) throws(SlipError) -> [UInt8] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system("Cannot examine the file", path, errno: errno)
    }
    return try readToEnd(descriptor, expecting: Int(status.st_size), limit: limit, path)
  }

  /// The first bytes of a file: `count` of them, or fewer where the file is shorter. Doesn't wait
  /// for a pipe.
  public static func readStart(of path: String, count: Int) throws(SlipError) -> [UInt8] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = retrying { read(descriptor, &bytes, count) }
    guard filled >= 0 else { throw .system("Cannot read the file", path, errno: errno) }
    return Array(bytes.prefix(filled))
  }

  /// Creates a directory.
  ///
  /// - Parameter parents: Whether missing directories above it are created as well. With this
  ///   option, a directory that exists already is no error.
  public static func makeDirectory(_ path: String, parents: Bool = false) throws(SlipError) {
    if mkdir(path, 0o777) == 0 { return }
    let code = errno
    if parents, code == EEXIST, try status(path)?.kind == .directory { return }
    guard parents, code == ENOENT, let slash = path.utf8.lastIndex(of: 0x2F), slash > path.startIndex else {
      throw .system("Cannot create the directory", path, errno: code)
    }
    for end in path.utf8.indices where end > path.startIndex && path.utf8[end] == UInt8(ascii: "/") {
      let parent = String(path[..<end])
      if mkdir(parent, 0o777) != 0, errno != EEXIST {
        // Creating a directory that exists can be forbidden rather than fail with EEXIST, for example in `/`.
        let code = errno
        guard try status(parent)?.kind == .directory else {
          throw .system("Cannot create the directory", parent, errno: code)
        }
      }
    }
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw .system("Cannot create the directory", path, errno: errno)
    }
  }

  /// The absolute path without links, `.` and `..`; nil where there is nothing.
  public static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Facts about an open file.
  ///
  /// - Throws: `SlipError`, with code `FileCode.notRegularFile` where it isn't a regular file.
  static func regularStatus(_ descriptor: Int32, _ path: String) throws(SlipError) -> FileStatus {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .system("Cannot examine the file", path, errno: errno)
    }
    let result = FileStatus(status)
    guard result.kind == .file else {
      throw SlipError(
        .cannotDo, code: FileCode.notRegularFile, "This is not a regular file.",
        at: SourceLocation(file: path))
    }
    return result
  }

  /// Reads until the buffer is full or the file ends.
  ///
  /// - Parameter offset: Where reading begins; nil to go on where the last reading ended.
  /// - Returns: The number of bytes read. It is less than the buffer's size only at the end of the
  ///   file.
  static func readFully(
    _ descriptor: Int32, at offset: Int? = nil, into buffer: UnsafeMutableRawBufferPointer, _ path: String
  ) throws(SlipError) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let wanted = buffer.count - filled
      let count = retrying {
        offset.map { pread(descriptor, base + filled, wanted, off_t($0 + filled)) }
          ?? read(descriptor, base + filled, wanted)
      }
      if count < 0 { throw .system("Cannot read the file", path, errno: errno) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads all bytes from the current position on. The file may turn out longer or shorter than
  /// expected, as pipes and growing files do.
  ///
  /// - Parameters:
  ///   - length: The expected number of bytes, used as a hint for the buffer.
  ///   - limit: The largest number of bytes; more are an error.
  static func readToEnd(
    _ descriptor: Int32, expecting length: Int, limit: Int, _ path: String
  ) throws(SlipError) -> [UInt8] {
    guard length <= limit else { throw tooLarge(path, limit) }
    var bytes: [UInt8] = []
    var capacity = max(length + 1, 16 << 10)
    while true {
      let start = bytes.count
      var failure: SlipError?
      bytes.reserveCapacity(start + capacity)
      let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        do throws(SlipError) {
          count = try readFully(descriptor, into: UnsafeMutableRawBufferPointer(buffer), path)
        } catch { failure = error }
      }
      if let failure { throw failure }
      if start == 0 { bytes = piece } else { bytes.append(contentsOf: piece) }
      guard bytes.count <= limit else { throw tooLarge(path, limit) }
      if piece.count < capacity { return bytes }
      capacity = max(1 << 20, bytes.count)
    }
  }

  /// The error for a file with more bytes than the limit.
  private static func tooLarge(_ path: String, _ limit: Int) -> SlipError {
    SlipError(
      .badInput, code: FileCode.tooLarge, "The file is larger than \(limit) bytes.",
      at: SourceLocation(file: path))
  }

  /// Writes all bytes at the current position.
  package static func writeFully(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, _ path: String
  ) throws(SlipError) {
    var rest = bytes
    while let base = rest.baseAddress, rest.count > 0 {
      let count = retrying { write(descriptor, base, min(rest.count, 1 << 30)) }
      guard count > 0 else { throw .system("Cannot write the file", path, errno: count < 0 ? errno : EIO) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
