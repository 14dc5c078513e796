internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of a regular file: small ones read, large ones mapped.
///
/// A mapped file that somebody else shortens meanwhile would end the process with SIGBUS; files that others write in
/// place should be read in pieces instead (`FileSystem.forEachChunk`).
public final class MappedFile: Sendable {
  /// Up to here reading is as fast as mapping and safe against others who shorten the file.
  private static let readUpTo = 1 << 20

  // Owned here, never written after init.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer?
  private let isMapped: Bool
  /// In bytes.
  public let count: Int

  /// Opens the file at `path`. With `followLinks` off, a symbolic link as last component is an error.
  public convenience init(_ path: String, followLinks: Bool = true) throws(SlipError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW)
    let descriptor = retrying { open(path, flags) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    try self.init(closing: descriptor, path: path)
  }

  /// Opens the file at a path beneath `directory`, no links followed.
  public convenience init(_ relative: String, beneath directory: DirectoryHandle) throws(SlipError) {
    try self.init(closing: try directory.openFile(relative), path: directory.path(of: relative))
  }

  init(closing descriptor: Int32, path: String) throws(SlipError) {
    defer { close(descriptor) }
    let status = try FileSystem.regularStatus(descriptor, path)
    if status.length > MappedFile.readUpTo {
      let mapped = mmap(nil, status.length, PROT_READ, MAP_PRIVATE, descriptor, 0)
      guard let mapped, mapped != MAP_FAILED else { throw .system("Cannot map the file", path, errno: errno) }
      (base, count, isMapped) = (mapped, status.length, true)
      MappedFile.mappings.withLock { $0[UInt(bitPattern: mapped)] = UInt(status.length) }
      return
    }
    guard status.length > 0, let buffer = malloc(status.length) else {
      (base, count, isMapped) = (nil, 0, false)
      return
    }
    do {
      count = try FileSystem.readFully(
        descriptor, into: UnsafeMutableRawBufferPointer(start: buffer, count: status.length), path)
    } catch {
      free(buffer)
      throw error
    }
    (base, isMapped) = (buffer, false)
  }

  deinit {
    guard let base else { return }
    guard isMapped else { return free(base) }
    _ = MappedFile.mappings.withLock { $0.removeValue(forKey: UInt(bitPattern: base)) }
    munmap(base, count)
  }

  /// Says that bytes before `offset` aren't wanted for now: they stop counting as this process's memory. They can be
  /// read again all the same.
  public func release(upTo offset: Int) {
    guard isMapped, let base else { return }
    let pages = offset / MappedFile.pageSize * MappedFile.pageSize
    if pages > 0 { madvise(base, min(pages, count), MADV_DONTNEED) }
  }

  private static let pageSize = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))

  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Where files are mapped at present: start and length.
  private static let mappings = Mutex<[UInt: UInt]>([:])

  /// Tells that these bytes were read and won't be needed soon, so that a large file that is read once from end to end
  /// doesn't fill the memory. They stay readable. Does nothing for memory that no file is mapped to.
  public static func release(_ bytes: UnsafeRawBufferPointer) {
    // The file's own pages are dropped; they were never written to.
    advise(bytes, MADV_DONTNEED)
  }

  /// Tells that these bytes are read next: one call brings the pages that would come one by one.
  public static func prefetch(_ bytes: UnsafeRawBufferPointer) {
    #if os(Linux)
      // MADV_POPULATE_READ; kernels before 5.14 don't know it, and nothing is lost.
      advise(bytes, 22)
    #else
      advise(bytes, MADV_WILLNEED)
    #endif
  }

  private static func advise(_ bytes: UnsafeRawBufferPointer, _ advice: Int32) {
    guard let base = bytes.baseAddress else { return }
    let page = UInt(pageSize)
    let start = (UInt(bitPattern: base) + page - 1) / page * page
    let end = (UInt(bitPattern: base) + UInt(bytes.count)) / page * page
    guard start < end, let first = UnsafeMutableRawPointer(bitPattern: start) else { return }
    mappings.withLock { mappings in
      guard mappings.contains(where: { $0.key <= start && end <= $0.key + $0.value }) else { return }
      madvise(first, Int(end - start), advice)
    }
  }
}
