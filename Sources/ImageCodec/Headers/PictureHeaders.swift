/// What a reader of headers finds. Sizes may still be 0 or negative.
struct PictureHeader {
  /// The number of columns.
  var width: Int
  /// The number of rows.
  var height: Int
  /// How to turn the picture to show it.
  var orientation = Orientation.topLeft
  /// Bits for each sample; nil when the header doesn't say.
  var bitDepth: Int?
}

/// Sizes of Windows metafiles, in pixels at 96 pixels an inch.
enum MetafileHeader {
  /// The resolution of a screen, by which browsers show vector pictures, too.
  private static let pixelsPerInch = 96

  /// The placeable header before a metafile ([MS-WMF], section 2.3.2.3), which gives bounds and
  /// units per inch. A metafile without it has no size.
  static func readPlaceable(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    guard view.unsigned32(0) == 0x9AC6_CDD7, let left = view.signed16(6), let top = view.signed16(8),
      let right = view.signed16(10), let bottom = view.signed16(12), let unitsPerInch = view.unsigned16(14),
      unitsPerInch > 0
    else { return nil }
    return PictureHeader(
      width: pixels(abs(right - left), perInch: unitsPerInch),
      height: pixels(abs(bottom - top), perInch: unitsPerInch))
  }

  /// The frame of an enhanced metafile, in hundredths of a millimetre ([MS-EMF], section 2.2.9).
  static func readEnhanced(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    guard let left = view.signed32(24), let top = view.signed32(28), let right = view.signed32(32),
      let bottom = view.signed32(36)
    else { return nil }
    return PictureHeader(
      width: pixels(right - left, perInch: 2540), height: pixels(bottom - top, perInch: 2540))
  }

  /// A length in pixels, rounded; 0 for a negative one.
  private static func pixels(_ units: Int, perInch: Int) -> Int {
    units <= 0 ? 0 : max(1, (units * pixelsPerInch + perInch / 2) / perInch)
  }
}

/// Headers of Windows and OS/2 bitmaps.
///
/// BMP files begin with a file header of 14 bytes. In RTF (`\dibitmap`) and in metafiles it is
/// missing.
enum BMPHeader {
  /// The length of the file header in bytes.
  private static let fileHeader = 14

  /// The header of a BMP file, which begins with a file header.
  static func readFile(_ bytes: ByteView) -> PictureHeader? {
    bytes.part(from: fileHeader).flatMap(readBare)
  }

  /// The header of a bitmap without a file header.
  ///
  /// `BITMAPCOREHEADER` has sizes of 16 bits, all later headers have 32. A negative height means
  /// that the top row comes first.
  static func readBare(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    if view.unsigned32(0) == 12 {
      guard let width = view.unsigned16(4), let height = view.unsigned16(6) else { return nil }
      return PictureHeader(width: width, height: height, bitDepth: view.unsigned16(10))
    }
    guard let width = view.signed32(4), let height = view.signed32(8) else { return nil }
    return PictureHeader(width: width, height: abs(height), bitDepth: view.unsigned16(14))
  }
}

/// The header of a GIF file.
enum GIFHeader {
  /// The size of the logical screen (GIF89a, 18).
  static func read(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    guard let width = view.unsigned16(6), let height = view.unsigned16(8) else { return nil }
    return PictureHeader(width: width, height: height)
  }
}

/// The first chunk of a WebP file: lossy (RFC 6386, 9.1), lossless (RFC 9649, 3.4) or extended (RFC
/// 9649, 2.7).
///
/// A file is a RIFF container. Its first chunk begins at byte 12 with a name: `VP8 `, `VP8L` or
/// `VP8X`.
enum WebPHeader {
  /// Where the data of the first chunk begins, behind the headers of the file and the chunk.
  private static let data = 20

  /// The size in the first chunk; nil for an unknown one.
  static func read(_ bytes: ByteView) -> PictureHeader? {
    let view = bytes.reading(.little)
    if view.holds("VP8 ", at: 12) { return lossy(view) }
    if view.holds("VP8L", at: 12) { return lossless(view) }
    if view.holds("VP8X", at: 12) { return extended(view) }
    return nil
  }

  /// The size of a lossy picture: two numbers of 14 bits behind the start code.
  private static func lossy(_ view: ByteView) -> PictureHeader? {
    guard view.holds("\u{1}\u{2A}", at: data + 4), view.byte(data + 3) == 0x9D,
      let width = view.unsigned16(data + 6), let height = view.unsigned16(data + 8)
    else { return nil }
    return PictureHeader(width: width & 0x3FFF, height: height & 0x3FFF, bitDepth: 8)
  }

  /// The size of a lossless picture: two numbers of 14 bits, less 1, in a row.
  private static func lossless(_ view: ByteView) -> PictureHeader? {
    guard view.byte(data) == 0x2F, let bits = view.unsigned32(data + 1) else { return nil }
    return PictureHeader(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, bitDepth: 8)
  }

  /// The size of the canvas: two numbers of 24 bits, less 1.
  private static func extended(_ view: ByteView) -> PictureHeader? {
    guard let width = view.unsigned32(data + 3), let low = view.unsigned16(data + 7),
      let high = view.byte(data + 9)
    else { return nil }
    // The number read for the width begins a byte early and ends where the width does.
    return PictureHeader(
      width: (width >> 8) & 0xFF_FFFF + 1, height: (low | high << 16) + 1, bitDepth: 8)
  }
}
