public import SlipBase

/// A small upright picture of a picture: PNG where something in it is transparent, else JPEG.
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

  /// Makes the thumbnail of a PNG or JPEG.
  ///
  /// It is never larger than the picture, neither in pixels nor in bytes: a picture that is small and upright already
  /// may be its own thumbnail. Truncated PNGs are refused, JPEGs only where less than half of the rows is there.
  /// Takes memory for a few rows and the thumbnail, and for progressive JPEGs 3 to 6 bytes a pixel.
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
    return try ThumbnailEncoder(mostBytes: bytes.count, wasJPEG: facts.mediaType == .jpeg).encode(
      pixels.upright(facts.orientation), itself: isThumbnailAlready ? (bytes, facts.mediaType) : nil)
  }

  /// Not CMYK, and not one of JPEG's rare codings.
  private static func isShownEverywhere(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ layout: SampleLayout
  ) -> Bool {
    guard facts.mediaType == .jpeg else { return true }
    return !layout.isCMYK && JPEGHeader(ByteView(bytes))?.isCommonCoding == true
  }

  static func checkedFacts(
    _ bytes: UnsafeRawBufferPointer, _ limits: Limits
  ) throws(SlipError) -> ImageFacts {
    let type = MediaType.sniff(bytes)
    guard type == .png || type == .jpeg else { throw PictureFault.unsupportedType.error() }
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
    let isJPEG = facts.mediaType == .jpeg
    let eighths = isJPEG ? plan.eighths : 8
    let source: any RowSource =
      isJPEG
      ? try JPEGReader(bytes, eighths: eighths) : try PNGReader(bytes, sideLimit: limits.pictureSide)
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
}
