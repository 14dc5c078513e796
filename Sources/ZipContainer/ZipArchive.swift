package import SlipFiles
package import SlipBase
internal import Synchronization

#if SLIP_ARCHIVES
  internal import CLibZip
#else
  internal import CLibZipNone
#endif

/// An open ZIP file.
///
/// Opening checks the file as a whole; `ZipIndex` then checks the single entries before any is
/// unpacked. A libzip handle may be used by one thread at a time, so a lock guards it. For reading
/// in parallel, open several archives of the same file.
package final class ZipArchive: Sendable {
  /// What the lock guards: libzip's handle, and the first error of its byte source.
  private struct Handle: @unchecked Sendable {
    var zip: OpaquePointer
    var failure: ZipByteSource.Failure
  }

  /// The length of the shortest ZIP file: the record that ends an empty directory (APPNOTE 4.3.16).
  private static let minimumLength = 22

  /// The handle and its lock.
  private let handle: Mutex<Handle>
  /// The file's path for messages; nil for one in memory.
  let path: String?

  /// Opens a ZIP file.
  ///
  /// - Parameters:
  ///   - file: The file. Bytes after its end record are ignored; they are reported by validation.
  ///   - checksEntries: Whether each entry's local header is compared with the directory. That
  ///     means a look at every part of the file.
  /// - Throws: `SlipError` with code `ZipCode.duplicatePath` where a name occurs twice,
  ///   `ZipCode.overlappingEntries` where entries overlap, and `ZipCode.badZip` for anything else
  ///   that is no sound ZIP file.
  package convenience init(_ file: InputFile, checksEntries: Bool = true) throws(SlipError) {
    // libzip refuses files with bytes after the end. Validation reports them (`PackSlack`), but they are no
    // reason not to read a bundle.
    let end = try ZipDirectoryEnd(file)?.end ?? file.length
    try self.init(
      .input(file, length: end), length: file.length, path: file.path,
      flags: checksEntries ? ZIP_RDONLY | ZIP_CHECKCONS : ZIP_RDONLY
    ) { () throws(SlipError) in
      try ZipLayout(file)?.overlaps == true
    }
  }

  /// Opens a ZIP file in memory.
  ///
  /// - Parameter checksEntries: As for a file.
  convenience init(_ bytes: [UInt8], checksEntries: Bool = true) throws(SlipError) {
    try self.init(
      .made(length: bytes.count) { bytes }, length: bytes.count, path: nil,
      flags: checksEntries ? ZIP_RDONLY | ZIP_CHECKCONS : ZIP_RDONLY
    ) { false }
  }

  /// Opens a ZIP file of any kind.
  ///
  /// - Parameter overlaps: Called where libzip finds a contradiction, to find out whether it is
  ///   entries that overlap.
  private init(
    _ medium: ZipByteSource.Medium, length: Int, path: String?, flags: Int32 = ZIP_RDONLY | ZIP_CHECKCONS,
    overlaps: () throws(SlipError) -> Bool
  ) throws(SlipError) {
    self.path = path
    guard length >= ZipArchive.minimumLength else {
      throw SlipError(
        .badInput, code: ZipCode.badZip, "This is too short for a ZIP file.", at: SourceLocation(file: path))
    }
    let failure = ZipByteSource.Failure()
    guard let source = ZipByteSource.make(medium, failure) else {
      throw SlipError(.cannotDo, "Out of memory.", at: SourceLocation(file: path))
    }
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let opened = zip_open_from_source(source, flags, &error) else {
      zip_source_free(source)
      if let error = failure.error { throw error }
      if let missing = ZipArchive.missing(&error, path) { throw missing }
      let code =
        switch zip_error_code_zip(&error) {
        case ZIP_ER_EXISTS: ZipCode.duplicatePath
        case ZIP_ER_INCONS where try overlaps(): ZipCode.overlappingEntries
        default: ZipCode.badZip
        }
      throw SlipError(
        .badInput, code: code, "This is not a valid ZIP file: \(ZipArchive.text(&error)).",
        at: SourceLocation(file: path))
    }
    handle = Mutex(Handle(zip: opened, failure: failure))
  }

  deinit { handle.withLock { zip_discard($0.zip) } }

  /// Calls `body` with libzip's handle while no other thread uses it.
  func withHandle<R: Sendable, E: Error>(_ body: (OpaquePointer) throws(E) -> R) throws(E) -> R {
    try handle.withLock { handle throws(E) in try body(handle.zip) }
  }

  /// The names of entries that unpack to more than `ratio` times their packed length, and to more
  /// than 1 MiB.
  package func entries(expandingMoreThan limits: Limits) -> Set<String> {
    withHandle { zip in
      var names: Set<String> = []
      var stat = zip_stat_t()
      for entry in 0..<max(0, zip_get_num_entries(zip, 0)) {
        guard zip_stat_index(zip, UInt64(entry), UInt32(ZIP_FL_ENC_RAW), &stat) == 0, let name = stat.name,
          ZipEntryRules.expands(
            Int(clamping: stat.size), Int(clamping: stat.comp_size),
            moreThan: limits.ratio(ofEntry: String(cString: name)))
        else { continue }
        names.insert(String(cString: name))
      }
      return names
    }
  }

  /// Opens an entry for reading.
  ///
  /// - Parameters:
  ///   - index: The entry's place in the directory, from 0.
  ///   - name: The entry's name for messages.
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

  /// The name and unpacked length of the only entry of an archive whose entry is encrypted; nil for any other archive.
  package var onlyEncrypted: (name: String, length: Int)? {
    withHandle { zip in
      var stat = zip_stat_t()
      guard zip_get_num_entries(zip, 0) == 1, zip_stat_index(zip, 0, 0, &stat) == 0,
        stat.encryption_method != UInt16(ZIP_EM_NONE), let name = stat.name
      else { return nil }
      return (String(cString: name), Int(clamping: stat.size))
    }
  }

  /// Opens the only entry of an archive with a passphrase.
  ///
  /// - Throws: `SlipError` with code `ZipCode.wrongPassphrase`.
  package func open(passphrase: String, name: String) throws(SlipError) -> Entry {
    try handle.withLock { handle throws(SlipError) in
      guard let file = zip_fopen_index_encrypted(handle.zip, 0, 0, passphrase) else {
        let code = zip_error_code_zip(zip_get_error(handle.zip))
        guard code == ZIP_ER_WRONGPASSWD || code == ZIP_ER_NOPASSWD else { throw failure(handle, code, name) }
        throw SlipError(
          .badInput, code: ZipCode.wrongPassphrase, "This isn't the passphrase of the file.",
          at: SourceLocation(file: path))
      }
      return Entry(raw: RawEntry(archive: self, name: name, file: file), deflated: nil)
    }
  }

  /// The bytes of a whole entry, no more than the directory says, checked against the checksum.
  func read(_ index: Int, name: String, size: Int) throws(SlipError) -> [UInt8] {
    let entry = try open(index, name: name)
    return try slipErrors {
      // Room for one byte more than expected, so that the end is reached and checked.
      try [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
        count = try entry.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  /// An entry that is being read, by one thread at a time.
  package final class Entry: @unchecked Sendable {
    /// The entry's bytes as they are in the file.
    private let raw: RawEntry
    /// Unpacks the bytes; nil for an entry that is stored.
    private let deflated: DeflatedEntry?

    fileprivate init(raw: RawEntry, deflated: DeflatedEntry?) { (self.raw, self.deflated) = (raw, deflated) }

    /// Reads until the buffer is full or the entry ends. At the end the checksum is compared.
    ///
    /// - Returns: The number of bytes read. It is less than the buffer's size only at the end.
    /// - Throws: `SlipError`, with code `ZipCode.damagedEntry` for a damaged entry.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
      if let deflated { return try deflated.read(into: buffer) }
      return try raw.read(into: buffer)
    }
  }

  /// The bytes of an entry as they are in the file: deflated, or stored.
  final class RawEntry {
    /// Kept alive as long as the entry is read.
    private let archive: ZipArchive
    /// The entry's name for messages.
    private let name: String
    /// libzip's handle of the entry.
    private let file: OpaquePointer

    fileprivate init(archive: ZipArchive, name: String, file: OpaquePointer) {
      (self.archive, self.name, self.file) = (archive, name, file)
    }

    deinit { archive.handle.withLock { _ in _ = zip_fclose(file) } }

    /// Reads until the buffer is full or the entry ends.
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

    /// The error for one of libzip's error codes.
    func failure(_ code: Int32) -> SlipError {
      archive.handle.withLock { handle in archive.failure(handle, code, name) }
    }

    /// The error for a damaged entry.
    ///
    /// - Parameter message: The end of the sentence "The entry can't be read: …".
    func fault(_ message: String) -> SlipError {
      SlipError(
        .badInput, code: ZipCode.damagedEntry, "The entry can't be read: \(message).",
        at: SourceLocation(file: archive.path, .object(name)))
    }
  }

  /// The error for a failed call; the byte source's own error where it has one, since libzip passes
  /// on only a number.
  private func failure(_ handle: Handle, _ code: Int32, _ name: String) -> SlipError {
    if let error = handle.failure.error { return error }
    var error = zip_error_t()
    zip_error_init_with_code(&error, code)
    defer { zip_error_fini(&error) }
    return SlipError(
      .badInput, code: ZipCode.damagedEntry,
      "The entry can't be read: \(ZipArchive.text(&error)).",
      at: SourceLocation(file: path, .object(name)))
  }

  /// The error of a program that was built without libzip; nil where libzip itself has failed.
  static func missing(_ error: inout zip_error_t, _ path: String?) -> SlipError? {
    guard zip_error_code_zip(&error) == ZIP_ER_OPNOTSUPP else { return nil }
    return SlipError(
      .cannotDo, "Cannot use ZIP files: this program was built without libzip.",
      at: SourceLocation(file: path))
  }

  /// The end of a sentence, in plain words for the common errors and in libzip's for the others.
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
