internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The memory that files are mapped to: what lies in it can be fetched before it is read, and let go afterwards.
public enum MappedPages {
  private static let pageSize = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Where files are mapped at present: start and length.
  private static let mappings = Mutex<[UInt: UInt]>([:])

  /// Registers the memory that a file was mapped to.
  package static func add(_ base: UnsafeRawPointer, count: Int) {
    mappings.withLock { $0[UInt(bitPattern: base)] = UInt(count) }
  }

  /// Forgets the mapping that begins at `base`, before it is unmapped.
  package static func remove(_ base: UnsafeRawPointer) {
    _ = mappings.withLock { $0.removeValue(forKey: UInt(bitPattern: base)) }
  }

  /// Releases pages that were read and won't be needed soon, so that a large file that is read once from end to end
  /// doesn't fill the memory. They stay readable. Does nothing for memory that no file is mapped to.
  public static func release(_ bytes: UnsafeRawBufferPointer) {
    // The file's own pages are dropped; they were never written to.
    advise(bytes, MADV_DONTNEED)
  }

  /// Fetches pages that are read next: one call brings what would come page by page. Does nothing for memory that no
  /// file is mapped to.
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
