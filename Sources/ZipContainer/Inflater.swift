internal import CZLib

/// Inflates one raw deflate stream (RFC 1951).
///
/// libzip can inflate as well, but doesn't say whether bytes follow the stream.
final class Inflater {
  /// What a step has led to.
  enum Outcome {
    /// The stream continues: more input, or more room, is needed.
    case running
    /// The stream has ended. What is left of the input follows it.
    case ended
    /// The input is no deflate stream.
    case damaged
  }

  /// zlib's state. It stays at one address, because zlib keeps a pointer to it.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Creates an inflater; nil where memory is short.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // A negative window size means a stream without zlib's header.
    guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Inflates as much as both buffers allow.
  ///
  /// - Returns: How many bytes were taken from the start of `input`, how many were put into
  ///   `output`, and whether the stream continues.
  func run(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (taken: Int, made: Int, outcome: Outcome) {
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(clamping: output.count)
    let (given, room) = (stream.pointee.avail_in, stream.pointee.avail_out)
    let code = inflate(stream, Z_NO_FLUSH)
    let (taken, made) = (Int(given - stream.pointee.avail_in), Int(room - stream.pointee.avail_out))
    switch code {
    case Z_STREAM_END: return (taken, made, .ended)
    // Z_BUF_ERROR means that nothing could be done, because there is no input or no room.
    case Z_OK, Z_BUF_ERROR: return (taken, made, .running)
    default: return (taken, made, .damaged)
    }
  }
}

/// The CRC-32 of ZIP files (APPNOTE 4.4.7), computed over bytes that come in pieces.
struct ZipChecksum {
  /// The checksum of the bytes so far.
  private(set) var value: UInt32 = 0

  /// Appends bytes to those so far.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), base, bytes.count))
  }
}
