internal import SlipFiles
internal import SlipBase

/// Some bytes of a ZIP file, with its little-endian numbers. What lies outside counts as 0.
struct ZipBytes {
  var bytes: ArraySlice<UInt8>

  var count: Int { bytes.count }

  func u16(_ offset: Int) -> Int { number(offset, 2) }
  func u32(_ offset: Int) -> Int { number(offset, 4) }
  /// Negative where it is too large for any file.
  func u64(_ offset: Int) -> Int { number(offset, 8) }

  private func number(_ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset + size <= count else { return 0 }
    var value: UInt64 = 0
    for index in (0..<size).reversed() {
      value = value << 8 | UInt64(bytes[bytes.startIndex + offset + index])
    }
    return Int(truncatingIfNeeded: value)
  }
}

/// Reads a stretch of a file from its beginning, some at a time.
struct ZipWindow {
  private let file: InputFile
  private let size: Int
  private let end: Int
  /// Where `buffer` ends in the file.
  private var next: Int
  private var buffer: [UInt8] = []
  private var position = 0

  init(_ file: InputFile, from start: Int, to end: Int, size: Int = 1 << 20) {
    (self.file, self.size, self.end, next) = (file, size, end, start)
  }

  /// The next bytes; nil where there are not so many.
  mutating func take(_ count: Int) throws(SlipError) -> ZipBytes? {
    if buffer.count - position < count, try !fill(count) { return nil }
    defer { position += count }
    return ZipBytes(bytes: buffer[position..<(position + count)])
  }

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
