package import SlipFiles
internal import CLibZip
package import SlipBase
internal import Synchronization

/// One libzip handle, which only one thread may use at a time.
package final class ZipArchive: Sendable {
  private struct Handle: @unchecked Sendable {
    var zip: OpaquePointer
    var failure: ZipByteSource.Failure
  }

  /// An archive without entries.
  private static let leastLength = 22

  private let handle: Mutex<Handle>
  /// In messages.
  let path: String?

  /// - Parameter checksEntries: whether each entry's own header is compared with the directory, for which the whole file
  ///   is gone through.
  package convenience init(_ file: InputFile, checksEntries: Bool = true) throws(SlipError) {
    // libzip takes nothing behind the end. It is a finding (`PackSlack`), not a reason to leave a bundle unread.
    let end = try ZipDirectoryEnd(file)?.end ?? file.length
    try self.init(
      .input(file, length: end), length: file.length, path: file.path,
      flags: checksEntries ? ZIP_RDONLY | ZIP_CHECKCONS : ZIP_RDONLY
    ) { () throws(SlipError) in
      try ZipLayout(file)?.overlaps == true
    }
  }

  convenience init(_ bytes: [UInt8]) throws(SlipError) {
    try self.init(.made(length: bytes.count) { bytes }, length: bytes.count, path: nil) { false }
  }

  private init(
    _ medium: ZipByteSource.Medium, length: Int, path: String?, flags: Int32 = ZIP_RDONLY | ZIP_CHECKCONS,
    overlaps: () throws(SlipError) -> Bool
  ) throws(SlipError) {
    self.path = path
    guard length >= ZipArchive.leastLength else {
      throw SlipError(
        .badInput, code: ZipFault.badZip, "This is too short for a ZIP file.", at: SourceLocation(file: path))
    }
    let failure = ZipByteSource.Failure()
    guard let source = ZipByteSource.make(medium, failure) else {
      throw SlipError(.cannotDo, "Memory is short.", at: SourceLocation(file: path))
    }
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let opened = zip_open_from_source(source, flags, &error) else {
      zip_source_free(source)
      if let error = failure.error { throw error }
      let code =
        switch zip_error_code_zip(&error) {
        case ZIP_ER_EXISTS: ZipFault.duplicatePath
        case ZIP_ER_INCONS where try overlaps(): ZipFault.overlappingEntries
        default: ZipFault.badZip
        }
      throw SlipError(
        .badInput, code: code, "This is not a sound ZIP file: \(ZipArchive.text(&error)).",
        at: SourceLocation(file: path))
    }
    handle = Mutex(Handle(zip: opened, failure: failure))
  }

  deinit { handle.withLock { zip_discard($0.zip) } }

  /// Runs `body` while no other thread uses the handle.
  func withHandle<R: Sendable, E: Error>(_ body: (OpaquePointer) throws(E) -> R) throws(E) -> R {
    try handle.withLock { handle throws(E) in try body(handle.zip) }
  }

  /// Names of entries whose unpacked length is more than `ratio` times the packed one.
  package func entries(expandingMoreThan ratio: Int) -> Set<String> {
    withHandle { zip in
      var names: Set<String> = []
      var stat = zip_stat_t()
      for entry in 0..<max(0, zip_get_num_entries(zip, 0)) {
        guard zip_stat_index(zip, UInt64(entry), UInt32(ZIP_FL_ENC_RAW), &stat) == 0, let name = stat.name,
          ZipEntryRules.expands(Int(clamping: stat.size), Int(clamping: stat.comp_size), moreThan: ratio)
        else { continue }
        names.insert(String(cString: name))
      }
      return names
    }
  }

  /// Opens an entry for reading.
  package func open(_ index: Int, name: String) throws(SlipError) -> Entry {
    try handle.withLock { handle throws(SlipError) in
      var stat = zip_stat_t()
      let isKnown = zip_stat_index(handle.zip, UInt64(index), 0, &stat) == 0
      let isDeflated = isKnown && stat.comp_method == UInt16(ZIP_CM_DEFLATE)
      let inflater = isDeflated ? Inflater() : nil
      guard inflater != nil || !isDeflated else { throw failure(handle, ZIP_ER_MEMORY, name) }
      guard let file = zip_fopen_index(handle.zip, UInt64(index), isDeflated ? UInt32(ZIP_FL_COMPRESSED) : 0)
      else { throw failure(handle, zip_error_code_zip(zip_get_error(handle.zip)), name) }
      let raw = RawEntry(archive: self, name: name, file: file)
      return Entry(
        raw: raw,
        deflated: inflater.map { DeflatedEntry(raw: raw, inflater: $0, checksum: stat.crc) })
    }
  }

  /// A whole entry, no longer than the directory says, its checksum compared.
  func read(_ index: Int, name: String, size: Int) throws(SlipError) -> [UInt8] {
    let entry = try open(index, name: name)
    return try slipErrors {
      // One more than expected, so that the end is reached.
      try [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
        count = try entry.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  /// An entry that is being read. One thread at a time.
  package final class Entry: @unchecked Sendable {
    private let raw: RawEntry
    /// Nil for what is stored.
    private let deflated: DeflatedEntry?

    fileprivate init(raw: RawEntry, deflated: DeflatedEntry?) { (self.raw, self.deflated) = (raw, deflated) }

    /// Fills the buffer or reads up to the end, where the checksum is compared; gives the number of bytes.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
      if let deflated { return try deflated.read(into: buffer) }
      return try raw.read(into: buffer)
    }
  }

  /// An entry's bytes as they lie in the file.
  final class RawEntry {
    private let archive: ZipArchive
    private let name: String
    private let file: OpaquePointer

    fileprivate init(archive: ZipArchive, name: String, file: OpaquePointer) {
      (self.archive, self.name, self.file) = (archive, name, file)
    }

    deinit { archive.handle.withLock { _ in _ = zip_fclose(file) } }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
      var filled = 0
      while filled < buffer.count, let base = buffer.baseAddress {
        let count = archive.handle.withLock { _ in
          zip_fread(file, base + filled, UInt64(buffer.count - filled))
        }
        if count < 0 {
          throw failure(archive.handle.withLock { _ in zip_error_code_zip(zip_file_get_error(file)) })
        }
        if count == 0 { break }
        filled += Int(count)
      }
      return filled
    }

    func failure(_ code: Int32) -> SlipError {
      archive.handle.withLock { handle in archive.failure(handle, code, name) }
    }

    func fault(_ message: String) -> SlipError {
      SlipError(
        .badInput, code: ZipFault.damagedEntry, "The entry can't be read: \(message).",
        at: SourceLocation(file: archive.path, .object(name)))
    }
  }

  private func failure(_ handle: Handle, _ code: Int32, _ name: String) -> SlipError {
    if let error = handle.failure.error { return error }
    var error = zip_error_t()
    zip_error_init_with_code(&error, code)
    defer { zip_error_fini(&error) }
    return SlipError(
      .badInput, code: ZipFault.damagedEntry,
      "The entry can't be read: \(ZipArchive.text(&error)).",
      at: SourceLocation(file: path, .object(name)))
  }

  private static func text(_ error: inout zip_error_t) -> String {
    switch zip_error_code_zip(&error) {
    case ZIP_ER_EXISTS: "the same path occurs twice"
    case ZIP_ER_NOZIP: "it has no directory of entries"
    case ZIP_ER_INCONS: "its parts contradict each other"
    case ZIP_ER_CRC: "the checksum doesn't match"
    case ZIP_ER_EOF: "it ends too early"
    default: String(cString: zip_error_strerror(&error))
    }
  }
}
