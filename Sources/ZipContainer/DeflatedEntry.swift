internal import SlipBase

#if SLIP_ARCHIVES
  internal import CLibZip
#else
  internal import CLibZipNone
#endif

/// Reads a deflated entry and checks it more strictly than libzip: its checksum must match, and
/// nothing may follow its deflate stream.
///
/// Bytes after the stream, but within the entry, would be hidden from every program that unpacks
/// the file.
final class DeflatedEntry {
  /// The entry's bytes as they are in the file.
  private let raw: ZipArchive.RawEntry
  /// Unpacks these bytes.
  private let inflater: Inflater
  /// The CRC-32 that the directory gives.
  private let expected: UInt32
  /// The CRC-32 of the bytes so far.
  private var checksum = ZipChecksum()
  /// Packed bytes that have been read.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
  /// The part of the buffer that is still to be inflated.
  private var pending = 0..<0
  /// Whether the end of the stream was reached and checked.
  private var hasEnded = false

  /// Begins to read an entry.
  init(raw: ZipArchive.RawEntry, inflater: Inflater, checksum: UInt32) {
    (self.raw, self.inflater, expected) = (raw, inflater, checksum)
  }

  deinit { buffer.deallocate() }

  /// Reads unpacked bytes, until the buffer is full or the entry ends. At the end, everything is
  /// checked.
  ///
  /// - Returns: The number of bytes read. It is less than the buffer's size only at the end.
  /// - Throws: `SlipError`, with code `ZipCode.damagedEntry` for a damaged entry.
  func read(into output: UnsafeMutableRawBufferPointer) throws(SlipError) -> Int {
    var filled = 0
    while filled < output.count, !hasEnded {
      if pending.isEmpty { pending = 0..<(try raw.read(into: buffer)) }
      let isLast = pending.isEmpty
      let room = UnsafeMutableRawBufferPointer(rebasing: output[filled...])
      let (taken, made, outcome) = inflater.run(
        UnsafeMutableRawBufferPointer(rebasing: buffer[pending]), into: room)
      checksum.update(UnsafeRawBufferPointer(rebasing: room[..<made]))
      pending = (pending.lowerBound + taken)..<pending.upperBound
      filled += made
      switch outcome {
      case .running: if isLast, made == 0 { throw raw.failure(ZIP_ER_EOF) }
      case .damaged: throw raw.failure(ZIP_ER_ZLIB)
      case .ended: try end()
      }
    }
    return filled
  }

  /// Checks that nothing follows the stream and that the checksum matches.
  private func end() throws(SlipError) {
    hasEnded = true
    let rest = pending.isEmpty ? try raw.read(into: buffer) : pending.count
    guard rest == 0 else { throw raw.fault("extra bytes follow its data") }
    guard checksum.value == expected else { throw raw.failure(ZIP_ER_CRC) }
  }
}
