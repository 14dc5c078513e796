internal import SlipBase

/// Reads the header of a picture: type, size, orientation. Decodes no pixel.
public enum ImageProbe {
  /// Total on any bytes; nil where the type has no size that is known here, where the header is cut off or
  /// breaks the format's rules, and where a side is 0 or beyond 2³¹ − 1.
  ///
  /// A size says nothing about whether the pixels are there, or are sane.
  public static func probe(_ bytes: UnsafeRawBufferPointer) -> ImageFacts? {
    let type = MediaType.sniff(bytes)
    guard let read = readers[type], let header = read(ByteView(bytes)) else { return nil }
    let sides = 1...Int(Int32.max)
    guard sides.contains(header.width), sides.contains(header.height) else { return nil }
    return ImageFacts(
      mediaType: type, width: header.width, height: header.height, orientation: header.orientation,
      bitDepth: header.bitDepth)
  }

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
  ]
}

/// What the header readers find; sizes may still be 0 or below.
struct PictureHeader {
  var width: Int
  var height: Int
  var orientation = Orientation.topLeft
  var bitDepth: Int?
}
