internal import SlipFiles
internal import SlipBase

/// Some bytes of a ZIP file, with access to little-endian numbers. A number that would reach beyond
/// the end is 0.
struct ZipBytes {
  /// The bytes.
  var bytes: ArraySlice<UInt8>

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The 16-bit number at an offset.
  func u16(_ offset: Int) -> Int { number(offset, 2) }
  /// The 32-bit number at an offset.
  func u32(_ offset: Int) -> Int { number(offset, 4) }
  /// The 64-bit number at an offset. It is negative where it is too large for any file.
  func u64(_ offset: Int) -> Int { number(offset, 8) }

  /// The number of `size` bytes at an offset.
  private func number(_ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset + size <= count else { return 0 }
    var value: UInt64 = 0
    for index in (0..<size).reversed() {
      value = value << 8 | UInt64(bytes[bytes.startIndex + offset + index])
    }
    return Int(truncatingIfNeeded: value)
  }
}

/// Reads a part of a file from its start to its end, with a buffer, so that small records need few
/// system calls.
///
/// Only the buffer is in memory, so a directory of millions of entries can be read with it.
struct ZipWindow {
  private let file: InputFile
  /// How many bytes are read at a time.
  private let size: Int
  /// The offset at which the part ends.
  private let end: Int
  /// The offset in the file at which `buffer` ends.
  private var next: Int
  /// Bytes that have been read from the file.
  private var buffer: [UInt8] = []
  /// How many bytes of the buffer were taken.
  private var position = 0

  /// Begins at `start`. Nothing from `end` on is read.
  init(_ file: InputFile, from start: Int, to end: Int, size: Int = 1 << 20) {
    (self.file, self.size, self.end, next) = (file, size, end, start)
  }

  /// The next `count` bytes; nil where there aren't as many.
  mutating func take(_ count: Int) throws(SlipError) -> ZipBytes? {
    if buffer.count - position < count, try !fill(count) { return nil }
    defer { position += count }
    return ZipBytes(bytes: buffer[position..<(position + count)])
  }

  /// Reads more, so that the buffer has at least `count` bytes. False where there aren't as many.
  private mutating func fill(_ count: Int) throws(SlipError) -> Bool {
    buffer.removeFirst(position)
    position = 0
    let wanted = min(max(size, count) - buffer.count, end - next)
    guard wanted > 0, buffer.count + wanted >= count else { return false }
    var part = [UInt8](repeating: 0, count: wanted)
    let (file, offset) = (file, next)
    let read = try slipErrors { try part.withUnsafeMutableBytes { try file.read(at: offset, into: $0) } }
    next += read
    buffer += part.prefix(read)
    return buffer.count >= count
  }
}
