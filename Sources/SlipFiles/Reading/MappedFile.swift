public import SlipBase
internal import CFileShims
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The bytes of a regular file in memory: a small file is read, a large one is mapped.
///
/// Someone may write to the file meanwhile. The bytes of a file that was read are those of one
/// moment, as far as the file system can tell. The bytes of a mapped file may change while they are
/// used, and become zeros where the file is shortened; the process is not killed. Code that relies
/// on them calls `expectUnchanged` at the end.
///
/// For the sake of shortened files the first mapping installs a handler of the signal `SIGBUS`. It looks after the memory
/// of mapped files only, and passes all other faults to the handler that was there before. A program with a crash reporter
/// of its own may not want that: see `policy`.
public final class MappedFile: Sendable {
  /// Whether large files are mapped, and what happens when somebody shortens one meanwhile.
  public enum MappingPolicy: Int, Sendable, Hashable, CaseIterable {
    /// Files are mapped, and a handler of `SIGBUS` keeps the process alive.
    case guarded
    /// Files are mapped without a handler: a file that is shortened meanwhile ends the process.
    case unguarded
    /// All files are read into memory.
    case off
  }

  /// Whether large files are mapped from now on; `guarded` by default. Set it before the first file is opened: a handler
  /// that is installed stays.
  public static var policy: MappingPolicy {
    get { MappingPolicy(rawValue: policyNumber.load(ordering: .relaxed)) ?? .guarded }
    set { policyNumber.store(newValue.rawValue, ordering: .relaxed) }
  }
  /// The number of the policy.
  private static let policyNumber = Atomic(MappingPolicy.guarded.rawValue)

  /// The largest file that is read rather than mapped by default: 1 MiB. Up to about this size,
  /// reading is as fast.
  public static let readUpTo = 1 << 20

  // Owned here, never written after init.
  /// The bytes; nil for an empty file. Owned by this object and never written to after `init`.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer?
  /// For a mapped file, the open descriptor, by which the file is examined again, and the slot that
  /// guards its memory against a shortened file, or -1. Nil for a file that was read.
  private let mapping: (descriptor: Int32, guardSlot: Int32)?
  /// The path for messages.
  private let path: String
  /// Facts about the file when it was opened.
  public let status: FileStatus
  /// The number of bytes.
  public let count: Int

  /// Opens the file at a path.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - followLinks: Whether a symbolic link as the last component is followed; otherwise it is an
  ///     error.
  ///   - readUpTo: The largest number of bytes that are read rather than mapped.
  /// - Throws: `SlipError`, with code `FileCode.notRegularFile` for anything but a regular file.
  public convenience init(
    _ path: String, followLinks: Bool = true, readUpTo: Int = MappedFile.readUpTo
  ) throws(SlipError) {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followLinks ? 0 : O_NOFOLLOW)
    let descriptor = retrying { open(path, flags) }
    guard descriptor >= 0 else { throw .system("Cannot open the file", path, errno: errno) }
    try self.init(closing: descriptor, path: path, readUpTo: readUpTo)
  }

  /// Opens the file at a path that need not be UTF-8.
  ///
  /// - Parameters:
  ///   - systemPath: The path's bytes, without NUL.
  ///   - shown: What messages call the file.
  ///   - readUpTo: The largest number of bytes that are read rather than mapped.
  public convenience init(
    systemPath: [UInt8], shown: String, readUpTo: Int = MappedFile.readUpTo
  ) throws(SlipError) {
    let descriptor = (systemPath.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { path in
      retrying { path.baseAddress.map { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } ?? -1 }
    }
    guard descriptor >= 0 else { throw .system("Cannot open the file", shown, errno: errno) }
    try self.init(closing: descriptor, path: shown, readUpTo: readUpTo)
  }

  /// Opens a file beneath a directory. No links are followed.
  public convenience init(_ relative: String, beneath directory: DirectoryHandle) throws(SlipError) {
    try self.init(closing: try directory.openFile(relative), path: directory.path(of: relative))
  }

  /// Takes over a descriptor, which is closed as soon as it is no longer needed, also where this
  /// initializer throws.
  init(closing descriptor: Int32, path: String, readUpTo: Int = MappedFile.readUpTo) throws(SlipError) {
    self.path = path
    do throws(SlipError) {
      let status = try MappedFile.settledStatus(descriptor, path)
      if status.length > readUpTo, let (mapped, slot) = try MappedFile.map(descriptor, status.length, path) {
        (base, count, mapping, self.status) = (mapped, status.length, (descriptor, slot), status)
        return
      }
      (base, count, self.status) = try MappedFile.read(descriptor, status, path)
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

  /// Facts about the file. For a large file they are taken when a further change would show in
  /// them.
  private static func settledStatus(_ descriptor: Int32, _ path: String) throws(SlipError) -> FileStatus {
    let status = try FileSystem.regularStatus(descriptor, path)
    guard status.length > MappedFile.readUpTo, FileClock.isTicking(status) else { return status }
    FileClock.waitForTick()
    return try FileSystem.regularStatus(descriptor, path)
  }

  /// Maps the file. Nil where it has to be read: mapping is off, or so many files are mapped already.
  private static func map(
    _ descriptor: Int32, _ length: Int, _ path: String
  ) throws(SlipError) -> (UnsafeMutableRawPointer, Int32)? {
    let choice = MappedFile.policy
    if choice == .off { return nil }
    let mapped = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .system("Cannot map the file", path, errno: errno) }
    let slot = choice == .guarded ? slip_guard_mapping(mapped, UInt(length)) : -1
    guard slot >= 0 || choice == .unguarded else {
      munmap(mapped, length)
      return nil
    }
    MappedPages.add(mapped, count: length)
    return (mapped, slot)
  }

  /// Allocated memory with the bytes (nil for none), their number, and the facts about the file.
  private typealias Content = (UnsafeMutableRawPointer?, Int, FileStatus)

  /// Reads all bytes, again and again as long as someone writes to the file meanwhile.
  ///
  /// - Parameter status: Facts about the file from before.
  /// - Throws: `SlipError`, with code `FileCode.changedMeanwhile` after too many attempts.
  private static func read(_ descriptor: Int32, _ status: FileStatus, _ path: String) throws(SlipError)
    -> Content
  {
    var before = status
    for _ in 0..<readAttempts {
      let content = try readOnce(descriptor, before, path)
      let after = try FileSystem.regularStatus(descriptor, path)
      if after.hasContent(of: before), content.1 == before.length { return content }
      if let base = content.0 { free(base) }
      usleep(1_000)
      before = try FileSystem.regularStatus(descriptor, path)
    }
    throw FileCode.changedWhileRead(path)
  }

  /// How often a file that changes is read before it is given up.
  private static let readAttempts = 20

  /// Reads as many bytes as the facts say, or fewer where the file has become shorter.
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

  /// Checks that nobody has written to a mapped file since it was opened. Does nothing for a file
  /// that was read.
  ///
  /// - Throws: `SlipError`, with code `FileCode.changedMeanwhile` where someone has, so that the
  ///   bytes may be a mixture of versions.
  public func expectUnchanged() throws(SlipError) {
    guard let mapping else { return }
    guard slip_mapping_is_torn(mapping.guardSlot) == 0,
      try FileSystem.regularStatus(mapping.descriptor, path).hasContent(of: status)
    else { throw FileCode.changedWhileRead(path) }
  }

  /// Whether the bytes were read into memory, and aren't mapped.
  var isInMemory: Bool { mapping == nil }

  /// Drops the pages before `offset` from memory, because they aren't needed for now. They stay
  /// readable: the system fetches them again when needed.
  public func release(upTo offset: Int) {
    guard mapping != nil, let base else { return }
    let pages = offset / MappedFile.pageSize * MappedFile.pageSize
    if pages > 0 { madvise(base, min(pages, count), MADV_DONTNEED) }
  }

  /// The system's page size in bytes.
  private static let pageSize = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Calls `body` with the bytes, which are valid only during the call.
  public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }
}
