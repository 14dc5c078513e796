public import SlipBase

/// A small upright picture of a picture of pixels: PNG where something in it is transparent, else JPEG.
///
/// The same bytes give the same thumbnail. Colours are those of the picture: an ICC profile goes along, unless it is
/// large or sRGB's own; CMYK is converted without one.
public struct Thumbnail: Sendable, Hashable {
  public var bytes: [UInt8]
  /// `png` or `jpg`.
  public var fileExtension: String
  /// In pixels, as shown.
  public var width: Int
  public var height: Int

  /// The types of pictures that thumbnails are made of. Metafiles have no pixels.
  public static let types: Set<MediaType> = [.png, .jpeg, .gif, .tiff, .webp, .bmp, .dib]

  /// Makes the thumbnail of a picture of one of `types`.
  ///
  /// It is never larger than the picture in pixels, nor in bytes, unless it has less than 8 KiB: a PNG or JPEG that is
  /// small and upright already may be its own thumbnail. Truncated PNGs are refused, JPEGs only where less than half of
  /// the rows is there. Takes memory for a few rows and the thumbnail, for progressive JPEGs 3 to 6 bytes a pixel, and
  /// for other types 4.
  ///
  /// - Parameters:
  ///   - bytes: the picture's file; read during the call only.
  ///   - longSide: pixels of the thumbnail's longer side at most.
  ///   - limits: bounds on the picture's size.
  /// - Returns: the thumbnail, upright.
  /// - Throws: `SlipError` with a code of `PictureFault`.
  public static func make(
    _ bytes: UnsafeRawBufferPointer, longSide: Int = 600, limits: Limits = Limits()
  ) throws(SlipError) -> Thumbnail {
    let facts = try checkedFacts(bytes, limits)
    let plan = ThumbnailPlan(facts, longSide: longSide)
    let (pixels, decoded) = try shrink(bytes, facts, plan, limits)
    let isThumbnailAlready =
      facts.orientation == .topLeft && plan.width == facts.width && plan.height == facts.height
      && isShownEverywhere(bytes, facts, decoded)
    // GIF and bitmaps can be smaller than any PNG, and no page shows all of the types.
    let mostBytes = isWhole(facts) ? max(bytes.count, 8192) : bytes.count
    return try ThumbnailEncoder(mostBytes: mostBytes, wasJPEG: facts.mediaType == .jpeg).encode(
      pixels.upright(facts.orientation), itself: isThumbnailAlready ? (bytes, facts.mediaType) : nil)
  }

  /// Not CMYK, and not one of JPEG's rare codings.
  private static func isShownEverywhere(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ layout: SampleLayout
  ) -> Bool {
    guard facts.mediaType == .jpeg else { return !isWhole(facts) }
    return !layout.isCMYK && JPEGHeader(ByteView(bytes))?.isCommonCoding == true
  }

  /// Whether pictures of this type are decoded as a whole, and are no thumbnails themselves.
  private static func isWhole(_ facts: ImageFacts) -> Bool {
    facts.mediaType != .png && facts.mediaType != .jpeg
  }

  static func checkedFacts(
    _ bytes: UnsafeRawBufferPointer, _ limits: Limits
  ) throws(SlipError) -> ImageFacts {
    let type = MediaType.sniff(bytes)
    guard types.contains(type) else { throw PictureFault.unsupportedType.error() }
    guard let facts = ImageProbe.probe(bytes) else { throw PictureFault.brokenHeader.error() }
    // Sides are below 2^32: their product fits.
    guard facts.width <= limits.pictureSide, facts.height <= limits.pictureSide,
      facts.width * facts.height <= limits.picturePixels
    else { throw PictureFault.tooLarge.error("\(facts.width) × \(facts.height)") }
    return facts
  }

  /// Decodes and shrinks, in the stored orientation; also gives the layout that was decoded.
  static func shrink(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ plan: ThumbnailPlan, _ limits: Limits
  ) throws(SlipError) -> (PixelImage, SampleLayout) {
    let eighths = facts.mediaType == .jpeg ? plan.eighths : 8
    let source = try source(bytes, facts, eighths, limits)
    let scale = Double(eighths) / 8
    let resampler = Resampler(
      layout: source.layout, width: source.width, height: source.height,
      extent: (Double(facts.width) * scale, Double(facts.height) * scale),
      outputWidth: plan.width, outputHeight: plan.height)
    try source.forEachRow { resampler.add($0) }
    var pixels = resampler.finish()
    pixels.profile = ColorProfile.worthKeeping(source.profile, for: pixels.layout)
    if pixels.profile == nil { pixels = pixels.withoutNeedlessColor() }
    return (pixels, source.layout)
  }

  private static func source(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ eighths: Int, _ limits: Limits
  ) throws(SlipError) -> any RowSource {
    if facts.mediaType == .jpeg { return try JPEGReader(bytes, eighths: eighths) }
    if facts.mediaType == .png { return try PNGReader(bytes, sideLimit: limits.pictureSide) }
    guard let image = try PixelImage.decode(bytes, facts.mediaType, limits), image.width == facts.width,
      image.height == facts.height
    else { throw PictureFault.brokenHeader.error() }
    return WholePicture(image)
  }
}
