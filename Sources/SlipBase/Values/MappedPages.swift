internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Advises the system about the memory that files are mapped to: which pages will be read next, and
/// which are no longer needed.
///
/// A mapped file otherwise fills the memory as it is read, and each of its pages is fetched when it
/// is first touched. Only memory that `MappedFile` has registered is affected, so a caller may pass
/// any buffer.
package enum MappedPages {
  /// The system's page size in bytes.
  private static let pageSize = max(4_096, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// The files that are mapped at present: the address and length in bytes of each.
  private static let mappings = Mutex<[UInt: UInt]>([:])

  /// Registers memory that a file was mapped to.
  package static func add(_ base: UnsafeRawPointer, count: Int) {
    mappings.withLock { $0[UInt(bitPattern: base)] = UInt(count) }
  }

  /// Forgets the mapping that begins at `base`. Call this before the memory is unmapped.
  package static func remove(_ base: UnsafeRawPointer) {
    _ = mappings.withLock { $0.removeValue(forKey: UInt(bitPattern: base)) }
  }

  /// Drops pages from memory that have been read and aren't needed soon.
  ///
  /// The bytes remain readable: the system fetches them again when needed. Only pages completely
  /// within `bytes` are dropped.
  package static func release(_ bytes: UnsafeRawBufferPointer) {
    // Nothing is lost: files are mapped for reading only.
    advise(bytes, MADV_DONTNEED)
  }

  /// How many bytes of a file that is read in pieces are in memory at a time, 8 MiB.
  package static let pieceLength = 8 << 20

  /// Calls `body` with pieces of some bytes one after the other. Of a mapped file no more than a piece is in memory at a
  /// time: the pages of each are dropped when it was read.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - body: Reads a piece of at most `pieceLength` bytes.
  package static func forEachPiece<E: Error>(
    of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    var rest = bytes
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(pieceLength))
      try body(piece)
      release(piece)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(piece.count))
    }
  }

  /// Fetches pages that will be read next with one call, instead of one fault for each page.
  package static func prefetch(_ bytes: UnsafeRawBufferPointer) {
    #if os(Linux)
      // MADV_POPULATE_READ. Kernels before 5.14 refuse it, and the pages come one by one.
      advise(bytes, 22)
    #else
      advise(bytes, MADV_WILLNEED)
    #endif
  }

  /// Advises the system about the whole pages in `bytes`, if they belong to a registered file.
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

/// Moves a window over a mapped file that is read from start to end: pages are fetched before they
/// are needed and dropped after they have been read.
///
/// So the memory in use depends on the window's size, not the file's. Call `move(to:)` as reading
/// continues:
///
///     var window = PageWindow(bytes)
///     while let record = next() {
///         window.move(to: record.end)
///     }
package struct PageWindow {
  private let bytes: UnsafeRawBufferPointer
  /// How many bytes are fetched at a time.
  private let step: Int
  /// The start of the window.
  private var released: Int

  /// The default number of bytes that are fetched at a time, 4 MiB.
  package static let step = 4 << 20
  /// A smaller step, 512 KiB, for work where memory matters more than speed.
  package static let smallStep = 1 << 19
  /// The largest page size of any system: how far a window reaches back into the one before.
  private static let largestPage = 1 << 16

  /// Creates a window and fetches its first pages. Memory that no file is mapped to is left alone.
  ///
  /// - Parameters:
  ///   - bytes: The file's memory.
  ///   - position: Where reading begins. Nothing before it is fetched.
  ///   - step: How many bytes are fetched at a time.
  package init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0, step: Int = step) {
    self.bytes = bytes
    self.step = step
    released = min(position, bytes.count)
    prefetch(from: released)
  }

  /// Records that everything before `position` has been read. Those bytes stay readable, but their
  /// pages may have to be fetched again.
  ///
  /// Does nothing until a whole step has been read, so it may be called often.
  package mutating func move(to position: Int) {
    guard position - released >= step, position <= bytes.count else { return }
    // The page in which the last window ended was still needed then, so it is dropped now.
    let start = max(0, released - PageWindow.largestPage)
    MappedPages.release(UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
    released = position
    prefetch(from: position)
  }

  /// Fetches one step of pages from `position` on.
  private func prefetch(from position: Int) {
    let end = min(position + step, bytes.count)
    MappedPages.prefetch(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
  }
}

/// Bytes that several threads may read at the same time.
///
/// Whoever creates the value guarantees that the bytes stay valid and unchanged until all threads
/// are done.
package struct SharedBytes: @unchecked Sendable {
  /// The bytes, for reading only.
  package let bytes: UnsafeRawBufferPointer

  /// Creates a value that may cross threads.
  package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
}
