#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A regular file that is open for reading at any offset, from several threads at once. It stays the same file even if
/// another takes its name.
public final class InputFile: Sendable {
  private let descriptor: Int32
  public let path: String
  /// In bytes, when it was opened.
  public let length: Int

  /// Links in `path` are followed.
  public convenience init(_ path: String) throws(SlipError) {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    try self.init(adopting: descriptor, path: path)
  }

  /// A file beneath `directory`; no links are followed.
  public convenience init(_ relative: String, beneath directory: DirectoryHandle) throws(SlipError) {
    try self.init(adopting: try directory.openFile(relative), path: directory.path(of: relative))
  }

  init(adopting descriptor: Int32, path: String) throws(SlipError) {
    do throws(SlipError) {
      length = try FileSystem.regularStatus(descriptor, path).length
    } catch {
      close(descriptor)
      throw error
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Fills the buffer from `offset` on, or up to the end; gives the number of bytes.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
    var filled = 0
    while filled < buffer.count, let base = buffer.baseAddress {
      let count = retrying { pread(descriptor, base + filled, buffer.count - filled, off_t(offset + filled)) }
      if count < 0 { throw .system("Cannot read the file", path, errno: errno) }
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Calls `body` with the bytes in pieces of at most 256 KiB: bounded memory, and safe against others who shorten the
  /// file meanwhile.
  public func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    // One byte more than a small file has, so that one read finds its end.
    let size = max(1, min(length, 256 << 10)) + 1
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = try read(at: offset, into: buffer)
      if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      if count < buffer.count { return }
      offset += count
    }
  }
}
