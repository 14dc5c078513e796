/// Plausibility of picture headers whose magic number alone is too weak.
enum BitmapHeader {
  /// Sizes of the header that follows a BMP's file header: OS/2 1 and 2, Windows 3, 4, 5 and two odd ones.
  static func isKnownSize(_ size: Int?) -> Bool {
    [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
  }

  /// A BITMAPINFOHEADER or its longer kin: size, one plane, a depth that exists, a compression that exists.
  static func isBareBitmap(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let size = bytes.little32(at: 0), [40, 52, 56, 108, 124].contains(size), bytes.count > size,
      let width = bytes.little32(at: 4), let height = bytes.little32(at: 8),
      bytes.little16(at: 12) == 1, let depth = bytes.little16(at: 14),
      let compression = bytes.little32(at: 16)
    else { return false }
    return width != 0 && height != 0 && [0, 1, 4, 8, 16, 24, 32].contains(depth) && compression <= 6
  }

  /// The directory of an .ico file: at least one entry, whose picture lies behind the directory.
  static func isIconDirectory(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let count = bytes.little16(at: 4), count > 0, bytes.count > 9, bytes[9] == 0,
      let length = bytes.little32(at: 14), let offset = bytes.little32(at: 18)
    else { return false }
    return length > 0 && offset >= 6 + 16 * count && offset < bytes.count
  }

  /// Length and frame of a version 1 QuickDraw picture: top < bottom and left < right.
  static func isQuickDrawFrame(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard bytes.count >= offset + 12 else { return false }
    func coordinate(_ index: Int) -> Int16 {
      Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 2 + 2 * index, as: Int16.self))
    }
    return coordinate(0) < coordinate(2) && coordinate(1) < coordinate(3)
  }
}
