public import SlipBase
internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of a regular file: small ones read, large ones mapped.
///
/// Somebody may write to the file meanwhile. Of a file that was read, the bytes are those of one moment, as far as the
/// file system tells. Those of a mapped file may change under the reader, and read as zeros where the file was shortened:
/// whoever relies on them asks `expectUnchanged` at the end.
public final class MappedFile: Sendable {
  /// Up to here reading is as fast as mapping.
  public static let readUpTo = 1 << 20

  // Owned here, never written after init.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer?
  /// Of a mapped file: kept open to look at it again, and what guards its memory.
  private let mapping: (descriptor: Int32, guardSlot: Int32)?
  private let path: String
  /// Facts about the file when it was opened.
  public let status: FileStatus
  /// In bytes.
  public let count: Int

  /// Opens the file at `path`. With `followLinks` off, a symbolic link as last component is an error. A file of at most
  /// `readUpTo` bytes is read into memory.
  public convenience init(
    _ path: String, followLinks: Bool = true, readUpTo: Int = MappedFile.readUpTo
  ) throws(SlipError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW)
    let descriptor = retrying { open(path, flags) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    try self.init(closing: descriptor, path: path, readUpTo: readUpTo)
  }

  /// Opens the file at a path that need not be UTF-8; messages call it `shown`.
  public convenience init(
    systemPath: [UInt8], shown: String, readUpTo: Int = MappedFile.readUpTo
  ) throws(SlipError) {
    let descriptor = (systemPath.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
      retrying { path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1 }
    }
    guard descriptor >= 0 else { throw .system("Cannot open the file", shown, errno: errno) }
    try self.init(closing: descriptor, path: shown, readUpTo: readUpTo)
  }

  /// Opens the file at a path beneath `directory`, no links followed.
  public convenience init(_ relative: String, beneath directory: DirectoryHandle) throws(SlipError) {
    try self.init(closing: try directory.openFile(relative), path: directory.path(of: relative))
  }

  init(closing descriptor: Int32, path: String, readUpTo: Int = MappedFile.readUpTo) throws(SlipError) {
    self.path = path
    do throws(SlipError) {
      let status = try MappedFile.settledStatus(descriptor, path)
      if status.length > readUpTo, let (mapped, slot) = try MappedFile.map(descriptor, status.length, path) {
        (base, count, mapping, self.status) = (mapped, status.length, (descriptor, slot), status)
        return
      }
      (base, count, self.status) = try MappedFile.read(descriptor, path)
      mapping = nil
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
  }

  deinit {
    guard let base else { return }
    guard let mapping else { return free(base) }
    MappedPages.remove(base)
    slip_release_mapping(mapping.guardSlot)
    munmap(base, count)
    close(mapping.descriptor)
  }

  /// Facts about a large file are taken when a further change would show in them.
  private static func settledStatus(_ descriptor: Int32, _ path: String) throws(SlipError) -> FileStatus {
    let status = try FileSystem.regularStatus(descriptor, path)
    guard status.length > MappedFile.readUpTo, FileClock.isTicking(status) else { return status }
    FileClock.waitForTick()
    return try FileSystem.regularStatus(descriptor, path)
  }

  /// Nil where so many files are mapped that this one has to be read.
  private static func map(
    _ descriptor: Int32, _ length: Int, _ path: String
  ) throws(SlipError) -> (UnsafeMutableRawPointer, Int32)? {
    let mapped = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .system("Cannot map the file", path, errno: errno) }
    let slot = slip_guard_mapping(mapped, UInt(length))
    guard slot >= 0 else {
      munmap(mapped, length)
      return nil
    }
    MappedPages.add(mapped, count: length)
    return (mapped, slot)
  }

  private typealias Content = (UnsafeMutableRawPointer?, Int, FileStatus)

  /// Reads all bytes, again where somebody wrote to the file meanwhile.
  private static func read(_ descriptor: Int32, _ path: String) throws(SlipError) -> Content {
    for _ in 0..<readAttempts {
      let before = try FileSystem.regularStatus(descriptor, path)
      let content = try readOnce(descriptor, before, path)
      let after = try FileSystem.regularStatus(descriptor, path)
      if after.hasContent(of: before), content.1 == before.length { return content }
      if let base = content.0 { free(base) }
      usleep(1_000)
    }
    throw FileFault.changedWhileRead(path)
  }

  private static let readAttempts = 20

  private static func readOnce(
    _ descriptor: Int32, _ status: FileStatus, _ path: String
  ) throws(SlipError) -> Content {
    guard status.length > 0 else { return (nil, 0, status) }
    guard let buffer = malloc(status.length) else {
      throw .system("Cannot read the file", path, errno: ENOMEM)
    }
    do throws(SlipError) {
      let target = UnsafeMutableRawBufferPointer(start: buffer, count: status.length)
      return (buffer, try FileSystem.readFully(descriptor, at: 0, into: target, path), status)
    } catch {
      free(buffer)
      throw error
    }
  }

  /// - Throws: An error with code `FileFault.changedMeanwhile` where somebody wrote to the file since it was opened, so
  ///   that what was read may be of several versions.
  public func expectUnchanged() throws(SlipError) {
    guard let mapping else { return }
    guard slip_mapping_is_torn(mapping.guardSlot) == 0,
      try FileSystem.regularStatus(mapping.descriptor, path).hasContent(of: status)
    else { throw FileFault.changedWhileRead(path) }
  }

  /// Says that bytes before `offset` aren't wanted for now: they stop counting as this process's memory. They can be
  /// read again all the same.
  public func release(upTo offset: Int) {
    guard mapping != nil, let base else { return }
    let pages = offset / MappedFile.pageSize * MappedFile.pageSize
    if pages > 0 { madvise(base, min(pages, count), MADV_DONTNEED) }
  }

  private static let pageSize = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// The bytes, valid during the call.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }
}
