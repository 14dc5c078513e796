internal import SlipRTF
internal import SlipBase

/// The attributes of the files in a flat RTFD: the entry `.` of a folder.
///
/// ```
/// u32 1 | u32 length | u32 n | n × (u32 length, name) | n × u32 16 | n × (u32 seconds since 1970 | u32 mode | 8 bytes)
/// ```
///
/// The seconds are the only date in the format.
struct FlatRTFDAttributes {
  /// When the text was written, or else the latest of all files; nil where that isn't known.
  private(set) var modified: Timestamp?

  /// The most files whose attributes are read.
  private static let most = 10_000

  /// Reads the attributes of the outermost folder.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - start: Where the record of the folder begins.
  init(_ bytes: UnsafeRawBufferPointer, from start: Int) {
    var reader = Reader(bytes: bytes, position: start)
    guard reader.number() == 3, let names = reader.names() else { return }
    var lengths: [Int] = []
    while lengths.count < names.count, let length = reader.number() { lengths.append(length) }
    guard lengths.count == names.count, let own = names.lastIndex(of: ".") else { return }
    reader.position += lengths[..<own].reduce(0, +)
    guard reader.number() == 1, reader.number() != nil, let files = reader.names() else { return }
    for _ in files { guard reader.number() == 16 else { return } }
    var times: [(name: String, seconds: Int)] = []
    for name in files {
      guard let seconds = reader.number() else { break }
      reader.position += 12
      if seconds > 0 { times.append((name, seconds)) }
    }
    let text = times.first { $0.name == RTFDWriter.textName }
    modified = (text ?? times.max { $0.seconds < $1.seconds }).map { Timestamp(seconds: Int64($0.seconds)) }
  }

  /// Reads numbers and names, and nothing behind the end.
  private struct Reader {
    /// The file.
    let bytes: UnsafeRawBufferPointer
    /// Where the next number begins; it may lie behind the end.
    var position: Int

    /// A number of 32 bits, the lowest byte first; nil at the end.
    mutating func number() -> Int? {
      guard position <= bytes.count - 4 else { return nil }
      defer { position += 4 }
      return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)))
    }

    /// A count and so many names; nil where the bytes end before.
    mutating func names() -> [String]? {
      guard let count = number(), count <= FlatRTFDAttributes.most else { return nil }
      var names: [String] = []
      while names.count < count {
        guard let length = number(), length <= bytes.count - position else { return nil }
        names.append(String(decoding: bytes[position..<position + length], as: UTF8.self))
        position += length
      }
      return names
    }
  }
}
