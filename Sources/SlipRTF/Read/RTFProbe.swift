/// Tells RTF from other bytes.
public enum RTFProbe {
  /// So many bytes show it.
  public static let window = 4_096 + 5

  /// True for `{\rtf` at the start, or behind a UTF-8 byte order mark and white space.
  public static func isRTF(_ bytes: UnsafeRawBufferPointer) -> Bool { start(of: bytes) != nil }

  /// Where `{\rtf` stands.
  static func start(of bytes: UnsafeRawBufferPointer) -> Int? {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while index < bytes.count, bytes[index] <= 0x20, index < 4_096 { index += 1 }
    guard bytes.count - index >= 5 else { return nil }
    return bytes[index..<(index + 5)].elementsEqual([0x7B, 0x5C, 0x72, 0x74, 0x66]) ? index : nil
  }
}
