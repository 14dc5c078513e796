/// The header of a PNG file (PNG 3rd edition, 11.2.1): the IHDR chunk, and the orientation in an
/// eXIf chunk.
///
/// A file is a signature of 8 bytes and chunks. A chunk is its length, its name, its data, and a
/// checksum:
///
/// ```
/// 0    89 50 4E 47 0D 0A 1A 0A
/// 8    00 00 00 0D  IHDR
/// 16   width, height, depth, colour type, …
/// ```
enum PNGHeader {
  /// Where the first chunk begins, behind the signature.
  private static let firstChunk = 8
  /// The bit depths that each colour type allows.
  private static let depths: [Int: Set<Int>] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  /// Size, depth and orientation; nil when the IHDR chunk breaks the rules.
  static func read(_ bytes: ByteView) -> PictureHeader? {
    guard bytes.unsigned32(firstChunk) == 13, bytes.holds("IHDR", at: firstChunk + 4),
      let width = bytes.signed32(firstChunk + 8), let height = bytes.signed32(firstChunk + 12),
      let depth = bytes.byte(firstChunk + 16), let type = bytes.byte(firstChunk + 17),
      depths[type]?.contains(depth) == true
    else { return nil }
    return PictureHeader(width: width, height: height, orientation: orientation(bytes), bitDepth: depth)
  }

  /// The size of the pixels once they are inflated, as if they were not interlaced; 0 without a
  /// valid header.
  static func inflatedBytes(_ bytes: ByteView) -> Int {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]
    guard let header = read(bytes), let depth = header.bitDepth, let type = bytes.byte(firstChunk + 17),
      let count = channels[type]
    else { return 0 }
    // Sides are below 2^31, but their product with the bytes of a pixel may overflow.
    let row = (header.width * count * depth + 7) / 8 + 1
    return row.multipliedReportingOverflow(by: header.height).overflow ? .max : row * header.height
  }

  /// The orientation in the eXIf chunk, which the specification requires before the pixels.
  private static func orientation(_ bytes: ByteView) -> Orientation {
    var offset = firstChunk
    while let length = bytes.unsigned32(offset), !bytes.holds("IDAT", at: offset + 4) {
      if bytes.holds("eXIf", at: offset + 4), let exif = bytes.part(from: offset + 8, length: length) {
        return ExifOrientation.find(exif) ?? .topLeft
      }
      offset += 12 + length
    }
    return .topLeft
  }
}
