internal import CZLib
package import SlipBase

/// What an entry of an archive holds.
struct PackedEntry: Sendable {
  /// A raw deflate stream.
  var bytes: [UInt8]
  /// Of what was deflated.
  var size: Int
  var checksum: UInt32

  /// Deflates with the settings that libzip uses.
  init(deflating bytes: [UInt8]) throws(SlipError) {
    var checksum = ZipChecksum()
    bytes.withUnsafeBytes { checksum.update($0) }
    (size, self.checksum) = (bytes.count, checksum.value)
    var stream = z_stream()
    let ready = deflateInit2_(
      &stream, 6, Z_DEFLATED, -15, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard ready == Z_OK else { throw SlipError(.cannotDo, "Memory is short.") }
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
    guard !self.bytes.isEmpty else { throw SlipError(.cannotDo, "An entry couldn't be deflated.") }
  }
}

extension ZipByteSource.Medium {
  /// Whether to deflate it gains at least one byte in fifty, as its first 64 KiB tell.
  package func deflatePays() throws(SlipError) -> Bool {
    let packed = try PackedEntry(deflating: beginning(64 << 10))
    return packed.bytes.count + packed.size / 50 < packed.size
  }
}
