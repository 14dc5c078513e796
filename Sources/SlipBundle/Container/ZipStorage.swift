package import SlipFiles
public import SlipBase
internal import Synchronization
internal import ZipContainer

/// A packed bundle (`.slippack`), read in place: nothing is unpacked to disk, entries are unpacked when they are asked
/// for. Names and sizes are checked before anything is read.
public final class ZipStorage: BundleStorage {
  public let displayPath: String
  private let file: InputFile
  let index: ZipIndex
  /// Handles that no thread uses at the moment, and how many there are altogether.
  private let spare: Mutex<(idle: [ZipArchive], opened: Int)>
  private let first: ZipArchive
  private let handleLimit: Int

  /// Each further handle keeps the whole central directory in memory; so large archives have one only.
  private static let entriesForSeveralHandles = 50_000

  /// Opens a ZIP file and checks its central directory: unsafe, colliding, duplicate or non-Unicode names, links,
  /// encryption, overlapping entries and sizes beyond `limits` are errors.
  ///
  /// - Parameter checksEntries: whether each entry's own header is compared with the directory, too, for which the whole
  ///   file is gone through; else only the directory is read, and later what is asked for.
  public convenience init(
    _ path: String, limits: Limits = Limits(), checksEntries: Bool = true
  ) throws(SlipError) {
    try self.init(InputFile(path), displayPath: path, limits: limits, checksEntries: checksEntries)
  }

  /// A file that is open.
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

  /// How the file's parts lie; nil where that can't be told.
  func layout() throws(SlipError) -> ZipLayout? { try ZipLayout(file) }

  public func forEachEntry(_ body: (StorageEntry) throws -> Void) throws {
    for record in index.records {
      let name = index.name(record)
      if BundleLayout.isIgnored(path: name) { continue }
      try body(StorageEntry(path: name, length: record.size, kind: .file))
    }
  }

  public func length(of path: String) throws(SlipError) -> Int? { index.record(of: path)?.size }

  public func withBytes<R>(of path: String, _ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let record = try record(of: path)
    if record.size > ZipStorage.largestInMemory { return try spooled(path).withBytes(body) }
    // One more than expected, so that the end is reached and the checksum compared.
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: record.size + 1, alignment: 16)
    defer { buffer.deallocate() }
    try withArchive { archive in
      let count = try archive.open(Int(record.entry), name: path).read(into: buffer)
      guard count == record.size else { throw wrongLength(path) }
    }
    return try body(UnsafeRawBufferPointer(rebasing: buffer[..<record.size]))
  }

  public func withBytesInOrder<R>(
    of path: String, _ body: (UnsafeRawBufferPointer, _ done: (Int) -> Void) throws -> R
  ) throws -> R {
    guard try record(of: path).size > ZipStorage.largestInMemory else {
      return try withBytes(of: path) { try body($0) { _ in } }
    }
    let file = try spooled(path)
    return try file.withBytes { try body($0) { file.release(upTo: $0) } }
  }

  /// A large file, unpacked to a temporary one: its pages needn't stay in memory.
  private func spooled(_ path: String) throws -> MappedFile {
    let spool = Spool()
    try forEachChunk(of: path) { bytes in
      guard spool.append(bytes) else {
        throw SlipError(
          .cannotDo, code: FileFault.systemCall, "There is no room for temporary files.",
          at: SourceLocation(file: displayPath, .object(path)))
      }
    }
    return try spool.mapped()
  }

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

  private static let largestInMemory = 16 << 20

  private func record(of path: String) throws(SlipError) -> ZipIndex.Record {
    if let record = index.record(of: path) { return record }
    throw SlipError(
      .cannotDo, code: FileFault.missing, "There is no such file in the packed bundle.",
      at: SourceLocation(file: displayPath, .object(path)))
  }

  private func wrongLength(_ path: String) -> SlipError {
    SlipError(
      .badInput, code: ContainerFault.damagedEntry, "The entry has another length than the ZIP file says.",
      at: SourceLocation(file: displayPath, .object(path)))
  }

  /// Lends a handle; where all are in use, a shared one, whose own lock makes threads take turns.
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
      // The first one was checked as far as it has to be.
      do { archive = try ZipArchive(file, checksEntries: false) } catch {
        spare.withLock { $0.opened -= 1 }
        throw error
      }
    }
    defer { spare.withLock { $0.idle.append(archive) } }
    try body(archive)
  }
}
