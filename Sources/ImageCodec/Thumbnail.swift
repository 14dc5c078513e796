public import SlipBase

/// A small upright version of a picture: a PNG where something in it is transparent, otherwise a
/// JPEG.
///
/// The same bytes give the same thumbnail. Its colours are those of the picture: the ICC profile
/// goes along, unless it is large or says sRGB. CMYK is converted without a profile.
public struct Thumbnail: Sendable, Hashable {
  /// The bytes of the file.
  public var bytes: [UInt8]
  /// The extension of the file's name: `png` or `jpg`.
  public var fileExtension: String
  /// The width in pixels, as shown.
  public var width: Int
  /// The height in pixels, as shown.
  public var height: Int

  /// The types of pictures that have thumbnails. Metafiles have none, because they have no pixels.
  public static let types: Set<MediaType> = [.png, .jpeg, .gif, .tiff, .webp, .bmp, .dib]

  /// Makes the thumbnail of a picture of one of `types`.
  ///
  /// It is never larger than the picture in pixels. It isn't larger in bytes either, except that it
  /// may always have 8 KiB when the picture is of a type other than PNG and JPEG. A small, upright
  /// PNG or JPEG may be its own thumbnail.
  ///
  /// Truncated PNGs are refused, truncated JPEGs only when less than half of their rows is there.
  /// Memory is a few rows and the thumbnail; for progressive JPEGs 3 to 6 bytes a pixel, for types
  /// other than PNG and JPEG 4.
  ///
  /// - Parameters:
  ///   - bytes: The picture's file, which is read during the call only.
  ///   - longSide: The longest that the thumbnail's longer side may be, in pixels.
  ///   - limits: Bounds on the picture's size.
  ///
  /// - Returns: The thumbnail, upright.
  ///
  /// - Throws: `SlipError` with a code of `PictureFault`.
  ///
  /// The picture goes through these steps, most of them row by row:
  ///
  /// 1. The header is checked against the limits.
  /// 2. The picture is decoded; a JPEG at a smaller scale, if the thumbnail is much smaller.
  /// 3. It is shrunk with a Lanczos filter.
  /// 4. The orientation is applied.
  /// 5. It is encoded, with lower quality if it would be too long.
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

  /// Whether every program shows the picture as it is: neither CMYK nor one of JPEG's rare codings.
  private static func isShownEverywhere(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ layout: SampleLayout
  ) -> Bool {
    guard facts.mediaType == .jpeg else { return !isWhole(facts) }
    return !layout.isCMYK && JPEGHeader(ByteView(bytes))?.isCommonCoding == true
  }

  /// Whether pictures of this type are decoded as a whole, and can't be thumbnails themselves.
  private static func isWhole(_ facts: ImageFacts) -> Bool {
    facts.mediaType != .png && facts.mediaType != .jpeg
  }

  /// What the header says, provided that the picture has a supported type and isn't too large.
  ///
  /// - Throws: `PictureFault.unsupportedType`, `.brokenHeader` or `.tooLarge`.
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

  /// Decodes and shrinks the picture in its stored orientation. Also returns the layout that was
  /// decoded.
  static func shrink(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ plan: ThumbnailPlan, _ limits: Limits
  ) throws(SlipError) -> (PixelImage, SampleLayout) {
    let eighths = facts.mediaType == .jpeg && decodesSmaller ? plan.eighths : 8
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

  /// Whether the decoder of JPEGs can leave out frequencies.
  private static var decodesSmaller: Bool {
    #if canImport(ImageIO) && !SLIP_PICTURES
      false
    #else
      true
    #endif
  }

  /// The decoder for the picture.
  private static func source(
    _ bytes: UnsafeRawBufferPointer, _ facts: ImageFacts, _ eighths: Int, _ limits: Limits
  ) throws(SlipError) -> any RowSource {
    #if canImport(ImageIO) && !SLIP_PICTURES
      if !isWhole(facts) { return WholePicture(try SystemPicture.decode(bytes, limits)) }
    #else
      if facts.mediaType == .jpeg { return try JPEGReader(bytes, eighths: eighths) }
      if facts.mediaType == .png { return try PNGReader(bytes, sideLimit: limits.pictureSide) }
    #endif
    guard let image = try PixelImage.decode(bytes, facts.mediaType, limits), image.width == facts.width,
      image.height == facts.height
    else { throw PictureFault.brokenHeader.error() }
    return WholePicture(image)
  }
}

/// The size of a thumbnail, and how far the JPEG decoder shrinks the picture beforehand.
///
/// A JPEG of 4000 × 3000 pixels with a long side of 600 becomes 600 × 450. The decoder shrinks it
/// to 4/8, because 2/8 would be 1000 × 750, which is less than twice as large.
struct ThumbnailPlan {
  /// The thumbnail's width in the stored orientation.
  var width: Int
  /// The thumbnail's height in the stored orientation.
  var height: Int
  /// The decoder's scale in eighths.
  var eighths: Int

  /// Plans a thumbnail whose longer side has at most `longSide` pixels. No side grows, or becomes
  /// shorter than 1.
  init(_ facts: ImageFacts, longSide: Int) {
    let long = max(facts.width, facts.height)
    let target = min(long, max(1, longSide))
    let (width, height) = (
      Self.scaled(facts.width, by: target, of: long), Self.scaled(facts.height, by: target, of: long)
    )
    (self.width, self.height) = (width, height)
    eighths =
      Self.fastScales.first {
        Self.decoded(facts.width, $0) >= Self.headroom * width
          && Self.decoded(facts.height, $0) >= Self.headroom * height
      } ?? 8
  }

  /// The scales at which libjpeg-turbo decodes with vector instructions.
  private static let fastScales = [1, 2, 4, 8]
  /// How many times larger than the thumbnail the decoded picture is at least, if the JPEG is large
  /// enough.
  ///
  /// The decoder cuts off high frequencies sharply. That is visible unless the resampler removes
  /// most of them again.
  private static let headroom = 2

  /// A side of the thumbnail, rounded to the nearest.
  private static func scaled(_ side: Int, by target: Int, of long: Int) -> Int {
    max(1, (2 * side * target + long) / (2 * long))
  }

  /// A side of a JPEG decoded at `eighths`/8, rounded up as libjpeg does.
  private static func decoded(_ side: Int, _ eighths: Int) -> Int { (side * eighths + 7) / 8 }
}
