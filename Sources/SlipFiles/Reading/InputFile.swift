public import SlipBase

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A regular file that is open for reading at any offset, from several threads at once. It stays the same file even if
/// another takes its name.
public final class InputFile: Sendable {
  private let descriptor: Int32
  /// For messages.
  public let path: String
  /// Facts about the file when it was opened.
  public let status: FileStatus
  /// In bytes, when it was opened.
  public var length: Int { status.length }

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
      status = try FileSystem.regularStatus(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Fills the buffer from `offset` on, or up to the end; gives the number of bytes.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
    try FileSystem.readFully(descriptor, at: offset, into: buffer, path)
  }

  /// The first bytes, at most `count`.
  public func beginning(_ count: Int) throws(SlipError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, length))
    let read: Result<Int, SlipError> = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SlipError) in try self.read(at: 0, into: buffer) }
    }
    bytes.removeLast(bytes.count - (try read.get()))
    return bytes
  }

  /// - Throws: An error with code `FileFault.changedMeanwhile` where somebody wrote to the file since it was opened, so
  ///   that what was read may be of several versions.
  public func expectUnchanged() throws(SlipError) {
    guard try FileSystem.regularStatus(descriptor, path).hasContent(of: status) else {
      throw FileFault.changedWhileRead(path)
    }
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
