/// Checks picture headers whose magic number is too short to be evidence by itself.
///
/// A text file may begin with `BM` as well, so the fields after it have to make sense, too.
enum BitmapHeader {
  /// Whether the header after a BMP's 14-byte file header has a size that exists: 12 and 16 or 64
  /// bytes for OS/2, 40, 108 and 124 for Windows 3, 4 and 5, and 52 and 56 as some programs write
  /// it.
  static func isKnownSize(_ size: Int?) -> Bool {
    [12, 16, 40, 52, 56, 64, 108, 124].contains(size)
  }

  /// Whether the data begin with a BITMAPINFOHEADER or one of its longer successors: a known size,
  /// one plane, an existing depth and an existing compression. This is a bitmap without file
  /// header, as `\dibitmap` in RTF holds it.
  static func isBareBitmap(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let size = bytes.little32(at: 0), [40, 52, 56, 108, 124].contains(size), bytes.count > size,
      let width = bytes.little32(at: 4), let height = bytes.little32(at: 8),
      bytes.little16(at: 12) == 1, let depth = bytes.little16(at: 14),
      let compression = bytes.little32(at: 16)
    else { return false }
    return width != 0 && height != 0 && [0, 1, 4, 8, 16, 24, 32].contains(depth) && compression <= 6
  }

  /// Whether an .ico file's directory makes sense: it has an entry, and the first picture begins
  /// after the directory and within the file.
  static func isIconDirectory(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let count = bytes.little16(at: 4), count > 0, bytes.count > 9, bytes[9] == 0,
      let length = bytes.little32(at: 14), let offset = bytes.little32(at: 18)
    else { return false }
    return length > 0 && offset >= 6 + 16 * count && offset < bytes.count
  }

  /// Whether a version 1 QuickDraw picture (PICT) at `offset` has a frame that is not empty: its
  /// top is above its bottom, and its left edge is left of its right one.
  static func isQuickDrawFrame(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    guard bytes.count >= offset + 12 else { return false }
    func coordinate(_ index: Int) -> Int16 {
      Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset + 2 + 2 * index, as: Int16.self))
    }
    return coordinate(0) < coordinate(2) && coordinate(1) < coordinate(3)
  }
}
