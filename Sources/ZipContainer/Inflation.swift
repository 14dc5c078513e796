/// Unpacks deflated bytes that are no entry of a ZIP file, in memory and up to a limit.
package enum Inflation {
  /// What stands around the deflated bytes.
  package enum Wrapping: Sendable {
    /// Nothing (RFC 1951).
    case none
    /// The head and the end of gzip (RFC 1952).
    case gzip
    /// The head and the end of zlib (RFC 1950).
    case zlib
  }

  /// The unpacked bytes.
  package struct Result: Sendable {
    /// The bytes, or those before the fault.
    package var bytes: [UInt8]
    /// Whether the packed bytes end properly. If not, they are damaged or cut off, or give more
    /// bytes than the limit.
    package var isComplete: Bool
    /// How many of the packed bytes belong to the packed data, with its head and its checksum. What follows is
    /// something else.
    package var taken = 0
  }

  /// Unpacks bytes. What follows them is ignored, and so are checksums.
  ///
  /// - Parameter limit: The largest number of bytes that result.
  /// - Returns: nil where the head is not that of the wrapping, or memory is short.
  package static func unpack(_ packed: [UInt8], _ wrapping: Wrapping, limit: Int) -> Result? {
    let start: Int? =
      switch wrapping {
      case .none: 0
      case .gzip: gzipHead(packed)
      case .zlib: packed.count > 2 && packed[0] & 0xF == 8 && packed[1] & 0x20 == 0 ? 2 : nil
      }
    guard let start, let inflater = Inflater() else { return nil }
    var input = packed
    var result = Result(bytes: [], isComplete: false)
    var position = start
    var room = min(limit, max(4_096, packed.count * 4))
    while position <= packed.count {
      let filled = result.bytes.count
      result.bytes.append(contentsOf: repeatElement(0, count: room))
      let (taken, made, outcome) = input.withUnsafeMutableBytes { input in
        result.bytes.withUnsafeMutableBytes { output in
          inflater.run(
            UnsafeMutableRawBufferPointer(rebasing: input[position...]),
            into: UnsafeMutableRawBufferPointer(rebasing: output[filled...]))
        }
      }
      result.bytes.removeLast(room - made)
      position += taken
      result.isComplete = outcome == .ended
      if outcome != .running || taken == 0 && made == 0 || result.bytes.count >= limit { break }
      room = min(limit - result.bytes.count, max(4_096, result.bytes.count))
    }
    let end = wrapping == .none ? 0 : wrapping == .zlib ? 4 : 8
    result.taken = result.isComplete ? min(packed.count, position + end) : position
    return result
  }

  /// The length of gzip's head; nil where the bytes have none.
  private static func gzipHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 18, bytes.starts(with: [0x1F, 0x8B, 8]) else { return nil }
    let flags = bytes[3]
    var position = 10
    if flags & 4 != 0 { position += 2 + Int(bytes[10]) + Int(bytes[11]) << 8 }
    for flag in [UInt8(8), 16] where flags & flag != 0 {
      guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { return nil }
      position = end + 1
    }
    if flags & 2 != 0 { position += 2 }
    return position < bytes.count ? position : nil
  }
}
