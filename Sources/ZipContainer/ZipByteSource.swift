package import SlipFiles
package import SlipBase

#if SLIP_ARCHIVES
  internal import CLibZip
#else
  internal import CLibZipNone
#endif

/// Connects libzip to files of this program: it gives libzip the bytes of an archive or of a file
/// to be packed, or takes the bytes of a new archive.
///
/// libzip calls it with commands (`zip_source_cmd_t`):
///
///     reading    OPEN, STAT, READ …, SEEK, TELL, CLOSE, FREE
///     writing    BEGIN_WRITE, WRITE …, SEEK_WRITE, TELL_WRITE, COMMIT_WRITE or ROLLBACK_WRITE
///
/// Each source has its own position, so several archive handles can share one open file. The object
/// belongs to libzip, and lives until the command `FREE`.
package final class ZipByteSource {
  /// Where bytes come from or go to.
  package enum Medium: Sendable {
    /// An archive for reading: the file's first `length` bytes.
    case input(InputFile, length: Int)
    /// A file to be packed. It is opened only while libzip reads it, because a bundle may have more
    /// files than a process may open.
    case payload(path: String, beneath: DirectoryHandle)
    /// A new archive.
    case output(AtomicFile)
    /// Bytes that are computed, or read from another archive, when libzip asks for them.
    case made(length: Int, bytes: @Sendable () throws(SlipError) -> [UInt8])

    /// All bytes of a file to be packed.
    func bytes() throws(SlipError) -> [UInt8] {
      switch self {
      case .made(_, let bytes): return try bytes()
      case .payload(let path, let directory):
        return try MappedFile(path, beneath: directory).withBytes { Array($0) }
      case .input, .output: return []
      }
    }

    /// The first bytes of a file to be packed, at most `count`.
    func beginning(_ count: Int) throws(SlipError) -> [UInt8] {
      guard case .payload(let path, let directory) = self else { return Array(try bytes().prefix(count)) }
      return try InputFile(path, beneath: directory).beginning(count)
    }
  }

  /// Holds the first error of a whole archive, because libzip passes on only numbers.
  package final class Failure {
    /// The first error; nil as long as all is well.
    package var error: SlipError?
  }

  /// Where the bytes come from or go to.
  private let medium: Medium
  /// For an entry that is deflated ahead, the window and the entry's index in it.
  private let window: (DeflateWindow, entry: Int)?
  /// Where errors are left for the caller.
  private let failure: Failure
  /// The file that is being read.
  private var opened: InputFile?
  /// The bytes that are being read, where they don't come from a file.
  private var content: [UInt8] = []
  /// The position in bytes.
  private var offset: Int64 = 0
  /// libzip's own error of this source.
  private var error = zip_error_t()

  private init(_ medium: Medium, _ window: (DeflateWindow, entry: Int)?, _ failure: Failure) {
    self.medium = medium
    self.window = window
    self.failure = failure
    zip_error_init(&error)
  }

  deinit { zip_error_fini(&error) }

  /// Creates a source for libzip.
  ///
  /// libzip owns it from then on and frees it. The caller frees it only where libzip refuses it.
  ///
  /// - Returns: The source; nil where memory is short.
  static func make(
    _ medium: Medium, window: (DeflateWindow, entry: Int)? = nil, _ failure: Failure
  ) -> OpaquePointer? {
    let object = Unmanaged.passRetained(ZipByteSource(medium, window, failure))
    let source = zip_source_function_create(
      { user, data, length, command in
        guard let user else { return -1 }
        let object = Unmanaged<ZipByteSource>.fromOpaque(user)
        if command == ZIP_SOURCE_FREE {
          object.release()
          return 0
        }
        return object.takeUnretainedValue().handle(command, data, length)
      }, object.toOpaque(), nil)
    if source == nil { object.release() }
    return source
  }

  /// Carries out a command of libzip's. The result depends on the command; -1 means an error.
  ///
  /// An error of this program can't pass through libzip, which knows only numbers. It is left in
  /// `failure`, from where the caller of libzip takes it.
  private func handle(_ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ length: UInt64)
    -> Int64
  {
    do throws(SlipError) {
      switch command {
      case ZIP_SOURCE_OPEN:
        if let (window, entry) = window {
          content = try window.entry(entry).bytes
        } else {
          opened = try open()
          if case .made(_, let bytes) = medium { content = try bytes() }
        }
        offset = 0
        return 0
      case ZIP_SOURCE_CLOSE:
        opened = nil
        content = []
        return 0
      case ZIP_SOURCE_READ: return try read(data, length)
      case ZIP_SOURCE_STAT: return try fillStat(data, length)
      case ZIP_SOURCE_ERROR: return zip_error_to_data(&error, data, length)
      case ZIP_SOURCE_SEEK: return seek(data, length, end: UInt64(extent))
      case ZIP_SOURCE_TELL, ZIP_SOURCE_TELL_WRITE: return offset
      case ZIP_SOURCE_SUPPORTS: return supported
      case ZIP_SOURCE_BEGIN_WRITE:
        offset = 0
        return 0
      case ZIP_SOURCE_WRITE: return try write(data, length)
      case ZIP_SOURCE_SEEK_WRITE: return seek(data, length, end: UInt64(written))
      // The owner of the output commits or abandons it, not libzip.
      case ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_REMOVE: return 0
      default: return fail(ZIP_ER_OPNOTSUPP)
      }
    } catch {
      if failure.error == nil { failure.error = error }
      return fail(ZIP_ER_READ)
    }
  }

  /// The set of commands that the source understands, as libzip wants it: a bit for each.
  private var supported: Int64 {
    func mask(_ commands: [zip_source_cmd_t]) -> Int64 { commands.reduce(0) { $0 | 1 << Int64($1.rawValue) } }
    let reading = mask([
      ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
      ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
    ])
    guard case .output = medium else { return reading }
    return reading
      | mask([
        ZIP_SOURCE_BEGIN_WRITE, ZIP_SOURCE_COMMIT_WRITE, ZIP_SOURCE_ROLLBACK_WRITE, ZIP_SOURCE_WRITE,
        ZIP_SOURCE_SEEK_WRITE, ZIP_SOURCE_TELL_WRITE, ZIP_SOURCE_REMOVE,
      ])
  }

  /// The number of bytes that can be read.
  private var extent: Int {
    if case .input(_, let length) = medium { length } else { opened?.length ?? content.count }
  }

  /// The number of bytes written so far.
  private var written: Int {
    if case .output(let file) = medium { file.length } else { 0 }
  }

  /// Opens the file to be read; nil where the bytes don't come from a file.
  private func open() throws(SlipError) -> InputFile? {
    switch medium {
    case .input(let file, _): return file
    case .payload(let path, let directory): return try InputFile(path, beneath: directory)
    case .output, .made: return nil
    }
  }

  /// Gives libzip the next bytes.
  private func read(_ data: UnsafeMutableRawPointer?, _ count: UInt64) throws(SlipError) -> Int64 {
    guard let data else { return fail(ZIP_ER_INVAL) }
    let count = min(Int(clamping: count), max(0, extent - Int(offset)))
    let buffer = UnsafeMutableRawBufferPointer(start: data, count: count)
    let taken: Int
    if let opened {
      taken = try opened.read(at: Int(offset), into: buffer)
    } else {
      let piece = content.dropFirst(Int(offset)).prefix(buffer.count)
      buffer.copyBytes(from: piece)
      taken = piece.count
    }
    offset += Int64(taken)
    return Int64(taken)
  }

  /// Takes bytes from libzip.
  private func write(_ data: UnsafeMutableRawPointer?, _ length: UInt64) throws(SlipError) -> Int64 {
    guard case .output(let file) = medium else { return fail(ZIP_ER_OPNOTSUPP) }
    let bytes = UnsafeRawBufferPointer(start: data, count: Int(clamping: length))
    try file.write(bytes, at: Int(offset))
    offset += Int64(bytes.count)
    return Int64(bytes.count)
  }

  /// Moves the position as libzip asks.
  private func seek(_ data: UnsafeMutableRawPointer?, _ length: UInt64, end: UInt64) -> Int64 {
    let position = zip_source_seek_compute_offset(UInt64(clamping: offset), end, data, length, &error)
    guard position >= 0 else { return -1 }
    offset = position
    return 0
  }

  /// Tells libzip the length. For an entry that is deflated already, it is also told the packed
  /// length, the method and the checksum, so that it copies the bytes as they are.
  private func fillStat(_ data: UnsafeMutableRawPointer?, _ length: UInt64) throws(SlipError) -> Int64 {
    guard let data, length >= UInt64(MemoryLayout<zip_stat_t>.size) else { return fail(ZIP_ER_INVAL) }
    let stat = data.assumingMemoryBound(to: zip_stat_t.self)
    zip_stat_init(stat)
    if let (window, entry) = window {
      let packed = try window.entry(entry)
      stat.pointee.size = UInt64(packed.size)
      stat.pointee.comp_size = UInt64(packed.bytes.count)
      stat.pointee.comp_method = UInt16(ZIP_CM_DEFLATE)
      stat.pointee.crc = packed.checksum
      stat.pointee.valid |= UInt64(
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_CRC)
      return Int64(MemoryLayout<zip_stat_t>.size)
    }
    let length: Int
    switch medium {
    case .input(_, let known), .made(let known, _): length = known
    case .payload:
      let file = if let opened { opened } else { try open() }
      length = file?.length ?? 0
    case .output: length = written
    }
    stat.pointee.size = UInt64(length)
    stat.pointee.valid |= UInt64(ZIP_STAT_SIZE)
    return Int64(MemoryLayout<zip_stat_t>.size)
  }

  /// Records an error number for libzip.
  private func fail(_ code: Int32) -> Int64 {
    zip_error_set(&error, code, 0)
    return -1
  }
}
