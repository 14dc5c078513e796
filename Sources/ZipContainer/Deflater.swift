internal import CZLib
package import SlipBase
internal import Synchronization

/// What an entry of an archive holds.
struct PackedEntry: Sendable {
  /// A raw deflate stream.
  var bytes: [UInt8]
  /// Of what was deflated.
  var size: Int
  var checksum: UInt32
}

/// Deflates one thing after the other with the settings that libzip uses. Its working memory, a quarter of a megabyte, takes
/// longer to get than a note takes to deflate.
private final class Deflater {
  /// zlib keeps its address.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil when memory is short.
  init?() {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    let isReady =
      deflateInit2_(
        stream, 6, Z_DEFLATED, -15, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    guard isReady else {
      stream.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// A raw deflate stream; nil when zlib fails.
  func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    guard deflateReset(stream) == Z_OK else { return nil }
    var input = bytes
    let room = Int(deflateBound(stream, UInt(bytes.count)))
    let packed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(clamping: room)
        count = deflate(stream, Z_FINISH) == Z_STREAM_END ? room - Int(stream.pointee.avail_out) : 0
      }
    }
    return packed.isEmpty ? nil : packed
  }
}

/// Deflaters for as many threads as ask for one.
final class DeflaterPool: Sendable {
  /// Each is in the hands of one thread at a time.
  private struct Free: @unchecked Sendable {
    var deflaters: [Deflater] = []
  }

  private let free = Mutex(Free())

  func packed(_ bytes: [UInt8]) throws(SlipError) -> PackedEntry {
    guard let deflater = free.withLock({ $0.deflaters.popLast() }) ?? Deflater() else {
      throw SlipError(.cannotDo, "Memory is short.")
    }
    defer { free.withLock { [deflater = Lent(deflater)] in $0.deflaters.append(deflater.deflater) } }
    guard let packed = deflater.deflated(bytes) else {
      throw SlipError(.cannotDo, "An entry couldn't be deflated.")
    }
    var checksum = ZipChecksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    return PackedEntry(bytes: packed, size: bytes.count, checksum: checksum.value)
  }

  private struct Lent: @unchecked Sendable {
    let deflater: Deflater
    init(_ deflater: Deflater) { self.deflater = deflater }
  }
}

extension ZipByteSource.Medium {
  /// Whether to deflate it gains at least one byte in fifty, as its first 64 KiB tell.
  package func deflatePays() throws(SlipError) -> Bool {
    let sample = try beginning(64 << 10)
    guard let packed = Deflater()?.deflated(sample) else { return true }
    return packed.count + sample.count / 50 < sample.count
  }
}
