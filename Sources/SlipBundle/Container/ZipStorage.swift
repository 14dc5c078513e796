package import SlipFiles
public import SlipBase
internal import Synchronization
internal import ZipContainer

/// A packed bundle (`.slippack`), read in place.
///
/// Nothing is unpacked to disk beforehand: entries are inflated when they are asked for. Names and sizes of
/// all entries are checked before anything is read, so that a hostile ZIP file can neither lead outside nor
/// fill the memory.
///
/// Threads share a few handles of libzip, since a handle can't be used by two threads at once.
public final class ZipStorage: BundleStorage {
  /// The path of the ZIP file, for messages.
  public let displayPath: String
  /// The open file; all handles read from it.
  private let file: InputFile
  /// Names, sizes and positions of all entries, sorted by path.
  let index: ZipIndex
  /// Handles that no thread uses at the moment, and how many were opened altogether.
  private let spare: Mutex<(idle: [ZipArchive], opened: Int)>
  /// The handle that was opened first; it is shared where all are in use.
  private let first: ZipArchive
  /// How many handles there may be.
  private let handleLimit: Int

  /// The number of entries up to which there are several handles: each holds the whole central directory in
  /// memory.
  private static let entriesForSeveralHandles = 50_000

  /// Opens a ZIP file and checks its central directory (APPNOTE 4.3.12).
  ///
  /// Unsafe, colliding, duplicate or non-Unicode names, links, encryption, overlapping entries and sizes
  /// beyond `limits` are errors.
  ///
  /// - Parameters:
  ///   - path: The ZIP file.
  ///   - limits: Bounds for the number of entries, their sizes, their sum and the ratio of compression.
  ///   - checksEntries: Whether the local header of each entry (APPNOTE 4.3.7) is compared with the directory
  ///     at once, for which the program goes through the whole file. Otherwise that is done when an entry is
  ///     read.
  /// - Throws: `SlipError` with a code of `ContainerCode`.
  public convenience init(
    _ path: String, limits: Limits = Limits(), checksEntries: Bool = true
  ) throws(SlipError) {
    try self.init(InputFile(path), displayPath: path, limits: limits, checksEntries: checksEntries)
  }

  /// Reads a ZIP file that is open; see `init(_:limits:checksEntries:)`.
  package init(
    _ file: InputFile, displayPath: String, limits: Limits, checksEntries: Bool = true
  ) throws(SlipError) {
    self.displayPath = displayPath
    self.file = file
    let archive = try ZipArchive(file, checksEntries: checksEntries)
    index = try ZipIndex(archive, fileLength: file.length, limits: limits)
    first = archive
    spare = Mutex(([archive], 1))
    handleLimit = index.records.count > ZipStorage.entriesForSeveralHandles ? 1 : 4
  }

  /// How the parts of the file are laid out, for `PackCheck`; nil where that can't be determined.
  func layout() throws(SlipError) -> ZipLayout? { try ZipLayout(file) }

  /// All entries, in bytewise order of the paths; directories have none of their own.
  public func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    for record in index.records {
      let name = index.name(record)
      if BundleLayout.isIgnored(path: name) { continue }
      try body(StorageEntry(path: name, length: record.size, kind: .file))
    }
  }

  /// The uncompressed length of an entry; nil where there is none.
  public func length(of path: String) throws(SlipError) -> Int? { index.record(of: path)?.size }

  /// Inflates an entry into memory, or into a temporary file where it is large.
  ///
  /// - Throws: `SlipError` with code `ContainerCode.damagedEntry` where checksum or length don't fit, and
  ///   what `body` throws.
  public func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let record = try record(of: path)
    if record.size > ZipStorage.largestInMemory { return try spooled(path).withBytes(body) }
    // One byte more than expected: reading reaches the end, and libzip compares the checksum.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: record.size + 1, alignment: 16)
    defer { buffer.deallocate() }
    try withArchive { archive in
      let count = try archive.open(Int(record.entry), name: path).read(into: buffer)
      guard count == record.size else { throw wrongLength(path) }
    }
    return try body(UnsafeRawBufferPointer(rebasing: buffer[..<record.size]))
  }

  /// The same; of a large entry, the memory of what `body` is done with is released.
  public func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R {
    guard try record(of: path).size > ZipStorage.largestInMemory else {
      return try withBytes(of: path) { try body($0) { _ in } }
    }
    let file = try spooled(path)
    return try file.withBytes { try body($0) { file.release(upTo: $0) } }
  }

  /// Inflates a large entry into a temporary file and maps it, so that its pages needn't stay in memory.
  private func spooled(_ path: String) throws -> MappedFile {
    let spool = Spool()
    try forEachChunk(of: path) { bytes in
      guard spool.append(bytes) else {
        throw SlipError(
          .cannotDo, code: FileCode.systemCall, "There is no space for temporary files.",
          at: SourceLocation(file: displayPath, .object(path)))
      }
    }
    return try spool.mapped()
  }

  /// Inflates an entry piece by piece.
  public func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    let record = try record(of: path)
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(record.size, 256 << 10) + 1, alignment: 16)
    defer { buffer.deallocate() }
    try withArchive { archive in
      let entry = try archive.open(Int(record.entry), name: path)
      var total = 0
      while true {
        let count = try entry.read(into: buffer)
        total += count
        guard total <= record.size else { throw wrongLength(path) }
        if count > 0 { try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        if count < buffer.count { break }
      }
      guard total == record.size else { throw wrongLength(path) }
    }
  }

  /// Entries of more bytes are inflated into a temporary file: 16 MiB.
  private static let largestInMemory = 16 << 20

  /// The entry at a path, or the error that there is none.
  private func record(of path: String) throws(SlipError) -> ZipIndex.Record {
    if let record = index.record(of: path) { return record }
    throw SlipError(
      .cannotDo, code: FileCode.missing, "There is no such file in the packed bundle.",
      at: SourceLocation(file: displayPath, .object(path)))
  }

  /// The error for an entry that inflates to another length than the central directory declares.
  private func wrongLength(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: ContainerCode.damagedEntry, "The entry has another length than the ZIP file says.",
      at: SourceLocation(file: displayPath, .object(path)))
  }

  /// Lends a handle: an idle one, a new one, or the shared first one, whose own lock makes threads take
  /// turns.
  private func withArchive(_ body: (ZipArchive) throws -> Void) throws {
    let (idle, mayOpen) = spare.withLock { spare -> (ZipArchive?, Bool) in
      if let idle = spare.idle.popLast() { return (idle, false) }
      guard spare.opened < handleLimit else { return (nil, false) }
      spare.opened += 1
      return (nil, true)
    }
    guard idle != nil || mayOpen else { return try body(first) }
    let archive: ZipArchive
    if let idle {
      archive = idle
    } else {
      // The first handle has checked the entries already, where that was asked for.
      do { archive = try ZipArchive(file, checksEntries: false) } catch {
        spare.withLock { $0.opened -= 1 }
        throw error
      }
    }
    defer { spare.withLock { $0.idle.append(archive) } }
    try body(archive)
  }
}
