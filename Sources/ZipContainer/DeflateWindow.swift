internal import CZLib
package import SlipBase

/// Deflates the entries of a new archive on all cores, ahead of libzip, which asks for one entry
/// after the other.
///
/// Entries are deflated in windows of at most 512 entries and 64 MiB, so memory is bounded. Each
/// entry is deflated by itself, so the archive's bytes don't depend on the number of cores.
final class DeflateWindow {
  /// The largest entry that is deflated ahead, in bytes. libzip deflates larger ones piece by
  /// piece.
  static let largestEntry = 4 << 20
  /// The largest number of entries in a window.
  private static let maxEntries = 512
  /// The largest number of unpacked bytes in a window.
  private static let maxBytes = 64 << 20

  /// All entries in the order in which libzip will ask for them.
  private var entries: [(medium: ZipByteSource.Medium, length: Int)] = []
  /// The deflated entries of the current window, from `start` on.
  private var packed: [Result<PackedEntry, SlipError>] = []
  /// The index of the window's first entry.
  private var start = 0

  /// Adds an entry.
  ///
  /// - Returns: The index by which it is asked for later.
  func add(_ medium: ZipByteSource.Medium, length: Int) -> Int {
    entries.append((medium, length))
    return entries.count - 1
  }

  /// The deflated entry at an index. Where it isn't in the current window, a new window is deflated
  /// that begins with it.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  func entry(_ index: Int) throws(SlipError) -> PackedEntry {
    if !(start..<(start + packed.count)).contains(index) { fill(from: index) }
    return try packed[index - start].get()
  }

  /// Deflates the window that begins at an index.
  private func fill(from index: Int) {
    var bytes = 0
    let window = entries[index...].prefix(DeflateWindow.maxEntries).prefix { entry in
      bytes += entry.length
      return bytes <= DeflateWindow.maxBytes
    }.map(\.medium)
    (start, packed) = (index, [])
    packed = Parallel.map(count: window.count, workers: Parallel.cores) { number in
      Result { () throws(SlipError) in try PackedEntry(deflating: window[number].bytes()) }
    }
  }
}

/// The deflated contents of an entry of an archive.
struct PackedEntry: Sendable {
  /// A raw deflate stream, without a header of zlib or gzip.
  var bytes: [UInt8]
  /// The number of bytes before deflating.
  var size: Int
  /// The CRC-32 of the bytes before deflating.
  var checksum: UInt32

  /// Deflates some bytes at once, with level 6 as libzip does, so that both ways give the same
  /// archive.
  ///
  /// - Throws: `SlipError` where memory is short.
  init(deflating bytes: [UInt8]) throws(SlipError) {
    var checksum = ZipChecksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    (size, self.checksum) = (bytes.count, checksum.value)
    var stream = z_stream()
    let ready = deflateInit2_(
      &stream, 6, Z_DEFLATED, -15, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard ready == Z_OK else { throw SlipError(.cannotDo, "Out of memory.") }
    defer { deflateEnd(&stream) }
    var input = bytes
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    self.bytes = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: room)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? room - Int(stream.avail_out) : 0
      }
    }
    guard !self.bytes.isEmpty else { throw SlipError(.cannotDo, "An entry could not be compressed.") }
  }
}

/// Whether packing is worth it.
extension ZipByteSource.Medium {
  /// Whether deflating makes a file smaller by at least 2 %, judged by its first 64 KiB. Pictures
  /// and sound are compressed already and are stored.
  ///
  /// - Throws: `SlipError` where the file can't be read.
  package func deflatePays() throws(SlipError) -> Bool {
    let packed = try PackedEntry(deflating: beginning(64 << 10))
    return packed.bytes.count + packed.size / 50 < packed.size
  }
}
