public import SlipBase

/// A picture in a format that browsers show.
///
/// ```
/// PNG, JPEG, GIF, WebP, AVIF, ICO, SVG   shown as they are
/// BMP, bare bitmaps, TIFF                become PNG
/// WMF, EMF, PICT, SVM                    become SVG
/// all others                             can't be shown
/// ```
public struct WebPicture: Sendable, Hashable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// The type of the file, for which `isShown` is true.
  public var mediaType: MediaType

  /// Creates a picture.
  init(_ bytes: [UInt8], _ mediaType: MediaType) { (self.bytes, self.mediaType) = (bytes, mediaType) }

  /// The types that browsers show. An SVG in an `<img>` runs no script and loads nothing.
  private static let shown: Set<MediaType> = [.png, .jpeg, .gif, .webp, .avif, .icon, .svg]

  /// Whether browsers show files of this type.
  public static func isShown(_ mediaType: MediaType) -> Bool { shown.contains(mediaType) }

  /// The type of what `render` makes of files of this type; nil when browsers show them, and when
  /// they can't be converted.
  public static func renderedType(of mediaType: MediaType) -> MediaType? {
    switch mediaType {
    case .bmp, .dib, .tiff: .png
    case .wmf, .emf, .pict, .starView: .svg
    default: nil
    }
  }

  /// Converts a picture to one that browsers show.
  ///
  /// BMP, bare bitmaps and TIFF become PNG; Windows metafiles, QuickDraw pictures and StarView metafiles become
  /// SVG. Of a file with several pictures the first one is taken. The same bytes give the same picture.
  /// Memory is 4 bytes for each pixel, and the result.
  ///
  /// - Parameters:
  ///   - bytes: The picture's file, which is read during the call only.
  ///   - claimed: The type to assume when the content doesn't tell it.
  ///   - limits: Bounds on the pixels and on the bytes of a drawing.
  ///
  /// - Returns: Nil when browsers show the picture as it is.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  public static func render(
    _ bytes: UnsafeRawBufferPointer, claimed: MediaType, limits: Limits = Limits()
  ) throws(SlipError) -> WebPicture? {
    let sniffed = MediaType.sniff(bytes)
    let type = sniffed.isImage ? sniffed : claimed
    if shown.contains(sniffed) || sniffed == .xml && claimed == .svg { return nil }
    switch type {
    case .wmf:
      var metafile = WindowsMetafile(bytes, limits)
      return try drawing(metafile.svg())
    case .emf:
      var metafile = EnhancedMetafile(bytes, limits)
      return try drawing(metafile.svg())
    case .pict:
      var picture = MacPicture(bytes, limits)
      return try drawing(picture.output())
    case .starView:
      var metafile = StarViewMetafile(bytes, limits)
      return try drawing(metafile.svg())
    case _ where renderedType(of: type) == .png: return WebPicture(try png(bytes, type, limits), .png)
    default: throw PictureFault.notShown.error()
    }
  }

  /// A PNG of a picture; of a file with several pictures the first one.
  ///
  /// - Parameter limits: Bounds on the pixels.
  ///
  /// - Returns: Nil for PNG, JPEG, and types without pixels. GIF, TIFF, WebP and bitmaps are
  ///   converted.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  public static func png(
    of bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) throws(SlipError) -> WebPicture? {
    let type = MediaType.sniff(bytes)
    guard Thumbnail.types.contains(type), type != .png, type != .jpeg else { return nil }
    return WebPicture(try png(bytes, type, limits), .png)
  }

  /// The SVG of a metafile.
  ///
  /// - Throws: `PictureFault.emptyDrawing` when nothing is drawn.
  private static func drawing(_ svg: [UInt8]?) throws(SlipError) -> WebPicture {
    guard let svg else { throw PictureFault.emptyDrawing.error() }
    return WebPicture(svg, .svg)
  }

  /// A PNG of a picture of pixels, upright.
  private static func png(
    _ bytes: UnsafeRawBufferPointer, _ type: MediaType, _ limits: Limits
  ) throws(SlipError) -> [UInt8] {
    guard let image = try PixelImage.decode(bytes, type, limits) else { throw PictureFault.notShown.error() }
    let orientation = ImageProbe.probe(bytes)?.orientation ?? .topLeft
    let upright = image.upright(orientation).withoutNeedlessColor()
    guard let png = try PixelWriter.png(upright, level: 6, mostBytes: .max) else {
      throw PictureFault.noRoom.error()
    }
    return png
  }
}
