internal import CZLib
internal import SlipBase

/// Deflates the entries of a new archive on all cores, a window of them ahead of libzip, which asks for one after the other.
///
/// Each entry is deflated by itself, so the bytes don't depend on the number of cores.
final class DeflateWindow {
  struct Packed: Sendable {
    var bytes: [UInt8]
    /// Of what was deflated.
    var size: Int
    var checksum: UInt32
  }

  /// Larger files are left to libzip, which deflates them piece by piece.
  static let largestEntry = 4 << 20
  private static let mostEntries = 512
  private static let mostBytes = 64 << 20

  private var entries: [(medium: ZipByteSource.Medium, length: Int)] = []
  /// Of the entries from `start` on.
  private var packed: [Result<Packed, SlipError>] = []
  private var start = 0

  /// The entry's place, by which it is asked for later.
  func add(_ medium: ZipByteSource.Medium, length: Int) -> Int {
    entries.append((medium, length))
    return entries.count - 1
  }

  func entry(_ index: Int) throws(SlipError) -> Packed {
    if !(start..<(start + packed.count)).contains(index) { fill(from: index) }
    return try packed[index - start].get()
  }

  private func fill(from index: Int) {
    var bytes = 0
    let window = entries[index...].prefix(DeflateWindow.mostEntries).prefix { entry in
      bytes += entry.length
      return bytes <= DeflateWindow.mostBytes
    }.map(\.medium)
    (start, packed) = (index, [])
    packed = Parallel.map(count: window.count, workers: Parallel.cores) { number in
      Result { () throws(SlipError) in try DeflateWindow.deflated(try window[number].bytes()) }
    }
  }

  /// A raw deflate stream, with the settings that libzip uses.
  private static func deflated(_ bytes: [UInt8]) throws(SlipError) -> Packed {
    var checksum = ZipChecksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    let isReady =
      deflateInit2_(
        &stream, 6, Z_DEFLATED, -15, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    guard isReady else { throw SlipError(.cannotDo, "Memory is short.") }
    defer { deflateEnd(&stream) }
    var input = bytes
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    let packed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: room)
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? room - Int(stream.avail_out) : 0
      }
    }
    guard !packed.isEmpty else { throw SlipError(.cannotDo, "An entry couldn't be deflated.") }
    return Packed(bytes: packed, size: bytes.count, checksum: checksum.value)
  }
}
