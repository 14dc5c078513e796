public import SlipBase

/// A picture as browsers show it.
public struct WebPicture: Sendable, Hashable {
  /// The whole file, PNG, SVG or what the source was.
  public var bytes: [UInt8]
  /// Of `bytes`; one for which `isShown` holds.
  public var mediaType: MediaType

  init(_ bytes: [UInt8], _ mediaType: MediaType) { (self.bytes, self.mediaType) = (bytes, mediaType) }

  /// What browsers show as it is. SVG in an `<img>` runs no script and loads nothing.
  private static let shown: Set<MediaType> = [.png, .jpeg, .gif, .webp, .avif, .icon, .svg]

  /// Whether browsers show files of this type.
  public static func isShown(_ mediaType: MediaType) -> Bool { shown.contains(mediaType) }

  /// The type of what `render` gives of files of a type; nil where they are shown as they are, and where it gives nothing.
  public static func renderedType(of mediaType: MediaType) -> MediaType? {
    switch mediaType {
    case .bmp, .dib, .tiff: .png
    case .wmf, .emf, .pict: .svg
    default: nil
    }
  }

  /// A picture that browsers show, of one of any type: BMP, bare bitmaps and TIFF become PNG, Windows and QuickDraw
  /// metafiles SVG. The same bytes give the same picture.
  ///
  /// Of files with several pictures the first one is shown. Takes 4 bytes a pixel and what the result has.
  ///
  /// - Parameters:
  ///   - bytes: the picture's file; read during the call only.
  ///   - claimed: its type where the content doesn't tell it.
  ///   - limits: bounds on pixels and on the bytes of a drawing.
  /// - Returns: nil where browsers show the picture as it is.
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
    case _ where renderedType(of: type) == .png: return WebPicture(try png(bytes, type, limits), .png)
    default: throw PictureFault.notShown.error()
    }
  }

  /// A PNG of a picture of pixels; of files with several the first one.
  ///
  /// - Parameter limits: bounds on pixels.
  /// - Returns: nil where it is none of those that are decoded as a whole, such as GIF, TIFF and WebP.
  /// - Throws: `SlipError` with a code of `PictureFault`.
  public static func png(
    of bytes: UnsafeRawBufferPointer, limits: Limits = Limits()
  ) throws(SlipError) -> WebPicture? {
    let type = MediaType.sniff(bytes)
    guard Thumbnail.types.contains(type), type != .png, type != .jpeg else { return nil }
    return WebPicture(try png(bytes, type, limits), .png)
  }

  private static func drawing(_ svg: [UInt8]?) throws(SlipError) -> WebPicture {
    guard let svg else { throw PictureFault.emptyDrawing.error() }
    return WebPicture(svg, .svg)
  }

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
