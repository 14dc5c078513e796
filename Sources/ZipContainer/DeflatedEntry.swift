internal import CLibZip
internal import SlipBase

/// A deflated entry that is being read. Its checksum must match, and nothing may lie behind its stream.
final class DeflatedEntry {
  private let raw: ZipArchive.RawEntry
  private let inflater: Inflater
  private let expected: UInt32
  private var checksum = ZipChecksum()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
  /// What of the buffer is to be inflated.
  private var pending = 0..<0
  private var hasEnded = false

  init(raw: ZipArchive.RawEntry, inflater: Inflater, checksum: UInt32) {
    (self.raw, self.inflater, expected) = (raw, inflater, checksum)
  }

  deinit { buffer.deallocate() }

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

  private func end() throws(SlipError) {
    hasEnded = true
    let rest = pending.isEmpty ? try raw.read(into: buffer) : pending.count
    guard rest == 0 else { throw raw.fault("bytes lie behind its data") }
    guard checksum.value == expected else { throw raw.failure(ZIP_ER_CRC) }
  }
}
