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

/// A regular file that is open for reading at any offset.
///
/// Several threads may read at the same time. The object stays the same file even if another one
/// takes its name. Use this for large files of which parts are read; use `MappedFile` where the
/// bytes are needed as one buffer.
public final class InputFile: Sendable {
  /// The open file, closed with the object.
  private let descriptor: Int32
  /// The path as the caller gave it. It is used in messages only.
  public let path: String
  /// Facts about the file when it was opened.
  public let status: FileStatus
  /// The file's length in bytes when it was opened.
  public var length: Int { status.length }

  /// Opens the file at a path. Links are followed.
  ///
  /// - Throws: `SlipError`, with code `FileCode.notRegularFile` for anything but a regular file.
  public convenience init(_ path: String) throws(SlipError) {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    try self.init(adopting: descriptor, path: path)
  }

  /// Opens a file beneath a directory. No links are followed.
  ///
  /// - Throws: `SlipError`, with code `FileCode.notRegularFile` for anything but a regular file.
  public convenience init(_ relative: String, beneath directory: DirectoryHandle) throws(SlipError) {
    try self.init(adopting: try directory.openFile(relative), path: directory.path(of: relative))
  }

  /// Takes over a descriptor, which is closed with the object and also where this initializer
  /// throws.
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

  /// Reads from `offset` on, until the buffer is full or the file ends.
  ///
  /// - Returns: The number of bytes read. It is less than the buffer's size only at the end of the
  ///   file.
  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
    try FileSystem.readFully(descriptor, at: offset, into: buffer, path)
  }

  /// The first `count` bytes, or fewer where the file is shorter.
  public func beginning(_ count: Int) throws(SlipError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: min(count, length))
    let read: Result<Int, SlipError> = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SlipError) in try self.read(at: 0, into: buffer) }
    }
    bytes.removeLast(bytes.count - (try read.get()))
    return bytes
  }

  /// Checks that nobody has written to the file since it was opened. Call this after reading.
  ///
  /// - Throws: `SlipError`, with code `FileCode.changedMeanwhile` where someone has, so that what
  ///   was read may be a mixture of versions.
  public func expectUnchanged() throws(SlipError) {
    guard try FileSystem.regularStatus(descriptor, path).hasContent(of: status) else {
      throw FileCode.changedWhileRead(path)
    }
  }

  /// Calls `body` with the file's bytes in pieces of at most 256 KiB, in order.
  ///
  /// Memory is bounded, and it does no harm when someone shortens the file meanwhile.
  ///
  /// - Throws: `SlipError` where reading fails, and whatever `body` throws.
  public func forEachChunk(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    // One byte more than a small file has, so that a single read reaches its end.
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
