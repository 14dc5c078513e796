internal import CZLib

/// Inflates one raw deflate stream, and tells what lies behind it, which libzip doesn't.
final class Inflater {
  enum Outcome {
    /// More input is wanted.
    case running
    /// The stream has ended; all that is left of the input lies behind it.
    case ended
    case damaged
  }

  private let stream: UnsafeMutablePointer<z_stream>

  /// Nil when memory is short.
  init?() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // Negative: without a header of zlib.
    guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Takes from the beginning of `input` and appends to `output`; tells how much of both.
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
    // Nothing could be done: there is no input, or no room.
    case Z_OK, Z_BUF_ERROR: return (taken, made, .running)
    default: return (taken, made, .damaged)
    }
  }
}

/// CRC-32 as ZIP has it.
struct ZipChecksum {
  private(set) var value: UInt32 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), base, bytes.count))
  }
}
