public import SlipBase

/// Reads the header of a picture: its type, size and orientation. It decodes no pixel.
///
/// It reads PNG, JPEG, GIF, BMP, bare bitmaps, WebP, TIFF, StarView metafiles, and Windows metafiles with a size
/// of their own. The type is decided by the content; file names and claimed types don't matter.
///
/// ```
/// let facts = ImageProbe.probe(bytes)   // image/jpeg, 4032 × 3024, .rightTop
/// facts?.shownWidth                     // 3024
/// ```
public enum ImageProbe {
  /// What the header says.
  ///
  /// It accepts any bytes. The result is nil when the type has no size that can be read here, when
  /// the header is cut off or breaks the rules of its format, and when a side is 0 or beyond 2³¹ −
  /// 1. A size doesn't imply that the pixels are there.
  public static func probe(_ bytes: UnsafeRawBufferPointer) -> ImageFacts? {
    let type = MediaType.sniff(bytes)
    guard let read = readers[type], let header = read(ByteView(bytes)) else { return nil }
    let sides = 1...Int(Int32.max)
    guard sides.contains(header.width), sides.contains(header.height) else { return nil }
    return ImageFacts(
      mediaType: type, width: header.width, height: header.height, orientation: header.orientation,
      bitDepth: header.bitDepth)
  }

  /// The readers of headers by type.
  private static let readers: [MediaType: @Sendable (ByteView) -> PictureHeader?] = [
    .png: PNGHeader.read,
    .jpeg: JPEGHeader.read,
    .gif: GIFHeader.read,
    .bmp: BMPHeader.readFile,
    .dib: BMPHeader.readBare,
    .webp: WebPHeader.read,
    .tiff: TIFFHeader.read,
    .wmf: MetafileHeader.readPlaceable,
    .emf: MetafileHeader.readEnhanced,
    .starView: { view in
      StarViewMetafile.size(view.bytes).map { PictureHeader(width: $0.width, height: $0.height) }
    },
  ]
}

/// What the header of a picture says.
public struct ImageFacts: Sendable, Hashable {
  /// The type, decided by the content.
  public var mediaType: MediaType
  /// The number of columns as stored, at least 1. For vector pictures the width in pixels at 96
  /// pixels an inch.
  public var width: Int
  /// The number of rows as stored, at least 1. For vector pictures the height in pixels at 96
  /// pixels an inch.
  public var height: Int
  /// How to turn the stored picture to show it.
  public var orientation: Orientation
  /// Bits for each sample, or for each palette index; nil when the header doesn't say.
  public var bitDepth: Int?

  /// Creates the facts; by default of a picture that is stored upright.
  public init(
    mediaType: MediaType, width: Int, height: Int, orientation: Orientation = .topLeft, bitDepth: Int? = nil
  ) {
    self.mediaType = mediaType
    self.width = width
    self.height = height
    self.orientation = orientation
    self.bitDepth = bitDepth
  }

  /// The number of columns as shown, after the orientation is applied.
  public var shownWidth: Int { orientation.swapsAxes ? height : width }
  /// The number of rows as shown, after the orientation is applied.
  public var shownHeight: Int { orientation.swapsAxes ? width : height }
}
